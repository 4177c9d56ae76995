import { withLatinLetters } from './latinLetters.ts'

/** ERC-4361 §statement: `reserved / unreserved / " "`, nothing else. */
const outsideStatement = /[^A-Za-z0-9 \-._~:/?#[\]@!$&'()*+,;=]+/g

// Inside the quotes, what would end them, the sentence or the name, or begin a sentence of its own; as HTML too, which a wallet might
// take it for.
const endsName =
  /'|&#?\w{1,32};|(?<= )on(?= )|this costs nothing|moves no funds|as asked for|other than|(?:un)?link this wallet|(?:the|any) account/gi

/** How long a name may be in a signed text. */
export const labelLength = 64

/** A text in ASCII: letters of all scripts in Latin ones, the rest of what ERC-4361 forbids shown as `?`. It ends no sentence. */
function cleanText(text: string): string {
  const words = withLatinLetters(text).replace(outsideStatement, '?').replace(/ {2,}/g, ' ').split(' ')
  const last = words.pop() ?? ''
  return [...words.map(withoutFullStops), last].join(' ').trim()
}

/** Without the dots and exclamation marks at its end. */
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

/** The sentence of the signed text that a person is to read. */
export function formatStatement(label: string, domain: string): string {
  return `Link this wallet to the account ${quote(label)} on ${domain}. This costs nothing and moves no funds.`
}

/** The same where the account is open on another screen than the wallet's: a lured visitor must see that it is not their own. */
export function formatHandoffStatement(label: string, domain: string): string {
  return `Link this wallet to the account ${quote(label)} on ${domain}, as asked for on another screen. This costs nothing and moves no funds.`
}

/** The same of the text that unlinks. */
export function formatUnlinkStatement(label: string, domain: string): string {
  return `Unlink this wallet from the account ${quote(label)} on ${domain}. This costs nothing and moves no funds.`
}

/** The same of the text that takes a wallet from others: it names the one account that is not meant. */
export function formatReleaseStatement(label: string, domain: string): string {
  return `Unlink this wallet from any account on ${domain} other than ${quote(label)}. This costs nothing and moves no funds.`
}

/**
 * Writes the statement of the text that signs in. It does not name the account: nobody learns that before it is signed.
 * @param browser - a short description of the requesting browser, if known
 */
export function formatSignInStatement(domain: string, browser = ''): string {
  const where = browser.trim() === '' ? domain : `${domain} in ${cut(cleanText(browser))}`
  return `Sign in to ${where} with this wallet. This costs nothing and moves no funds.`
}
