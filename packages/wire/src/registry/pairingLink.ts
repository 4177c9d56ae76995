import { given } from '../given.ts'

// Where a wallet's link takes the pairing URI. Wallets publish it in several shapes; each of them is read here and nowhere else.

// `{uri}`, `{{wcUri}}`, `%s`; in a path `URL` writes the braces as `%7B` and `%7D`.
const placeholder = /(?:\{|%7b){1,2}[a-z_]{0,16}(?:uri|url|link)[a-z_]{0,16}(?:\}|%7d){1,2}|%s/i
// A param that has a name and no value yet: the first of them waits for the URI.
const emptyParam = /([?&#])([^?&#=/]{1,64}=)(?:$|(?=#)|&)/

/**
 * Puts a pairing URI into a wallet's link: in place of its placeholder, or in its empty parameter. Otherwise it appends `wc?uri=…`, or
 * one more parameter if the link has parameters already.
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
  // A registry's link ends with a slash. Where it is `…/wc/` already, it does not say `wc` twice.
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
 * A wallet's link without the place for a pairing URI: it brings the wallet to the front and asks it for nothing.
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

/** Without the param at its end that has a name and no value yet. */
function withoutParam(link: string): string {
  if (!link.endsWith('=')) return link
  return link.slice(0, Math.max(...['?', '&', '#', '/'].map((joint) => link.lastIndexOf(joint))) + 1)
}

/**
 * A scheme as registries and wallets write it (`quay:`, `Quay://`), as the link it stands for: `quay://`. Anything else is given
 * back as it is. It says nothing about whether the link may be opened: `parseNativeLink` does.
 *
 * @example
 * tidyNativeLink('Quay:') // 'quay://'
 */
export function tidyNativeLink(text: string): string {
  given('text', text, 'string')
  const [, scheme, rest = ''] = /^([a-zA-Z][a-zA-Z0-9+.-]{0,63}):(?:\/\/(.*)|\/?)$/.exec(text) ?? []
  return scheme === undefined ? text : `${scheme.toLowerCase()}://${rest}`
}

/** A start parameter of Telegram may hold letters, digits, "_" and "-" only. */
function formatStartParameter(pairingUri: string): string {
  return btoa(pairingUri)
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/={1,2}$/, '')
}
