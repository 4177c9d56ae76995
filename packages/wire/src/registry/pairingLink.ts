import { given } from '../given.ts'

// Where a wallet's link takes the pairing URI. Wallets publish their links in several shapes, which only this file reads.

// `{uri}`, `{{wcUri}}`, `%s`; in a path `URL` writes the braces as `%7B` and `%7D`.
const placeholder = /(?:\{|%7b){1,2}[a-z_]{0,16}(?:uri|url|link)[a-z_]{0,16}(?:\}|%7d){1,2}|%s/i
// A param with a name and without a value. The URI goes into the first such param.
const emptyParam = /([?&#])([^?&#=/]{1,64}=)(?:$|(?=#)|&)/

/**
 * Puts a pairing URI into a wallet's link: in place of its placeholder, or in its empty parameter. Otherwise it appends
 * `wc?uri=…`, or one more parameter if the link has parameters already.
 *
 * @example
 * formatPairingLink('quay://', uri) //                              'quay://wc?uri=wc%3A…'
 * formatPairingLink('quay://walletconnect?uri=', uri) //             'quay://walletconnect?uri=wc%3A…'
 * formatPairingLink('https://app.quay.example/open?link=', uri) //   'https://app.quay.example/open?link=wc%3A…'
 */
export function formatPairingLink(link: string, pairingUri: string): string {
  given('link', link, 'text')
  given('pairingUri', pairingUri, 'text')
  const isTelegram = link.startsWith('https://t.me/')
  const value = isTelegram ? formatStartParameter(pairingUri) : encodeURIComponent(pairingUri)
  if (placeholder.test(link)) return link.replace(placeholder, () => value)
  if (emptyParam.test(link))
    return link.replace(
      emptyParam,
      (found, joint, param) => `${joint}${param}${value}${found.endsWith('&') ? '&' : ''}`,
    )
  if (isTelegram) return `${link.replace(/\/$/, '')}${link.includes('?') ? '&' : '?'}startapp=${value}`
  // The part after "#" is a place in the page, unless it is a route.
  const [, place = link, anchor = ''] = /^([^#]*)(#[\w-]+)?$/.exec(link) ?? []
  // A registry's link ends with a slash. A link that already ends with `/wc/` does not get a second `wc`.
  const base = place.endsWith('/wc/') ? place.slice(0, -1) : place
  return `${base}${jointAfter(base)}uri=${value}${anchor}`
}

function jointAfter(base: string): string {
  if (/[?&]$/.test(base)) return ''
  if (base.endsWith('/wc')) return '?'
  if (base.endsWith('/')) return 'wc?'
  return base.lastIndexOf('?') > base.lastIndexOf('/') ? '&' : '/wc?'
}

/**
 * Removes the place for a pairing URI from a wallet's link. The link then brings the wallet to the front and asks it for
 * nothing.
 *
 * @example
 * formatFrontLink('quay://walletconnect?uri=') // 'quay://walletconnect'
 */
export function formatFrontLink(link: string): string {
  given('link', link, 'text')
  const place = placeholder.exec(link)?.index
  const bare = place === undefined ? link.replace(emptyParam, '$1') : withoutParam(link.slice(0, place))
  return bare.replace(/[?&#]$/, '')
}

/** Removes a param without a value from the end of a link. */
function withoutParam(link: string): string {
  if (!link.endsWith('=')) return link
  return link.slice(0, Math.max(...['?', '&', '#', '/'].map((joint) => link.lastIndexOf(joint))) + 1)
}

/**
 * Turns a scheme as registries and wallets write it (`quay:`, `Quay://`, `quay:/open`) into a link: `quay://`. Returns any
 * other text unchanged. `parseNativeLink` decides whether the link may be opened.
 *
 * @example
 * tidyNativeLink('Quay:') // 'quay://'
 */
export function tidyNativeLink(text: string): string {
  given('text', text, 'string')
  const [, scheme, rest = ''] = /^([a-zA-Z][a-zA-Z0-9+.-]{0,63}):(?:\/{1,2}(.*))?$/.exec(text) ?? []
  return scheme === undefined ? text : `${scheme.toLowerCase()}://${rest}`
}

/** Telegram allows only letters, digits, "_" and "-" in a start parameter. */
function formatStartParameter(pairingUri: string): string {
  return btoa(pairingUri)
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/={1,2}$/, '')
}
