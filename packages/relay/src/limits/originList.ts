import { parseUrl } from '@hawser/wire'
import { InvalidRelayOptionError } from '../errors.ts'

/** What of a request says where it comes from. */
export type OriginHeaders = { readonly origin?: string | undefined; readonly host?: string | undefined }

/** `https:` and what stands behind it, in the one spelling browsers send; `host` is empty for `file://`. */
type Origin = { readonly scheme: string; readonly host: string }

const webSchemes = ['http:', 'https:']
const socketSchemes = ['ws:', 'wss:']
const shape = /^([a-z][a-z0-9+.-]{0,63}:)\/\/([^/?#@\s\\]{0,255})\/?$/i
/** Of a domain with two labels or more: `*.example` would let in everybody's site. */
const subdomains = /^\*(\.[a-z0-9-]{1,63}){2,}(:\d{1,5})?$/

/** What native programs send that show a page of their own: it names nobody, and no list could name it. */
const nativeOrigins = ['null', 'file://', 'file:///']

/**
 * Whether a request may come from where its Origin header says; its token is checked after. The rule: an origin that names a
 * site or an app must be listed, one that names nobody need not be. Browsers send an origin and cannot leave it out; wallets
 * and other programs send none, `null` or `file://`, and could send any: this keeps other sites' pages off a private relay
 * as long as they do not go out of their way (a sandboxed frame is `null` too), nothing more.
 *
 * The relay's own host is let in by http and https, since sockets of React Native send it: the hosts of `audiences`, or
 * without them what the request itself calls the relay (`Host`).
 * @param origins - as `parseOriginRule` takes them; undefined allows all
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
    // A browser sends no empty one.
    if (text === undefined || text === '' || nativeOrigins.includes(text.toLowerCase())) return true
    const origin = parseOrigin(text)
    if (origin === undefined) return false
    const { scheme, host } = origin
    const isListed = rules.has(`${scheme}//${host}`) || wildcardsOf(origin).some((rule) => rules.has(rule))
    return isListed || isOwn(origin, asked?.toLowerCase())
  }
}

/**
 * One origin an operator allows, in the spelling browsers send: capitals, a slash at the end and a default port do not
 * count. Besides `https://app.example` it takes `https://*.app.example` (every subdomain, not the domain), `null` (pages
 * without an origin), `file://`, and those of programs that show pages, as `capacitor://localhost`, `app://-` or
 * `chrome-extension://<id>`; `moz-extension://*` is every extension, since each browser gives it another id.
 * @returns undefined when no page has such an origin: `explainOriginRule` says why
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

/** Why an origin cannot be allowed, and what to say instead. */
export function explainOriginRule(text: string): string {
  const shown = shorten(text)
  if (text === '*') return 'to serve every page, leave it out'
  if (!text.includes('://')) return `${shown} has no scheme, as https:// is one`
  if (/^wss?:/i.test(text)) return `${shown} is the address of a socket; name the page’s, with https://`
  if (text.includes('*')) return `${shown} is too wide; https://*.app.example is every subdomain of one domain`
  return `${shown} is more than scheme, host and port`
}

/** For the log and the client: which origin was refused, and what to change. */
export function describeForeignOrigin(origin: string | undefined): string {
  return `This relay does not serve pages of the origin ${shorten(origin ?? '')}: see --origins.`
}

function readRule(text: string): string {
  const rule = parseOriginRule(text)
  if (rule !== undefined) return rule
  throw new InvalidRelayOptionError(`origins holds no such origin as https://app.example: ${explainOriginRule(text)}.`)
}

function parseOrigin(text: string): Origin | undefined {
  const [, scheme = '', rest = ''] = shape.exec(text) ?? []
  const [lowScheme, lowRest] = [scheme.toLowerCase(), rest.toLowerCase()]
  if (scheme === '') return undefined
  if (![...webSchemes, ...socketSchemes].includes(lowScheme)) return { scheme: lowScheme, host: lowRest }
  const url = parseUrl(text)
  return url && { scheme: lowScheme, host: url.host }
}

/** The rules that let an origin in without naming it. */
function wildcardsOf({ scheme, host }: Origin): readonly string[] {
  if (!webSchemes.includes(scheme)) return host === '' ? [] : [`${scheme}//*`]
  const labels = host.split('.')
  return labels.slice(1).map((_, index) => `${scheme}//*.${labels.slice(index + 1).join('.')}`)
}

/** A proxy that ends TLS may leave out or name the port that goes without saying. */
function withoutDefaultPort(host: string): string {
  return host.replace(/:(?:80|443)$/, '')
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
