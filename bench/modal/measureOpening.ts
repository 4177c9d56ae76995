import type { Registry } from '@hawser/registry'
import type { Browser, CDPSession, Page } from '@playwright/test'
import type { PageName, PeerName } from './buildPages.ts'
import {
  clickUntilCode,
  countElements,
  observePage,
  readFetchedBytes,
  readLayoutShift,
  readOpaqueMs,
} from './inPage.ts'
import { answerOutsideHosts, type Shape } from './outsideHosts.ts'

/** The costs of one opening of the modal. Times start at the click, on a page that has come to rest. */
export type Opening = {
  readonly codeMs: number
  /** Until nothing dims the code. */
  readonly opaqueMs: number
  /** Until the code, on a page that is clicked as soon as it has its button. */
  readonly atOnceMs: number
  readonly busyMs: number
  readonly untilButtonBytes: number
  readonly beforeClickBytes: number
  readonly untilCodeBytes: number
  /** Files of the page's own host, with the document. */
  readonly untilCodeFiles: number
  /** Requests before the click to any host but the page's own. */
  readonly requestsBeforeClick: number
  /** Requests before the click to hosts that the page was not configured with. */
  readonly outsideBeforeClick: number
  /** All requests to hosts that the page was not configured with. */
  readonly outside: number
  readonly elements: number
  readonly layoutShift: number
}

/** The throttling: slow 4G, and a processor at a quarter of its speed. */
export type Throttle = Shape & { readonly slowdown: number }

export type OpeningOptions = {
  readonly browser: Browser
  readonly name: PageName | PeerName
  readonly pageUrl: string
  readonly relayUrl: string
  readonly registryUrl: string
  /** Answers the reference's requests to its own hosts. */
  readonly registry: Pick<Registry, 'fetch'>
  readonly throttle: Throttle | undefined
}

/** The path to each page's code, from shadow root to shadow root. */
export const codes: Readonly<Record<PageName | PeerName, readonly string[]>> = {
  floor: ['#code path'],
  floorWaiting: ['#code path'],
  hawser: ['dialog[open] [role="img"][aria-label^="QR code"] path'],
  reference: [
    'wcm-modal',
    'wcm-modal-router',
    'wcm-connect-wallet-view',
    'wcm-desktop-wallet-selection',
    'wcm-walletconnect-qr',
    'wcm-qrcode',
    'svg :is(circle, rect, line, path)',
  ],
  rainbowkit: ['[role="dialog"] svg[errorCorrection] path'],
  appkit: [
    'w3m-modal',
    'w3m-router',
    'w3m-connecting-wc-basic-view',
    'w3m-connecting-wc-view',
    'w3m-connecting-wc-qrcode',
    'wui-qr-code',
    'svg :is(circle, rect, line, path)',
  ],
}

/** tsx wraps named functions in a call of this helper, also in functions sent to the page. */
export const keepNames = 'globalThis.__name = (named) => named'

/** Measures a page in two fresh contexts: clicked once it is idle, and clicked at once. */
export async function measureOpening(options: OpeningOptions): Promise<Opening> {
  return { ...(await measureAtRest(options)), atOnceMs: await measureAtOnce(options) }
}

/** Opens an empty page in a fresh context, and resolves to it, with the address to load. */
export async function preparePage(options: Omit<OpeningOptions, 'name'>) {
  const { browser, throttle } = options
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await answerOutsideHosts(session, options.registry, throttle)
  // The thread's own time excludes other work on the machine.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  if (throttle !== undefined) await slowDown(session, throttle)
  await page.addInitScript(keepNames)
  await page.addInitScript(observePage)
  const query = new URLSearchParams({ relay: options.relayUrl, registry: options.registryUrl })
  return { context, page, session, requests: watchRequests(page), address: `${options.pageUrl}/?${query}` }
}

async function measureAtOnce(options: OpeningOptions): Promise<number> {
  const { context, page, address } = await preparePage(options)
  try {
    await page.goto(address, { waitUntil: 'commit' })
    return await page.evaluate(clickUntilCode, codes[options.name])
  } finally {
    await context.close()
  }
}

async function measureAtRest(options: OpeningOptions): Promise<Omit<Opening, 'atOnceMs'>> {
  const { name, throttle } = options
  const { context, page, session, requests, address } = await preparePage(options)
  try {
    await page.goto(address)
    await requests.rest(throttle === undefined ? 500 : 1_500)

    const before = [...requests.asked]
    const busyBefore = await readBusyMs(session)
    const codeMs = await page.evaluate(clickUntilCode, codes[name])
    const busyMs = (await readBusyMs(session)) - busyBefore
    await requests.rest(throttle === undefined ? 800 : 1_500)

    const bytes = await page.evaluate(readFetchedBytes)
    const own = new URL(options.pageUrl).host
    const given = [options.relayUrl, options.registryUrl].map((url) => new URL(url).host)
    const foreign = before.filter((host) => host !== own)
    return {
      codeMs,
      opaqueMs: await page.evaluate(readOpaqueMs),
      busyMs,
      untilButtonBytes: bytes.untilButton,
      beforeClickBytes: bytes.beforeClick,
      untilCodeBytes: bytes.untilCode,
      untilCodeFiles: bytes.files,
      requestsBeforeClick: foreign.length,
      outsideBeforeClick: foreign.filter((host) => !given.includes(host)).length,
      outside: requests.asked.filter((host) => host !== own && !given.includes(host)).length,
      elements: await page.evaluate(countElements),
      layoutShift: await page.evaluate(readLayoutShift),
    }
  } finally {
    await context.close()
  }
}

async function slowDown(session: CDPSession, { slowdown, roundTripMs, bytesPerSecond }: Throttle): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

export async function readBusyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

/** Records the host of every request and socket, and can wait until no request is in flight. */
function watchRequests(page: Page) {
  const asked: string[] = []
  let underWay = 0
  let changedAt = Date.now()
  const add = (url: string) => {
    if (/^(https?|wss?):/.test(url)) asked.push(new URL(url).host)
  }
  const end = () => {
    underWay -= 1
    changedAt = Date.now()
  }
  page.on('request', (request) => {
    underWay += 1
    changedAt = Date.now()
    add(request.url())
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  page.on('websocket', (socket) => add(socket.url()))
  return {
    asked,
    /** Waits until nothing has been under way for this long, counted from now on. */
    async rest(quietMs: number): Promise<void> {
      const from = Date.now()
      const isQuiet = () => underWay === 0 && Date.now() - Math.max(changedAt, from) >= quietMs
      while (Date.now() < from + 20_000 && !isQuiet()) await page.waitForTimeout(50)
    },
  }
}
