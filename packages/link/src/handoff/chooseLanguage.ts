// Former codes, which old systems still send.
const formerCodes: ReadonlyMap<string, string> = new Map([
  ['iw', 'he'],
  ['in', 'id'],
])

// More than any browser sends. A longer header is not a browser's.
const mostTags = 20

/**
 * Chooses the language that a browser prefers (RFC 9110 §12.5.4) among the given languages, ignoring region and script. Returns
 * English if the browser names none of them. Of two languages with the same weight, the first one wins.
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
