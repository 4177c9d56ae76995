// Former codes, which old systems still name.
const formerCodes: ReadonlyMap<string, string> = new Map([
  ['iw', 'he'],
  ['in', 'id'],
])

// As many as a browser names, and more. A longer header is somebody's play.
const mostTags = 20

/**
 * Chooses the language that a browser prefers (RFC 9110 §12.5.4) among these languages, without region and script. English if the
 * browser names none of them. Of two with the same weight, the first one named.
 */
export function chooseLanguage(acceptLanguage: string, languages: readonly string[]): string {
  const liked = acceptLanguage
    .split(',', mostTags)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const code = tag.split(/[-_]/, 1)[0] ?? ''
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2)
      return { language: formerCodes.get(code) ?? code, quality: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ language, quality }) => quality > 0 && languages.includes(language))
    .sort((a, b) => b.quality - a.quality)
  return liked[0]?.language ?? 'en'
}
