/** Reads a field of an object from a wallet or another script of the page. Its getter can throw. */
export function readField(value: unknown, name: string): unknown {
  try {
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
    return isObject ? Reflect.get(value, name) : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns a method of a foreign object. The method is looked up at each call, because a wallet can replace it once unlocked.
 */
export function readMethod(value: unknown, name: string): ((...inputs: unknown[]) => unknown) | undefined {
  const find = () => {
    const found = readField(value, name)
    return typeof found === 'function' ? found : undefined
  }
  if (find() === undefined) return undefined
  return (...inputs) => Reflect.apply(find() ?? (() => undefined), value, inputs)
}

/** Returns the first items of a foreign list. Empty if the value is not a list, or throws. */
export function readList(value: unknown, maxLength = 100): readonly unknown[] {
  try {
    return Array.prototype.slice.call(value, 0, maxLength)
  } catch {
    return []
  }
}
