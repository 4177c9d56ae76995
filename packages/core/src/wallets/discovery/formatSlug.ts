// Each "-" counts twice in the id of the wallet's listing.
const maxSlugLength = 24

/** Formats a name with the characters that an id may have. Other characters become their code points, in base 36. */
export function formatSlug(name: string): string {
  const numbered = name.toLowerCase().replace(/[^a-z0-9 ]/gu, (letter) => ` ${letter.codePointAt(0)?.toString(36)} `)
  return numbered.trim().replace(/ +/g, '-').slice(0, maxSlugLength).replace(/-$/, '')
}
