import { parseUrl } from '@hawser/wire/internal'
/** The origins that may send changing requests, read from the options once. */
export type AllowedOrigins = {
  /** Each origin in the spelling that browsers send. */
  readonly origins: ReadonlySet<string>
  /** Whether a client that names no origin is allowed: an app, not a page. */
  readonly allowsNoOrigin: boolean
}

/** Origins that more than one site or program can have. */
const shared = ['null', 'file://', 'moz-extension://*']

/**
 * Converts an origin as an operator writes it to the spelling that browsers send. Capitals, a final slash and a default port do
 * not matter. Besides pages, programs that show pages have origins: `capacitor://localhost`, `app://-`,
 * `chrome-extension://<id>`, `file://`, `null`, and `moz-extension://*`, since every Firefox gives an extension another id.
 * @returns undefined if no page has such an origin
 */
export function parseOrigin(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 256) return undefined
  if (shared.includes(text.toLowerCase())) return text.toLowerCase()
  if (/^https?:/i.test(text)) {
    const url = parseUrl(text)
    if (url === undefined || text.includes('*')) return undefined
    return `${url.origin}/`.toLowerCase() === `${url.href}`.toLowerCase() ? url.origin : undefined
  }
  const program = /^([a-z][a-z0-9+.-]{1,40}:\/\/[^/?#@\s\\*:]{1,120})\/?$/i.exec(text)?.[1]
  return program === undefined || /^(?:wss?|javascript|data|blob|ftp|about):/i.test(program)
    ? undefined
    : program.toLowerCase()
}

/** Whether this origin does not identify one site: any site can open a frame whose origin is `null`. */
export function isSharedOrigin(origin: string): boolean {
  return shared.includes(origin)
}

/** Whether a page of this origin, as the header `Origin` names it, may send changing requests. */
export function allowsOrigin({ origins }: AllowedOrigins, origin: string): boolean {
  return origins.has(origin) || (origin.startsWith('moz-extension://') && origins.has('moz-extension://*'))
}
