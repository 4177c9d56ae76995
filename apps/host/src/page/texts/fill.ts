// Letters of the scripts written from right to left: Hebrew, Arabic and their neighbours.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Fills in the braces of a text. Isolates (U+2068, U+2069) keep texts of both directions in order. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  const isMixed = [text, ...Object.values(values)].some((part) => rightToLeft.test(part))
  return text.replace(/\{(\w+)\}/g, (brace, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) return brace
    return isMixed ? `\u2068${value}\u2069` : value
  })
}
