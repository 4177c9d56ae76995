import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { createStack } from '../../apps/stack/src/createStack.ts'
import { createBenchProgress } from '../benchProgress.ts'
import { keepNames } from './measureOpening.ts'

/** The pages whose largest paint is measured: those of the demo, the bare page, and the page with our modal's button. */
export const paintedPages = ['floor', 'modal', 'host', 'wallet'] as const
export type Paints = Readonly<Record<(typeof paintedPages)[number], readonly number[]>>

export type PaintOptions = {
  readonly browser: Browser
  readonly rounds: number
  readonly slowdown: number
  /** The first of four free ports, for the demo. */
  readonly port: number
  /** Addresses of the bare page and of the one with our button. */
  readonly floorUrl: string
  readonly modalUrl: string
}

/** Measures the time of the largest paint of each page in turn, in milliseconds from the start of the navigation. */
export async function measurePaints(options: PaintOptions): Promise<Paints> {
  const folder = mkdtempSync(join(tmpdir(), 'hawser-bench-'))
  const stack = await createStack({ port: options.port, host: '127.0.0.1', dataDir: join(folder, 'data') })
  const { floorUrl, modalUrl } = options
  const progress = createBenchProgress('largest paints, round')
  const urls = { floor: floorUrl, modal: modalUrl, host: stack.addresses.host, wallet: stack.addresses.wallet }
  const paints = { floor: [], modal: [], host: [], wallet: [] } as Record<(typeof paintedPages)[number], number[]>
  try {
    for (let round = 1; round <= options.rounds; round += 1) {
      progress.report(round, options.rounds)
      for (const name of paintedPages) paints[name].push(await measurePaint(options, urls[name]))
    }
  } finally {
    progress.end()
    await stack.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return paints
}

/** Returns the time of the largest paint of one load, in milliseconds, in a browser with an empty cache. */
export async function measurePaint(
  { browser, slowdown }: Pick<PaintOptions, 'browser' | 'slowdown'>,
  url: string,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(keepNames)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    // Evaluating code in the page costs processor time, so the bench waits until the page is idle.
    await page.goto(url, { waitUntil: 'networkidle' })
    return await page.evaluate(readLargestPaint)
  } finally {
    await context.close()
  }
}

function readLargestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
}
