import { foldToAscii } from './foldToAscii.ts'

/** ERC-4361 §statement: only `reserved / unreserved / " "`. */
const outsideStatement = /[^A-Za-z0-9 \-._~:/?#[\]@!$&'()*+,;=]+/g

// Parts of a name that would end the quotes, the sentence or the name, or start a new sentence. They include HTML entities,
// because a wallet might render the text as HTML.
const endsName =
  /'|&#?\w{1,32};|(?<= )on(?= )|this costs nothing|moves no funds|as asked for|other than|(?:un)?link this wallet|(?:the|any) account/gi

/** Maximum length of a name in a signed text, in characters. */
export const labelLength = 64

/**
 * Converts a text to ASCII: Latin letters for those of other scripts, and `?` for other characters that ERC-4361 forbids. No
 * word but the last can end a sentence.
 */
function cleanText(text: string): string {
  const words = foldToAscii(text).replace(outsideStatement, '?').replace(/ {2,}/g, ' ').split(' ')
  const last = words.pop() ?? ''
  return [...words.map(withoutFullStops), last].join(' ').trim()
}

/** Removes the dots and exclamation marks at the end of a text. */
export function withoutFullStops(text: string): string {
  let { length } = text
  while (length > 0 && '.!'.includes(text.charAt(length - 1))) length -= 1
  return text.slice(0, length)
}

/**
 * Formats a name for use between quotes in the signed text: ASCII, without characters that end the quotes or the sentence, 64
 * characters at most. Two names can become the same: see `formatSignedLabel`.
 */
export function cleanLabel(label: string, length = labelLength): string {
  const text = cleanText(cleanText(label).replace(endsName, '?'))
  return cut(text, length)
}

/** `~` marks a cut end: dots would end a sentence. */
function cut(text: string, length = labelLength): string {
  return text.length <= length ? text || '?' : `${text.slice(0, length - 1).trimEnd()}~`
}

function quote(label: string): string {
  return `'${cleanLabel(label)}'`
}

/** Formats the statement of the text that links: the sentence that a person should read. */
export function formatStatement(label: string, domain: string): string {
  return `Link this wallet to the account ${quote(label)} on ${domain}. This costs nothing and moves no funds.`
}

/**
 * Formats the statement for a host account that is open on another screen than the wallet's. A lured visitor must see that the
 * account is not their own.
 */
export function formatHandoffStatement(label: string, domain: string): string {
  return `Link this wallet to the account ${quote(label)} on ${domain}, as asked for on another screen. This costs nothing and moves no funds.`
}

/** Formats the statement of the text that unlinks a wallet. */
export function formatUnlinkStatement(label: string, domain: string): string {
  return `Unlink this wallet from the account ${quote(label)} on ${domain}. This costs nothing and moves no funds.`
}

/**
 * Formats the statement of the text that releases a wallet from other host users. It names the one account that keeps the
 * wallet.
 */
export function formatReleaseStatement(label: string, domain: string): string {
  return `Unlink this wallet from any account on ${domain} other than ${quote(label)}. This costs nothing and moves no funds.`
}

/**
 * Formats the statement of the text that signs in. It does not name the account, which stays unknown until the wallet has
 * signed.
 * @param browser - a short description of the requesting browser, if known
 */
export function formatSignInStatement(domain: string, browser = ''): string {
  const where = browser.trim() === '' ? domain : `${domain} in ${cut(cleanText(browser))}`
  return `Sign in to ${where} with this wallet. This costs nothing and moves no funds.`
}
