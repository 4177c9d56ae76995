/** Whether a page of another origin is around this one, at whatever distance. */
export function isFramedByOthers(): boolean {
  try {
    for (let frame: Window = globalThis.window; frame !== undefined && frame !== frame.parent; frame = frame.parent) {
      if (frame.parent.location.origin !== globalThis.location.origin) return true
    }
    return false
  } catch {
    // Reading another origin's location throws.
    return true
  }
}

/**
 * Whether every page around this one is of its own origin or of one of these. A browser that does not say whose pages they are
 * allows none.
 */
export function isFramedBy(origins: readonly string[]): boolean {
  const { origin = '', ancestorOrigins } = globalThis.location ?? {}
  return ancestorOrigins !== undefined && [...ancestorOrigins].every((each) => [origin, ...origins].includes(each))
}
