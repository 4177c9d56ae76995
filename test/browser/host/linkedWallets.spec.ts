import { atNight } from '@hawser/test-kit/night'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { axeProblems } from '../look/axe.ts'
import { approve } from '../processes/approve.ts'
import { linkWithDemoWallet } from '../processes/startProof.ts'

// The list of linked wallets in the host app, where wallets are a way to sign in: by the keyboard alone, with a real server.
let url: string

test.beforeAll(({ stack }) => {
  url = `${stack.hostUrl}/`
})

async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  return context.newPage()
}

const rows = (page: Page) => page.locator('.hawser-linked-list > li')

test('T-55: by keyboard a wallet is renamed, and unlinked by its own signature', async ({ browser }) => {
  const page = await openPage(browser)
  await page.goto(url)
  await page.getByRole('button', { name: 'Link a wallet' }).focus()
  await page.keyboard.press('Enter')
  await (await linkWithDemoWallet(page)).close()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: /^Rename/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name of this wallet')).toBeFocused()
  await page.keyboard.type('Savings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Rename: Savings/ })).toBeFocused()
  await expect(page.locator('.hawser-linked > [aria-live]')).toHaveText('The wallet is now called Savings.')

  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Keep', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // The server requires a signature of the wallet: the row says so, and the modal opens for it.
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('group')).toContainText('To unlink Savings, sign with it.')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Sign to unlink' })).toBeFocused()
  await page.keyboard.press('Enter')
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('button', { name: /Hawser Demo Wallet/ }).focus()
  await page.keyboard.press('Enter')
  const wallet = await opened
  await approve(wallet)
  await wallet.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog.getByText('Wallet unlinked').first()).toBeVisible()
  await wallet.close()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(rows(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Linked wallets' })).toBeFocused()
  await expect(page.locator('.hawser-linked > [aria-live]')).toHaveText('Savings is unlinked.')

  await page.goto(`${url}#activity`)
  await expect(page.getByRole('listitem')).toHaveText([/^Unlinked: /, /^Renamed: /, /^Linked: /])
  await page.context().close()
})

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const listed = [
  {
    id: 'w1',
    accountId: `eip155:1:${address}`,
    walletName: 'Rainbow',
    label: 'Savings',
    linkedAt: 1_790_000_000_000,
    lastUsedAt: 1_795_000_000_000,
    isPrimary: true,
    status: 'active',
  },
  { id: 'w2', accountId: `eip155:137:${address}`, walletName: 'Safe', linkedAt: 1_791_000_000_000, status: 'stale' },
  { id: 'w3', accountId: `eip155:10:${address}`, linkedAt: 1_792_000_000_000, status: 're-prove' },
]

for (const [width, colorScheme, locale] of [
  [360, 'light', 'ar-EG'] as const,
  ...atNight([1280, 'light', 'en-GB'] as const, [390, 'dark', 'de-DE'] as const),
]) {
  test(`WCAG 2.2 AA: stale links, forms and refusals: ${width} px, ${colorScheme}, ${locale}`, async ({ browser }) => {
    const page = await openPage(browser, { viewport: { width, height: 844 }, colorScheme, locale })
    await page.route('**/link/wallets', (route) => route.fulfill({ json: { wallets: listed } }))
    await page.route('**/link/wallets/*', (route) =>
      route.fulfill({ status: 409, json: { code: 'last_factor', message: '' } }),
    )
    await page.goto(url)
    const [first, second, third] = [rows(page).nth(0), rows(page).nth(1), rows(page).nth(2)]
    await third.getByRole('button').last().click()
    await third.getByRole('group').getByRole('button').last().click()
    await expect(third.getByRole('alert')).toBeVisible()
    await first.locator('.hawser-linked-buttons').getByRole('button').first().click()
    await expect(first.getByRole('textbox')).toBeFocused()
    await expect(page.locator('.hawser-linked-warning')).toHaveCount(2)
    expect(await axeProblems(page, '.hawser-linked')).toEqual([])
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(overflow).toBe(0)
    // The way out: the modal opens, so that the visitor can link the wallet again.
    await second.locator('.hawser-linked-warning').getByRole('button').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.context().close()
  })
}

test('the button of an empty list is where it was while the list loaded', async ({ page }) => {
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/link/wallets', async (route) => {
    await isAnswered
    await route.continue()
  })
  await page.goto(url)
  const button = page.getByRole('button', { name: 'Link a wallet' })
  await expect(button).toBeVisible()
  await expect(page.getByRole('region', { name: 'Linked wallets' })).toHaveAttribute('aria-busy', 'true')
  const before = await button.boundingBox()
  answer()
  await expect(page.getByText('No wallet is linked yet.')).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
})
