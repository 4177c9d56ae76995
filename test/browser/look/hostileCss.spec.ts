import { isNight } from '@hawser/test-kit/night'
import { expect, type Page } from '@playwright/test'
import { decoders } from '../code/decode.ts'
import { test } from '../fixtures.ts'
import { callLinker, type Proof, shownUri } from '../processes/startProof.ts'

// A page whose styles hide, move, colour and turn everything: the code can still be read and the modal closed.
let proof: Proof
test.describe.configure({ mode: 'parallel' })
test.beforeAll(({ proof: shared }) => {
  proof = shared
})

const sheets: Readonly<Record<string, string>> = {
  'hides everything': `*, *::before, *::after { display: none !important; visibility: hidden !important; opacity: 0 !important }`,
  'hides the page only': `html, body { display: none !important; visibility: hidden !important; content-visibility: hidden !important; opacity: 0 !important }`,
  'paints every drawing': `svg path, path, rect, svg, svg * { fill: red !important; stroke: red !important; stroke-width: 9 !important; fill-opacity: 0 !important; stroke-opacity: 0 !important; stroke-dasharray: 1 9 !important; color: red !important }`,
  'turns everything': `* { transform: rotate(13deg) scale(0.4) !important; rotate: 9deg !important; scale: 0.3 !important; translate: 200px 900px !important; perspective: 9px !important } body * { zoom: 0.2 !important }`,
  'filters everything': `* { filter: invert(1) blur(6px) !important; backdrop-filter: invert(1) !important; mix-blend-mode: difference !important; mask-image: linear-gradient(transparent, transparent) !important; clip-path: circle(1px) !important; clip: rect(0, 0, 0, 0) !important }`,
  'rules over dialogs': `dialog, dialog[open], [role="dialog"] { display: none !important; position: static !important; inline-size: 10px !important; block-size: 1px !important; inset: -9999px !important; z-index: -1 !important; background: black !important; pointer-events: none !important } dialog::backdrop { background: black !important; z-index: 9999 !important }`,
  inherits: `html, body, * { writing-mode: vertical-rl; direction: rtl; letter-spacing: 2em; word-spacing: 3em; text-transform: uppercase; text-indent: 99px; text-shadow: 0 0 9px red; font: italic 60px/5 cursive; pointer-events: none; user-select: none; cursor: none; visibility: hidden; white-space: pre }`,
  'inherits, importantly': `html, body, * { writing-mode: vertical-rl !important; direction: rtl !important; unicode-bidi: bidi-override !important; letter-spacing: 2em !important; text-transform: uppercase !important; text-indent: 99px !important; font: italic 60px/5 cursive !important; pointer-events: none !important; visibility: collapse !important }`,
  'sizes and places': `* { position: absolute !important; inset: -9999px !important; inline-size: 1px !important; block-size: 1px !important; max-block-size: 0 !important; min-inline-size: 0 !important; margin: -999px !important; padding: 99px !important; float: right !important; columns: 3 !important; contain: strict !important; content-visibility: hidden !important; overflow: hidden !important; font-size: 0 !important; aspect-ratio: 9 !important; flex: 0 0 0 !important }`,
  'animations and transitions': `@keyframes evil { to { opacity: 0; transform: scale(0); fill: red; stroke: red } } * { animation: evil 1ms forwards infinite !important; transition: all 100s !important }`,
  'layers after ours': `@layer evil { * { display: none !important; fill: red !important } } @layer evil.inner { .hawser-modal, .hawser-modal * { opacity: 0 !important } }`,
  'names of ours': `.hawser-modal, .hawser-modal[open], .hawser-plate, .hawser-qr, .hawser-qr-code, .hawser-qr-modules { display: none !important; stroke: none !important; opacity: 0 !important } :root { --h-target: 0; --h-icon: 0 }`,
  'a reset in a layer before ours': `@layer reset { *:where(:not(html, iframe, canvas, img, svg, video, audio, svg *)) { all: unset; display: revert } svg { display: block; inline-size: 0; fill: currentcolor } }`,
}

async function openUnder(page: Page, css: string, place: 'before' | 'after'): Promise<void> {
  await page.route('**/page.css', (route) => route.fulfill({ contentType: 'text/css', body: css }))
  await page.goto(`${proof.hostUrl}/?css=${place}`)
  // The button belongs to the page, whose styles can hide it.
  await page.waitForFunction(() => Reflect.has(window, 'linker'))
  await callLinker(page, 'open')
  await page.waitForFunction(() => document.querySelector('dialog[open] [data-relay="acknowledged"] svg') !== null)
}

/** Captures the screen itself, because Playwright's own screenshots miss it when the page grows to the left. */
async function takePicture(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: false })
  return Buffer.from(data, 'base64')
}

async function expectReadable(page: Page): Promise<void> {
  const dialog = page.locator('dialog')
  await page.waitForFunction(() => {
    const box = document.querySelector('dialog')?.getBoundingClientRect()
    return box !== undefined && box.width > 100
  })
  const uri = await shownUri(page)
  const box = await dialog.locator('.hawser-plate').boundingBox()
  expect(box?.width).toBeGreaterThan(240)
  const png = await takePicture(page)
  for (const [name, decode] of Object.entries(decoders)) expect(decode(png), name).toBe(uri)
}

async function expectCloses(page: Page): Promise<void> {
  const dialog = page.locator('dialog')
  const close = await dialog.locator('[data-action="close"]').boundingBox()
  expect(close?.width).toBeGreaterThanOrEqual(24)
  if (close !== null) await page.mouse.click(close.x + close.width / 2, close.y + close.height / 2)
  await expect(dialog).not.toHaveAttribute('open')
}

// By day each test joins six sheets, each of which acts on what the others leave alone. At night each test has one sheet.
const names = Object.keys(sheets).filter((name) => !name.includes('before'))
const size = isNight ? 1 : 6
const together = Array.from({ length: Math.ceil(names.length / size) }, (_, index) =>
  names.slice(index * size, (index + 1) * size),
)

for (const group of [...together, ['a reset in a layer before ours']]) {
  test(`T-19: ${group.join(', ')}: the code decodes, it closes`, async ({ page }) => {
    const css = group.map((name) => sheets[name]).join('\n')
    // Sometimes a decoder misses a code at every distance, so a retry shows another code. A sheet that hides the code hides
    // that one too.
    await expect(async () => {
      await openUnder(page, css, group.join().includes('before') ? 'before' : 'after')
      await expectReadable(page)
    }).toPass({ timeout: 60_000 })
    await expectCloses(page)
  })
}

if (isNight) {
  test('T-19: the test notices a style that hides', async ({ page }) => {
    await openUnder(page, '@layer evil { .hawser-modules-none { fill: red } }', 'after')
    await page.evaluate(() => document.querySelector('.hawser-qr-modules')?.remove())
    const png = await takePicture(page)
    expect(decoders.jsqr(png)).toBeUndefined()
    expect(decoders.zxing(png)).toBeUndefined()
  })
}
