import { isNight } from '@hawser/test-kit/night'
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { type Proof, shownUri } from '../processes/startProof.ts'

// From a page on a phone to a wallet on the same phone, rung by rung. No wallet is installed here, so its scheme opens nothing.
let proof: Proof
test.describe.configure({ mode: 'parallel' })
test.beforeAll(({ proof: shared }) => {
  proof = shared
})

const phones = {
  Android: {
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    store: ['Google Play', 'https://play.google.com/store/apps/details?id=example.quay'],
  },
  iOS: {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    store: ['App Store', 'https://apps.apple.com/app/quay/id1'],
  },
} as const

/** Records the addresses that the page opens, or asks to open, from now on: each once per attempt. */
async function watchNavigations(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const seen: string[] = []
  await session.send('Page.enable')
  session.on('Page.frameRequestedNavigation', ({ url }) => seen.push(url))
  session.on('Page.windowOpen', ({ url }) => seen.push(url))
  return seen
}

/**
 * Playwright's own tap waits for a navigation that an unknown scheme never ends. The element is found and pressed in one step,
 * because the dialog can replace it in between.
 */
const press = (control: Locator) => control.dispatchEvent('click')

// By day one system: only the address of the store differs.
for (const [system, { userAgent, store }] of Object.entries(phones).filter(([name]) => isNight || name === 'iOS')) {
  test(`T-11 V3 on ${system} each press makes one navigation, to the chosen wallet`, async ({ browser }) => {
    const context = await browser.newContext({
      userAgent,
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: 'elsewhere' }))
    const page = await context.newPage()
    const listing = {
      id: 'quay',
      name: 'Quay',
      app: { android: phones.Android.store[1], ios: phones.iOS.store[1] },
      mobile: { native: 'quay://', universal: proof.walletUrl },
    }
    await page.route('**/getAllListings*', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        json: { listings: [listing], total: 1, page: 1 },
      }),
    )
    await page.goto(`${proof.hostUrl}/?modal=${encodeURIComponent('{"mobileWallets":[]}')}`)
    await page.getByRole('button', { name: 'Link a wallet' }).tap()
    const dialog = page.getByRole('dialog')
    const quay = dialog.getByRole('button', { name: /Quay/ })
    await expect(quay).toBeVisible()
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'linker').getState().relay)).toBe('acknowledged')
    const uri = await shownUri(page)
    const suffix = `wc?uri=${encodeURIComponent(uri)}`
    const seen = await watchNavigations(page)

    await press(quay)
    await expect.poll(() => seen).toEqual([`quay://${suffix}`])
    await expect(dialog.getByText('Quay did not open. Is it installed?').first()).toBeVisible()
    await press(dialog.getByRole('button', { name: 'Retry' }))
    await expect.poll(() => seen).toEqual([`quay://${suffix}`, `quay://${suffix}`])
    expect(new URL(page.url()).origin).toBe(proof.hostUrl)

    const next = dialog.getByRole('button', { name: 'Try this alternate link' })
    await expect(next).toBeVisible()
    const opened = context.waitForEvent('page')
    await press(next)
    const wallet = await opened
    expect(wallet.url()).toBe(`${proof.walletUrl}/${suffix}`)
    await expect(wallet.getByRole('button', { name: 'Approve' })).toBeVisible()
    await page.bringToFront()
    expect(seen).toHaveLength(3)

    const [storeName, storeUrl] = store
    const storePage = context.waitForEvent('page')
    // If nothing opened in time, the store is the next rung, and its button names the store or the wallet.
    await press(dialog.getByRole('button', { name: new RegExp(`${storeName}|Get Quay`) }))
    expect((await storePage).url()).toBe(storeUrl)
    await page.bringToFront()

    await press(dialog.getByRole('button', { name: 'Copy link' }))
    await expect(page.getByText('Link copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uri)
    await press(dialog.getByRole('button', { name: 'Scan with another phone' }))
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
    expect(await shownUri(page)).toBe(uri)

    // Every rung used the same pairing, so the wallet that was opened first can still answer.
    await wallet.bringToFront()
    await wallet.getByRole('button', { name: 'Approve' }).tap()
    await wallet.getByRole('button', { name: 'Sign', exact: true }).tap()
    await page.bringToFront()
    await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
    expect(
      seen.every(
        (url) => url.startsWith('quay://') || [proof.walletUrl, new URL(storeUrl).origin].includes(new URL(url).origin),
      ),
    ).toBe(true)
    await context.close()
  })
}
