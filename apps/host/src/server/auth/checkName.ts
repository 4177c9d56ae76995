import { NameMisleadingError } from '../../errors.ts'
import { foldName } from './credentials.ts'

/** How names look (UTS 39): names with one `lookAlikeKey` look alike; `mixedScripts` do not belong in one name. */
export type NameLooks = {
  readonly lookAlikeKey: (name: string) => string
  readonly mixedScripts: (name: string) => readonly string[]
}

// Matches a sentence, an address or part of a text to sign in the place of a name (T-30).
const sentence = /[.!?:;]\s|[。！？：；]| on \S|https?:|www\.|["“”„«»\n]/iu
const signedText = /this costs nothing|moves no funds|other than|(?:un)?link this wallet|(?:the|any) account/i
// Matches the ending that the signed text gives to a name that it had to change.
const ending = /#[^#\w]{0,40}\w{5,7}\W{0,40}$/u

/** Refuses a name that could pass for another account's, or for more than a name (NameMisleadingError). */
export function checkName(name: string, { mixedScripts }: NameLooks): void {
  const read = name.normalize('NFKC')
  const isSentence = [sentence, signedText, ending].some((pattern) => pattern.test(read))
  if (isSentence || mixedScripts(name).length > 0)
    throw new NameMisleadingError(
      'This name can be read as a sentence, an address or another name. Choose one of plain words in one script.',
    )
}

/** The form in which a name is unique, and by which a visitor signs in: without case, with i as l, as a capital I looks. */
export function lookKeyOf(name: string, { lookAlikeKey }: NameLooks): string {
  return lookAlikeKey(foldName(name)).replaceAll('i', 'l')
}
