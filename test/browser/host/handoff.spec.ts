import { atNight, isNight } from '@hawser/test-kit/night'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { type Extension, installExtension } from './extension.fixture.ts'
import { metaMask, solflare, uniSat } from './knownExtensions.ts'

// Links a phone's wallet from a desktop through the host app's server alone, on the stack that `npm start` boots. The phone is
// a context without a cookie of the site, and its wallet is emulated.

let seed = 7_300

/**
 * Returns a function that gives the address of the next code. The view's own test checks that the code contains its address.
 */
async function watchCodes(page: Page): Promise<() => Promise<string>> {
  const addresses: string[] = []
  await page.route('**/link/handoffs', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    addresses.push((JSON.parse(body) as { address: string }).address)
    await route.fulfill({ response, body })
  })
  return async () => {
    await expect.poll(() => addresses.length).toBeGreaterThan(0)
    return addresses.shift() ?? ''
  }
}

/** Opens the modal on the desktop and returns the address of its code. */
async function showCode(
  page: Page,
  hostUrl: string,
): Promise<{ dialog: Locator; address: string; nextCode: () => Promise<string> }> {
  const nextCode = await watchCodes(page)
  await page.goto(hostUrl)
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  const dialog = page.getByRole('dialog')
  // The demo's relay is its own, so the first code is that of a handoff.
  await expect(dialog.getByRole('img', { name: /camera of your phone/ })).toBeVisible()
  return { dialog, address: await nextCode(), nextCode }
}

/** Opens the address of a code on a phone whose browser has this wallet. */
async function openOnPhone(browser: Browser, address: string, wallet: Extension) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  const phone = await context.newPage()
  seed += 1
  const { addresses, signed } = await installExtension(phone, wallet, seed)
  await phone.goto(address)
  return { phone, addresses, signed }
}

/** Signs on the phone and returns the digits: the visitor picks the wallet, confirms that they started the link, and signs. */
async function sign(phone: Page, wallet: Extension): Promise<string> {
  await phone.getByRole('button', { name: `Continue with ${wallet.name}` }).tap()
  await phone.getByRole('button', { name: /^Yes, link/ }).tap()
  const output = phone.locator('output')
  await expect(output).toHaveText(/^\d{3} \d{3}$/)
  return (await output.textContent()) ?? ''
}

async function typeDigits(dialog: Locator, digits: string): Promise<void> {
  const input = dialog.getByRole('textbox', { name: 'Six digits from your phone' })
  await expect(input).toBeFocused()
  await expect(input).toHaveAttribute('autocomplete', 'one-time-code')
  await input.fill(digits)
  await dialog.getByRole('button', { name: 'Link a wallet' }).click()
}

function wrong(digits: string): string {
  return `${(Number(digits.replace(' ', '')) + 1) % 1_000_000}`.padStart(6, '0')
}

// By day handoffPage.spec.ts covers the other networks.
for (const [wallet, network] of [
  [metaMask, 'Ethereum'] as const,
  ...atNight([solflare, 'Solana'] as const, [uniSat, 'Bitcoin'] as const),
])
  test(`${wallet.name} of a phone links its ${network} account by code and digits`, async ({
    browser,
    page,
    stack,
  }) => {
    const { dialog, address } = await showCode(page, stack.hostUrl)
    expect(new URL(address).origin).toBe(new URL(stack.hostUrl).origin)
    const { phone, addresses, signed } = await openOnPhone(browser, address, wallet)
    const digits = await sign(phone, wallet)
    expect(signed).toHaveLength(1)
    await typeDigits(dialog, digits)
    await expect(dialog.getByRole('heading', { name: 'Wallet linked' })).toBeVisible()
    await expect(phone.getByRole('heading', { name: 'Wallet linked' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('listitem').filter({ has: page.getByTitle(addresses[network]) })).toHaveCount(1)
  })

test('wrong digits leave two more attempts, then a code that can be restarted', async ({ browser, page, stack }) => {
  const { dialog, address } = await showCode(page, stack.hostUrl)
  const { phone } = await openOnPhone(browser, address, metaMask)
  const digits = await sign(phone, metaMask)
  await typeDigits(dialog, wrong(digits))
  await expect(dialog.getByRole('alert')).toHaveText('These are not the right digits. Attempts left: 2')
  await typeDigits(dialog, wrong(digits))
  await expect(dialog.getByRole('alert')).toHaveText('These are not the right digits. Attempts left: 1')
  await typeDigits(dialog, wrong(digits))
  await expect(dialog.getByText('The digits were wrong three times. Nothing was linked.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByRole('img', { name: /camera of your phone/ })).toBeVisible()
})

test('T-60: the secret of a code is only in its picture, on the desktop too', async ({ page, stack }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`))
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const { address } = await showCode(page, stack.hostUrl)
  const [, secret = ''] = /\.([\w-]{43})$/.exec(address) ?? []
  expect(secret).not.toBe('')
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.documentElement.outerHTML]),
  )
  for (const text of [kept, asked.join('\n'), said.join('\n')]) expect(text).not.toContain(secret)
})

test('a code that is opened in a second place is void, and says so', async ({ browser, page, stack }) => {
  const { dialog, address } = await showCode(page, stack.hostUrl)
  const first = await openOnPhone(browser, address, metaMask)
  const second = await openOnPhone(browser, address, metaMask)
  await first.phone.getByRole('button', { name: 'Continue with MetaMask' }).tap()
  await expect(dialog.getByText('Continue on your phone')).toBeVisible()
  await second.phone.getByRole('button', { name: 'Continue with MetaMask' }).tap()
  await expect(dialog.getByRole('alert')).toContainText('opened in a second place')
  await expect(dialog.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('a phone without a wallet: the desktop says so, and offers a new code or another browser', async ({
  browser,
  page,
  stack,
}) => {
  const { dialog, address, nextCode } = await showCode(page, stack.hostUrl)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  const phone = await context.newPage()
  await phone.clock.install()
  await phone.goto(address)
  await phone.clock.runFor(8_000)
  await expect(dialog.getByText('The browser of your phone has no wallet')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show a new code' }).click()
  await expect(dialog.getByRole('img', { name: /camera of your phone/ })).toBeVisible()

  const next = await nextCode()
  await phone.goto(next)
  await phone.clock.runFor(8_000)
  await expect(dialog.getByText('The browser of your phone has no wallet')).toBeVisible()
  // The same code, in a browser that has a wallet.
  const other = await openOnPhone(browser, next, metaMask)
  await typeDigits(dialog, await sign(other.phone, metaMask))
  await expect(dialog.getByRole('heading', { name: 'Wallet linked' })).toBeVisible()
})

// By day only the phone is reloaded, in handoffPage.spec.ts.
if (isNight)
  test('a desktop that reloads, in each state, starts again, and notifies the earlier phone', async ({
    browser,
    page,
    stack,
  }) => {
    const { dialog, nextCode } = await showCode(page, stack.hostUrl)
    const again = async () => {
      await page.reload()
      await expect(dialog).toHaveCount(0)
      await page.getByRole('button', { name: 'Link a wallet' }).click()
      await expect(dialog.getByRole('img', { name: /camera of your phone/ })).toBeVisible()
      return nextCode()
    }
    // Reloads with the code alone, with a phone at the question, and with a phone that shows the digits.
    const second = await again()
    const asked = await openOnPhone(browser, second, metaMask)
    await asked.phone.getByRole('button', { name: 'Continue with MetaMask' }).tap()
    await expect(dialog.getByText('Continue on your phone')).toBeVisible()
    const third = await again()
    await asked.phone.getByRole('button', { name: /^Yes, link/ }).tap()
    await expect(asked.phone.getByRole('heading', { name: 'Nothing was linked' })).toBeVisible()
    const signed = await openOnPhone(browser, third, metaMask)
    await sign(signed.phone, metaMask)
    await expect(dialog.getByRole('textbox', { name: 'Six digits from your phone' })).toBeVisible()
    const fourth = await again()
    await expect(signed.phone.getByRole('heading', { name: 'Nothing was linked' })).toBeVisible()
    const last = await openOnPhone(browser, fourth, metaMask)
    await typeDigits(dialog, await sign(last.phone, metaMask))
    await expect(dialog.getByRole('heading', { name: 'Wallet linked' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('listitem').filter({ has: page.getByTitle(last.addresses.Ethereum) })).toHaveCount(1)
  })

test('two windows of one session: the first code ends and says so, and Retry shows another', async ({
  page,
  stack,
}) => {
  const { dialog } = await showCode(page, stack.hostUrl)
  const other = await page.context().newPage()
  await showCode(other, stack.hostUrl)
  await expect(dialog.getByRole('alert')).toContainText('This code is no longer valid.')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByRole('img', { name: /camera of your phone/ })).toBeVisible()
  await expect(other.getByRole('dialog').getByRole('alert')).toContainText('This code is no longer valid.')
})

test('the desktop shows a stop on the phone, and one press undoes a link', async ({ browser, page, stack }) => {
  const { dialog, address, nextCode } = await showCode(page, stack.hostUrl)
  const { phone } = await openOnPhone(browser, address, metaMask)
  await phone.getByRole('button', { name: 'Continue with MetaMask' }).tap()
  await phone.getByRole('button', { name: 'No, stop' }).tap()
  await expect(dialog.getByRole('alert')).toContainText('declined on the phone')

  await dialog.getByRole('button', { name: 'Retry' }).click()
  const other = await openOnPhone(browser, await nextCode(), metaMask)
  await typeDigits(dialog, await sign(other.phone, metaMask))
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByText('The wallet is no longer linked.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: other.addresses.Ethereum.slice(0, 6) })).toHaveCount(0)
})
