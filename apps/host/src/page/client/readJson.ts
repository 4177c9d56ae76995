/** Fetches the JSON at an address. Rejects with a TypeError if the server refuses or does not answer. */
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

export function readOptionalText(value: unknown, name: string): string | undefined {
  const text = readField(value, name)
  return typeof text === 'string' ? text : undefined
}

export const readText = reader((field): field is string => typeof field === 'string')
export const readNumber = reader((field): field is number => Number.isSafeInteger(field))
export const readList = reader((field): field is readonly unknown[] => Array.isArray(field))

/** Creates a reader of a field that an answer must contain in this form. The reader throws a TypeError otherwise. */
function reader<T>(hasForm: (field: unknown) => field is T) {
  return (value: unknown, name: string): T => {
    const field = readField(value, name)
    if (!hasForm(field)) throw new TypeError(`The server sent no ${name}.`)
    return field
  }
}
