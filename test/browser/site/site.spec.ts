import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { serveFolder } from '../../../bench/modal/serveFolder.ts'
import { test } from '../fixtures.ts'
import { axeProblems } from '../look/axe.ts'
import { root } from '../processes/runProcess.ts'
import { buildSite } from './buildSite.ts'

// By night: VitePress is installed and the site is built for this test alone. By day test/docs checks the site's links and
// programs.
const built = join(root, 'docs/site/dist')
let address = ''
let stop = () => {}

/** The addresses of all pages of the built site. */
function addressesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:^|\/)index\.html$/.test(name))
    .map((name) => `/${name.replace(/index\.html$/, '')}`)
    .sort()
}

/** Collects a page's console errors and warnings, exceptions, failed responses, and requests to any other host. */
function watch(page: Page): readonly string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (/^(?:http|ws)s?:$/.test(protocol) && origin !== new URL(address).origin) problems.push(request.url())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
  })
  return problems
}

const pictures = join(root, 'test-results/site')

const looks: readonly [string, BrowserContextOptions][] = [
  ['light, 1280', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['dark, 390', { viewport: { width: 390, height: 800 }, colorScheme: 'dark', isMobile: true, hasTouch: true }],
]

if (isNight) {
  test.beforeAll(async () => {
    test.setTimeout(600_000)
    await buildSite()
    const served = await serveFolder(built)
    address = `http://127.0.0.1:${served.port}`
    stop = served.stop
  })
  test.afterAll(() => stop())

  for (const [name, options] of looks)
    test(`site: each page opens without an error, axe is clean, no request leaves: ${name}`, async ({ browser }) => {
      test.setTimeout(1_800_000)
      const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
      const page = await context.newPage()
      const problems = watch(page)
      const found: string[] = []
      const addresses = addressesOf(built)
      expect(addresses.length).toBeGreaterThan(250)
      for (const [index, path] of addresses.entries()) {
        await page.goto(address + path)
        await expect(page.locator('h1').first()).toBeVisible()
        // Error pages and decisions are alike, so axe checks one in ten of them.
        if (!/^\/(?:errors|decisions)\/./.test(path) || index % 10 === 0)
          found.push(...(await axeProblems(page)).map((problem) => `${path}: ${problem}`))
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
        if (wide) found.push(`${path}: scrolls sideways`)
        found.push(...problems.map((problem) => `${path}: ${problem}`))
        ;(problems as string[]).length = 0
      }
      expect(found).toEqual([])
    })

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390])
      test(`site: axe is clean on the pages that most people read, and takes their pictures: ${colorScheme}, ${width}`, async ({
        browser,
      }) => {
        const isPhone = width === 390
        const options = { viewport: { width, height: 800 }, colorScheme, isMobile: isPhone, hasTouch: isPhone }
        const page = await (await browser.newContext({ ...options, reducedMotion: 'reduce' })).newPage()
        for (const path of ['', 'start/', 'start/react/', 'guides/theming/', 'guides/reach/', 'errors/']) {
          await page.goto(`${address}/${path}`)
          expect(await axeProblems(page)).toEqual([])
          const name = `${path.replaceAll('/', '-') || 'home-'}${colorScheme}-${width}.png`
          await page.screenshot({ path: join(pictures, name), animations: 'disabled' })
        }
      })

  test('site: Tab alone reaches the menu, the pages of the sidebar and the next page', async ({ browser }) => {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
    await page.goto(`${address}/start/`)
    const reached = new Set<string>()
    for (let presses = 0; presses < 300; presses += 1) {
      await page.keyboard.press('Tab')
      const focused = page.locator(':focus')
      if ((await focused.count()) === 0) break
      reached.add((await focused.innerText()).trim().split('\n').at(-1) ?? '')
    }
    for (const name of ['Guides', 'Vite and React', 'Link a wallet', 'Errors']) expect(reached).toContain(name)
    await page.getByRole('link', { name: /^Next\s*Vite and React$/ }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${address}/start/react/`)
  })

  test('site: search finds a page by its words, with the keyboard alone', async ({ browser }) => {
    const page = await (await browser.newContext()).newPage()
    const problems = watch(page)
    await page.goto(`${address}/start/`)
    await page.keyboard.press('Control+k')
    const field = page.getByRole('searchbox')
    await expect(field).toBeFocused()
    await field.fill('handoff digits')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/\/start\/$/)
    expect(problems).toEqual([])
  })

  test('site: finds an error by its code', async ({ browser }) => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${address}/errors/`)
    await page.getByRole('searchbox', { name: /Code or words/ }).fill('relay_unreach')
    await expect(page.getByRole('status')).toHaveText(/^1 of \d+ errors$/)
    await page.getByRole('link', { name: 'relay_unreachable' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('relay_unreachable')
  })

  test('site: the playground opens the real modal, with its looks and no request', async ({ browser }) => {
    const page = await (await browser.newContext()).newPage()
    const problems = watch(page)
    await page.goto(`${address}/guides/theming/`)
    await page.getByRole('combobox', { name: 'Look' }).selectOption('ink')
    await page.getByLabel('Mode').selectOption('dark')
    await expect(page.getByLabel('Options')).toContainText("theme: 'ink',")
    await page.getByLabel('Language').selectOption('de')
    await page.getByRole('button', { name: 'Open the modal' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toHaveAttribute('data-theme', 'dark')
    await expect(dialog).toHaveAttribute('data-hawser-theme', 'ink')
    await expect(dialog).toHaveAttribute('lang', 'de')
    await expect(dialog.getByRole('img', { name: /Code|QR/ })).toBeVisible()
    expect(problems).toEqual([])
  })
}
