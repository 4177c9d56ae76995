/** A field of a foreign object, from wallets and scripts of the page. A getter in it may throw. */
export function readField(value: unknown, name: string): unknown {
  try {
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
    return isObject ? Reflect.get(value, name) : undefined
  } catch {
    return undefined
  }
}

/** A method of a foreign object, looked up each time it is called: a wallet may replace it once it is unlocked. */
export function readMethod(value: unknown, name: string): ((...inputs: unknown[]) => unknown) | undefined {
  const find = () => {
    const found = readField(value, name)
    return typeof found === 'function' ? found : undefined
  }
  if (find() === undefined) return undefined
  return (...inputs) => Reflect.apply(find() ?? (() => undefined), value, inputs)
}

/** The first items of a foreign list. Empty if it is not a list, or throws. */
export function readList(value: unknown, maxLength = 100): readonly unknown[] {
  try {
    return Array.prototype.slice.call(value, 0, maxLength)
  } catch {
    return []
  }
}
