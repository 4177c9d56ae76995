import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { decoders } from '../code/decode.ts'
import { test } from '../fixtures.ts'
import { browserFile, chromiumArgs } from '../playwright.config.ts'
import { startRecordingProxy } from '../processes/recordingProxy.ts'
import { linkWithDemoWallet, openModal, type Proof, shownUri } from '../processes/startProof.ts'

// The order of requests, and the path of a pairing's secret, which leads only to the screen and the chosen wallet.
let proof: Proof
test.beforeAll(({ proof: shared }) => {
  proof = shared
})

const hostOf = (url: string) => new URL(url).host

test('privacy: before the click the page’s own requests, afterwards only configured hosts', async () => {
  const proxy = await startRecordingProxy()
  const browser = await chromium.launch({
    executablePath: browserFile,
    args: [...chromiumArgs, `--proxy-server=${proxy.url}`, '--proxy-bypass-list=<-loopback>'],
  })
  try {
    const page = await browser.newPage()
    const pageHosts = new Set<string>()
    page.context().on('request', (request) => pageHosts.add(new URL(request.url()).host))
    page.on('websocket', (socket) => pageHosts.add(new URL(socket.url()).host))
    await page.goto(proof.hostUrl)
    const button = page.getByRole('button', { name: 'Link a wallet' })
    await expect(button).toBeVisible()
    await button.hover()
    await button.focus()
    // The modal's own chunk arrives while the page is idle, from the page's own server like everything so far.
    await page.waitForFunction(() => document.querySelector('dialog') !== null)
    expect(proxy.hosts()).toEqual([hostOf(proof.hostUrl)])
    expect(proxy.asked.some((address) => address.includes('LinkModal'))).toBe(true)

    await button.click()
    const dialog = page.getByRole('dialog')
    await expect(page.locator('[data-relay="acknowledged"]')).toBeVisible()
    await dialog.getByRole('button', { name: /View All/ }).click()
    await dialog.getByRole('searchbox').fill('rainbow')
    await expect(dialog.getByText('Rainbow').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const configured = [proof.hostUrl, proof.registryUrl, proof.relayUrl].map(hostOf).sort()
    expect(proxy.hosts()).toEqual(configured)
    expect([...pageHosts].sort()).toEqual(configured)
    // No address contains anything of the pairing. The address of the relay contains only the identity of the client.
    expect(proxy.asked.filter((address) => /symKey|wc%3A|wc:/i.test(address))).toEqual([])
  } finally {
    await browser.close()
    proxy.stop()
  }
})

/** Collects everything that the pages log, throw and send, as text. */
function listen(context: BrowserContext): string[] {
  const said: string[] = []
  context.on('console', (message) => said.push(`console: ${message.text()}`))
  context.on('weberror', (error) => said.push(`error: ${error.error().stack}`))
  context.on('request', (request) => {
    if (request.url().startsWith(proof.walletUrl)) return
    said.push(
      `request: ${request.method()} ${request.url()} ${JSON.stringify(request.headers())} ${request.postData()}`,
    )
  })
  return said
}

/** The traces of the page that other scripts can find. */
async function traces(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  const found = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return [
      location.href,
      document.title,
      JSON.stringify(history.state),
      document.cookie,
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      JSON.stringify(databases),
      JSON.stringify(performance.getEntries()),
      JSON.stringify(Reflect.get(window, 'heardEvents')),
    ]
  })
  return [...found, JSON.stringify(entries)]
}

test('T-21: the pairing’s secret is in no address, log, error, event, request or storage', async ({
  context,
  page,
}) => {
  const said = listen(context)
  await page.addInitScript(() => {
    const heard: string[] = []
    Reflect.set(window, 'heardEvents', heard)
    const { dispatchEvent } = EventTarget.prototype
    EventTarget.prototype.dispatchEvent = function (event) {
      heard.push(`${event.type} ${event instanceof CustomEvent ? JSON.stringify(event.detail) : ''}`)
      return dispatchEvent.call(this, event)
    }
    const { postMessage } = window
    window.postMessage = (...parts: unknown[]) => {
      heard.push(JSON.stringify(parts[0]))
      return Reflect.apply(postMessage, window, parts)
    }
  })
  await openModal(page, proof.hostUrl)
  const secrets: string[] = []
  const remember = async () => {
    const uri = await shownUri(page)
    secrets.push(/symKey=([0-9a-f]{64})/.exec(uri)?.[1] ?? '', uri, encodeURIComponent(uri), btoa(uri))
  }
  await remember()
  const expectNothing = async () => {
    const all = [...said, ...(await traces(page))]
    expect(all.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([])
  }
  await expectNothing()

  // A wallet declines: the page shows a fresh code, and the error names no secret.
  const wallet = await context.newPage()
  await wallet.goto(`${proof.walletUrl}/wc?uri=${encodeURIComponent(await shownUri(page))}`)
  await wallet.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByRole('dialog').getByText('Connection declined').first()).toBeVisible()
  await remember()
  await wallet.close()
  await expectNothing()

  await linkWithDemoWallet(page)
  expect(secrets.every((secret) => secret.length >= 64)).toBe(true)
  await expectNothing()
  // Only the last used wallet remains in the storage, and no secret.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('hawser')))).toEqual([
    'hawser.recentWallet',
  ])
  expect(said.length).toBeGreaterThan(5)
})

test('T-20: “Copy link” copies what the code says, and only the press copies', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openModal(page, proof.hostUrl)
  await page.evaluate(() => navigator.clipboard.writeText('untouched'))
  await page.waitForFunction(() => document.querySelector('dialog')?.getAnimations().length === 0)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('untouched')
  await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).first().click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const png = await page.locator('.hawser-plate').screenshot({ animations: 'disabled' })
  expect(decoders.jsqr(png)).toBe(copied)
  expect(decoders.zxing(png)).toBe(copied)
  // The first and last letters of the topic are beside the code, so that the visitor can compare them with the wallet's screen.
  const topic = /^wc:([0-9a-f]{64})@2/.exec(copied)?.[1] ?? ''
  const shown = (await page.locator('.hawser-topic').first().textContent()) ?? ''
  expect(shown).toContain(topic.slice(0, 6))
  expect(shown).toContain(topic.slice(-6))
})
