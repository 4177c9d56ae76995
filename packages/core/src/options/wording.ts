// Wording of the option checks.

/**
 * Returns a sentence for each unknown option name, with the nearest known name.
 * @param elsewhere - names that belong elsewhere, and where
 */
export function explainUnknownNames(
  given: object,
  names: readonly string[],
  under: string,
  elsewhere: Readonly<Record<string, string>> = {},
): readonly string[] {
  return Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const known = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined
      const near = findNearestName(name, names)
      const hint = known ?? (near === undefined ? undefined : `did you mean \`${under}${near}\`?`)
      return `There is no option \`${under}${name}\`${hint === undefined ? '.' : `: ${hint}${hint.endsWith('?') ? '' : '.'}`}`
    })
}

/** Returns the most similar known name, if the difference is small. */
export function findNearestName(name: string, names: readonly string[]): string | undefined {
  const [first] = names
    .map((known) => ({ known, distance: editDistance(name.toLowerCase(), known.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return first !== undefined && first.distance <= Math.max(2, Math.floor(name.length / 3)) ? first.known : undefined
}

/** Returns how many letters have to be inserted, removed or changed (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const [left = 0, above = 0, corner = 0] = [next[j], row[j + 1], row[j]]
      next.push(Math.min(left + 1, above + 1, corner + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** Whether a value is an object with readable fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Formats a value for a message: short, and never a whole object, which can contain a key. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60))
  if (value === null || ['undefined', 'number', 'boolean', 'bigint'].includes(typeof value)) return String(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'function' ? 'a function' : 'an object'
}
