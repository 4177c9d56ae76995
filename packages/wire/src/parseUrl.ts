/**
 * Reads a URL. Returns undefined if the text is not one. Replaces `URL.canParse`, which in Node 20 refuses letters beyond ASCII
 * once the engine has compiled it.
 * @param base - for a text that is relative to it
 * @example parseUrl('https://bücher.example')?.host // 'xn--bcher-kva.example'
 */
export function parseUrl(text: unknown, base?: string | URL): URL | undefined {
  if (typeof text !== 'string') return undefined
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
