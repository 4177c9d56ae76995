import { transliterate } from 'transliteration'

// Cyrillic roughly as BGN/PCGN romanizes it, Greek roughly as ISO 843 does, and Latin letters without a removable mark.
const cyrillic =
  'а:a б:b в:v г:g ґ:g ѓ:g д:d ђ:dj е:e є:ye ж:zh з:z ѕ:dz и:i і:i ј:j к:k л:l љ:lj м:m н:n њ:nj о:o п:p р:r с:s т:t ћ:c у:u ф:f х:kh ц:ts ч:ch џ:dz ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya'
const greek = 'α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o'
const latin = 'ß:ss æ:ae œ:oe ø:o đ:d ð:d þ:th ł:l ħ:h ı:i ŋ:ng ə:e'

const letters: ReadonlyMap<string, string> = new Map(
  `${cyrillic} ${greek} ${latin}`.split(' ').map((pair) => {
    const [letter = '', written = ''] = pair.split(':')
    return [letter, written]
  }),
)

// Letters of every other script. Marks that belong to no script are removed with the accents.
const otherLetters =
  /(?:(?![\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}])[\p{L}\p{M}\p{N}])+/gu

/** Converts the letters of a text to ASCII, without accents. Other characters stay. */
export function foldToAscii(text: string): string {
  const latin = text.normalize('NFKC').replace(otherLetters, (run) =>
    transliterate(run)
      .replace(/[^A-Za-z0-9 ]/g, '')
      .trim(),
  )
  return [...latin.normalize('NFKD').replace(/\p{M}/gu, '')]
    .map((letter) => {
      const small = letter.toLowerCase()
      const written = letters.get(small)
      if (written === undefined || small === letter) return written ?? letter
      return written.slice(0, 1).toUpperCase() + written.slice(1)
    })
    .join('')
}
