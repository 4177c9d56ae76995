import type { KeyedHash } from '../http/keyedHash.ts'
import type { HostUser } from '../options/hostUser.ts'
import { cleanLabel, labelLength, withoutFullStops } from './statements.ts'

/**
 * Formats the name of a host user in the signed text: `asciiLabel`, else `label`, unchanged if the standard allows every
 * character (ERC-4361 §statement is ASCII). Changed or cut labels of two people could be equal. A short keyed id of the host
 * user therefore follows such a label, or replaces it if nothing legible is left.
 * For example "Anna Öster" → "Anna Oster #3fa9c1", "Юлия Орлова" → "Yuliya Orlova #77b02e", "王芳" → "Wang Fang #0c41d8"
 */
export function formatSignedLabel({ id, label, asciiLabel }: HostUser, hash: KeyedHash): string {
  const given = asciiLabel ?? label
  const text = cleanLabel(given)
  // A name with a # could pass for one with an id, even the id of another account. Only this function writes a #.
  if (text === given && !text.includes('#')) return text
  const code = `#${hash('label', id).slice(0, 6)}`
  const legible = withoutEnding(cleanLabel(given, labelLength - code.length - 1))
  return /[A-Za-z0-9]/.test(legible) ? `${legible} ${code}` : code
}

/** Removes endings that would run into the id: full stops, and the "on" that precedes a site. */
function withoutEnding(text: string): string {
  const shorter = withoutFullStops(text).trimEnd().replace(/ on$/i, '')
  return shorter === text ? text : withoutEnding(shorter)
}
