import { isNight } from '@hawser/test-kit/night'
import { type Browser, expect, type Page } from '@playwright/test'
import { languages } from '../../../apps/handoff/src/languages.ts'
import { test } from '../fixtures.ts'
import { axeProblems } from './axe.ts'
import { handoffStates, serveHandoffPage } from './handoffStates.ts'

// The page that a phone opens, in each of its states: the findings of axe, the sizes of its elements, and the place of the
// focus.

let served: Awaited<ReturnType<typeof serveHandoffPage>>
test.beforeAll(async () => {
  served = await serveHandoffPage()
})
test.afterAll(() => served.stop())

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

function openPhone(browser: Browser, colorScheme: 'light' | 'dark', width: number) {
  return browser.newContext({
    viewport: { width, height: 844 },
    colorScheme,
    userAgent: iPhone,
    locale: 'en',
    hasTouch: true,
    isMobile: true,
  })
}

/** Targets that are too small, and elements beyond the sides of the page. */
function measure(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, p, li, button, a, select, summary, output, span)')].flatMap(
      (element) => {
        if (element.classList.contains('hidden') || !element.checkVisibility()) return []
        const { left, right, width, height } = element.getBoundingClientRect()
        const about = `${element.tagName} ${element.className} "${element.textContent?.slice(0, 30)}"`
        const isOut = left < 0 || right > innerWidth || element.scrollWidth > element.clientWidth + 1
        const isSmall = element.matches('button, a, select, summary') && Math.min(width, height) < 40
        return [...(isOut ? [`stands out: ${about}`] : []), ...(isSmall ? [`small: ${about}`] : [])]
      },
    ),
  )
}

const twoLanguages = ['en', 'fa']

/** By night every language, or two on the narrower screen. By day one of two languages, in turn. */
function languagesOf(width: number, turn: number): readonly string[] {
  if (!isNight) return twoLanguages.slice(turn % 2, (turn % 2) + 1)
  return width === 390 ? ['en', ...Object.keys(languages).filter((each) => each !== 'en')] : twoLanguages
}

for (const [colorScheme, width] of isNight
  ? ([
      ['light', 390],
      ['dark', 320],
    ] as const)
  : ([['dark', 390]] as const)) {
  test(`no state of the page has an axe violation: ${colorScheme}, ${width} px`, async ({ browser }) => {
    test.setTimeout(isNight ? 1_800_000 : 180_000)
    const context = await openPhone(browser, colorScheme, width)
    const problems: string[] = []
    // By day every fifth state.
    const names = Object.keys(handoffStates).filter((_, index) => isNight || index % 5 === 0)
    for (const [turn, name] of names.entries()) {
      const page = await served.open(context, name)
      page.on('pageerror', (error) => problems.push(`${name}: ${error.message}`))
      for (const language of languagesOf(width, turn)) {
        if (language !== 'en') {
          await page.getByRole('combobox').selectOption(language)
          await expect(page.locator('html')).toHaveAttribute('lang', language)
        }
        const found = [...(await axeProblems(page)), ...(await measure(page))]
        problems.push(...found.map((each) => `${name}, ${language}: ${each}`))
      }
      await page.close()
    }
    expect(problems).toEqual([])
  })
}

test('the page uses the browser’s language, and the chosen one after a reload too', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'fa-IR', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.close()
  const digits = await served.open(context, 'digits')
  await expect(digits).toHaveTitle('اتصال کیف پول به حساب')
  await expect(digits.locator('html')).toHaveAttribute('dir', 'rtl')
  // The digits keep their order.
  await expect(digits.locator('output')).toHaveText('402 917')
  await expect(digits.locator('output')).toHaveCSS('direction', 'ltr')

  const choice = digits.getByRole('combobox')
  await expect(choice).toHaveAccessibleName('زبان')
  await choice.focus()
  await choice.selectOption('de')
  await expect(digits).toHaveTitle('Wallet verknüpfen')
  await expect(digits.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(choice).toHaveAccessibleName('Sprache')
  await expect(choice).toBeFocused()
  await digits.reload()
  await expect(digits).toHaveTitle('Wallet verknüpfen')

  // If the texts fail to load, the page keeps its language.
  await digits.route('**/texts/*', (route) => route.abort())
  await choice.selectOption('ja')
  await expect(choice).toHaveValue('de')
  await expect(digits).toHaveTitle('Wallet verknüpfen')
})
