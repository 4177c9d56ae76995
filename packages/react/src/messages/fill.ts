// Letters of right-to-left scripts: Hebrew, Arabic and their neighbours.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Fills values into a text: `fill('Get {name}', { name: 'Rainbow' })`. A placeholder without a value stays unchanged. If
 * letters of both directions can meet, each value is wrapped in isolates (U+2068, U+2069), so that neither direction
 * disorders the other.
 */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  const isMixed = [text, ...Object.values(values)].some((part) => rightToLeft.test(part))
  return text.replace(/\{(\w{1,32})\}/g, (placeholder, name: string) => {
    const value = values[name]
    if (value === undefined) return placeholder
    return isMixed ? `\u2068${value}\u2069` : value
  })
}
