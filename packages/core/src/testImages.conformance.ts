// Test support. The ending keeps it out of the build.

/** What begins like a PNG. */
export const somePng = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0)

/** A `fetch` that has every image of a registry while `isThere`, and notes it in `asked`; all else is asked of `others`. */
export function withImages(others: typeof fetch, asked: string[] = [], isThere = () => true): typeof fetch {
  return async (input, init) => {
    const isImage = /\/getWalletImage\/|\/v1\/images\/[^/]+\//.test(String(input))
    if (!isImage || !isThere()) return others(input, init)
    asked.push(String(input))
    return new Response(somePng, { headers: { 'content-type': 'image/png' } })
  }
}
