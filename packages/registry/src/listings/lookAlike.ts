import { prototypes } from './confusables.ts'

const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu
const anywhere = /[\p{Script_Extensions=Common}\p{Script_Extensions=Inherited}]/u
const accents = /[\u0300-\u036f]/g
const maxRounds = 8

// The recommended scripts of UAX 31, table 5. Letters of any other script are rare in modern names.
const scripts = {
  Arabic: /\p{Script_Extensions=Arabic}/u,
  Armenian: /\p{Script_Extensions=Armenian}/u,
  Bengali: /\p{Script_Extensions=Bengali}/u,
  Bopomofo: /\p{Script_Extensions=Bopomofo}/u,
  Cyrillic: /\p{Script_Extensions=Cyrillic}/u,
  Devanagari: /\p{Script_Extensions=Devanagari}/u,
  Ethiopic: /\p{Script_Extensions=Ethiopic}/u,
  Georgian: /\p{Script_Extensions=Georgian}/u,
  Greek: /\p{Script_Extensions=Greek}/u,
  Gujarati: /\p{Script_Extensions=Gujarati}/u,
  Gurmukhi: /\p{Script_Extensions=Gurmukhi}/u,
  Han: /\p{Script_Extensions=Han}/u,
  Hangul: /\p{Script_Extensions=Hangul}/u,
  Hebrew: /\p{Script_Extensions=Hebrew}/u,
  Hiragana: /\p{Script_Extensions=Hiragana}/u,
  Kannada: /\p{Script_Extensions=Kannada}/u,
  Katakana: /\p{Script_Extensions=Katakana}/u,
  Khmer: /\p{Script_Extensions=Khmer}/u,
  Lao: /\p{Script_Extensions=Lao}/u,
  Latin: /\p{Script_Extensions=Latin}/u,
  Malayalam: /\p{Script_Extensions=Malayalam}/u,
  Myanmar: /\p{Script_Extensions=Myanmar}/u,
  Oriya: /\p{Script_Extensions=Oriya}/u,
  Sinhala: /\p{Script_Extensions=Sinhala}/u,
  Tamil: /\p{Script_Extensions=Tamil}/u,
  Telugu: /\p{Script_Extensions=Telugu}/u,
  Thaana: /\p{Script_Extensions=Thaana}/u,
  Thai: /\p{Script_Extensions=Thai}/u,
  Tibetan: /\p{Script_Extensions=Tibetan}/u,
} as const
type Script = keyof typeof scripts
const scriptNames = Object.keys(scripts) as readonly Script[]

// UTS 39 §5.2, "highly restrictive": one script, or Latin together with the scripts of Japanese, Chinese or Korean.
const together: readonly (readonly Script[])[] = [
  ...scriptNames.map((name) => [name]),
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]

/**
 * The visual form of a text: two texts that look the same have the same skeleton (UTS 39 §4, after NFKC). Only for
 * comparison, never for display.
 */
export function skeleton(text: string): string {
  let seen = ''
  for (const character of text.normalize('NFKD').replace(unseen, '')) seen += prototypes.get(character) ?? character
  return seen.normalize('NFKD')
}

/**
 * The form in which the names of two listings must differ: the skeleton without letter case, accents, spaces and
 * punctuation, so that "Meta Mask" clashes with "MetaMask". Account names are compared in the same form.
 * @param name - any text
 * @example lookAlikeKey('аlice') === lookAlikeKey('Alice') // the first has a Cyrillic letter
 */
export function lookAlikeKey(name: string): string {
  let key = skeleton(name)
  for (let round = 0; round < maxRounds; round += 1) {
    const next = skeleton(key.toLowerCase())
    if (next === key) break
    key = next
  }
  const letters = key.replace(accents, '').replace(/[^\p{L}\p{M}\p{N}]/gu, '')
  return letters === '' ? key : letters
}

/**
 * Finds the scripts of a name that do not belong together (T-13, UTS 39 §5.2); empty if all do.
 * @param name - any text
 * @example mixedScripts('MetaМask') // ['Cyrillic', 'Latin']
 */
export function mixedScripts(name: string): readonly string[] {
  const letters = [...name].filter((character) => !anywhere.test(character))
  const fits = (group: readonly Script[]) =>
    letters.every((character) => group.some((script) => scripts[script].test(character)))
  if (together.some(fits)) return []
  return [
    ...new Set(letters.map((letter) => scriptNames.find((name) => scripts[name].test(letter)) ?? 'a rare script')),
  ]
}

/** Invisible characters of a name, such as bidirectional controls and zero-width ones, as `U+202E`. */
export function hiddenCharacters(name: string): readonly string[] {
  const found = name.match(unseen) ?? []
  return [...new Set(found)].map((character) => `U+${toHex(character)}`)
}

function toHex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}
