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
