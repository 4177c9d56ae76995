import { atNight } from '@hawser/test-kit/night'
import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { approve } from '../processes/approve.ts'

// The demo host app as `npm start` boots it. Its relay is its own, and no store wallet listens on it, so the page must show no
// code that no wallet answers.

const agents = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  Android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36',
} as const

async function openOn(browser: Browser, device: 'desktop' | keyof typeof agents, hostUrl: string) {
  const size =
    device === 'desktop'
      ? { viewport: { width: 1280, height: 900 } }
      : { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: agents[device] }
  const context = await browser.newContext(size)
  const page = await context.newPage()
  await watchLinks(page)
  await page.goto(hostUrl)
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Hawser Demo Wallet' })).toBeVisible()
  return { context, page, dialog }
}

/** Records the links that the page opens itself, and follows only those to localhost. */
async function watchLinks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(window, 'openedLinks', [])
    const { open } = window
    window.open = (url, ...rest) => {
      Reflect.get(window, 'openedLinks').push(String(url))
      return /^https?:\/\/localhost/.test(String(url)) ? open.call(window, url, ...rest) : null
    }
  })
}

const openedLinks = (page: Page): Promise<readonly string[]> => page.evaluate(() => Reflect.get(window, 'openedLinks'))

/** Opens the list of all wallets. */
async function showAll(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'View All' }).click()
  await expect(dialog.getByRole('searchbox')).toBeVisible()
}

async function choose(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('searchbox').fill(name)
  await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(dialog.getByRole('heading', { name, exact: true }).or(onPhone(dialog))).toBeVisible()
}

const onPhone = (dialog: Locator) => dialog.getByRole('heading', { name: 'Use a wallet on your phone' })
/** A code that contains a pairing, so its link can be copied. */
const pairingCode = (dialog: Locator) => dialog.getByRole('img', { name: /Copy link/ })
const cameraCode = (dialog: Locator) => dialog.getByRole('img', { name: 'QR code for the camera of your phone' })

async function linkDemoWallet(context: BrowserContext, dialog: Locator): Promise<void> {
  const opened = context.waitForEvent('page')
  await dialog.getByRole('button', { name: 'Hawser Demo Wallet' }).click()
  const wallet = await opened
  await approve(wallet)
  await wallet.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
}

// One wallet of each kind: with an extension and a browser of its own; with a browser on one system only; with an extension
// only; with pairings only.
const storeWallets = ['MetaMask', 'Trust Wallet', 'Uniswap Wallet', 'Ledger', 'Kraken Wallet']

test('desktop: the first code is for a phone’s camera, and no store wallet has a relay code', async ({
  browser,
  stack,
}) => {
  const { context, page, dialog } = await openOn(browser, 'desktop', stack.hostUrl)
  await expect(cameraCode(dialog)).toBeVisible()
  await expect(pairingCode(dialog)).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toHaveCount(0)
  await showAll(dialog)
  const seen: Record<string, string> = {}
  for (const name of storeWallets) {
    await choose(dialog, name)
    await expect(pairingCode(dialog)).toHaveCount(0)
    const isOnPhone = await onPhone(dialog).isVisible()
    if (isOnPhone) await expect(cameraCode(dialog)).toBeVisible()
    else
      await expect(
        dialog.getByRole('button', { name: 'Download' }).or(dialog.getByText(`${name} cannot be linked from here`)),
      ).toBeVisible()
    seen[name] = isOnPhone
      ? 'handoff'
      : (await dialog.getByRole('button', { name: 'Download' }).count())
        ? 'install'
        : '–'
    await dialog.getByRole('button', { name: 'Back' }).first().click()
    await expect(dialog.getByRole('searchbox')).toBeVisible()
  }
  expect(seen).toEqual({
    MetaMask: 'handoff',
    'Trust Wallet': 'handoff',
    'Uniswap Wallet': 'install',
    Ledger: '–',
    'Kraken Wallet': '–',
  })
  expect(await openedLinks(page)).toEqual([])
  await context.close()
})

for (const device of ['iPhone', ...atNight('Android' as const)] as const)
  test(`${device}: wallets open in their own browser, and none opens with a pairing`, async ({ browser, stack }) => {
    const { context, page, dialog } = await openOn(browser, device, stack.hostUrl)
    await expect(dialog.getByRole('img', { name: /QR code/ })).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: /Show QR code|Select Wallet/ })).toHaveCount(0)
    await showAll(dialog)
    for (const name of ['MetaMask', 'Ledger', 'Kraken Wallet']) {
      await choose(dialog, name)
      if (name === 'MetaMask') await expect(dialog.getByRole('link', { name: 'Open in MetaMask' })).toBeVisible()
      else await expect(dialog.getByText(`${name} cannot be linked from here`)).toBeVisible()
      await dialog.getByRole('button', { name: 'Back' }).first().click()
      await expect(dialog.getByRole('searchbox')).toBeVisible()
    }
    expect(await openedLinks(page)).toEqual([])
    await context.close()
  })

// By day, link.spec.ts links the demo wallet.
for (const device of atNight<'desktop' | 'iPhone'>('desktop', 'iPhone'))
  test(`${device}: the demo wallet, whose listing names this relay, links as before`, async ({ browser, stack }) => {
    const { context, dialog } = await openOn(browser, device, stack.hostUrl)
    await linkDemoWallet(context, dialog)
    await context.close()
  })

test('the relay’s own code is one press away, and says which wallets read it', async ({ browser, stack }) => {
  for (const device of ['desktop', 'Android'] as const) {
    const { context, dialog } = await openOn(browser, device, stack.hostUrl)
    const relay = `localhost:${stack.port + 2}`
    await dialog.getByRole('button', { name: `I have another wallet that uses ${relay}` }).click()
    await expect(pairingCode(dialog)).toBeVisible()
    await expect(dialog.getByText(`Only wallets that use ${relay} can read this code.`)).toBeVisible()
    await context.close()
  }
})
