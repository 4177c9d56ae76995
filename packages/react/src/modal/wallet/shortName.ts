const shownCharacters = 8

/** The short form of a wallet name (C6): its first 8 characters and "..". The whole name belongs in the accessible name. */
export function shortName(name: string): string {
  const characters = [...name]
  return characters.length > shownCharacters ? `${characters.slice(0, shownCharacters).join('')}..` : name
}
