import { isNight } from '@hawser/test-kit/night'
import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { serveListings } from '../processes/serveListings.ts'
import { openModal, type Proof, startProof } from '../processes/startProof.ts'

// The explorer over a registry of many wallets, on the smallest possible page, under the demo host app's headers.
let proof: Proof
let registry: Awaited<ReturnType<typeof serveListings>>

test.beforeAll(async () => {
  proof = await startProof(['relay', 'host'])
})
test.afterAll(() => proof.stop())
test.afterEach(() => registry.stop())

/** Records violations of the page's own policy, exceptions, and layout shifts. */
async function watch(page: Page): Promise<() => Promise<readonly string[]>> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) problems.push(message.text())
  })
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const nodes = Reflect.get(entry, 'sources').map(({ node }: { node: Element | null }) => node?.className)
        Reflect.get(window, 'shifts').push(`${Reflect.get(entry, 'value')} of ${nodes}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
    Reflect.set(window, 'shifts', [])
    // Skips the 300 ms that each page waits for its images (C5): over 250 pages they add up to more than a minute.
    const { setTimeout } = window
    const quick = (callback: () => void, delayMs?: number) => setTimeout(callback, delayMs === 300 ? 0 : delayMs)
    Object.assign(window, { setTimeout: quick })
  })
  return async () => [...problems, ...(await page.evaluate(() => Reflect.get(window, 'shifts')))]
}

async function openExplorer(page: Page, count: number): Promise<() => Promise<readonly string[]>> {
  registry = await serveListings(Number(new URL(proof.registryUrl).port), count)
  const problems = await watch(page)
  await openModal(page, proof.hostUrl)
  await page.getByRole('button', { name: 'View All' }).click()
  await expect(page.getByRole('button', { name: 'Wallet 12', exact: true })).toBeVisible()
  // The card grows from one view to the next; later movement is a fault.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity),
  )
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.evaluate(() => Reflect.set(window, 'shifts', []))
  return problems
}

/** Loads page after page until the last one; resolves to the number of wallets. */
function loadAll(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const linker = Reflect.get(window, 'linker')
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

/** Scrolls the list by 37 px a frame, from a fraction of its length on; resolves to the largest number of elements seen. */
function scroll(page: Page, part: number): Promise<number> {
  return page.getByRole('grid').evaluate(
    async (grid, { from, count }) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * from
      let most = 0
      for (let frames = 0; frames < count; frames += 1) {
        await frame()
        // Leaves out the head, where a bundler adds an element for each file it fetches.
        most = Math.max(most, document.querySelectorAll('body *').length)
        grid.scrollTop += 37
      }
      return most
    },
    { from: part, count: frames },
  )
}

/** Whether the middle of the list shows a wallet. */
const isFilled = (page: Page) =>
  page.getByRole('grid').evaluate((grid) => {
    const { top, height } = grid.getBoundingClientRect()
    const middle = top + height / 2
    return [...grid.querySelectorAll('[role="row"]')].some((row) => {
      const place = row.getBoundingClientRect()
      return place.top <= middle && place.bottom >= middle && row.querySelectorAll('button').length > 1
    })
  })

const [few, many, frames] = isNight ? [400, 10_000, 60] : [60, 180, 8]

const sizes = [
  [440, 932],
  [1280, 800],
] as const
for (const [width, height] of isNight ? sizes : sizes.slice(0, 1)) {
  test(`V6 at most 130 elements, as many for ${many} wallets as for ${few}: ${width} px`, async ({ browser }) => {
    const most: number[] = []
    for (const count of [few, many]) {
      const context = await browser.newContext({
        viewport: { width, height },
        isMobile: width < 600,
        hasTouch: width < 600,
      })
      const page = await context.newPage()
      const problems = await openExplorer(page, count)
      expect(await loadAll(page)).toBeGreaterThanOrEqual(count)
      const seen = []
      for (const part of [0, 0.5, 1, 0.25]) {
        seen.push(await scroll(page, part))
        expect(await isFilled(page)).toBe(true)
      }
      most.push(Math.max(...seen))
      expect(await problems()).toEqual([])
      await context.close()
      await registry.stop()
    }
    test.info().annotations.push({ type: 'elements', description: most.join(', ') })
    expect(Math.max(...most)).toBeLessThanOrEqual(130)
    expect(most[1]).toBe(most[0])
    registry = { stop: async () => {} }
  })
}

test('V6 C2 scrolling to the end brings page after page', async ({ page }) => {
  const problems = await openExplorer(page, 200)
  const grid = page.getByRole('grid')
  await expect(async () => {
    await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(page.getByRole('button', { name: 'Wallet 199', exact: true })).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(await problems()).toEqual([])
})

test('V6 by keyboard: grid, end, letters and back; focus is never lost, and Enter chooses', async ({ page }) => {
  await openExplorer(page, 400)
  await loadAll(page)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const isFocusInSight = () =>
    page.evaluate(() => {
      const tile = document.activeElement?.getBoundingClientRect()
      const grid = document.querySelector('[role="grid"]')?.getBoundingClientRect()
      return tile !== undefined && grid !== undefined && tile.top >= grid.top && tile.bottom <= grid.bottom
    })
  await expect.poll(focused).toBe('Search wallets')
  await page.keyboard.press('ArrowDown')
  const first = await focused()
  expect(first).not.toBe('Search wallets')
  await page.keyboard.press('Control+End')
  await expect.poll(focused).toBe('Wallet 399')
  await expect.poll(isFocusInSight).toBe(true)
  // After a scroll by hand the tile keeps the focus, and the next key brings it back into view.
  await page.getByRole('grid').evaluate((element) => element.scrollTo(0, 0))
  await expect(page.getByRole('button', { name: first ?? '', exact: true })).toBeInViewport()
  expect(await focused()).toBe('Wallet 399')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(focused).toBe('Wallet 398')
  await expect.poll(isFocusInSight).toBe(true)
  await page.keyboard.press('PageUp')
  await expect.poll(focused).not.toBe('Wallet 398')
  await expect.poll(isFocusInSight).toBe(true)
  await page.keyboard.type('wallet 25')
  await expect.poll(focused).toMatch(/^Wallet 25/)
  await expect.poll(isFocusInSight).toBe(true)
  const chosen = (await focused()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: chosen })).toBeVisible()
})

test('V6 an image that comes late, or not at all, moves nothing', async ({ page }) => {
  await page.route('**/getWalletImage/image-1*', (route) => route.abort())
  const problems = await openExplorer(page, 60)
  await expect(page.locator('[data-loaded]').first()).toBeVisible()
  expect(await problems()).toEqual([])
})
