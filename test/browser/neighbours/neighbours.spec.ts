import { isNight } from '@hawser/test-kit/night'
import { expect, type Page } from '@playwright/test'
import { serveFolder } from '../../../bench/modal/serveFolder.ts'
import { test } from '../fixtures.ts'
import { builtPages } from '../pages/builtPages.ts'

// Dialogs of other libraries together with ours, with the library in the page itself. The other dialog opens before ours or
// after it.
const libraries = ['radix', 'headlessui', 'mui', 'chakra', 'vaul', 'reactAria', 'native'] as const
const all = (['react', 'modal'] as const).flatMap((ours) => libraries.map((library) => ({ ours, library })))
// By day four of the libraries run, and the best known in both orders and with both packages.
const beneath = all.filter(
  ({ ours, library }) => isNight || (ours === 'react' ? /^(radix|reactAria)$/.test(library) : library === 'radix'),
)
// Dialogs that are in the page while they are closed, hidden by `visibility` or by `opacity`.
const kept = (['muiKept', 'faded'] as const).map((library) => ({ ours: 'react', library }) as const)
const above = [
  ...all.filter(({ ours, library }) => isNight || (ours === 'react' && /^(radix|vaul|native)$/.test(library))),
  ...kept,
]

let url = ''
let stop = () => {}
test.describe.configure({ mode: 'parallel' })
test.beforeAll(async () => {
  const served = await serveFolder(builtPages.neighbours)
  url = `http://127.0.0.1:${served.port}/`
  stop = served.stop
})
test.afterAll(() => stop())

/** Opens the page and waits until it is idle, when our closed dialog is in it. */
async function visit(page: Page, library: string, ours: string, more = ''): Promise<void> {
  await page.goto(`${url}?neighbour=${library}&ours=${ours}${more}`)
  await expect(page.locator('dialog.hawser-modal')).toBeAttached()
}

const theirsOf = (page: Page) => page.getByRole('dialog', { name: 'Theirs' })
/** Not the dialog itself, because the Headless UI dialog has no size of its own. */
const fieldOf = (page: Page) => theirsOf(page).getByLabel('Their field')
/** Unlike Playwright's own look, an element with an opacity of 0 is not visible. */
const isFieldSeen = (page: Page) =>
  page
    .getByLabel('Their field')
    .evaluateAll((fields) =>
      fields.some((field) => field.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })),
    )
const oursOf = (page: Page) => page.getByRole('dialog', { name: 'Link a wallet' })

/** The names of the dialogs in the accessibility tree of the browser. */
async function dialogsInTree(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ ignored, role }) => !ignored && /^(alert)?dialog$/.test(role?.value))
    .map(({ name }) => name?.value)
}

for (const { ours, library } of beneath) {
  test(`F05a F05b ${ours}: ours over the dialog of ${library}`, async ({ page }) => {
    await visit(page, library, ours)
    await page.getByRole('button', { name: 'Open theirs' }).click()
    const opener = theirsOf(page).getByRole('button', { name: 'Link a wallet' })
    await opener.click()
    await expect(oursOf(page)).toBeVisible()
    await expect.poll(() => dialogsInTree(page)).toContain('Link a wallet')

    // Clicks, typing and Tab in our dialog do not close theirs, and the focus stays in ours.
    const viewAll = oursOf(page).getByRole('button', { name: /View All/ })
    await viewAll.click()
    const search = oursOf(page).getByRole('searchbox')
    await search.click()
    await page.keyboard.type('wallet')
    await expect(search).toHaveValue('wallet')
    // A search whose code is still being fetched would take the tile that Tab reaches, and return the focus to the box.
    await expect(oursOf(page).getByRole('button', { name: 'MetaMask' })).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(oursOf(page).locator(':focus')).toHaveCount(1)
    await expect(search).not.toBeFocused()
    await expect(page.getByLabel('Their field')).toBeAttached()

    await page.keyboard.press('Escape')
    await expect(page.locator('dialog.hawser-modal')).not.toHaveAttribute('open')
    await expect(fieldOf(page)).toBeVisible()
    await expect(opener).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(fieldOf(page)).toBeHidden()
  })
}

for (const { ours, library } of above) {
  test(`F05a F05b ${ours}: the dialog of ${library} over ours`, async ({ page }) => {
    await visit(page, library, ours)
    const opener = page.getByRole('button', { name: 'Link a wallet' }).first()
    await opener.click()
    await expect(oursOf(page)).toBeVisible()
    await expect(page.locator('dialog.hawser-modal:modal')).toHaveCount(1)
    await page.evaluate(() => Reflect.get(window, 'openTheirs')())
    await expect.poll(() => isFieldSeen(page)).toBe(true)
    await expect(
      theirsOf(page)
        .locator(':focus')
        .or(theirsOf(page).and(page.locator(':focus'))),
    ).toHaveCount(1)
    await expect.poll(() => dialogsInTree(page)).toContain('Theirs')
    const field = fieldOf(page)
    await field.click()
    await page.keyboard.type('typed')
    await expect(field).toHaveValue('typed')

    await page.keyboard.press('Escape')
    await expect.poll(() => isFieldSeen(page)).toBe(false)
    await expect(oursOf(page)).toBeVisible()
    await expect(page.locator('dialog.hawser-modal:modal')).toHaveCount(1)
    await expect.poll(() => dialogsInTree(page)).toContain('Link a wallet')
    await expect(oursOf(page).locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog.hawser-modal')).not.toHaveAttribute('open')
    await expect(opener).toBeFocused()
  })
}

// The code that keeps dialogs apart loads after ours has opened: on a slow network, theirs can open before that code runs.
for (const { ours, library } of all.filter((each) => isNight || (each.ours === 'react' && each.library === 'radix'))) {
  test(`F05a F05b ${ours}: the dialog of ${library} over ours, opened before all our code is there`, async ({
    page,
  }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let isHeld = false
    await page.route(/\/Surroundings-[^/]*\.js$/, async (route) => {
      isHeld = true
      await released
      await route.continue()
    })
    await visit(page, library, ours)
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    await expect(oursOf(page)).toBeVisible()
    await expect.poll(() => dialogsInTree(page)).toContain('Link a wallet')
    await expect.poll(() => isHeld).toBe(true)
    await page.evaluate(() => Reflect.get(window, 'openTheirs')())
    await expect(fieldOf(page)).toBeAttached()
    release()
    await fieldOf(page).click()
    await page.keyboard.type('typed')
    await expect(fieldOf(page)).toHaveValue('typed')
    await page.keyboard.press('Escape')
    await expect(fieldOf(page)).toBeHidden()
    await expect(oursOf(page)).toBeVisible()
    await expect(oursOf(page).locator(':focus')).toHaveCount(1)
  })
}

// React events bubble through the component tree, whose order differs from that of the page.
for (const library of libraries.filter((each) => isNight || each === 'radix')) {
  test(`F05a F05b react: LinkerProvider within the dialog of ${library}`, async ({ page }) => {
    await page.goto(`${url}?neighbour=${library}&inside`)
    await page.getByRole('button', { name: 'Open theirs' }).click()
    const opener = theirsOf(page).getByRole('button', { name: 'Link a wallet' })
    await opener.click()
    await oursOf(page)
      .getByRole('button', { name: /View All/ })
      .click()
    await oursOf(page).getByRole('searchbox').fill('wallet')
    expect(await dialogsInTree(page)).toContain('Link a wallet')
    await oursOf(page).getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog.hawser-modal')).not.toHaveAttribute('open')
    await expect(fieldOf(page)).toBeVisible()
    await expect(opener).toBeFocused()
  })
}

for (const { ours, library } of all.filter((each) => isNight || (each.library === 'vaul' && each.ours === 'react'))) {
  test(`F06a ${ours}: wheel and swipe scroll our list over the dialog of ${library}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await visit(page, library, ours)
    await page.getByRole('button', { name: 'Open theirs' }).click()
    await theirsOf(page).getByRole('button', { name: 'Link a wallet' }).click()
    await oursOf(page)
      .getByRole('button', { name: /View All/ })
      .click()
    const rows = oursOf(page).locator('.hawser-rows')
    await expect(rows.getByRole('button').first()).toBeVisible()
    const box = await rows.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 100)
    for (let step = 0; step < 4; step++) await page.mouse.wheel(0, 120)
    const scrolled = () => rows.evaluate((element) => element.scrollTop)
    await expect.poll(scrolled).toBeGreaterThan(0)
    // A swipe scrolls unless a listener prevents it.
    const isPrevented = await rows.evaluate((element) => {
      const target = element.querySelector('button') ?? element
      const swipe = (type: string, clientY: number) => {
        const touches = [new Touch({ identifier: 1, target, clientX: 100, clientY })]
        const event = new TouchEvent(type, { bubbles: true, cancelable: true, touches, changedTouches: touches })
        target.dispatchEvent(event)
        return event.defaultPrevented
      }
      return [swipe('touchstart', 300), swipe('touchmove', 290), swipe('touchmove', 200)].includes(true)
    })
    expect(isPrevented).toBe(false)
  })
}
