import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { type Browser, expect, type Page } from '@playwright/test'
import type { Choice, Preset } from '../../gallery/choice.ts'
import { test } from '../fixtures.ts'
import { root } from '../processes/runProcess.ts'
import { addAxe } from './axe.ts'
import { type CheckRequest, checkStates } from './galleryChecks.ts'

// Every view in every state, drawn by the real modal: checked by axe, measured, and photographed for people.
const screenshots = join(import.meta.dirname, '../screenshots')

// At night there are a thousand pictures, and all other stages run beside them.
const patienceMs = isNight ? 1_800_000 : 240_000
let address: string

test.beforeAll(({ galleryUrl }) => {
  address = galleryUrl
})

type Size = { readonly width: number; readonly height: number }

async function openGallery(browser: Browser, size: Size): Promise<Page> {
  const isPhone = size.width < 600
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: 'reduce',
    isMobile: isPhone,
    hasTouch: isPhone,
  })
  const page = await context.newPage()
  // tsx and Playwright insert calls of `__name` into functions, including those that run in the page.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.goto(`${address}?state=desktop.ConnectWallet`)
  await expect(page.getByRole('dialog')).toBeVisible()
  return page
}

/** The states of some platforms, by the names the gallery gives them. */
async function namesOf(page: Page, platforms: readonly string[]): Promise<readonly string[]> {
  const names = await page.evaluate(() => window.gallery.names)
  return names.filter((name) => platforms.includes(name.slice(0, name.indexOf('.'))))
}

/** Platform and view of a state's name. */
function viewOf(name: string): string {
  return name.split('.', 2).join('.')
}

const phones = ['ios', 'android', 'telegram', 'inWallet']

// By night all combinations run. By day each theme and each direction runs once, at a width of its own. Each width covers a
// different third of the views.
const sides = [
  ['light', 'en'],
  ['dark', 'fa'],
  ['dark', 'en'],
  ['light', 'fa'],
] as const

for (const [turn, [width, platforms, byDay]] of (
  [
    [1280, ['desktop', 'ipad'], sides.slice(0, 1)],
    [360, ['desktop', ...phones], sides.slice(1, 2)],
  ] as const
).entries()) {
  test(`WCAG 2.2 AA: every view at ${width} px: no axe violation, targets of 24 px, nothing cut off`, async ({
    browser,
  }) => {
    test.setTimeout(patienceMs)
    const page = await openGallery(browser, { width, height: 800 })
    await addAxe(page)
    const all = await namesOf(page, platforms)
    const names = all.filter((_, index) => isNight || index % 6 === turn)
    const problems: string[] = []
    for (const [theme, language] of isNight ? sides : byDay) {
      const request: CheckRequest = { names, theme, preset: 'none', language }
      const result = await page.evaluate(checkStates, request)
      console.log(`${width} px, ${theme}, ${language}: ${result.looked} different views`)
      expect(result.looked).toBeGreaterThan(isNight ? 30 : 7)
      problems.push(...result.problems.map((problem) => `${theme}, ${language}, ${problem}`))
    }
    await page.context().close()
    expect(problems).toEqual([])
  })
}

const presets = ['paper', 'ink', 'contrast'] as const satisfies readonly Preset[]

if (isNight)
  for (const preset of presets)
    test(`WCAG 2.2 AA: every desktop view in the preset ${preset}: no axe violation`, async ({ browser }) => {
      test.setTimeout(patienceMs)
      const page = await openGallery(browser, { width: 1280, height: 800 })
      await addAxe(page)
      const names = await namesOf(page, ['desktop'])
      const problems: string[] = []
      for (const theme of ['light', 'dark'] as const) {
        const request: CheckRequest = { names, theme, preset, language: 'en' }
        const result = await page.evaluate(checkStates, request)
        expect(result.looked).toBeGreaterThan(30)
        problems.push(...result.problems.map((problem) => `${theme}, ${problem}`))
      }
      await page.context().close()
      expect(problems).toEqual([])
    })

// People review these pictures after a night's run.
const looks = [
  ['en', 'light', 'none'],
  ['en', 'dark', 'none'],
  ['fa', 'light', 'none'],
  ['de', 'light', 'none'],
] as const
// A preset changes only colours and corners: one picture of each view shows them.
const presetLooks = presets.flatMap((preset) => [['en', 'light', preset] as const, ['en', 'dark', preset] as const])

if (isNight)
  test('every view is photographed', async ({ browser }) => {
    test.setTimeout(patienceMs)
    rmSync(screenshots, { recursive: true, force: true })
    mkdirSync(screenshots, { recursive: true })
    for (const [platform, size, platforms] of [
      ['desktop', { width: 1280, height: 800 }, ['desktop']],
      ['phone', { width: 390, height: 844 }, phones],
    ] as const) {
      const page = await openGallery(browser, size)
      const seen = new Set<string>()
      const names = await namesOf(page, platforms)
      for (const name of names) {
        const isExample = platform === 'desktop' && names.find((each) => viewOf(each) === viewOf(name)) === name
        for (const [language, theme, preset] of isExample ? [...looks, ...presetLooks] : looks) {
          const choice: Choice = { state: name, theme, preset, language }
          const html = await page.evaluate(async (wanted) => {
            await window.gallery.show(wanted)
            return document.querySelector('dialog[open], .hawser-sessions, .hawser-linked')?.outerHTML ?? ''
          }, choice)
          // Most views look the same on every kind of phone, so the first kind represents the others.
          if (seen.has(html)) continue
          seen.add(html)
          const [own, ...view] = name.split('.')
          const where = own === 'ios' ? platform : (own ?? platform)
          const look = preset === 'none' ? theme : `${preset}-${theme}`
          const file = `${view.join('.')}-${where}-${look}-${language}.png`
          await page.screenshot({ path: join(screenshots, file), animations: 'disabled' })
        }
      }
      console.log(`${platform}: ${seen.size} pictures in ${screenshots.replace(`${root}/`, '')}`)
      expect(seen.size).toBeGreaterThan(25 * looks.length)
      await page.context().close()
    }
  })
