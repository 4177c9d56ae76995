import { parseUrl } from '@hawser/wire/internal'

/** Characters that move a terminal's cursor, hide, or reverse the direction of a text. */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu
const maxQuoted = 200

/** A stranger's text on one line, cut, and without terminal control characters. */
export function quote(text: string): string {
  const plain = [...text.slice(0, 4 * maxQuoted)].slice(0, maxQuoted).join('')
  return escapeUnprintable(plain.replace(/\s+/g, ' ').trim()) + (plain.length < text.length ? '…' : '')
}

/** Writes an invisible character as its number, `\u{1b}`. */
export function escapeUnprintable(text: string): string {
  return text.replace(unprintable, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}

/** An address without parts that can be secret: user, password, query and fragment. */
export function showUrl(text: string): string {
  const url = parseUrl(text)
  if (url === undefined) return quote(text.split(/[?#]/, 1)[0] ?? '')
  const { protocol, host, pathname } = url
  return quote(`${protocol}//${host}${pathname === '/' ? '' : pathname}`)
}
