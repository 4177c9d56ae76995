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
