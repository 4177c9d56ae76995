/**
 * Calls back when a browser says the device or the page is back: network returned, page shown again or thawed, tab visible,
 * window in front. Does nothing where there are no such events. Returns the way to stop.
 */
export function watchWaking(onWake: () => void): () => void {
  const { document } = globalThis
  const onVisibility = () => {
    if (document?.visibilityState === 'visible') onWake()
  }
  const page = globalThis.addEventListener === undefined ? undefined : globalThis
  const listeners = [
    [page, 'online', onWake],
    [page, 'pageshow', onWake],
    [page, 'focus', onWake],
    [page, 'visibilitychange', onVisibility],
    // Chromium tells of it on the document alone, and it does not bubble.
    [document, 'resume', onWake],
  ] as const
  for (const [target, name, listener] of listeners) target?.addEventListener(name, listener)
  return () => {
    for (const [target, name, listener] of listeners) target?.removeEventListener(name, listener)
  }
}
