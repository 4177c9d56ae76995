import { atNight } from '@hawser/test-kit/night'
import { type Browser, type BrowserContextOptions, devices, expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { axeProblems } from '../look/axe.ts'
import { linkWithDemoWallet } from '../processes/startProof.ts'

// The host app as its visitors meet it: wallets before any account, then accounts, sessions and languages.
let url: string

test.describe.configure({ mode: 'parallel' })
test.beforeAll(({ stack }) => {
  url = `${stack.hostUrl}/`
})

/**
 * Opens the host app in a new context. `complaints` collects console messages, policy violations and exceptions, for a test to
 * reject.
 */
async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const complaints: string[] = []
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`policy: ${effectiveDirective} ${blockedURI}`),
    )
  })
  await page.goto(url)
  return { context, page, complaints }
}

/** Whether anything is wider than the screen. */
const overflows = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

async function linkWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  const wallet = await linkWithDemoWallet(page)
  await wallet.close()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function enter(page: Page, kind: 'Sign up' | 'Sign in', name: string): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.locator('.menu').getByRole('link', { name: kind }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Password').fill('correct horse')
  await page.locator('form').getByRole('button', { name: kind }).click()
  await expect(page.getByRole('button', { name: `Account ${name}` })).toBeVisible()
}

test('a stranger links and names a wallet, signs up and keeps it, and ends another session', async ({ browser }) => {
  const { context, page, complaints } = await openPage(browser)
  await expect(page.getByText('No wallet is linked yet.')).toBeVisible()
  await linkWallet(page)
  const row = page.getByRole('listitem').filter({ has: page.getByTitle(/^eip155:1:/) })
  await expect(row).toContainText('Primary')
  await expect(row).toContainText('Ethereum')
  await row.getByRole('button', { name: /^Rename/ }).click()
  await page.getByLabel('Name of this wallet').fill('Savings')
  await page.keyboard.press('Enter')
  await expect(row.getByRole('heading', { name: /Savings/ })).toBeVisible()
  await expect(row.getByRole('button', { name: /^Rename/ })).toBeFocused()

  const before = (await context.cookies())[0]?.value
  await enter(page, 'Sign up', 'Ada')
  expect((await context.cookies())[0]?.value).not.toBe(before)
  await expect(page.getByRole('heading', { level: 1, name: 'Your wallets' })).toBeFocused()
  await expect(row).toContainText('Savings')
  // An earlier visitor of this browser could have linked the wallet.
  await expect(row).toContainText('Needs a new proof')

  const second = await openPage(browser)
  await enter(second.page, 'Sign in', 'Ada')
  await expect(second.page.getByRole('listitem').filter({ hasText: 'Savings' })).toHaveCount(1)

  await page.getByRole('link', { name: 'Sessions' }).first().click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Chrome on' })).toHaveCount(2)
  await page.getByRole('button', { name: /^End session/ }).click()
  await expect(page.getByText('You have no other session.')).toBeVisible()
  // The page that is still open in that session learns of its end with the next request, and starts again.
  await second.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Sessions' }).click()
  await expect(second.page.getByRole('button', { name: /^Account visitor-/ })).toBeVisible()
  await expect(second.page.getByRole('heading', { level: 1, name: 'Your wallets' })).toBeVisible()

  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('listitem')).toHaveText([/^New proof requested: /, /^Renamed: /, /^Linked: /])
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeFocused()

  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  await row.getByRole('button', { name: /^Unlink/ }).click()
  await expect(page.getByRole('button', { name: 'Keep', exact: true })).toBeFocused()
  await page.getByRole('group').getByRole('button', { name: 'Unlink' }).click()
  // The password was given just now, so the wallet itself need not sign.
  await expect(page.getByText('No wallet is linked yet.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Linked wallets' })).toBeFocused()

  await page.getByRole('button', { name: 'Account Ada' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: /^Account visitor-/ })).toBeVisible()
  expect(complaints).toEqual([])
  expect(second.complaints).toEqual([expect.stringContaining('401')])
  await context.close()
  await second.context.close()
})

test('the keyboard alone signs up; a mistake shows at its field, which has the focus', async ({ browser }) => {
  const { context, page, complaints } = await openPage(browser)
  await page.getByRole('button', { name: /^Account/ }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('.menu').getByRole('link', { name: 'Sign up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Bo')
  await page.keyboard.press('Enter')
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription(/3 to 32 visible characters/)
  await page.keyboard.type('b')
  await page.keyboard.press('Tab')
  await page.keyboard.type('correct horse')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Account Bob' })).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
})

// By day only the narrowest screen with long words; the wallet's spec has a dark screen from right to left.
const looks = [
  [320, 'light', 'de-DE'],
  ...atNight(
    [1280, 'light', 'en-GB'] as const,
    [390, 'dark', 'de-DE'] as const,
    [390, 'light', 'ar-EG'] as const,
    [390, 'dark', 'ar-EG'] as const,
  ),
] as const

for (const [width, colorScheme, locale] of looks) {
  test(`every page has no axe violation and fits: ${width} px, ${colorScheme}, ${locale}`, async ({ browser }) => {
    const { context, page, complaints } = await openPage(browser, {
      viewport: { width, height: 844 },
      colorScheme,
      locale,
    })
    await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
    await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar-EG' ? 'rtl' : 'ltr')
    for (const route of ['wallets', 'activity', 'sessions', 'sign-up', 'sign-in']) {
      await page.goto(`${url}#${route}`)
      await expect(page.getByRole('status')).toHaveCount(0)
      if (route.startsWith('sign')) await page.locator('form button').click()
      else await page.locator('.account-button').click()
      expect([route, await axeProblems(page), await overflows(page)]).toEqual([route, [], false])
    }
    expect(complaints).toEqual([])
    await context.close()
  })
}

test('a new language also changes the modal, and is kept', async ({ browser }) => {
  const { context, page, complaints } = await openPage(browser)
  await page.getByLabel('Language').selectOption('de')
  await expect(page.getByRole('heading', { level: 1, name: 'Ihre Wallets' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Wallet verknüpfen' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Schließen' })).toBeVisible()
  expect(complaints).toEqual([])
  await context.close()
})

test('fetches only the shown language; without it the page is in English', async ({ browser }) => {
  const { context, page, complaints } = await openPage(browser, { locale: 'de-CH' })
  await expect(page.getByRole('heading', { level: 1, name: 'Ihre Wallets' })).toBeVisible()
  // Reads the page's own timing entries, because the page sends requests before a listener can be attached.
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const languages = asked.flatMap((url) => /\/assets\/([a-z]{2})-[\w-]{8}\.js$/.exec(url)?.[1] ?? [])
  expect([...new Set(languages)]).toEqual(['de'])
  expect(complaints).toEqual([])

  await page.route(/\/assets\/ar-[\w-]{8}\.js$/, (route) => route.abort())
  await page.getByLabel('Sprache').selectOption('ar')
  await expect(page.getByRole('heading', { level: 1, name: 'Your wallets' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await page.unroute(/\/assets\/ar-[\w-]{8}\.js$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'محافظك' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await context.close()
})

// By day languages.spec.ts looks at long names.
for (const [about, options] of [
  ...atNight(
    ['a narrow window', { viewport: { width: 390, height: 844 } }] as const,
    ['a desktop', {}] as const,
    ['a phone', { ...devices['iPhone 14'], viewport: { width: 390, height: 844 } }] as const,
  ),
]) {
  test(`a wallet's name of three words is whole on ${about}, and one of 60 letters has its place`, async ({
    browser,
  }) => {
    const { page } = await openPage(browser, options)
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    const dialog = page.getByRole('dialog')
    const tile = dialog.getByRole('button', { name: 'Hawser Demo Wallet' })
    const name = tile.locator('.hawser-wallet-name')
    // A letter may reach a pixel below its line, but no line may be cut off.
    const isWhole = () =>
      name.evaluate((element) => {
        const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight)
        return element.scrollHeight - element.clientHeight < lineHeight / 2
      })
    await expect(name).toHaveText('Hawser Demo Wallet')
    expect(await isWhole()).toBe(true)
    await name.evaluate((element) => {
      element.textContent = 'W'.repeat(60)
    })
    // The height reserved for a tile.
    expect(
      await tile.evaluate((element) => [element.clientHeight, element.scrollWidth <= element.clientWidth]),
    ).toEqual([108, true])
    expect(await isWhole()).toBe(false)
  })
}
