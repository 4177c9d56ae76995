import { isNight } from '@hawser/test-kit/night'
import { expect, type Page } from '@playwright/test'
import { locales } from '../../../packages/react/src/messages/matchLocale.ts'
import { test } from '../fixtures.ts'

// The texts in the modal: none is cut off at the smallest width, right to left mirrors the layout, and texts load when and how
// we promise.
let url: string

test.use({ viewport: { width: 360, height: 780 }, locale: 'en-US' })

test.describe.configure({ mode: 'parallel' })
test.beforeAll(({ statesUrl }) => {
  url = statesUrl
})

/** The page's handle, as test/browser/pages/states/states.tsx leaves it on the window. */
declare global {
  interface Window {
    readonly states: {
      readonly names: readonly string[]
      readonly show: (name: string) => void
      readonly speak: (name: string) => void
    }
  }
}

/** Opens the page with the modal in one language, with everything fetched; returns the names of its states. */
async function open(page: Page, language: string): Promise<readonly string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(url)
  await page.getByRole('button', { name: 'Link a wallet' }).waitFor()
  await speak(page, language)
  return page.evaluate(() => window.states.names)
}

/** Switches the page to another language, and waits until all of its texts are fetched. */
async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate((name) => window.states.speak(name), language)
  const tag = language === 'pseudo-rtl' ? 'ar-XB' : language === 'pseudo-ltr' ? 'en-XA' : language
  for (const [state, list] of [
    ['desktop.Sessions', '.hawser-sessions'],
    ['desktop.LinkedWallets', '.hawser-linked'],
  ] as const) {
    await page.evaluate((name) => window.states.show(name), state)
    await expect(page.locator(list)).toHaveAttribute('lang', new RegExp(`^${tag}`))
  }
  // The explorer is the last to be fetched.
  await page.evaluate(() => window.states.show('desktop.WalletExplorer'))
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expect(page.locator('dialog')).toHaveAttribute('lang', new RegExp(`^${tag}`))
}

/** Texts that are cut off or run out of their box in these states: the state, the text and the element that is too small. */
function misfits(page: Page, names: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(async (all) => {
    const found: string[] = []
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const isInline = (element: Element) => /^(?:inline|contents)$/.test(getComputedStyle(element).display)
    const nameOf = (element: Element) => `${element.tagName.toLowerCase()}.${element.className}`

    const check = (state: string, node: Text, dialog: Element) => {
      const text = node.data.trim()
      const own = node.parentElement
      if (
        text === '' ||
        own === null ||
        own.closest('.hawser-hidden, .hawser-sessions-hidden, .hawser-linked-hidden, [aria-hidden="true"], svg') !==
          null
      )
        return
      const range = document.createRange()
      range.selectNodeContents(node)
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 0)
      if (rects.length === 0) return
      const left = Math.min(...rects.map((rect) => rect.left))
      const right = Math.max(...rects.map((rect) => rect.right))
      const bottom = Math.max(...rects.map((rect) => rect.bottom))
      // A text that may be shortened shows in full to a visitor who points at it.
      const isNamed = own.closest('[title]')?.getAttribute('title')?.includes(text.replace(/\.\.$/, '')) === true
      let box: Element | null = own
      while (box !== null && isInline(box)) box = box.parentElement
      let isFirst = true
      for (; box !== null; box = box === dialog ? null : box.parentElement) {
        const style = getComputedStyle(box)
        const edge = box.getBoundingClientRect()
        const isTooWide = left < edge.left - 1 || right > edge.right + 1
        // A text below a box that can be scrolled is harmless.
        const isTooHigh = /hidden|clip/.test(style.overflowY) && bottom > edge.bottom + 1 && box !== dialog
        const cuts = style.overflowX !== 'visible' || isFirst || box === dialog
        isFirst = false
        if (!((isTooWide && cuts) || isTooHigh)) {
          // The visitor can scroll to a text below the edge of a box that scrolls, so the boxes around it do not matter.
          if (/auto|scroll/.test(style.overflowY) && box.scrollHeight > box.clientHeight) break
          continue
        }
        const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
        if (!(isShortened && isNamed)) found.push(`${state}: "${text}" in ${nameOf(box)}`)
        // One report is enough: the nearest box that cuts off the text decides.
        break
      }
    }

    for (const state of all) {
      window.states.show(state)
      await frame()
      await frame()
      // Some views and their texts are chunks of their own.
      const isComing = () => document.querySelector('.hawser-body[aria-busy="true"]:not(.hawser-explorer)') !== null
      for (let frames = 0; isComing(); frames += 1) {
        if (frames > 600) throw new Error(`${state} does not come`)
        await frame()
      }
      await frame()
      const dialog = document.querySelector('dialog[open], .hawser-sessions, .hawser-linked')
      if (dialog === null) throw new Error(`${state} shows nothing`)
      if (dialog.scrollWidth > dialog.clientWidth + 1) found.push(`${state}: the dialog itself`)
      const texts = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) if (texts.currentNode instanceof Text) check(state, texts.currentNode, dialog)
    }
    return [...new Set(found)]
  }, names)
}

/** Switches to the classic variant, with its code and texts fetched; returns the names of its states. */
async function openClassic(page: Page, names: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(() => window.states.show('desktop.Classic.list'))
  await expect(page.locator('dialog[data-variant="classic"]').getByRole('searchbox')).toBeVisible()
  return names.filter((name) => name.includes('.Classic'))
}

for (const direction of isNight ? (['ltr', 'rtl'] as const) : (['rtl'] as const)) {
  test(`C12: a language 40 % longer than English is cut off nowhere: ${direction}, 360 px`, async ({ page }) => {
    const names = await open(page, `pseudo-${direction}`)
    const standard = names.filter((name) => !name.includes('.Classic'))
    expect(standard.length).toBeGreaterThan(100)
    // By day every tenth state, because most states differ from their neighbours in one word.
    const some = (of: readonly string[]) => of.filter((_, index) => isNight || index % 10 === 0)
    expect(await misfits(page, some(standard))).toEqual([])
    const classic = await openClassic(page, names)
    expect(classic.length).toBeGreaterThan(20)
    expect(await misfits(page, some(classic))).toEqual([])
  })
}

// By night every view in every language. By day every fourth view in one of four languages.
const ofDay = locales.filter((locale) => /^(?:de|ja|fa|hi)/.test(locale))
for (const languages of isNight ? locales.map((locale) => [locale]) : [ofDay]) {
  test(`C12: ${languages.join(', ')} ${languages.length === 1 ? 'is' : 'are'} cut off nowhere at 360 px`, async ({
    page,
  }) => {
    const names = await open(page, languages[0] ?? 'en')
    const standard = names.filter((name) =>
      /^(?:desktop\.|(?:android|ios)\.(?:Connect|Mobile|WalletBrowser))(?!Classic)/.test(name),
    )
    expect(standard.length).toBeGreaterThan(40)
    for (const [turn, language] of languages.entries()) {
      const isMine = (_: string, index: number) => index % (isNight ? 1 : 4 * languages.length) === turn
      if (turn > 0) await speak(page, language)
      expect(await misfits(page, standard.filter(isMine))).toEqual([])
      expect(await misfits(page, (await openClassic(page, names)).filter(isMine))).toEqual([])
    }
  })
}

test('C12: in Persian a Latin name begins at its picture, and a long one is shortened at its end', async ({ page }) => {
  await open(page, 'fa')
  await page.evaluate(() => window.states.show('android.ConnectWallet'))
  const name = page.locator('bdi.hawser-list-name').first()
  await expect(name).toBeVisible()
  /** How far the name is from the picture at its right, and whether the name's first letter is in its box. */
  const place = (text: string) =>
    name.evaluate((element, given) => {
      element.textContent = given
      const range = document.createRange()
      const rectOf = (end: number) => {
        range.setStart(element.firstChild ?? element, 0)
        range.setEnd(element.firstChild ?? element, end)
        return range.getBoundingClientRect()
      }
      const picture = element.closest('button')?.querySelector('.hawser-image')
      const box = element.getBoundingClientRect()
      return {
        gap: Math.round((picture?.getBoundingClientRect().left ?? 0) - box.right),
        isAtPicture: Math.abs(rectOf(given.length).right - box.right) < 2,
        hasBeginning: rectOf(1).left >= box.left - 1,
      }
    }, text)
  expect(await place('Rabby')).toEqual({ gap: 12, isAtPicture: true, hasBeginning: true })
  expect(await place('Harbour and Breakwater Wallet for Everybody at Sea')).toMatchObject({
    gap: 12,
    hasBeginning: true,
  })
  expect(await place('کیف پول')).toMatchObject({ gap: 12, isAtPicture: true })
})

/** The chunks of texts the page has asked for. */
function textsAskedFor(page: Page): readonly string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const name = /\/(loadMessages|[a-z]{2})-[\w-]{8}\.js$/.exec(request.url())?.[1]
    if (name !== undefined) asked.push(name)
  })
  return asked
}

test('C12: English needs no request for texts', async ({ page }) => {
  const asked = textsAskedFor(page)
  await page.goto(`${url}?lang=en-GB`)
  await page.getByRole('button', { name: 'Link a wallet' }).waitFor()
  await page.evaluate(() => window.states.show('desktop.WalletExplorer'))
  await expect(page.getByRole('searchbox')).toBeVisible()
  expect(asked).toEqual([])
})

test('C12: fetches one chunk of texts on idle, and the button has it before any click', async ({ page }) => {
  const asked = textsAskedFor(page)
  await page.goto(`${url}?lang=fa-IR`)
  await expect(page.getByRole('button', { name: 'اتصال کیف پول به حساب' })).toBeVisible()
  expect(asked).toEqual(['loadMessages', 'fa'])
})

test('C12: right to left: mirrors direction, arrows and digits, and keeps the rest', async ({ page }) => {
  const sideOf = (name: string) => page.getByRole('button', { name }).boundingBox()
  const arrow = () => page.locator('[data-icon="back"]').evaluate((icon) => getComputedStyle(icon).transform)

  await open(page, 'he')
  const dialog = page.locator('dialog')
  await expect(dialog).toHaveAttribute('dir', 'rtl')
  await expect(async () => {
    const [back, close] = [await sideOf('חזרה'), await sideOf('סגירה')]
    expect(back?.x).toBeGreaterThan(close?.x ?? Number.POSITIVE_INFINITY)
  }).toPass()
  expect(await arrow()).toBe('matrix(-1, 0, 0, 1, 0, 0)')

  await page.evaluate(() => window.states.speak('fa'))
  await page.evaluate(() => window.states.show('desktop.ConnectWallet'))
  await expect(dialog.getByText('۴:۲۸', { exact: false }).first()).toBeVisible()
  // A wallet's name is isolated: it neither takes nor gives direction.
  await expect(dialog.locator('bdi', { hasText: 'Rainbow' })).toBeVisible()
  await page.evaluate(() => window.states.show('desktop.InstallWallet'))
  await expect(dialog.getByRole('heading')).toHaveCSS('unicode-bidi', 'plaintext')

  await page.evaluate(() => window.states.speak('de'))
  await page.evaluate(() => window.states.show('desktop.WalletExplorer'))
  await expect(dialog).toHaveAttribute('dir', 'ltr')
  // The previous screen can still be leaving, and its button then has no box.
  await expect(async () => {
    expect((await sideOf('Zurück'))?.x).toBeLessThan((await sideOf('Schließen'))?.x ?? 0)
    expect(await arrow()).toBe('none')
  }).toPass()
})

// By day the texts of one language fail; at night also the code that loads them.
for (const part of isNight ? ['loadMessages', 'it'] : ['it']) {
  test(`C12: texts that fail to load (${part}) are English, and load at the next open`, async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    let isBroken = true
    await page.route(new RegExp(`/${part}-[\\w-]{8}\\.js$`), (route) => (isBroken ? route.abort() : route.continue()))
    const refused = page.waitForEvent('requestfailed')
    await page.goto(`${url}?lang=it`)
    await refused
    await page.evaluate(() => window.states.show('desktop.ConnectWallet'))
    await expect(page.getByRole('heading', { name: 'Connect your wallet' })).toBeVisible()
    await page.evaluate(() => window.states.show('closed'))
    await expect(page.getByRole('dialog')).toBeHidden()

    isBroken = false
    await page.evaluate(() => window.states.show('desktop.ConnectWallet'))
    await expect(page.getByRole('heading', { name: 'Connetti il tuo wallet' })).toBeVisible()
    await expect(page.locator('dialog')).toHaveAttribute('lang', 'it')
    expect(errors).toEqual([])
  })
}
