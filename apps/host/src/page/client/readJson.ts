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

/**
 * A text that an answer has to hold.
 * @throws TypeError
 */
export function readText(value: unknown, name: string): string {
  const text = readField(value, name)
  if (typeof text !== 'string') throw new TypeError(`The server sent no ${name}.`)
  return text
}

/**
 * A whole number that an answer has to hold.
 * @throws TypeError
 */
export function readNumber(value: unknown, name: string): number {
  const number = readField(value, name)
  if (!Number.isSafeInteger(number)) throw new TypeError(`The server sent no ${name}.`)
  return Number(number)
}

/**
 * A list that an answer has to hold.
 * @throws TypeError
 */
export function readList(value: unknown, name: string): readonly unknown[] {
  const list = readField(value, name)
  if (!Array.isArray(list)) throw new TypeError(`The server sent no ${name}.`)
  return list
}
