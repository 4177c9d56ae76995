import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { decoders } from '../code/decode.ts'
import { test } from '../fixtures.ts'
import { builtPages } from '../pages/builtPages.ts'
import { root } from '../processes/runProcess.ts'
import { type Proof, startProof } from '../processes/startProof.ts'

// `@hawser/modal` as published, with Preact inside: on a page without React, and in place of the reference modals. Runs with
// animations by day too, because most visitors see them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

let proof: Proof

const pageUrl = (name = '') => `${proof.hostUrl}/${name}`
const walletUrl = () => proof.walletUrl

// The hosts that the official client contacts on its own, in any configuration. Our code contacts none of them.
const officialHosts =
  /^(verify\.walletconnect\.(org|com)|pulse\.walletconnect\.org|[a-z]+\.walletconnect\.(com|org)|[a-z.]+\.reown\.com)$/

type Asked = { readonly url: string; readonly by: readonly string[] }

/** Records every request of a page with the scripts that led to it, and blocks those that leave loopback. */
async function watchRequests(page: Page): Promise<Asked[]> {
  const asked: Asked[] = []
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ request, initiator }) => {
    const frames: string[] = []
    for (let stack = initiator.stack; stack !== undefined; stack = stack.parent)
      frames.push(...stack.callFrames.map(({ url }) => url))
    asked.push({ url: request.url, by: frames })
  })
  session.on('Network.webSocketCreated', ({ url }) => asked.push({ url, by: [] }))
  await page.route(
    (url) => !isLoopback(url.href),
    (route) => route.abort(),
  )
  return asked
}

function isLoopback(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return !/^(https?|wss?):$/.test(protocol) || hostname === 'localhost'
}

/** Collects violations of the page's policy, and its errors. */
function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted Type|integrity/i.test(message.text())) errors.push(message.text())
  })
  return errors
}

async function copyLink(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).first().click()
  await expect(page.getByText('Link copied')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

async function openWallet(page: Page, uri: string): Promise<Page> {
  const walletPage = await page.context().newPage()
  await walletPage.goto(`${walletUrl()}/wc?uri=${encodeURIComponent(uri)}`)
  return walletPage
}

/** Decodes the code on screen. */
async function decodeCode(page: Page): Promise<string | undefined> {
  const code = page.getByRole('dialog').getByRole('img', { name: /QR code/ })
  await expect(code).toBeVisible()
  return decoders.jsqr?.(await code.screenshot({ animations: 'disabled' }))
}

const uriOf = (letter: string) => `wc:${letter.repeat(64)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`
const dropInUrl = (uri: string, config: object = {}) =>
  pageUrl(`dropIn?uri=${encodeURIComponent(uri)}&config=${encodeURIComponent(JSON.stringify(config))}`)

test.beforeAll(async () => {
  proof = await startProof(undefined, undefined, builtPages.modal)
})
test.afterAll(() => proof.stop())

test('script tag: links a wallet under the strict policy and its digest, with no report', async ({ context, page }) => {
  const errors = watchErrors(context)
  const asked = await watchRequests(page)
  await page.goto(pageUrl())
  expect(await page.evaluate(() => Reflect.get(window, 'bodyWasThere'))).toBe(false)
  // T-03: the page names the digest of the file it runs.
  await expect(page.locator('script[integrity^="sha384-"]')).toHaveCount(1)
  expect(asked.filter(({ url }) => !url.startsWith(pageUrl()) && !url.startsWith('data:'))).toEqual([])

  await page.getByRole('button', { name: 'Link a wallet' }).click()
  const dialog = page.getByRole('dialog')
  const uri = await copyLink(page)
  const walletPage = await openWallet(page, uri)
  await walletPage.getByRole('button', { name: 'Approve' }).click()
  await walletPage.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
  await expect(page.locator('#linked')).toHaveText(/^eip155:1:0x/)
  expect(asked.filter(({ url }) => !isLoopback(url))).toEqual([])
  expect(errors).toEqual([])
})

test('T-03 script tag: the browser runs no later file whose bytes differ from its digest', async ({ page }) => {
  const changed: string[] = []
  await page.route('**/hawser-modal/LinkModal-*.js', async (route) => {
    const answer = await route.fetch()
    changed.push(route.request().url())
    await route.fulfill({ response: answer, body: `${await answer.text()};window.isChanged = true` })
  })
  await page.goto(pageUrl())
  await page.waitForFunction(() => Reflect.has(window, 'modal'))
  const code = await page.evaluate(() =>
    Reflect.get(window, 'modal')
      .open()
      .then(
        () => 'opened',
        (error: { code: string }) => error.code,
      ),
  )
  expect(changed.length).toBeGreaterThan(0)
  expect(code).toBe('modal_unavailable')
  expect(await page.evaluate(() => Reflect.has(window, 'isChanged'))).toBe(false)
})

test('script tag: the keyboard alone opens it, walks through, closes it, and the focus returns', async ({ page }) => {
  await page.goto(pageUrl())
  const button = page.getByRole('button', { name: 'Link a wallet' })
  const dialog = page.getByRole('dialog')
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  // Into the explorer and back.
  const viewAll = dialog.getByRole('button', { name: /View All/ })
  await viewAll.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('rainbow')
  await expect(dialog.getByText('Rainbow').first()).toBeVisible()
  // The first Escape empties the search, as browsers do; the next one closes.
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('searchbox')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()

  // A modal that is removed while open gives the focus back as well.
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.evaluate(() => Reflect.get(window, 'modal').stop())
  await expect(page.locator('dialog')).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('drop-in: the official ethereum-provider 2.19.2 links through our relay with our modal', async ({ browser }) => {
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules/@walletconnect/ethereum-provider/package.json'), 'utf8'),
  )
  expect(version).toBe('2.19.2')
  // The official client needs a frame of its vendor. Our policy would refuse that request before the test could record it.
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  const asked = await watchRequests(page)
  await page.goto(pageUrl('provider'))
  await page.waitForFunction(() => Reflect.has(window, 'provider'))
  await page.getByRole('button', { name: 'Open' }).click()
  const dialog = page.getByRole('dialog')
  const decoded = await decodeCode(page)
  const uri = await copyLink(page)
  expect(decoded).toBe(uri)
  expect(await dialog.evaluate((element) => getComputedStyle(element).getPropertyValue('--hawser-accent'))).toBe(
    '#7a3cff',
  )

  const walletPage = await openWallet(page, uri)
  await walletPage.getByRole('button', { name: 'Approve' }).click()
  await expect(page.locator('#said')).toHaveText(/^accounts 0x[0-9a-f]{40}$/i)
  await expect(dialog).toBeHidden()

  const outside = asked.filter(({ url }) => !isLoopback(url))
  const hosts = [...new Set(outside.map(({ url }) => new URL(url).hostname))].sort()
  console.log(`the official client tried, and was kept from: ${hosts.join(', ') || 'nobody'}`)
  expect(hosts.filter((host) => !officialHosts.test(host))).toEqual([])
  expect(outside.filter(({ by }) => by.some((url) => /\/hawser-modal-/.test(url)))).toEqual([])
  await context.close()
})

if (isNight)
  test('drop-in: when the visitor closes, the official client’s attempt ends with its own error', async ({
    browser,
  }) => {
    const context = await browser.newContext({ bypassCSP: true })
    const page = await context.newPage()
    await watchRequests(page)
    await page.goto(pageUrl('provider'))
    await page.waitForFunction(() => Reflect.has(window, 'provider'))
    await page.getByRole('button', { name: 'Open' }).click()
    await decodeCode(page)
    await page.keyboard.press('Escape')
    await expect(page.locator('#said')).toHaveText('error Connection request reset. Please try again.')
    await context.close()
  })

// By day, the first test of the drop-in watches the hosts.
if (isNight)
  test('drop-in: a second openModal shows the second code; only configured hosts get requests', async ({
    context,
    page,
  }) => {
    const errors = watchErrors(context)
    const asked = await watchRequests(page)
    const [first, second] = [uriOf('a'), uriOf('b')]
    await page.goto(dropInUrl(first))
    await page.waitForFunction(() => Reflect.has(window, 'modal'))
    const others = () => asked.filter(({ url }) => !url.startsWith(pageUrl()) && !url.startsWith('data:'))
    expect(others()).toEqual([])
    await page.getByRole('button', { name: 'Open' }).click()
    expect(await decodeCode(page)).toBe(first)
    await page.evaluate((uri) => Reflect.get(window, 'modal').openModal({ uri }), second)
    await expect.poll(() => decodeCode(page)).toBe(second)
    expect(await page.evaluate(() => Reflect.get(window, 'told'))).toEqual([true])
    await expect(page.getByRole('dialog').getByRole('button', { name: /View All/ })).toBeVisible()
    // The configured registry, and no relay: the pairing belongs to another client.
    const hosts = new Set(others().map(({ url }) => new URL(url).host))
    expect([...hosts]).toEqual([new URL(proof.registryUrl).host])
    expect(errors).toEqual([])
  })

test('C9 drop-in: openModal settles while the registry is silent, and keeps working', async ({ page }) => {
  await page.goto(dropInUrl(uriOf('a'), { registryUrl: 'http://localhost:9' }))
  await page.waitForFunction(() => Reflect.has(window, 'modal'))
  // This registry never answers.
  await page.route('http://localhost:9/**', () => {})
  await page.evaluate((uri) => Reflect.get(window, 'modal').openModal({ uri }), uriOf('a'))
  expect(await decodeCode(page)).toBe(uriOf('a'))
})

test('drop-in: the older modal’s API shows a code of version 1, and calls back on close', async ({ context, page }) => {
  const errors = watchErrors(context)
  const uri = `wc:8a5e5bdc-a0e4-4702-ba63-8f1a5655744f@1?bridge=https%3A%2F%2Fbridge.example&key=${'cd'.repeat(32)}`
  await page.goto(dropInUrl(uri))
  await page.waitForFunction(() => Reflect.has(window, 'QRCodeModal'))
  await page.getByRole('button', { name: 'Open' }).focus()
  await page.evaluate((text) => {
    Reflect.get(window, 'QRCodeModal').open(text, () => Reflect.set(window, 'calledBack', true))
  }, uri)
  expect(await decodeCode(page)).toBe(uri)
  expect(await page.evaluate(() => Reflect.has(window, 'calledBack'))).toBe(false)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.waitForFunction(() => Reflect.has(window, 'calledBack'))
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open' })).toBeFocused()
  expect(errors).toEqual([])
})

test('F07a drop-in: if the modal’s own code is gone, the visitor reads so and may reload, once', async ({ page }) => {
  await page.route(/\/assets\/LinkModal-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: 'not found' }))
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  const open = () =>
    page.evaluate(
      (uri) =>
        Reflect.get(window, 'modal')
          .openModal({ uri })
          .then(
            () => 'opened',
            (error: { readonly code?: string }) => error.code,
          ),
      uriOf('a'),
    )
  const ready = () => page.waitForFunction(() => Reflect.has(window, 'modal'))
  await page.goto(dropInUrl(uriOf('a')))
  await ready()
  expect(await open()).toBe('page_outdated')
  const notice = page.getByRole('alertdialog', { name: 'This page has been updated. Reload it to continue.' })
  await expect(notice).toBeVisible()
  // After a second attempt there is one notice again.
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toHaveCount(0)
  expect(await open()).toBe('page_outdated')
  await notice.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => loads).toBe(2)
  await ready()
  expect(await open()).toBe('modal_unavailable')
  await expect(notice).toHaveCount(0)
})
