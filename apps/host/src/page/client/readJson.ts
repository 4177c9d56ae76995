/**
 * The JSON at an address. Rejects where the server does not answer, or refuses.
 * @throws TypeError
 */
export async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address, { signal: AbortSignal.timeout(8000) })
  if (!response.ok) throw new TypeError(`${address} answered ${response.status}.`)
  return response.json()
}

/** Reads a field of an answer; undefined if absent. */
export function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

export const readText = reader((field): field is string => typeof field === 'string')
export const readNumber = reader((field): field is number => Number.isSafeInteger(field))
export const readList = reader((field): field is readonly unknown[] => Array.isArray(field))

/** Reads a field that an answer has to hold in this form, or throws a TypeError. */
function reader<T>(hasForm: (field: unknown) => field is T) {
  return (value: unknown, name: string): T => {
    const field = readField(value, name)
    if (!hasForm(field)) throw new TypeError(`The server sent no ${name}.`)
    return field
  }
}
