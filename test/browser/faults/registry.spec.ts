import { readFileSync } from 'node:fs'
import { atNight, isNight } from '@hawser/test-kit/night'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { runProcess } from '../processes/runProcess.ts'
import { type Proof, startProof } from '../processes/startProof.ts'

// The visitor's view of a registry that fails, lies, or consists of plain files only.
const line = 'The list of wallets is not available right now.'
let proof: Proof
let registry: ReturnType<typeof runProcess>
let key: string

test.beforeAll(async () => {
  proof = await startProof(['relay', 'host'])
  registry = runProcess('test/browser/processes/registryProcess.ts', [new URL(proof.registryUrl).port])
  key = (await registry.line(/^key: /)).slice('key: '.length).replace(' ', '')
})
test.afterAll(async () => {
  await registry.stop()
  await proof.stop()
})

async function serve(behaviour: string): Promise<void> {
  const done = registry.nextLine(new RegExp(`^done: ${behaviour}$`))
  registry.write(behaviour)
  await done
}

const dialogOf = (page: Page) => page.getByRole('dialog')
const codeOf = (page: Page) => dialogOf(page).getByRole('img', { name: /QR code/ })

async function open(page: Page, pins: boolean): Promise<void> {
  await page.goto(`${proof.hostUrl}/${pins ? `?registryKey=${key}` : ''}`)
  await page.getByRole('button', { name: 'Link a wallet' }).click()
}

/** Records every layout shift from now on, because a visitor could be scanning the code. */
function watchPlace(page: Page): Promise<void> {
  return page.evaluate(() => {
    const shifts: string[] = []
    Reflect.set(window, 'shifts', shifts)
    const describe = ({
      node,
      previousRect,
      currentRect,
    }: {
      node: Node
      previousRect: DOMRect
      currentRect: DOMRect
    }) =>
      `${node instanceof Element ? node.className : node?.textContent} ${JSON.stringify([previousRect, currentRect])}`
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push(`${Reflect.get(entry, 'value')}: ${Reflect.get(entry, 'sources').map(describe).join(', ')}`)
    }).observe({ type: 'layout-shift' })
  })
}

/** Expects a search for this name to list its wallet first. */
async function expectFound(page: Page, name: string): Promise<void> {
  await dialogOf(page).getByRole('searchbox').fill(name.toLowerCase())
  const first = dialogOf(page).getByRole('gridcell').first()
  await expect(first.getByRole('button', { name, exact: true })).toBeVisible()
}

/** Expects the registry's wallets in the explorer, where the page's own search box finds them. */
async function expectRegistry(page: Page): Promise<void> {
  await dialogOf(page)
    .getByRole('button', { name: /View All/ })
    .click()
  await expect(dialogOf(page).getByRole('button', { name: 'Wharf 0', exact: true })).toBeVisible()
  await expect(dialogOf(page).getByText(line)).toHaveCount(0)
  await expectFound(page, 'Wharf 249')
}

/** Expects the modal to work with the built-in wallets and to say why. */
async function expectBuiltIn(page: Page): Promise<void> {
  const dialog = dialogOf(page)
  await expect(codeOf(page)).toBeVisible()
  for (const name of ['Hawser Demo Wallet', 'MetaMask', 'Trust Wallet'])
    await expect(dialog.getByRole('button', { name })).toBeVisible()
  await dialog.getByRole('button', { name: /View All/ }).click()
  await expect(dialog.getByRole('button', { name: 'Rainbow' })).toBeVisible()
  const search = dialog.getByRole('searchbox')
  await expect(search).toHaveAttribute('aria-disabled', 'true')
  await expect(search).toHaveAccessibleDescription(line)
  await search.press('x')
  await expect(search).toHaveValue('')
  await expect(dialog.getByText(/Wharf/)).toHaveCount(0)
}

// By day only a registry that never answers. Refused answers follow below.
for (const [behaviour, what, pins] of [
  ['hang', 'takes the question and never answers', false],
  ...atNight(
    ['malformed', 'answers half of its JSON', false] as const,
    ['redirects', 'sends us round in circles', false] as const,
    ['expired', 'has let its signature expire', true] as const,
    ['down', 'is down', false] as const,
    ['error', 'answers 500', false] as const,
    ['wrongType', 'answers HTML', false] as const,
    ['huge', 'answers 100 MB', false] as const,
    ['slow', 'answers a byte a second', false] as const,
  ),
] as const) {
  test(`F-L3 the registry ${what}: the code, then a line and built-in wallets`, async ({ page }) => {
    await serve(behaviour)
    await page.clock.install()
    await open(page, pins)
    await expect(codeOf(page)).toBeVisible()
    await watchPlace(page)
    // The promise: the line appears at most three seconds after the click.
    await page.clock.fastForward(3_000)
    await expect(dialogOf(page).getByText(line).first()).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
    // The browser does not count a layout shift soon after a click, so this checks that the row is as high as without the line.
    const row = dialogOf(page).locator('.hawser-row').filter({ hasText: line })
    expect(await row.evaluate((element) => element.clientHeight)).toBe(36)
    await expectBuiltIn(page)
  })
}

test('F-L3 the registry comes back: Retry loads its wallets, and the search takes words again', async ({ page }) => {
  await serve('error')
  await open(page, true)
  await expectBuiltIn(page)
  await serve('signed')
  await dialogOf(page).getByRole('button', { name: 'Retry' }).click()
  await expect(dialogOf(page).getByRole('button', { name: 'Wharf 0', exact: true })).toBeVisible()
  await expectFound(page, 'Wharf 249')
})

test('T-100 drops an answer of 100 MB after 2 MiB', async ({ page }) => {
  await serve('huge')
  const sent = registry.nextLine(/^sent: /)
  await open(page, false)
  // The count also includes the bytes in the socket buffers of both sides.
  const bytes = Number((await sent).slice('sent: '.length))
  console.log(`of 100 MB were sent: ${Math.round(bytes / 1024)} KiB`)
  expect(bytes).toBeLessThan(24 * 1024 * 1024)
})

/**
 * Opens a page that Playwright does not watch. For a watched page, the browser keeps the network responses in the page's
 * process.
 */
async function openUnwatched(browser: Browser, url: string) {
  const session = await browser.newBrowserCDPSession()
  const { browserContextId } = await session.send('Target.createBrowserContext')
  const { targetId } = await session.send('Target.createTarget', { url, browserContextId })
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  const waiting = new Map<number, (answer: string) => void>()
  session.on('Target.receivedMessageFromTarget', (event) => {
    const { id } = JSON.parse(event.message)
    if (event.sessionId === sessionId) waiting.get(id)?.(event.message)
    waiting.delete(id)
  })
  let lastId = 0
  function send(method: string, params: object): Promise<string> {
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, resolve)
      const message = JSON.stringify({ id, method, params })
      session.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
    })
  }
  return {
    collectGarbage: () => send('HeapProfiler.collectGarbage', {}),
    /** The value of an expression in the page; undefined while the page loads another document. */
    async evaluate(expression: string): Promise<unknown> {
      const { result } = JSON.parse(await send('Runtime.evaluate', { expression, returnByValue: true }))
      return result?.result?.value
    },
    /** The memory of the page's process, in MiB: the largest renderer, because no other renderer has a page of ours. */
    async memory(): Promise<number> {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo')
      const sizes = processInfo
        .filter(({ type }) => type === 'renderer')
        .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1024)
      return Math.max(...sizes)
    },
    async close(): Promise<void> {
      await session.send('Target.disposeBrowserContext', { browserContextId })
      await session.detach()
    },
  }
}

// Only at night, because this measures the memory of processes. By day the cases below show that none of these images is drawn.
const largeImages = atNight(
  ['pageHuge', 'of 50 MB', 50] as const,
  ['pagePixels', 'of 16,000 × 16,000 pixels', 1_024] as const,
)

for (const [behaviour, what, eachMebibytes] of largeImages) {
  test(`F-L4 forty images ${what}: the page grows by a fiftieth at most`, async ({ browser }) => {
    const page = await openUnwatched(browser, `${proof.hostUrl}/`)
    const press = (name: string) =>
      page.evaluate(
        `[...document.querySelectorAll('button')].filter(({ textContent }) => textContent.includes('${name}')).map((button) => button.click()).length`,
      )
    const tiles = () => page.evaluate(`document.querySelectorAll('dialog .hawser-wallet[data-initials]').length`)
    const growths: string[] = []
    const grown: number[] = []
    // Three rounds, of which the median counts, because the amount of uncollected garbage varies. The round before them is the
    // same without images: the page first needs some parts to show the list at all.
    for (let round = 0; round <= 3; round += 1) {
      await serve('pageMissing')
      await page.evaluate('(window.isOld = true, location.reload())')
      await expect.poll(() => page.evaluate(`document.readyState + window.isOld`)).toBe('completeundefined')
      await expect.poll(() => press('Link a wallet')).toBe(1)
      await expect.poll(tiles).toBe(3)
      await page.collectGarbage()
      const before = await page.memory()
      await serve(round === 0 ? 'pageMissing' : behaviour)
      await press('View All')
      let most = 0
      await expect
        .poll(
          async () => {
            most = Math.max(most, await page.memory())
            return tiles()
          },
          { intervals: [1] },
        )
        .toBeGreaterThan(13)
      expect(await page.evaluate(`document.querySelectorAll('dialog .hawser-wallet img').length`)).toBe(0)
      if (round > 0) grown.push(most - before)
      await page.collectGarbage()
      growths.push(`${Math.round(most - before)} (${Math.round((await page.memory()) - before)} stay)`)
    }
    console.log(`forty images ${what}: the page grew by ${growths.join(', ')} MiB (the first without images)`)
    await page.close()
    expect(grown.sort((a, b) => a - b)[1]).toBeLessThan((40 * eachMebibytes) / 50)
  })
}

for (const [behaviour, what] of [
  ['imagesHang', 'never come'],
  ...atNight(
    ['imagesBombAsPng', 'are SVG bombs that call themselves PNG'] as const,
    ['imagesMissing', 'are not found'] as const,
    ['imagesPixels', 'take a gigabyte when they are drawn'] as const,
    ['imagesDown', 'have no host'] as const,
    ['imagesHuge', 'have 50 MB each'] as const,
    ['imagesBomb', 'are SVG bombs'] as const,
  ),
] as const) {
  test(`F-L4 images that ${what}: initials, and nothing moves`, async ({ page }) => {
    await serve(behaviour)
    await open(page, false)
    await expect(codeOf(page)).toBeVisible()
    await watchPlace(page)
    const tiles = dialogOf(page).locator('.hawser-wallet[data-initials]')
    // The host's own wallet and the registry's first two.
    await expect(tiles).toHaveCount(3)
    expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
    await dialogOf(page)
      .getByRole('button', { name: /View All/ })
      .click()
    await expect(tiles).toHaveCount(13)
    // The layout height: while the explorer animates in, the drawn height differs from it by rounding.
    const boxes = await tiles.evaluateAll((all) =>
      all.map((tile) => `${getComputedStyle(tile, '::before').width} ${Reflect.get(tile, 'offsetHeight')}px`),
    )
    // A name has one line or two.
    for (const box of boxes) expect(box).toMatch(/^60px (?:96|108)px$/)
    await expect(dialogOf(page).locator('.hawser-wallet img')).toHaveCount(0)
  })
}

test.describe('T-104 a registry whose key the page pins', () => {
  // By day the tests of plain files below cover this case.
  if (isNight)
    test('as signed: its wallets, and its search', async ({ page }) => {
      await serve('signed')
      await open(page, true)
      await expectRegistry(page)
    })

  for (const [behaviour, what] of [
    ['forged', 'the signed manifest over wallets of somebody else'],
    ...atNight(
      ['spoiltDigests', 'a byte of its digests'] as const,
      ['otherKey', 'a signature of another key'] as const,
      ['spoiltManifest', 'a byte of its manifest'] as const,
      ['spoiltSignature', 'a letter of its signature'] as const,
      ['withoutDigests', 'missing digests'] as const,
    ),
  ] as const) {
    test(`${what}: code, toast, line and built-in wallets`, async ({ page }) => {
      await serve(behaviour)
      await open(page, true)
      await expect(dialogOf(page).getByText(/cannot be trusted and is not used/)).toBeVisible()
      await expectBuiltIn(page)
    })
  }

  // By day, client.signed.test.ts refuses older versions.
  if (isNight)
    test('refuses an older version than the browser has seen, also on the next visit', async ({ browser }) => {
      const context: BrowserContext = await browser.newContext()
      const page = await context.newPage()
      await serve('older')
      await open(page, true)
      await expectRegistry(page)
      await serve('signed')
      await open(page, true)
      await expectRegistry(page)
      await serve('older')
      await open(page, true)
      await expect(dialogOf(page).getByText(/older than one that was seen before/)).toBeVisible()
      await expectBuiltIn(page)
      await context.close()
    })
})

test.describe('a registry of plain files', () => {
  for (const pins of [true, ...atNight(false)]) {
    test(`its wallets, images and search, ${pins ? 'signed' : 'as they are'}`, async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await serve('files')
      await open(page, pins)
      await expectRegistry(page)
      const image = dialogOf(page).getByRole('gridcell').first().locator('img')
      await expect(image).toHaveAttribute('src', /^blob:/)
      const address = new RegExp(`^${proof.registryUrl}/v1/images/[0-9a-f]{64}/md\\.webp$`)
      expect(asked.some((url) => address.test(url))).toBe(true)
      await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)
    })
  }

  test('T-104 with a pinned key, does not use a changed or expired page', async ({ page }) => {
    for (const behaviour of ['spoiltPages', 'expiredFiles']) {
      await serve(behaviour)
      await open(page, true)
      await expect(dialogOf(page).getByText(/cannot be trusted and is not used/)).toBeVisible()
      await expectBuiltIn(page)
    }
  })
})
