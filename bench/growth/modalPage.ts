import type { CDPSession, Page } from '@playwright/test'
import { clickUntilCode } from '../modal/inPage.ts'
import { keepNames } from '../modal/measureOpening.ts'
import type { GrowthPage, World } from './world.ts'

export type OpenPage = { readonly page: Page; readonly session: CDPSession; close(): Promise<void> }

/** Loads a page in a fresh context. The browser asks for this many languages, and only the last one, German, has texts. */
export async function openPage(
  world: World,
  name: GrowthPage,
  query: Readonly<Record<string, string>>,
  languages = 1,
): Promise<OpenPage> {
  const context = await (await world.browser()).newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  // The thread's own time excludes other work on the machine.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.addInitScript(keepNames)
  await page.addInitScript((tags) => Object.defineProperty(navigator, 'languages', { value: tags }), tagsOf(languages))
  const parameters = new URLSearchParams({ relay: await world.relayUrl(), ...query })
  await page.goto(`${await world.pageUrl(name)}/?${parameters}`)
  return { page, session, close: () => context.close() }
}

function tagsOf(count: number): readonly string[] {
  return [...Array.from({ length: count - 1 }, (_, index) => `qaa-x-${index}`), 'de']
}

/** The path to the drawn code, in any language. */
const code = ['dialog[open] [role="img"][aria-label*="QR"] path']

/** Presses the button, and resolves when the code is painted. */
export async function openModal(page: Page): Promise<void> {
  await page.waitForSelector('button')
  await page.evaluate(clickUntilCode, code)
}

/** Shows all wallets and loads the list to its end; resolves to its length. */
export function loadExplorer(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const linker = Reflect.get(window, 'linker')
        linker.showView({ name: 'WalletExplorer' })
        const advance = () => {
          const { explorer } = linker.getState()
          if (explorer.isLastPage && explorer.status === 'ready') resolve(explorer.entries.length)
          else if (explorer.status !== 'loading') linker.loadMoreWallets()
        }
        linker.subscribe(() => queueMicrotask(advance))
        advance()
      }),
  )
}

/** Scrolls the list by 15 pixels per frame for this many frames, starting at a quarter of its length. */
export function scrollOn(page: Page, frames: number): Promise<void> {
  return page.evaluate(async (frames) => {
    const scrollers = [...document.querySelectorAll('dialog *')].filter((element) =>
      /auto|scroll/.test(getComputedStyle(element).overflowY),
    )
    const [list] = scrollers.sort((one, other) => other.scrollHeight - one.scrollHeight)
    if (list === undefined) throw new Error('The modal has no list.')
    const start = Math.floor(list.scrollHeight / 4)
    for (let frame = 0; frame < frames; frame += 1) {
      list.scrollTop = start + 15 * frame
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  }, frames)
}
