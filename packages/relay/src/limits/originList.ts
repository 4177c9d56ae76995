import { parseUrl } from '@hawser/wire/internal'
import { InvalidRelayOptionError } from '../errors.ts'

/** The request headers that identify the page and the relay's host. */
export type OriginHeaders = { readonly origin?: string | undefined; readonly host?: string | undefined }

/** `https:` and the host, spelled as browsers send them. `host` is empty for `file://`. */
type Origin = { readonly scheme: string; readonly host: string }

const webSchemes = ['http:', 'https:']
const socketSchemes = ['ws:', 'wss:']
const shape = /^([a-z][a-z0-9+.-]{0,63}:)\/\/([^/?#@\s\\]{0,255})\/?$/i
/** Subdomains of a domain with at least two labels, because `*.example` would allow every site under `example`. */
const subdomains = /^\*(\.[a-z0-9-]{1,63}){2,}(:\d{1,5})?$/

/** The origins of native programs that show their own page. They identify no site or app, so a list could not name them. */
const nativeOrigins = ['null', 'file://', 'file:///']

/**
 * Creates a check of the Origin header, which runs before the token check. An origin that names a site or an app must be
 * listed; an origin that names none is admitted. Browsers always send an origin. Wallets and other programs send none, `null`
 * or `file://`, and could send any. So the check only keeps other sites' pages off a private relay, unless they take extra
 * steps (a sandboxed frame also sends `null`).
 *
 * The relay's own host is admitted by http and https, because React Native's sockets send it. Own hosts are those of
 * `audiences`, or the request's `Host` if `audiences` is undefined.
 * @param origins - in the form that `parseOriginRule` accepts; undefined allows all
 * @throws InvalidRelayOptionError - for an origin that no page can have
 */
export function createOriginList(
  origins: readonly string[] | undefined,
  audiences?: readonly string[] | undefined,
): (headers: OriginHeaders) => boolean {
  if (origins === undefined) return () => true
  const rules = new Set(origins.map(readRule))
  const ownHosts = audiences?.map((audience) => new URL(audience).host)
  const isOwn = ({ scheme, host }: Origin, asked: string | undefined) => {
    if (![...webSchemes, ...socketSchemes].includes(scheme)) return false
    const own = (ownHosts ?? (asked === undefined ? [] : [asked])).map(withoutDefaultPort)
    return own.includes(withoutDefaultPort(host))
  }
  return ({ origin: text, host: asked }) => {
    // A browser never sends an empty origin.
    if (text === undefined || text === '' || nativeOrigins.includes(text.toLowerCase())) return true
    const origin = parseOrigin(text)
    if (origin === undefined) return false
    const { scheme, host } = origin
    const isListed = rules.has(`${scheme}//${host}`) || wildcardsOf(origin).some((rule) => rules.has(rule))
    return isListed || isOwn(origin, asked?.toLowerCase())
  }
}

/**
 * Parses one origin that an operator allows, into the spelling that browsers send. Capitals, a trailing slash and a default
 * port are ignored. Besides `https://app.example`, accepted values are `https://*.app.example` (every subdomain, not the
 * domain), `null` (pages without an origin) and `file://`. The origins of programs that show pages are accepted too, such as
 * `capacitor://localhost`, `app://-` or `chrome-extension://<id>`. `moz-extension://*` is every extension, because each browser
 * gives an extension a different id.
 * @returns undefined when no page has such an origin; `explainOriginRule` says why
 */
export function parseOriginRule(text: string): string | undefined {
  if (text === 'null') return text
  const origin = parseOrigin(text)
  if (origin === undefined || socketSchemes.includes(origin.scheme)) return undefined
  const { scheme, host } = origin
  const isWild = host.includes('*')
  if (isWild && !(webSchemes.includes(scheme) ? subdomains.test(host) : host === '*')) return undefined
  return host === '' && scheme !== 'file:' ? undefined : `${scheme}//${host}`
}

/** Explains why an origin cannot be allowed, and what to write instead. */
export function explainOriginRule(text: string): string {
  const shown = shorten(text)
  if (text === '*') return 'to serve every page, leave it out'
  if (!text.includes('://')) return `${shown} has no scheme such as https://`
  if (/^wss?:/i.test(text)) return `${shown} is the address of a socket; give the page’s address, with https://`
  if (text.includes('*')) return `${shown} is too wide; https://*.app.example is every subdomain of one domain`
  return `${shown} is more than scheme, host and port`
}

/** For the log and the client: the refused origin, and the option to change. */
export function describeForeignOrigin(origin: string | undefined): string {
  return `This relay does not serve pages of the origin ${shorten(origin ?? '')}: see --origins.`
}

function readRule(text: string): string {
  const rule = parseOriginRule(text)
  if (rule !== undefined) return rule
  throw new InvalidRelayOptionError(
    `origins must list origins such as https://app.example: ${explainOriginRule(text)}.`,
  )
}

function parseOrigin(text: string): Origin | undefined {
  const [, scheme = '', rest = ''] = shape.exec(text) ?? []
  const [lowScheme, lowRest] = [scheme.toLowerCase(), rest.toLowerCase()]
  if (scheme === '') return undefined
  if (![...webSchemes, ...socketSchemes].includes(lowScheme)) return { scheme: lowScheme, host: lowRest }
  const url = parseUrl(text)
  return url && { scheme: lowScheme, host: url.host }
}

/** The wildcard rules that admit an origin. */
function wildcardsOf({ scheme, host }: Origin): readonly string[] {
  if (!webSchemes.includes(scheme)) return host === '' ? [] : [`${scheme}//*`]
  const labels = host.split('.')
  return labels.slice(1).map((_, index) => `${scheme}//*.${labels.slice(index + 1).join('.')}`)
}

/** A proxy that terminates TLS can omit or add the default port. */
function withoutDefaultPort(host: string): string {
  return host.replace(/:(?:80|443)$/, '')
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
