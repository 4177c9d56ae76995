/** The output of the build of apps/handoff: the script, the style and the words of the page of a handoff. */
export const script: string
export const style: string
/** By language: `language`, `direction`, `title`, and the other words by their keys. */
export const texts: Readonly<Record<string, Readonly<Record<string, string>>>>
