// In the id of its listing each "-" counts twice.
const maxSlugLength = 24

/** A name in the letters an id may have; others are written as their numbers. */
export function formatSlug(name: string): string {
  const numbered = name.toLowerCase().replace(/[^a-z0-9 ]/gu, (letter) => ` ${letter.codePointAt(0)?.toString(36)} `)
  return numbered.trim().replace(/ +/g, '-').slice(0, maxSlugLength).replace(/-$/, '')
}
