import { type Browser, expect, type Page } from '@playwright/test'
import {
  clickUntilCode,
  countElements,
  observePage,
  readFetchedBytes,
  readLayoutShift,
} from '../../../bench/modal/inPage.ts'
import { codes, keepNames } from '../../../bench/modal/measureOpening.ts'
import { test } from '../fixtures.ts'
import { runProcess } from '../processes/runProcess.ts'

// The budgets for bytes, elements, shifts and requests, on the page that `npm run bench` measures: a React host app with our
// button and nothing else. The bench measures times.
let parts: ReturnType<typeof runProcess>
let address: string

test.beforeAll(async () => {
  parts = runProcess('test/browser/processes/budgetProcess.ts', [])
  address = /http:\S+/.exec(await parts.line(/The page is at/))?.[0] ?? ''
})

test.afterAll(() => parts.stop())

/** Loads the page and waits until everything that it fetches on idle has arrived. */
async function openPage(browser: Browser, more = ''): Promise<{ page: Page; asked: URL[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const asked: URL[] = []
  const add = (url: string) => {
    if (/^(https?|wss?):/.test(url)) asked.push(new URL(url))
  }
  page.on('request', (request) => add(request.url()))
  page.on('websocket', (socket) => add(socket.url()))
  await page.addInitScript(keepNames)
  await page.addInitScript(observePage)
  await page.goto(`${address}${more}`)
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /(LinkModal|ClassicModal)-/.test(name)),
  )
  await page.waitForLoadState('networkidle')
  return { page, asked }
}

/** The names of the modules at the start of the requested file names. */
function chunksOf(asked: readonly URL[]): readonly string[] {
  return asked.flatMap(({ pathname }) => /\/assets\/([A-Za-z]+)-[^/]*\.(?:js|css)$/.exec(pathname)?.[1] ?? [])
}

const ours = 'hawser'
/** The chunks of the flow, the protocol client and the wallets, which the page fetches once the code is drawn. */
const behindTheCode = ['createFlowLinker', 'openWalletClient', 'walletOffer']
const inKilobytes = (bytes: number) => Math.round(bytes / 100) / 10

test('budget: the button works after 77 kB and the code is drawn after 96 kB, React included', async ({ browser }) => {
  const { page } = await openPage(browser)
  // Requests after the click wait until the code is drawn: the code does not need them, so they do not count.
  const held: (() => Promise<void>)[] = []
  await page.route(/\/assets\//, (route) => void held.push(() => route.continue()))
  await page.evaluate(clickUntilCode, codes[ours])
  const bytes = await page.evaluate(readFetchedBytes)
  const figures = { button: inKilobytes(bytes.untilButton), code: inKilobytes(bytes.untilCode) }
  console.log(`fetched until the button works ${figures.button} kB, until the code is drawn ${figures.code} kB`)
  // Guards against a measurement taken before the bytes arrived, which would meet any budget.
  expect(figures.button).toBeGreaterThan(60)
  expect(figures.code).toBeGreaterThan(figures.button)
  expect(figures.button).toBeLessThanOrEqual(77)
  expect(figures.code).toBeLessThanOrEqual(96)
  await Promise.all(held.map((go) => go()))
  await page.context().close()
})

test('order: requests nothing behind the code while the code’s own parts are loading', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  // The page fetches nothing ahead, so the press requests everything.
  await page.addInitScript(() => Reflect.set(window, 'requestIdleCallback', () => 0))
  const asked: string[] = []
  page.on('request', (request) => asked.push(...chunksOf([new URL(request.url())])))
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(/\/LinkModal-[^/]*\.js$/, async (route) => {
    await gate
    await route.continue()
  })
  await page.goto(address)
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await page.waitForFunction(() => {
    const { pairingUri, isCodeHeld } = Reflect.get(window, 'linker').getState()
    return pairingUri !== undefined && isCodeHeld === false
  })
  // Waits a few more tasks, to catch a late request.
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => setTimeout(() => setTimeout(resolve)))))
  expect(asked).toEqual(expect.arrayContaining(['firstCode', 'LinkModal']))
  expect(asked.filter((name) => behindTheCode.includes(name))).toEqual([])
  open()
  await expect(page.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect.poll(() => behindTheCode.filter((name) => !asked.includes(name))).toEqual([])
  await context.close()
})

for (const [variant, more] of [
  ['standard', ''],
  ['classic', '&classic'],
] as const) {
  test(`C10 code: nothing dims it from its first frame on, ${variant} variant`, async ({ browser }) => {
    const { page } = await openPage(browser, more)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.evaluate(watchCode, codes[ours].join(' '))
    await page.evaluate(clickUntilCode, codes[ours])
    await animationsEnd(page)
    const dialog = page.getByRole('dialog')
    if (variant === 'standard') {
      await dialog.getByRole('button', { name: /View All/ }).click()
      await expect(dialog.getByRole('searchbox')).toBeVisible()
      await dialog.getByRole('button', { name: 'Back' }).click()
      await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
      await animationsEnd(page)
    }
    const { frames, lowestOpacity } = await page.evaluate(() => Reflect.get(window, 'seen'))
    expect(frames).toBeGreaterThan(0)
    expect(lowestOpacity).toBe(1)
    await page.context().close()
  })
}

/** Runs in the page: records the opacity at which each frame shows the code. */
function watchCode(selector: string): void {
  const seen = { frames: 0, lowestOpacity: 1 }
  Reflect.set(window, 'seen', seen)
  const look = () => {
    let each = document.querySelector(selector)
    if (each !== null) seen.frames += 1
    for (; each !== null; each = each.parentElement)
      seen.lowestOpacity = Math.min(seen.lowestOpacity, Number(getComputedStyle(each).opacity))
    requestAnimationFrame(look)
  }
  look()
}

/** Resolves once two frames have shown the page without an animation that ends. */
async function animationsEnd(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

test('budget: at most 200 elements with the modal open, and nothing moves after the click', async ({ browser }) => {
  const { page } = await openPage(browser)
  await page.evaluate(clickUntilCode, codes[ours])
  await expect(page.getByRole('dialog').getByRole('button', { name: /View All/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const elements = await page.evaluate(countElements)
  console.log(`elements with the modal open: ${elements}`)
  expect(elements).toBeLessThanOrEqual(200)
  expect(await page.evaluate(readLayoutShift)).toBe(0)
  await page.context().close()
})

test('privacy: before the click only the own server gets requests, then relay and registry too', async ({
  browser,
}) => {
  const { page, asked } = await openPage(browser)
  const { host } = new URL(address)
  expect([...new Set(asked.map((url) => url.host))]).toEqual([host])
  await page.evaluate(clickUntilCode, codes[ours])
  const query = new URL(address).searchParams
  const given = ['relay', 'registry'].map((name) => new URL(query.get(name) ?? '').host)
  const hosts = () => [...new Set(asked.map((url) => url.host))].sort()
  await expect.poll(hosts).toEqual([host, ...given].sort())
  await page.waitForLoadState('networkidle')
  expect(hosts()).toEqual([host, ...given].sort())
  await page.context().close()
})

test('chunks: fetches explorer, languages and classic variant only when they are shown', async ({ browser }) => {
  const english = await openPage(browser)
  await english.page.evaluate(clickUntilCode, codes[ours])
  const untilCode = await english.page.evaluate(() => {
    const at = performance.getEntriesByName('code')[0]?.startTime ?? 0
    return performance.getEntriesByType('resource').flatMap(({ name, startTime }) => (startTime < at ? [name] : []))
  })
  const early = chunksOf(untilCode.map((url) => new URL(url)))
  expect(early).toEqual(expect.arrayContaining(['firstCode', 'LinkModal']))
  expect(early.filter((name) => ['WalletExplorer', ...behindTheCode].includes(name))).toEqual([])
  await english.page
    .getByRole('dialog')
    .getByRole('button', { name: /View All/ })
    .click()
  await expect(english.page.getByRole('dialog').getByRole('searchbox')).toBeVisible()
  const all = chunksOf(english.asked)
  expect(all).toContain('WalletExplorer')
  // A dictionary is named after its language, two letters; English comes with the modal.
  expect(all.filter((name) => /^([a-z]{2}|loadMessages|Classic.*|classic.*)$/.test(name))).toEqual([])
  await english.page.context().close()

  const french = await openPage(browser, '&lang=fr')
  await expect.poll(() => chunksOf(french.asked)).toContain('fr')
  expect(chunksOf(french.asked).filter((name) => /^[a-z]{2}$/.test(name))).toEqual(['fr'])
  await french.page.context().close()

  const classic = await openPage(browser, '&classic')
  expect(chunksOf(classic.asked)).toContain('ClassicModal')
  await classic.page.context().close()
})
