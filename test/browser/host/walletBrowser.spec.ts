import { atNight } from '@hawser/test-kit/night'
import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { type Extension, installExtension } from './extension.fixture.ts'
import { metaMask, phantom, solflare } from './knownExtensions.ts'

// On a phone, without a relay: the page in the phone's browser leads to the page of a handoff in the wallet's own browser. That
// browser has another cookie jar, and puts the wallet's provider in the page. The wallets are emulated; docs/reach.md lists the
// links of real ones.

let seed = 4_100

const phones = {
  iOS: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  Android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  Instagram:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 370.0.0.24.85',
} as const

const xverse: Extension = {
  name: 'Xverse',
  bitcoin: { shape: 'xverse', path: 'XverseProviders.BitcoinProvider', kind: 'p2tr' },
}
const phantomOfEthereum: Extension = { name: phantom.name, eip1193: { rdns: 'app.phantom', flags: ['isPhantom'] } }
/** MetaMask announces another rdns on phones than as an extension. */
const metaMaskMobile: Extension = {
  ...metaMask,
  eip1193: { rdns: 'io.metamask.mobile', flags: ['isMetaMask'] },
  isLate: true,
}

async function newPhone(browser: Browser, userAgent: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    userAgent,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: 'the wallet' }))
  return context
}

async function openModal(page: Page, address: string): Promise<Locator> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Link a wallet' }).tap()
  return page.getByRole('dialog')
}

async function choose(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('button', { name: 'View All' }).tap()
  await dialog.getByRole('searchbox').fill(name)
  await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).tap()
}

/** Links in the wallet's own browser, where only that wallet is offered. */
async function linkInWallet(dialog: Locator, name: string): Promise<void> {
  const wallet = dialog.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect(wallet).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Show QR code' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'I have no wallet' })).toHaveCount(0)
  await expect(dialog.getByRole('link')).toHaveCount(0)
  await wallet.tap()
  await expect(dialog.getByRole('heading', { name: 'Wallet linked' })).toBeVisible()
}

for (const [system, wallet, prefix, network] of [
  ['iOS', solflare, 'https://solflare.com/ul/v1/browse/', 'Solana'] as const,
  ...atNight(
    ['Android', phantomOfEthereum, 'https://phantom.app/ul/browse/', 'Ethereum'] as const,
    ['iOS', xverse, 'https://connect.xverse.app/browser?url=', 'Bitcoin'] as const,
  ),
]) {
  test(`on one ${system} phone ${wallet.name} signs in its browser, and digits link ${network}`, async ({
    browser,
    stack,
  }) => {
    const phone = await newPhone(browser, phones[system])
    const page = await phone.newPage()
    const dialog = await openModal(page, `${stack.hostUrl}/?token=secret#secret`)
    await choose(dialog, wallet.name)
    const link = dialog.getByRole('link', { name: `Open in ${wallet.name}` })
    const href = (await link.getAttribute('href')) ?? ''
    expect(href.startsWith(prefix)).toBe(true)
    expect(href).not.toContain('secret')
    const address = decodeURIComponent(href.slice(prefix.length).split('?', 1)[0] ?? '')
    expect(address.split('#')[0]).toBe(`${stack.hostUrl}/link/handoff`)
    const [opened] = await Promise.all([phone.waitForEvent('page'), link.tap()])
    expect(opened.url().startsWith(new URL(prefix).origin)).toBe(true)
    expect(await opened.evaluate(() => window.opener)).toBeNull()
    await opened.close()

    // Another browser on the same phone, which has no session of the site.
    const inside = await newPhone(browser, phones[system])
    const walletPage = await inside.newPage()
    const { signed, addresses } = await installExtension(walletPage, wallet, ++seed)
    await walletPage.goto(address)
    await walletPage.getByRole('button', { name: `Continue with ${wallet.name}` }).tap()
    await expect(dialog.getByText(`Continue in ${wallet.name}...`)).toBeVisible()
    await walletPage.getByRole('button', { name: /^Yes, link/ }).tap()
    const output = walletPage.locator('output')
    await expect(output).toHaveText(/^\d{3} \d{3}$/)
    const digits = (await output.textContent()) ?? ''
    expect(await inside.cookies()).toEqual([])
    expect(signed).toHaveLength(1)
    expect(signed[0]).toContain(`your ${network} account`)

    await dialog.getByRole('textbox', { name: 'Six digits from your phone' }).fill(digits)
    await dialog.getByRole('button', { name: 'Link a wallet' }).tap()
    await expect(dialog.getByRole('heading', { name: 'Wallet linked' })).toBeVisible()
    await expect(walletPage.getByRole('heading', { name: 'Wallet linked' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).tap()
    await expect(page.getByRole('listitem').filter({ has: page.getByTitle(addresses[network]) })).toHaveCount(1)
    await inside.close()
    await phone.close()
  })
}

test('MetaMask beyond the relay opens a handoff; its own browser shows only it, even if late', async ({
  browser,
  stack,
}) => {
  const phone = await newPhone(browser, phones.Android)
  const page = await phone.newPage()
  const dialog = await openModal(page, stack.hostUrl)
  await choose(dialog, 'MetaMask')
  const link = dialog.getByRole('link', { name: 'Open in MetaMask' })
  await expect(link).toHaveAttribute(
    'href',
    new RegExp(`^https://link\\.metamask\\.io/dapp/${new URL(stack.hostUrl).host}/link/handoff#h=\\w+\\.[\\w-]{43}$`),
  )
  await expect(dialog.getByRole('link', { name: 'Get MetaMask' })).toHaveAttribute('href', /play\.google\.com/)
  await phone.close()

  const inside = await newPhone(browser, phones.Android)
  const walletPage = await inside.newPage()
  await installExtension(walletPage, metaMaskMobile, ++seed)
  const late = await openModal(walletPage, stack.hostUrl)
  await expect(late.getByRole('button', { name: 'I have no wallet' })).toBeVisible()
  await walletPage.evaluate('announceExtension()')
  await linkInWallet(late, 'MetaMask')
  await inside.close()
})

test('inside Instagram the page says to leave it, and copies its address', async ({ browser, stack }) => {
  const phone = await newPhone(browser, phones.Instagram)
  await phone.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await phone.newPage()
  const dialog = await openModal(page, stack.hostUrl)
  await choose(dialog, 'Phantom')
  await expect(dialog.getByText('Open this page in your browser')).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy link' }).tap()
  await expect(dialog.getByText('Link copied').first()).toBeVisible()
  // The copied link leads to the session of this page, in any browser.
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/link\/handoff#h=\w+\.[\w-]{43}$/)
  await phone.close()
})
