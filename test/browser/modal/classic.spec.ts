import { combinations } from '@hawser/test-kit/combinations'
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { axeProblems } from '../look/axe.ts'
import { builtPages } from '../pages/builtPages.ts'
import { type Proof, startProof } from '../processes/startProof.ts'

// The classic variant in Chromium, over the real stack and under its host's strict policy.
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

let proof: Proof

const pageUrl = () => `${proof.hostUrl}/`

test.beforeAll(async () => {
  proof = await startProof(undefined, undefined, builtPages.classic)
})
test.afterAll(() => proof.stop())

/** A list in the format of the older registry: 29 invented wallets, and the demo wallet among them. */
function walletList(): object {
  const wallet = (name: string, universal: string) => ({
    name,
    metadata: { shortName: name, colors: { primary: '#000000' } },
    image_url: {},
    mobile: { native: '', universal },
    desktop: { native: '', universal },
  })
  const listings = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => {
      const name = `Wallet ${String(index + 1).padStart(2, '0')}`
      return index === 19
        ? ['demo', wallet('Hawser Demo Wallet', proof.walletUrl)]
        : [`wallet-${index + 1}`, wallet(name, `https://wallet-${index + 1}.example/`)]
    }),
  )
  return { listings }
}

type Watched = { readonly problems: string[]; readonly asked: string[] }

/** Collects violations of the page's policy, its errors, and every request that leaves the page's own host. */
async function watch(context: BrowserContext): Promise<Watched> {
  const watched: Watched = { problems: [], asked: [] }
  context.on('weberror', (error) => watched.problems.push(String(error.error())))
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted Type/i.test(message.text())) watched.problems.push(message.text())
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/wallets.json' || url.origin !== proof.hostUrl) watched.asked.push(url.href)
  })
  await context.route('**/wallets.json', (route) => route.fulfill({ json: walletList() }))
  return watched
}

async function open(page: Page): Promise<void> {
  await page.goto(pageUrl())
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await expect(page.getByRole('dialog').getByRole('tablist')).toBeVisible()
}

/** Presses Tab until a control has the focus. */
async function tabTo(control: Locator): Promise<void> {
  const page = control.page()
  for (let presses = 0; presses < 40; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${control}`)
}

test('classic L2: a visitor links with the keyboard alone, by tabs, pages and search', async ({ context, page }) => {
  const { problems, asked } = await watch(context)
  await page.goto(pageUrl())
  await tabTo(page.getByRole('button', { name: 'Link a wallet' }))
  expect(asked).toEqual([])
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Connect your wallet' })).toBeFocused()

  await tabTo(dialog.getByRole('tab', { name: 'QR Code' }))
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('tab', { name: 'Desktop', selected: true })).toBeFocused()
  const wallets = dialog.getByRole('listitem')
  await expect(wallets).toHaveCount(12)
  await tabTo(dialog.getByRole('button', { name: 'Next page' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('button', { name: 'Page 3' })).toBeFocused()
  await expect(wallets).toHaveCount(6)

  await dialog.getByRole('searchbox', { name: 'Search' }).focus()
  const typedAt = Date.now()
  await page.keyboard.type('demo')
  await expect(wallets).toHaveCount(1)
  // R3: the search runs after one second without a new letter.
  expect(Date.now() - typedAt).toBeGreaterThanOrEqual(1000)
  expect(asked).toEqual([`${pageUrl()}wallets.json`])

  await tabTo(dialog.getByRole('button', { name: 'Hawser Demo Wallet' }))
  const opened = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  const walletPage = await opened
  await walletPage.getByRole('button', { name: 'Approve' }).click()
  await walletPage.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
  await page.bringToFront()
  await tabTo(dialog.getByRole('button', { name: 'Done' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Link a wallet' })).toBeFocused()
  expect(problems).toEqual([])
})

test('classic on a phone: wallets first, the code behind a tab; Escape and backdrop close', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    userAgent: iPhone,
    isMobile: true,
    hasTouch: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const { problems } = await watch(context)
  const page = await context.newPage()
  await open(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('tab')).toHaveText(['Mobile', 'QR Code'])
  await expect(dialog.getByRole('listitem')).toHaveCount(12)
  await dialog.getByRole('tab', { name: 'QR Code' }).click()
  await dialog.getByRole('button', { name: 'Copy to clipboard' }).click()
  await expect(dialog.getByText('Copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^wc:/)

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await expect(dialog.getByRole('tab', { name: 'Mobile', selected: true })).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(dialog).toBeHidden()
  expect(problems).toEqual([])
  await context.close()
})

test('F-L4 T-12 shows small PNG and WebP of the visible page, and no <img> requests one', async ({ context, page }) => {
  const { problems } = await watch(context)
  const pixels = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=', 'base64')
  const isLarge = Buffer.from(pixels)
  isLarge.writeUInt16LE(16_383, 26)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60"/></svg>'
  const answers = [
    { contentType: 'image/webp', body: pixels },
    { contentType: 'image/svg+xml', body: svg },
    { contentType: 'image/png', body: svg },
    { contentType: 'image/webp', body: isLarge },
    { status: 404, contentType: 'image/webp', body: pixels },
  ]
  const wallet = (index: number) => ({
    name: `Wallet ${index}`,
    image_url: { sm: `${pageUrl()}wallet-${index}.image` },
    desktop: { universal: `https://wallet-${index}.example/` },
  })
  const listings = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`wallet-${index}`, wallet(index)]))
  await context.route('**/wallets.json', (route) => route.fulfill({ json: { listings } }))
  const asked: string[] = []
  const kinds = new Set<string>()
  await context.route('**/*.image', (route) => {
    const index = Number(/(\d+)\.image$/.exec(route.request().url())?.[1])
    asked.push(`wallet-${index}`)
    kinds.add(route.request().resourceType())
    return route.fulfill(answers[index % answers.length] ?? { status: 404 })
  })
  await open(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Desktop' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(12)
  const images = dialog.locator('li img')
  // Only wallets 0, 5 and 10 of the first page get a picture that the modal shows.
  await expect(images).toHaveCount(3)
  for (const image of await images.all()) await expect(image).toHaveAttribute('src', /^blob:/)
  await expect.poll(() => asked.length).toBe(12)
  expect(asked).toEqual(Array.from({ length: 12 }, (_, index) => `wallet-${index}`))
  await dialog.getByRole('button', { name: 'Page 3' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(6)
  await expect.poll(() => asked.slice(12)).toEqual(Array.from({ length: 6 }, (_, index) => `wallet-${24 + index}`))
  await expect(images).toHaveCount(1)
  expect([...kinds]).toEqual(['fetch'])
  expect(problems).toEqual([])
})

test('M L3: the built-in list replaces one that fails to load, until Retry', async ({ context, page }) => {
  await watch(context)
  let isDown = true
  await context.route('**/wallets.json', (route) =>
    isDown ? route.fulfill({ status: 503, body: '' }) : route.fulfill({ json: walletList() }),
  )
  await open(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Desktop' }).click()
  await expect(dialog.getByRole('tabpanel').getByText('Something went wrong')).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await expect(dialog.locator('.hawser-toast[data-kind="error"]')).toContainText(
    'The list of wallets could not be loaded',
  )
  isDown = false
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByRole('button', { name: 'Wallet 01' })).toBeVisible()
})

for (const { width, colorScheme, language } of combinations({
  width: [360, 1280],
  colorScheme: ['light', 'dark'],
  language: ['fa', 'en'],
})) {
  test(`classic: no axe violation, targets of 24 px: ${width} px, ${colorScheme}, ${language}`, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width, height: 780 },
      colorScheme,
      ...(width < 600 && { userAgent: iPhone, isMobile: true, hasTouch: true }),
    })
    await watch(context)
    const page = await context.newPage()
    await page.goto(pageUrl())
    await page.evaluate((lang) => document.documentElement.setAttribute('lang', lang), language)
    await page.locator('.hawser-link-button').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('.hawser-classic')).toHaveAttribute('lang', language)
    for (const tab of await dialog.getByRole('tab').all()) {
      await tab.click()
      expect(await axeProblems(page, 'body')).toEqual([])
      expect(await misfits(page)).toEqual([])
    }
    await context.close()
  })
}

/** Targets below 24 px, and elements beyond the sides of the screen. */
function misfits(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('dialog :is(button, a, input, p, h2)')].flatMap((element) => {
      if (element.closest('.hawser-hidden') !== null || !element.checkVisibility()) return []
      const box = element.getBoundingClientRect()
      const isSmall = element.matches('button, input') && Math.min(box.width, box.height) < 24
      const isOut = box.left < 0 || box.right > document.documentElement.clientWidth
      return isSmall || isOut ? [`${element.className} ${element.textContent}`] : []
    }),
  )
}

test('classic: no motion under prefers-reduced-motion, and readable in forced colours', async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce', forcedColors: 'active' })
  await watch(context)
  const page = await context.newPage()
  await open(page)
  const dialog = page.getByRole('dialog')
  const moving = await page.evaluate(() =>
    document.getAnimations().filter((animation) => 'transitionProperty' in animation),
  )
  expect(moving).toEqual([])
  const colors = (name: string) =>
    dialog.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).backgroundColor)
  expect(await colors('QR Code')).not.toBe(await colors('Desktop'))
  await context.close()
})
