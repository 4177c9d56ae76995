import type { Registry } from '@hawser/registry'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { clickUntilCode, countElements, observeLongTasks, readLongestTask, scrollSteadily } from './inPage.ts'
import { codes, keepNames, type OpeningOptions, preparePage, readBusyMs } from './measureOpening.ts'
import { answerOutsideHosts } from './outsideHosts.ts'

/** How the list of all wallets scrolls at a quarter of the processor's speed. */
export type Scrolling = {
  readonly rows: number
  readonly framesPerSecond: number
  readonly p95FrameMs: number
  /** The main thread's own time per frame, without slowdown and without other work on the machine. */
  readonly busyMs: number
  /** The number of elements on the page with the list at its start, middle and end. */
  readonly elements: readonly [start: number, middle: number, end: number]
}

export type ExplorerOptions = {
  readonly browser: Browser
  readonly name: 'hawser' | 'reference'
  readonly pageUrl: string
  readonly relayUrl: string
  readonly registryUrl: string
  readonly registry: Pick<Registry, 'fetch'>
}

const slowdown = 4
const stretch = { frames: 240, pixelsPerFrame: 15, patienceMs: 30_000 }
/** A list that loads more slowly than this is scrolled as far as it has loaded. */
const patienceMs = 180_000

/** Opens the explorer, loads every page of the registry, then scrolls at its start, middle and end. */
export async function measureExplorer(options: ExplorerOptions): Promise<Scrolling> {
  const context = await options.browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await answerOutsideHosts(session, options.registry, undefined)
    await page.addInitScript(keepNames)
    const query = new URLSearchParams({ relay: options.relayUrl, registry: options.registryUrl })
    await page.goto(`${options.pageUrl}/?${query}`, { waitUntil: 'networkidle' })
    await page.evaluate(clickUntilCode, codes[options.name])
    const rows = await (options.name === 'hawser' ? loadOurs(page) : loadReference(page))
    return { rows, ...(await scroll(page, session)) }
  } finally {
    await context.close()
  }
}

/** The milliseconds of the longest task while the explorer opens for the first time, and while a visitor searches in it. */
export type LongestTasks = { readonly openingMs: number; readonly searchMs: number }

/** Opens our explorer on a page that has come to rest, and types into its search. */
export async function measureLongestTasks(options: Omit<OpeningOptions, 'name'>): Promise<LongestTasks> {
  const { context, page, requests, address } = await preparePage(options)
  const restMs = 1_500
  const longestDuring = async (act: () => Promise<unknown>) => {
    const since = await page.evaluate(() => performance.now())
    await act()
    await requests.rest(restMs)
    return page.evaluate(readLongestTask, since)
  }
  try {
    await page.addInitScript(observeLongTasks)
    await page.goto(address)
    await requests.rest(restMs)
    await page.evaluate(clickUntilCode, codes.hawser)
    const dialog = page.getByRole('dialog')
    const opener = dialog.getByRole('button', { name: /View All/ })
    await opener.waitFor()
    await requests.rest(restMs)
    const searchBox = dialog.getByRole('searchbox')
    // The driver's own code runs before the measurement or after it: it takes as long as a long task.
    const press = await opener.evaluateHandle((button: HTMLElement) => () => setTimeout(() => button.click()))
    const openingMs = await longestDuring(() => press.evaluate((run) => void run()))
    if ((await dialog.getByRole('grid').getByRole('button').count()) === 0)
      throw new Error('The explorer shows no wallet at the end of the measurement.')
    await searchBox.focus()
    const searchMs = await longestDuring(() => page.keyboard.type('wallet 12', { delay: 100 }))
    return { openingMs, searchMs }
  } finally {
    await context.close()
  }
}

async function loadOurs(page: Page): Promise<number> {
  return page.evaluate(
    (patience) =>
      new Promise<number>((resolve) => {
        const linker = Reflect.get(window, 'linker')
        const deadline = performance.now() + patience
        linker.showView({ name: 'WalletExplorer' })
        const advance = () => {
          const { explorer } = linker.getState()
          const isDone = explorer.isLastPage && explorer.status === 'ready'
          if (isDone || performance.now() > deadline) resolve(explorer.entries.length)
          else if (explorer.status !== 'loading') linker.loadMoreWallets()
        }
        linker.subscribe(() => queueMicrotask(advance))
        advance()
      }),
    patienceMs,
  )
}

/** Loads the reference's list, which requests a page each time its end comes into view. */
async function loadReference(page: Page): Promise<number> {
  await page.locator('wcm-view-all-wallets-button').first().click()
  const buttons = page.locator('wcm-wallet-explorer-view wcm-wallet-button')
  await buttons.first().waitFor()
  let rows = 0
  for (let quiet = 0, deadline = Date.now() + patienceMs; quiet < 12 && Date.now() < deadline; ) {
    await page.mouse.move(640, 400)
    await page.mouse.wheel(0, 1_000_000)
    await page.waitForTimeout(250)
    const next = await buttons.count()
    quiet = next === rows ? quiet + 1 : 0
    rows = next
  }
  return rows
}

/** Measures a complete list of bare rows, scrolled the same way: the machine's limit for a page that does nothing. */
export async function measureBareList(browser: Browser): Promise<Scrolling> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await page.addInitScript(keepNames)
    await page.goto('about:blank')
    const rows = Array.from({ length: 300 }, (_, row) => `<p style="margin:0;height:104px">${row}</p>`)
    await page.setContent(`<div style="width:360px;height:432px;overflow:auto;background:white">${rows.join('')}</div>`)
    return { rows: rows.length, ...(await scroll(page, session)) }
  } finally {
    await context.close()
  }
}

async function scroll(page: Page, session: CDPSession): Promise<Omit<Scrolling, 'rows'>> {
  const frames: number[] = []
  const elements: number[] = []
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  // Jumps there first, so that the jump is not counted.
  await page.evaluate(scrollSteadily, { ...stretch, from: 0.25, frames: 0 })
  const busyBefore = await readBusyMs(session)
  const unslowed = await page.evaluate(scrollSteadily, { ...stretch, from: 0.25 })
  const busyMs = ((await readBusyMs(session)) - busyBefore) / unslowed.length
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  for (const from of [0, 0.5, 1]) {
    frames.push(...(await page.evaluate(scrollSteadily, { ...stretch, from })))
    elements.push(await page.evaluate(countElements))
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const [start = 0, middle = 0, end = 0] = elements
  const sorted = [...frames].sort((a, b) => a - b)
  return {
    framesPerSecond: (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0),
    p95FrameMs: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN,
    busyMs,
    elements: [start, middle, end],
  }
}
