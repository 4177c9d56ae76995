/**
 * Whether a page of another origin surrounds this one, at any depth. Pages of the origins in `allowed` do not count, if the
 * browser reports the surrounding origins. Otherwise no other origin is allowed.
 */
export function isFramedByOthers(allowed: readonly string[] = []): boolean {
  try {
    const { origin, ancestorOrigins } = globalThis.location
    if (ancestorOrigins) return [...ancestorOrigins].some((each) => each !== origin && !allowed.includes(each))
    for (let frame: Window = globalThis.window; frame !== frame.parent; frame = frame.parent) {
      if (frame.parent.location.origin !== origin) return true
    }
    return false
  } catch {
    // Reading another origin's location throws. On a server there is no window, and no frame.
    return globalThis.window !== undefined
  }
}
