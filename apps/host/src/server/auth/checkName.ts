import { NameMisleadingError } from '../../errors.ts'
import { foldName } from './credentials.ts'

/**
 * Tests of how names look (UTS 39). Two names with one `lookAlikeKey` look alike; the scripts that `mixedScripts` returns do
 * not belong in one name.
 */
export type NameLooks = {
  readonly lookAlikeKey: (name: string) => string
  readonly mixedScripts: (name: string) => readonly string[]
}

// Matches a sentence, an address or part of a text to sign in the place of a name (T-30).
const sentence = /[.!?:;]\s|[。！？：；]| on \S|https?:|www\.|["“”„«»\n]/iu
const signedText = /this costs nothing|moves no funds|other than|(?:un)?link this wallet|(?:the|any) account/i
// Matches the ending that the signed text gives to a name that it had to change.
const ending = /#[^#\w]{0,40}\w{5,7}\W{0,40}$/u

/**
 * Refuses a new name that a visitor could take for another account's, or for more than a name.
 * @throws NameMisleadingError
 */
export function checkName(name: string, { mixedScripts }: NameLooks): void {
  const read = name.normalize('NFKC')
  const isSentence = [sentence, signedText, ending].some((pattern) => pattern.test(read))
  if (isSentence || mixedScripts(name).length > 0)
    throw new NameMisleadingError(
      'This name can be read as a sentence, an address or another name. Choose one of plain words in one script.',
    )
}

/**
 * The form in which an account's name is unique, and by which a visitor signs in. Case does not count, and i and l are one
 * letter, because a capital I looks like l.
 */
export function lookKeyOf(name: string, { lookAlikeKey }: NameLooks): string {
  return lookAlikeKey(foldName(name)).replaceAll('i', 'l')
}
