import { combinations } from '@hawser/test-kit/combinations'
import { expect } from '@playwright/test'
import { PNG } from 'pngjs'
import { test } from '../fixtures.ts'
import type { Proof } from '../processes/startProof.ts'
import { decoders } from './decode.ts'

// The code as a phone's camera meets it: a picture of the screen, read by two decoders that share no code.
const pairingUri = `wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303&expiryTimestamp=1763712345`
/** The code's side in the modal, from the narrowest phone to the widest card. */
const sides = [200, 240, 280, 300, 320]
const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#e2761b"/><path d="M0 8 8 0" stroke="#fff"/></svg>')}`

let proof: Proof
test.beforeAll(({ proof: shared }) => {
  proof = shared
})

const cases = combinations({ side: sides, icon: [undefined, picture], theme: ['light', 'dark'], scale: [2, 1] })

test(`V7 C10 the code decodes from screenshots: ${cases.length} sizes, icons, themes, pixel ratios`, async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const unread: string[] = []
  for (const scale of [1, 2]) {
    const context = await browser.newContext({ deviceScaleFactor: scale, viewport: { width: 400, height: 400 } })
    const page = await context.newPage()
    for (const { side, icon, theme } of cases.filter((each) => each.scale === scale)) {
      const params = new URLSearchParams({ value: pairingUri, side: String(side), theme })
      if (icon !== undefined) params.set('icon', icon)
      await page.goto(`${proof.hostUrl}/code?${params}`)
      const code = page.getByRole('img', { name: 'QR code' })
      await expect(code).toBeVisible()
      expect(await code.evaluate((element) => element.getBoundingClientRect().width)).toBe(side)
      // Two paths that touch would leave a light seam, so the code is one path.
      expect(await code.locator('path').count()).toBe(1)
      if (icon !== undefined)
        await page.waitForFunction(() => document.querySelector<HTMLImageElement>('img')?.naturalWidth)
      const png = await page.locator('dialog > div').screenshot({ animations: 'disabled' })
      for (const [name, decode] of Object.entries(decoders)) {
        if (decode(png) !== pairingUri)
          unread.push(`${name} at ${side} px × ${scale}, ${theme}, icon ${icon === undefined ? 'off' : 'on'}`)
      }
    }
    await context.close()
  }
  expect(unread).toEqual([])
})

test('C10 the decoders distinguish another text from no code at all', async ({ page }) => {
  await page.goto(`${proof.hostUrl}/code?${new URLSearchParams({ value: 'another text', side: '240' })}`)
  const code = page.getByRole('img', { name: 'QR code' })
  await expect(code).toBeVisible()
  const png = await page.locator('dialog > div').screenshot({ animations: 'disabled' })
  // Made without the browser: Chromium sometimes fails to take a picture of a page that was never painted.
  const empty = PNG.sync.write({ width: 400, height: 400, data: Buffer.alloc(400 * 400 * 4, 255) })
  for (const decode of Object.values(decoders)) {
    expect(decode(png)).toBe('another text')
    expect(decode(empty)).toBeUndefined()
  }
})
