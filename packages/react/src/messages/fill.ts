/** Puts values into a text: `fill('Get {name}', { name: 'Rainbow' })`. A name without a value stays as it is. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w{1,32})\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}
