// Accents and vowel points, which people omit. A mark that is a letter's vowel, as in Devanagari or Thai, stays.
const leftOut =
  /(?=\p{M})[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Cyrillic}]|[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u0640]/gu
const separators = /[\p{P}\p{Z}\s]+/u
const katakana = /[\u30a1-\u30f6]/g
const digits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g
const alike = /[\u0131łøđðþæœħςىيېكةہھە]/g
/** Letters that people type for one another, and that have no decomposition. */
const sameAs: Readonly<Record<string, string>> = {
  ...{ '\u0131': 'i', ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ħ: 'h', ς: 'σ' },
  // Variants of letters as typed in Arabic, Persian and Urdu.
  ...{ ى: 'ی', ي: 'ی', ې: 'ی', ك: 'ک', ة: 'ه', ہ: 'ه', ھ: 'ه', ە: 'ه' },
}

/**
 * Splits a text into words for comparison. Letter case, accents, width, punctuation and spelling variants of Arabic
 * letters, kana and digits do not matter. Symbols count as letters. A text of only punctuation or marks is one word.
 */
export function searchWords(text: string): readonly string[] {
  const words = foldText(text)
    .split(separators)
    .filter((word) => word !== '')
  if (words.length > 0) return words
  const bare = text.replace(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '')
  return bare === '' ? [] : [bare]
}

function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return (
    text
      .normalize('NFKD')
      // Lower, upper and lower case again: some letters have two capitals, two small forms, or a capital of two
      // letters.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(leftOut, '')
      .replace(katakana, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
      .replace(digits, (digit) => String(digitOf(digit.charCodeAt(0))))
      .replace(alike, (letter) => sameAs[letter] ?? letter)
  )
}

function digitOf(unit: number): number {
  return unit - (unit >= 0x966 ? 0x966 : unit >= 0x6f0 ? 0x6f0 : 0x660)
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20 || unit > 0x7e) return false
  }
  return true
}
