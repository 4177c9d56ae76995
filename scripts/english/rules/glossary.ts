import type { Rule } from './rule.ts'

type Entry = { readonly term: string; readonly instead: string }

/** The last column of docs/glossary.md, "Do not say": words for which the glossary has another. */
export function readGlossary(markdown: string): readonly Entry[] {
  return markdown.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const [, term = '', , , avoided] = cells
    if (avoided === undefined || avoided === '' || term === 'Term' || /^-+$/.test(term)) return []
    return avoided.split(', ').map((word) => ({ term: word, instead: term }))
  })
}

/** Refuses words for which the glossary has another. */
export function glossaryTerms(entries: readonly Entry[]): Rule {
  const patterns = entries.map(({ term, instead }) => ({
    pattern: new RegExp(`(?<![\\w-])${term.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&')}s?(?![\\w-])`, 'gi'),
    instead,
  }))
  return {
    name: 'glossary',
    check: ({ text }) =>
      patterns.flatMap(({ pattern, instead }) =>
        [...text.matchAll(pattern)].map((match) => ({
          index: match.index,
          advice: `"${match[0]}": the glossary says "${instead}"`,
        })),
      ),
  }
}
