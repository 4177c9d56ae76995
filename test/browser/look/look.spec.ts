import { atNight, isNight } from '@hawser/test-kit/night'
import { expect, type Page } from '@playwright/test'
import { decoders } from '../code/decode.ts'
import { test } from '../fixtures.ts'

// Properties of the look that need a browser: rendered colours, movement, and room on small and enlarged screens.
let url: string

test.describe.configure({ mode: 'parallel' })
test.beforeAll(({ statesUrl }) => {
  url = statesUrl
})

async function open(page: Page, name: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Link a wallet' }).waitFor()
  // The later views are chunks of their own, the explorer the last of them.
  await show(page, 'desktop.WalletExplorer')
  await page.getByRole('searchbox').waitFor()
  await show(page, name)
}

async function show(page: Page, name: string): Promise<void> {
  await page.evaluate((state) => window.states.show(state), name)
  await page.locator('dialog[open] h2').first().waitFor()
  // Some views and their texts are chunks of their own.
  await expect(page.locator('.hawser-body[aria-busy="true"]:not(.hawser-explorer)')).toHaveCount(0)
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        // Rings never stop turning.
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    ),
  )
}

/** The contrast between the text colour of `selector` and the background colour of `ground`, as painted. */
function contrast(page: Page, selector: string, ground: string): Promise<number> {
  return page.evaluate(
    ([text, below]) => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      const luminance = (color: string) => {
        if (canvas === null) return 0
        canvas.fillStyle = color
        canvas.fillRect(0, 0, 1, 1)
        const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data]
          .map((value) => value / 255)
          .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      }
      const styleOf = (where: string) => getComputedStyle(document.querySelector(where) ?? document.body)
      const [light = 0, dark = 0] = [luminance(styleOf(text).color), luminance(styleOf(below).backgroundColor)].sort(
        (a, b) => b - a,
      )
      return (light + 0.05) / (dark + 0.05)
    },
    [selector, ground] as const,
  )
}

const accents = ['#ffd400', '#3396ff', '#7a2cff', '#00c2a8', '#111111', '#ffffff', '#ff2d55', '#5b8c00']

test('theming: with only the host’s accent, text on it and in it is readable in both themes', async ({ page }) => {
  await open(page, 'ios.MobileConnecting')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const accent of accents) {
      await page.evaluate((color) => document.documentElement.style.setProperty('--hawser-accent', color), accent)
      const about = `${accent}, ${colorScheme}`
      const primary = '.hawser-button[data-kind="primary"]'
      expect(await contrast(page, primary, primary), `on the accent: ${about}`).toBeGreaterThanOrEqual(4.5)
      expect(await contrast(page, '.hawser-link', '.hawser-footer'), `in it: ${about}`).toBeGreaterThanOrEqual(4.5)
      const button = '.hawser-link-button'
      expect(await contrast(page, button, button), `on the page’s button: ${about}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('a button that waits for an answer is readable in both themes', async ({ page }) => {
  await open(page, 'desktop.Handoff.digitsChecking')
  const button = '.hawser-button[aria-disabled="true"]'
  await page.locator(button).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await contrast(page, button, button), colorScheme).toBeGreaterThanOrEqual(4.5)
  }
})

test('theming: auto follows the system while the modal is open', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, 'desktop.ConnectWallet')
  const ground = () => page.locator('dialog').evaluate((dialog) => getComputedStyle(dialog).backgroundColor)
  expect(await ground()).toBe('rgb(255, 255, 255)')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ground()).toBe('rgb(21, 24, 28)')
})

test('S1: under reduced motion nothing moves; otherwise nothing takes longer than 250 ms', async ({ page }) => {
  // Records transitions as they begin, because a later query could miss them.
  await page.addInitScript(() => {
    const lengths: number[] = []
    Reflect.set(window, 'lengths', lengths)
    addEventListener('transitionrun', () => {
      for (const animation of document.getAnimations())
        if (animation instanceof CSSTransition && animation.transitionProperty !== 'stroke-dasharray')
          lengths.push(Number(animation.effect?.getComputedTiming().duration ?? 0))
    })
  })
  const opening = async () => {
    await page.goto(url)
    await page.getByRole('button', { name: 'Link a wallet' }).waitFor()
    await show(page, 'desktop.ConnectWallet')
    return page.evaluate(() => Math.max(0, ...Reflect.get(window, 'lengths')))
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const longest = await opening()
  expect(longest).toBeGreaterThan(0)
  expect(longest).toBeLessThanOrEqual(250)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await opening()).toBe(0)
})

test('S1 S2: the card changes its height in steps, and keeps no style of it afterwards', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, 'desktop.ConnectWallet')
  const heights = await page.evaluate(async () => {
    const dialog = document.querySelector('dialog')
    // Not of a control inside, whose transition also arrives here.
    const begun = new Promise<void>((resolve) =>
      dialog?.addEventListener('transitionrun', ({ target }) => {
        if (target === dialog) resolve()
      }),
    )
    window.states.show('desktop.DesktopConnecting')
    await begun
    const steps = dialog?.getAnimations().filter((animation) => animation instanceof CSSTransition) ?? []
    const found = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => {
      for (const step of steps) {
        step.pause()
        step.currentTime = part * Number(step.effect?.getComputedTiming().duration)
      }
      return dialog?.offsetHeight ?? 0
    })
    for (const step of steps) step.play()
    return found
  })
  expect(new Set(heights).size).toBeGreaterThan(3)
  const left = () =>
    page.locator('dialog').evaluate((dialog) => [dialog.style.blockSize, dialog.hasAttribute('data-resizing')])
  await expect.poll(left).toEqual(['', false])
})

test('forced colors: the code keeps its own and decodes, and every control has an edge', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' })
  await open(page, 'desktop.ConnectWallet')
  const png = await page.locator('.hawser-plate').screenshot()
  for (const [name, decode] of Object.entries(decoders)) expect(decode(png), name).toMatch(/^wc:7f7f/)
  const bare = await page.evaluate(() =>
    [...document.querySelectorAll('dialog :is(.hawser-button, .hawser-icon-button)')].filter(
      (element) => Number.parseFloat(getComputedStyle(element).borderTopWidth) === 0,
    ),
  )
  expect(bare).toHaveLength(0)
})

const screens = [
  { about: 'the narrowest phone', width: 320, height: 568 },
  { about: 'a desktop at 200 %', width: 640, height: 400 },
  { about: 'a phone on its side', width: 740, height: 360 },
] as const

// By night every view on every screen, by day every fifth view on one of them.
for (const [turn, { about, width, height }] of screens.entries()) {
  test(`${about}, ${width} × ${height}: everything is in the card or can be scrolled to`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, 'desktop.ConnectWallet')
    const names = await page.evaluate(() => window.states.names)
    const wrong: string[] = []
    const modals = names.filter((each) => /^(?:desktop|android)\.(?!Sessions|LinkedWallets|LinkHistory)/.test(each))
    for (const name of modals.filter((_, index) => isNight || index % (5 * screens.length) === turn)) {
      await show(page, name)
      const found = await page.evaluate(() => {
        const dialog = document.querySelector('dialog')
        if (dialog === null) return ['no dialog']
        const { left, right, width: across } = dialog.getBoundingClientRect()
        const found = across > innerWidth || left < 0 || right > innerWidth ? ['the card itself'] : []
        const header = dialog.querySelector('.hawser-header')
        for (const control of dialog.querySelectorAll('button, a, input, .hawser-plate')) {
          const isCode = control.classList.contains('hawser-plate')
          control.scrollIntoView({ block: isCode ? 'end' : 'center' })
          const box = control.getBoundingClientRect()
          const isOut = box.left < left - 1 || box.right > right + 1
          // The header stays above the scrolled content.
          const top = isCode ? (header?.getBoundingClientRect().bottom ?? 0) : 0
          const isCut = box.top < top - 1 || box.bottom > innerHeight + 1
          if (isOut || isCut) found.push(`${control.className} ${control.textContent?.slice(0, 20)}`)
        }
        return found
      })
      wrong.push(...found.map((what) => `${name}: ${what}`))
    }
    expect(wrong).toEqual([])
  })
}

for (const [platform, viewport] of [
  ['desktop', { width: 1280, height: 900 }] as const,
  ['ios', { width: 375, height: 812 }] as const,
  ...atNight(['android', { width: 412, height: 915 }] as const),
]) {
  test(`wallets appear in their reserved places, and nothing beside them moves: ${platform}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await open(page, `${platform}.ConnectWallet.listsLoading`)
    const places = () =>
      page.locator('dialog').evaluate((dialog) =>
        [dialog, ...dialog.querySelectorAll('.hawser-plate, .hawser-legal, ul, ul > li')].map((element) => {
          const { left, top, width, height } = element.getBoundingClientRect()
          return [left, top, width, height].map(Math.round)
        }),
      )
    const held = await places()
    await show(page, `${platform}.ConnectWallet`)
    await expect(page.getByRole('button', { name: /^MetaMask/ })).toBeVisible()
    expect(await places()).toEqual(held)
  })
}
