import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isNight } from '@hawser/test-kit/night'
import { expect, type Locator, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { test } from '../fixtures.ts'

// Resets and base styles of the page, after our styles and outside all layers: each leaves our elements the same, pixel by
// pixel.
const require = createRequire(import.meta.url)
const read = (path: string) => readFileSync(path, 'utf8')
const resets: Readonly<Record<string, string>> = {
  'no margins': '* { margin: 0; padding: 0 }',
  'Tailwind preflight': read(require.resolve('tailwindcss/preflight.css')),
  'normalize.css': read(require.resolve('normalize.css/normalize.css')),
  'Bootstrap reboot': read(require.resolve('bootstrap/dist/css/bootstrap-reboot.css')),
  'buttons unset': 'button { all: unset }',
  'content boxes': '*, *::before, *::after { box-sizing: content-box }',
  'wide drawings': 'svg { display: block; width: 100% }',
  'dialogs shown': 'dialog { display: block }',
  'a root of 62.5 %': 'html { font-size: 62.5% }',
}
/** Further styles, which themes and older sites put on elements. */
const more: Readonly<Record<string, string>> = {
  'a text of its own':
    'body { line-height: 3; letter-spacing: 3px; word-spacing: 9px; text-align: center; color: red }',
  'loud headings':
    'h1, h2, h3, h4 { font: italic 3em/2 cursive; color: red; margin: 2em 0; text-transform: uppercase }',
  'lists and tables':
    'ul, ol { list-style: square; padding-left: 40px } li { margin: 1em; line-height: 3 } dd { margin-left: 40px }',
  'buttons by type':
    '[type="button"], [type="submit"] { background: none; border: 3px solid red; border-radius: 0; padding: 0 }',
  'buttons in use':
    'button { color: red; text-transform: uppercase; min-width: 200px; width: 100%; float: left; font-size: 9px }',
  fields:
    'input, textarea { border: 5px solid red; padding: 20px; width: 50%; height: 90px; appearance: auto } label { display: inline-block }',
  texts:
    'p { margin: 0 0 2em; line-height: 2.5; max-width: 60ch } code { background: #eee; padding: 4px; font-size: 80% } strong { font-weight: 900 } a { color: red }',
  pictures: 'img, svg, video { display: block; max-width: 100%; height: auto; border: 2px solid red }',
  'a text of its own for all': '* { font-family: cursive; line-height: 2; border: 1px solid red }',
}

const parts: Readonly<Record<string, { readonly state: string; readonly part: (page: Page) => Locator }>> = {
  'the button': { state: 'closed', part: (page) => page.locator('#root > .hawser-link-button') },
  'the modal': { state: 'desktop.ConnectWallet', part: (page) => page.locator('dialog[open]') },
  'the explorer': { state: 'desktop.WalletExplorer', part: (page) => page.locator('dialog[open]') },
  'a wallet to install': { state: 'desktop.InstallWallet', part: (page) => page.locator('dialog[open]') },
  'the classic variant': { state: 'desktop.Classic.list', part: (page) => page.locator('dialog[open]') },
  'the linked wallets': { state: 'desktop.LinkedWallets', part: (page) => page.locator('.hawser-linked') },
  'the sessions': { state: 'desktop.Sessions', part: (page) => page.locator('.hawser-sessions') },
}

/**
 * Fixes the properties that always come from the page: the place of our elements, the font family of their texts, and the page
 * behind a backdrop.
 */
const page0 = `
  :root { --hawser-font: sans-serif; --hawser-backdrop: #888 }
  #root { text-align: start !important; position: absolute !important; inset: 20px auto auto 20px !important; inline-size: 800px !important }
`

// Two pictures of the same page differ in the shade of a few pixels at the edges of letters.
const shade = 48

/** The number of pixels that differ between two pictures; infinity if their sizes differ. */
function difference(one: Buffer, other: Buffer): number {
  if (one.equals(other)) return 0
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)]
  if (a.width !== b.width || a.height !== b.height) return Number.POSITIVE_INFINITY
  let count = 0
  for (let at = 0; at < a.data.length; at += 4) {
    if ([0, 1, 2].some((channel) => Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) > shade))
      count += 1
  }
  return count
}

// By day the linked wallets and the modal; by night also the other views, most of which share the modal's styles.
const byDay = /^the (?:modal|linked wallets)$/

test.describe.configure({ mode: 'parallel' })
for (const [name, { state, part }] of Object.entries(parts).filter(([each]) => isNight || byDay.test(each))) {
  test(`resets of the page change nothing of ${name}`, async ({ page, statesUrl }) => {
    await page.goto(statesUrl)
    await page.getByRole('button', { name: 'Link a wallet' }).waitFor()
    await page.addStyleTag({ content: page0 })
    await page.evaluate((each) => window.states.show(each), state)
    await part(page).waitFor()
    await page.evaluate(() => document.fonts.ready)
    // Opens the form of a row, and the question of a row.
    for (const button of [/^Rename/, /^Unlink/]) {
      const opener = part(page).getByRole('button', { name: button, expanded: false })
      if (name === 'the linked wallets') await opener.last().click()
    }
    // The form and the question are separate chunks.
    await page.waitForLoadState('networkidle')
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const shoot = () => part(page).screenshot({ animations: 'disabled', caret: 'hide' })
    await expect.poll(async () => difference(await shoot(), await shoot())).toBe(0)
    const plain = await shoot()
    const changed: string[] = []
    for (const [reset, css] of Object.entries(isNight ? { ...resets, ...more } : resets)) {
      const tag = await page.addStyleTag({ content: css })
      const shot = await shoot()
      const pixels = difference(plain, shot)
      if (pixels > 0) {
        changed.push(`${reset}: ${pixels}`)
        await test.info().attach(`${reset}.png`, { body: shot, contentType: 'image/png' })
      }
      await tag.evaluate((element) => element.parentNode?.removeChild(element))
    }
    expect(difference(plain, await shoot())).toBe(0)
    expect(changed).toEqual([])
  })
}
