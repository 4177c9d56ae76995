import { writeFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'

/**
 * Writes a picture as the film that Chromium's fake camera plays (YUV4MPEG2, 640×480). The picture is in the middle of a grey
 * frame, as a phone in front of a screen would see it.
 */
export async function writeFakeCamera(browser: Browser, png: Buffer, file: string): Promise<void> {
  const width = 640
  const height = 480
  const page = await browser.newPage()
  const luminance = await page.evaluate(
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
      const { data } = context.getImageData(0, 0, width, height)
      let text = ''
      for (let at = 0; at < data.length; at += 4)
        text += String.fromCharCode(
          Math.round(0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)),
        )
      return btoa(text)
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, width, height },
  )
  await page.close()
  const frame = Buffer.concat([Buffer.from('FRAME\n'), toYuv420(Buffer.from(luminance, 'base64'))])
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(file, Buffer.concat([header, ...Array<Buffer>(10).fill(frame)]))
}

/** Adds neutral colour planes to the luminance, because a QR code has no colour. */
function toYuv420(luminance: Buffer): Buffer {
  return Buffer.concat([luminance, Buffer.alloc(luminance.length / 2, 128)])
}
