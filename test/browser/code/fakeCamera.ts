import { writeFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'

/**
 * Writes a picture as the film that Chromium's fake camera plays (YUV4MPEG2, 640×480). The picture lies in the middle of a
 * grey frame, as a phone held before a screen would see it.
 */
export async function writeFakeCamera(browser: Browser, png: Buffer, file: string): Promise<void> {
  const width = 640
  const height = 480
  const page = await browser.newPage()
  const rgba = await page.evaluate(
    async ({ source, width, height }) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('no canvas')
      context.fillStyle = '#777'
      context.fillRect(0, 0, width, height)
      const scale = Math.min((width * 0.95) / image.width, (height * 0.95) / image.height)
      context.drawImage(
        image,
        (width - image.width * scale) / 2,
        (height - image.height * scale) / 2,
        image.width * scale,
        image.height * scale,
      )
      return Array.from(context.getImageData(0, 0, width, height).data)
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, width, height },
  )
  await page.close()
  const frame = Buffer.concat([Buffer.from('FRAME\n'), toYuv420(rgba, width, height)])
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(file, Buffer.concat([header, ...Array<Buffer>(10).fill(frame)]))
}

/** Luminance alone: a QR code has no colour, so both colour planes are neutral. */
function toYuv420(rgba: readonly number[], width: number, height: number): Buffer {
  const planes = Buffer.alloc((width * height * 3) / 2, 128)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [red = 0, green = 0, blue = 0] = rgba.slice(pixel * 4, pixel * 4 + 3)
    planes[pixel] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue)
  }
  return planes
}
