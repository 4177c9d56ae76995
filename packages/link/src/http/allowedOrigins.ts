import { parseUrl } from '@hawser/wire/internal'
/** The origins that may send changing requests, read from the options once. */
export type AllowedOrigins = {
  /** Each as browsers send it. */
  readonly origins: ReadonlySet<string>
  /** Whether a client that names none is let in: an app, not a page. */
  readonly allowsNoOrigin: boolean
}

/** Origins that more than one site or program can have. */
const shared = ['null', 'file://', 'moz-extension://*']

/**
 * One origin as an operator may write it, in the one spelling browsers send: capitals, a final slash and a port that goes
 * without saying do not count. Besides pages these are programs that show pages: `capacitor://localhost`, `app://-`,
 * `chrome-extension://<id>`, `file://`, `null`, and `moz-extension://*`, since every Firefox gives an extension another id.
 * @returns undefined when no page has such an origin
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

/** Whether naming this origin says nothing of whose page it is: any site can open a frame whose origin is `null`. */
export function isSharedOrigin(origin: string): boolean {
  return shared.includes(origin)
}

/** Whether a page of this origin may, as the header `Origin` names it. */
export function allowsOrigin({ origins }: AllowedOrigins, origin: string): boolean {
  return origins.has(origin) || (origin.startsWith('moz-extension://') && origins.has('moz-extension://*'))
}
