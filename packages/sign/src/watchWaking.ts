/**
 * Calls back when a browser says the device or the page is back: network returned, page shown again, tab visible.
 * Does nothing where there are no such events. Returns the way to stop.
 */
export function watchWaking(onWake: () => void): () => void {
  const target = globalThis.addEventListener === undefined ? undefined : globalThis
  const onVisibility = () => {
    if (globalThis.document?.visibilityState === 'visible') onWake()
  }
  const listeners = [
    ['online', onWake],
    ['pageshow', onWake],
    ['visibilitychange', onVisibility],
  ] as const
  for (const [name, listener] of listeners) target?.addEventListener(name, listener)
  return () => {
    for (const [name, listener] of listeners) target?.removeEventListener(name, listener)
  }
}
