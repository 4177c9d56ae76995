// Test support. The `.fixture` ending keeps this file out of the build.

/** Returns bytes that begin like a PNG of this size in pixels. */
export function pngOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR........', 'latin1'))
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

export const somePng = pngOf(64, 64)

/**
 * Creates a `fetch` that answers every image of a registry while `isThere`, and adds its address to `asked`. Other
 * requests go to `others`.
 */
export function withImages(others: typeof fetch, asked: string[] = [], isThere = () => true): typeof fetch {
  return async (input, init) => {
    const isImage = /\/getWalletImage\/|\/v1\/images\/[^/]+\//.test(String(input))
    if (!isImage || !isThere()) return others(input, init)
    asked.push(String(input))
    return new Response(somePng, { headers: { 'content-type': 'image/png' } })
  }
}
