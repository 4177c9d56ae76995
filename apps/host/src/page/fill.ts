/** A text with values in the place of its braces: `fill('Hi {name}', { name: 'Ada' })`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (brace, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : brace,
  )
}
