import type { Registry } from '@hawser/registry'
import type { Browser } from '@playwright/test'
import { PNG } from 'pngjs'
import type { PageName, PeerName } from '../buildPages.ts'
import { clickUntilCode } from '../inPage.ts'
import { codes, keepNames } from '../measureOpening.ts'
import { answerOutsideHosts } from '../outsideHosts.ts'
import type { ShownCode } from './countReads.ts'
import { type GreyPicture, surroundings } from './photograph.ts'
import { readerNames, readers } from './readers.ts'
import { toImage } from './toImage.ts'

export type TakeOptions = {
  readonly browser: Browser
  readonly name: PageName | PeerName
  readonly address: string
  readonly registry: Pick<Registry, 'fetch'>
  readonly colorScheme: 'light' | 'dark'
  readonly pixelRatio: number
}

/** The quiet zone in CSS pixels, if it is the padding of an element around the drawing. */
const margins: { readonly [name in PageName | PeerName]?: number } = { rainbowkit: 20 }

type Box = { readonly x: number; readonly y: number; readonly side: number }

/** Opens the modal and takes a picture of its code with its surroundings on the page. */
export async function takeCode(options: TakeOptions): Promise<ShownCode> {
  const { browser, name, colorScheme, pixelRatio } = options
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    deviceScaleFactor: pixelRatio,
    colorScheme,
  })
  try {
    const page = await context.newPage()
    await answerOutsideHosts(await context.newCDPSession(page), options.registry, undefined)
    await page.addInitScript(keepNames)
    await page.goto(options.address)
    await page.waitForLoadState('networkidle')
    await page.evaluate(clickUntilCode, codes[name])
    // Until then a mark or an overlay can show that the relay has not answered.
    await page.waitForTimeout(2_000)
    const box = await page.evaluate(readBox, codes[name])
    const { data, width, height } = PNG.sync.read(await page.screenshot({ animations: 'disabled' }))
    const side = box.side + 2 * (margins[name] ?? 0)
    const shown = cutOut({ data, width, height }, { ...box, side }, pixelRatio)
    const text = await readAny(shown)
    if (text === undefined) throw new Error(`The code of ${name} cannot be read from the screen itself.`)
    return { page: shown, text }
  } finally {
    await context.close()
  }
}

/** Reads a picture with the first reader that can: no reader alone reads the code of every modal. */
async function readAny(shown: GreyPicture): Promise<string | undefined> {
  for (const name of readerNames) {
    const text = await readers[name](toImage(shown))
    if (text !== undefined) return text
  }
  return undefined
}

/** Returns the box of the code with its quiet zone: the drawing, or the element with its shadow root. */
function readBox(path: readonly string[]): Box {
  let scope: Document | ShadowRoot = document
  for (const selector of path.slice(0, -1)) scope = scope.querySelector(selector)?.shadowRoot ?? scope
  const drawing = scope.querySelector(path.at(-1) ?? '')?.closest('svg')
  const place = scope instanceof ShadowRoot ? scope.host : drawing
  if (place === null || place === undefined) throw new Error('The code has gone.')
  const { x, y, width, height } = place.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2, side: Math.max(width, height) }
}

/** Cuts out the square around the code. Past the edge of the screen, the last pixels repeat. */
function cutOut(
  screen: { readonly data: Uint8Array; readonly width: number; readonly height: number },
  box: Box,
  pixelRatio: number,
): GreyPicture {
  const side = Math.round(box.side * (1 + 2 * surroundings) * pixelRatio)
  const left = Math.round(box.x * pixelRatio - side / 2)
  const top = Math.round(box.y * pixelRatio - side / 2)
  const grey = Float32Array.from({ length: side * side }, (_, index) => {
    const x = Math.min(Math.max(left + (index % side), 0), screen.width - 1)
    const y = Math.min(Math.max(top + Math.floor(index / side), 0), screen.height - 1)
    const at = (y * screen.width + x) * 4
    return 0.3 * (screen.data[at] ?? 0) + 0.59 * (screen.data[at + 1] ?? 0) + 0.11 * (screen.data[at + 2] ?? 0)
  })
  return { width: side, height: side, grey }
}
