import type { Finding } from './lintMarkdown.ts'

type Outcome = {
  /** Findings that fail the check. */
  readonly failing: readonly Finding[]
  /** Ceilings that can go down, with the count of now. */
  readonly lower: readonly { readonly place: string; readonly ceiling: number; readonly count: number }[]
}

/** The longest place of the list that a file is in. */
function placeOf(file: string, places: readonly string[]): string | undefined {
  return places.filter((place) => file === place || file.startsWith(`${place}/`)).sort((a, b) => b.length - a.length)[0]
}

/** Which findings fail: those outside of the list, and all of a place that has more than its ceiling. */
export function compare(findings: readonly Finding[], ceilings: Readonly<Record<string, number>>): Outcome {
  const places = Object.keys(ceilings)
  const byPlace = new Map<string | undefined, Finding[]>(places.map((place) => [place, []]))
  for (const finding of findings) {
    const place = placeOf(finding.file, places)
    byPlace.set(place, [...(byPlace.get(place) ?? []), finding])
  }
  const counts = places.map((place) => ({
    place,
    ceiling: ceilings[place] ?? 0,
    count: byPlace.get(place)?.length ?? 0,
  }))
  const above = counts.filter(({ count, ceiling }) => count > ceiling)
  return {
    failing: [...(byPlace.get(undefined) ?? []), ...above.flatMap(({ place }) => byPlace.get(place) ?? [])],
    lower: counts.filter(({ count, ceiling }) => count < ceiling),
  }
}

/** A place of the list for each finding: the page, or the sources of its package. */
export function countByPlace(findings: readonly Finding[]): readonly (readonly [place: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const { file } of findings.filter(({ rule }) => rule !== 'commit-title')) {
    const place = /^(?:packages\/\w+\/src|docs\/errors|docs\/decisions)(?=\/)/.exec(file)?.[0] ?? file
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}
