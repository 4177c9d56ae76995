export type ImageType = 'png' | 'jpeg' | 'webp' | 'svg'

/** The type and size in pixels that an image's first bytes claim. The size of an SVG is only known once it is drawn. */
export type ImageHeader = { readonly type: ImageType; readonly width?: number; readonly height?: number }

const pngMagic = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const svgWithin = 4096

/** Detects an image's type and claimed size in pixels from its first bytes, regardless of its name. Decodes nothing. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (pngMagic.every((byte, index) => view[index] === byte)) return readPng(view)
  if (view[0] === 0xff && view[1] === 0xd8 && view[2] === 0xff) return readJpeg(view)
  if (view.toString('latin1', 0, 4) === 'RIFF' && view.toString('latin1', 8, 12) === 'WEBP') return readWebp(view)
  const start = view
    .toString('utf8', 0, svgWithin)
    .replace(/^\ufeff/, '')
    .trimStart()
  return start.startsWith('<') && /<(?:[a-zA-Z]\w{0,15}:)?svg[\s>]/.test(start) ? { type: 'svg' } : undefined
}

// A PNG begins with the header chunk.
function readPng(view: Buffer): ImageHeader | undefined {
  if (view.length < 33 || view.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { type: 'png', width: view.readUInt32BE(16), height: view.readUInt32BE(20) }
}

// Skips segments up to the first frame header (SOF0 to SOF15 without DHT, JPG and DAC).
function readJpeg(view: Buffer): ImageHeader | undefined {
  let at = 2
  while (at + 9 < view.length && view[at] === 0xff) {
    const marker = view[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { type: 'jpeg', height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) }
    }
    // 0xff can be repeated before a marker.
    at += marker === 0xff ? 1 : 2 + view.readUInt16BE(at + 2)
  }
  return undefined
}

function readWebp(view: Buffer): ImageHeader | undefined {
  if (view.length < 30) return undefined
  const chunk = view.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return { type: 'webp', width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 }
  if (chunk === 'VP8 ') {
    return { type: 'webp', width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff }
  }
  if (chunk !== 'VP8L') return undefined
  const bits = view.readUInt32LE(21)
  return { type: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
