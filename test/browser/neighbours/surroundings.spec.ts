import { isNight } from '@hawser/test-kit/night'
import { expect, type Page } from '@playwright/test'
import { serveFolder } from '../../../bench/modal/serveFolder.ts'
import { test } from '../fixtures.ts'
import { builtPages } from '../pages/builtPages.ts'

// Faults around the modal: things that the page and the browser do, change, or lack.
let url = ''
let stop = () => {}
test.describe.configure({ mode: 'parallel' })
test.beforeAll(async () => {
  const served = await serveFolder(builtPages.neighbours)
  url = `http://127.0.0.1:${served.port}/`
  stop = served.stop
})
test.afterAll(() => stop())

const modalOf = (page: Page) => page.locator('dialog.hawser-modal')
const buttonOf = (page: Page) => page.getByRole('button', { name: 'Link a wallet' })

async function open(page: Page, ours: string, query = ''): Promise<void> {
  await page.goto(`${url}?ours=${ours}${query}`)
  await buttonOf(page).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeVisible()
}

/** Both packages at night. By day each test has one of them, in turn, except the test whose outcome differs. */
const makes = (byDay: 'react' | 'modal') => (isNight ? (['react', 'modal'] as const) : [byDay])

for (const ours of makes('modal')) {
  test(`F11a ${ours}: theme, system and language are followed at once, closed and open`, async ({ page }) => {
    await page.goto(`${url}?ours=${ours}`)
    await expect(modalOf(page)).toHaveAttribute('data-theme', 'auto')
    const set = (themeMode: string) =>
      page.evaluate((mode) => Reflect.get(window, 'setTheme')({ themeMode: mode }), themeMode)
    await set('dark')
    await expect(modalOf(page)).toHaveAttribute('data-theme', 'dark')
    await buttonOf(page).click()
    const ground = () => modalOf(page).evaluate((dialog) => getComputedStyle(dialog).backgroundColor)
    expect(await ground()).toBe('rgb(21, 24, 28)')
    await set('light')
    expect(await ground()).toBe('rgb(255, 255, 255)')
    await set('auto')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await ground()).toBe('rgb(21, 24, 28)')
    await page.evaluate(() => {
      document.documentElement.lang = 'ar'
    })
    await expect(modalOf(page)).toHaveAttribute('dir', 'rtl')
    await page.keyboard.press('Escape')
    await page.evaluate(() => {
      document.documentElement.lang = 'en-GB'
    })
    await expect(modalOf(page)).toHaveAttribute('dir', 'ltr')
  })
}

for (const ours of makes('react')) {
  test(`F10a ${ours}: without a clipboard the older command copies the link`, async ({ page, context }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await open(page, ours)
    await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
    await context.grantPermissions(['clipboard-read'])
    const other = await context.newPage()
    await other.goto(url)
    expect(await other.evaluate(() => navigator.clipboard.readText())).toMatch(/^wc:(ab){32}@2\?/)
  })
}

for (const ours of makes('modal')) {
  test(`F10a ${ours}: if copying fails, the link is shown and selected`, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new DOMException('Denied.', 'NotAllowedError')) },
      })
      document.execCommand = () => false
    })
    await open(page, ours)
    await page.getByRole('dialog').getByRole('button', { name: 'Copy link' }).click()
    const field = page.getByLabel('Copy this link yourself:')
    await expect(field).toBeFocused()
    expect(await field.evaluate(() => String(getSelection()))).toMatch(/^wc:(ab){32}@2\?/)
    // The field goes away with the modal.
    await page.keyboard.press('Escape')
    await buttonOf(page).click()
    await expect(page.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeVisible()
    await expect(field).toHaveCount(0)
  })
}

for (const ours of ['react', 'modal'] as const) {
  test(`${ours}: an error in the modal ends in a code, and the page keeps running`, async ({ page }) => {
    const errors: unknown[] = []
    page.on('pageerror', (error) => errors.push(Reflect.get(error, 'name')))
    await page.goto(`${url}?ours=${ours}&messages=${encodeURIComponent('{"codeName":7}')}`)
    await buttonOf(page).click()
    await expect.poll(() => errors).toContain('ViewFailedError')
    await expect(
      ours === 'react' ? page.getByRole('alert') : page.getByText('rejected: modal_unavailable'),
    ).toBeVisible()
    await expect(page.locator('dialog.hawser-modal[open]')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Open theirs' })).toBeVisible()
  })
}

for (const ours of makes('react')) {
  test(`${ours}: without showModal it covers the page, and Escape closes it`, async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal'))
    await open(page, ours)
    const onTop = await page.evaluate(
      () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog') !== null,
    )
    expect(onTop).toBe(true)
    // The chunk that listens for the key can arrive after the dialog has opened.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(modalOf(page)).not.toHaveAttribute('open', { timeout: 500 })
    }).toPass()
    await expect(buttonOf(page)).toBeFocused()
  })
}

test('reports a missing stylesheet once, in one sentence', async ({ page }) => {
  const told: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') told.push(message.text())
  })
  await page.route('**/*.css', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
  await page.goto(url)
  await expect(modalOf(page)).toBeAttached()
  for (let time = 0; time < 2; time++) {
    await buttonOf(page).click()
    await expect(modalOf(page)).toHaveAttribute('open', '')
    await page.keyboard.press('Escape')
    await expect(modalOf(page)).not.toHaveAttribute('open')
  }
  expect(told.filter((text) => text.includes('stylesheet'))).toEqual([
    'Hawser: the stylesheet of the modal is missing. Import "@hawser/react/styles.css" (or "@hawser/modal/styles.css") once in your page.',
  ])
})
