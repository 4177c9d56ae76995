import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { axeProblems } from '../look/axe.ts'
import { type Proof, shownUri } from '../processes/startProof.ts'
import type { Wallets } from '../processes/startWallets.ts'

// Sessions that outlive the link: each request reopens its own wallet, and the list of sessions is correct after every change.
let proof: Proof
let wallets: Wallets
test.beforeAll(({ proof: sharedProof, wallets: sharedWallets }) => {
  proof = sharedProof
  wallets = sharedWallets
})

const userAgent =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const modal = {
  mobileWallets: ['Quay', 'Harbour'].map((name) => ({
    id: name.toLowerCase(),
    name,
    links: { native: `${name.toLowerCase()}://` },
  })),
}

function open(page: Page): Promise<unknown> {
  return page.goto(`${proof.hostUrl}/kept-sessions?modal=${encodeURIComponent(JSON.stringify(modal))}`)
}

/** Opens the page on a phone. */
async function openPhone(browser: Browser): Promise<Page> {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ userAgent, viewport, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  await open(page)
  return page
}

/** Records the addresses that the page opens, or asks to open, from now on. */
async function watchNavigations(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const seen: string[] = []
  await session.send('Page.enable')
  session.on('Page.frameRequestedNavigation', ({ url }) => seen.push(url))
  session.on('Page.windowOpen', ({ url }) => seen.push(url))
  return seen
}

/** Playwright's own tap waits for a navigation that an unknown scheme never ends. */
const press = (control: Locator) => control.dispatchEvent('click')

/** Links a wallet that runs elsewhere: after a tap on its entry, or by its code alone. */
async function link(page: Page, name: string, tapped: boolean): Promise<void> {
  const dialog = page.getByRole('dialog')
  await press(page.getByRole('button', { name: 'Link a wallet' }))
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'linker').getState().relay)).toBe('acknowledged')
  const uri = await shownUri(page)
  if (tapped) await press(dialog.getByRole('button', { name: new RegExp(`^${name}`) }).first())
  const settled = wallets.nextLine(new RegExp(`^settled ${name}$`))
  wallets.write(`pair ${name} ${tapped ? `${name.toLowerCase()}://` : '-'} ${uri}`)
  await settled
  await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
  await press(dialog.getByRole('button', { name: 'Done' }))
  await expect(dialog).toBeHidden()
}

const list = (page: Page) => page.getByRole('region', { name: 'Connected wallets' })
const row = (page: Page, name: string) => list(page).getByRole('listitem', { name, exact: true })

test('complaint 11, complaint 12: on a phone each request reopens its own wallet', async ({ browser }) => {
  const page = await openPhone(browser)
  const seen = await watchNavigations(page)
  await link(page, 'Quay', true)
  await link(page, 'Harbour', true)
  await link(page, 'Scanned', false)
  expect(seen.filter((url) => !url.includes('wc?uri='))).toEqual([])
  seen.length = 0

  const sign = async (name: string) => {
    const asked = wallets.nextLine(new RegExp(`^asked ${name}$`))
    const item = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Sign with ${name}` }) })
    await press(item.getByRole('button'))
    await asked
    await expect(item.getByRole('status')).toHaveText(/^0x[0-9a-f]{130}$/)
  }
  await sign('Quay')
  await sign('Harbour')
  await sign('Scanned')
  await sign('Quay')
  await expect.poll(() => seen).toEqual(['quay://', 'harbour://', 'quay://'])

  await open(page)
  await expect(list(page).getByRole('listitem', { name: /Quay|Harbour|Scanned/ })).toHaveCount(3)
  // The stored record names the wallet, but contains no link (T-14).
  const stored = await page.evaluate(() => localStorage.getItem('hawser.sessions'))
  expect(stored).toContain('harbour')
  expect(stored).not.toContain('://')
  seen.length = 0
  await sign('Harbour')
  await sign('Scanned')
  await expect.poll(() => seen).toEqual(['harbour://'])
  await page.context().close()
})

test('sessions: revokes one, a reload restores the others, and names an ended one once', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await open(page)
  await expect(list(page).getByText('No wallet is connected.')).toBeVisible()
  for (const name of ['Rainbow', 'Trust', 'Argent']) await link(page, name, false)
  await expect(row(page, 'Rainbow').getByText('says it is from rainbow.example')).toBeVisible()
  await expect(row(page, 'Rainbow').getByText('Ethereum')).toBeVisible()
  await expect(row(page, 'Rainbow').getByText('personal_sign')).toBeVisible()
  // A session lasts for seven days.
  const expiry = row(page, 'Rainbow').locator('time')
  const end = new Date((await expiry.getAttribute('datetime')) ?? '')
  expect(Math.abs(end.getTime() - Date.now() - 7 * 86_400_000)).toBeLessThan(300_000)
  await expect(expiry).toBeVisible()
  await expect(expiry).toContainText(new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(end))

  const revoked = wallets.nextLine(/^deleted Rainbow by peer$/)
  await row(page, 'Rainbow').getByRole('button', { name: 'Disconnect Rainbow' }).focus()
  await page.keyboard.press('Enter')
  await expect(list(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await axeProblems(page, '.hawser-sessions')).toEqual([])
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await revoked
  await expect(row(page, 'Rainbow')).toBeHidden()
  await expect(list(page).getByRole('heading', { name: 'Connected wallets' })).toBeFocused()
  await expect(list(page).getByText('Rainbow is disconnected.')).toBeAttached()

  await page.reload()
  await expect(row(page, 'Trust')).toBeVisible()
  await expect(row(page, 'Argent')).toBeVisible()
  await expect(row(page, 'Rainbow')).toBeHidden()

  await page.close()
  const ended = wallets.nextLine(/^ended Trust$/)
  wallets.write('end Trust')
  await ended
  const back = await context.newPage()
  await open(back)
  await expect(list(back).getByText('Trust has ended its connection to this page.')).toBeVisible()
  await expect(row(back, 'Trust')).toBeHidden()
  await expect(row(back, 'Argent')).toBeVisible()
  // The notice stays until the visitor has read it.
  await back.reload()
  await expect(list(back).getByText('Trust has ended its connection to this page.')).toBeVisible()
  await list(back).getByRole('button', { name: 'Got it' }).click()
  await expect(list(back).getByText('Trust has ended')).toBeHidden()
  await back.reload()
  await expect(row(back, 'Argent')).toBeVisible()
  await expect(list(back).getByText('Trust has ended')).toBeHidden()

  await link(back, 'Zerion', false)
  const all = [wallets.nextLine(/^deleted Argent by peer$/), wallets.nextLine(/^deleted Zerion by peer$/)]
  await list(back).getByRole('button', { name: 'Disconnect all' }).click()
  await list(back)
    .getByRole('group', { name: /^Disconnect all wallets/ })
    .getByRole('button', { name: 'Disconnect all' })
    .click()
  await Promise.all(all)
  await expect(list(back).getByText('No wallet is connected.')).toBeVisible()
  await expect
    .poll(() => back.evaluate(() => Object.keys(localStorage).filter((key) => /sessions/.test(key))))
    .toEqual([])
  await context.close()
})
