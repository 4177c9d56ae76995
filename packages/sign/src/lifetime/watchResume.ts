/**
 * Calls back when a browser reports that the device or the page is back: network returned, page shown again or thawed,
 * tab visible, window focused. Does nothing on platforms without such events. Returns a function that stops listening.
 */
export function watchResume(onWake: () => void): () => void {
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
    // Chromium fires `resume` only on the document, and the event does not bubble.
    [document, 'resume', onWake],
  ] as const
  for (const [target, name, listener] of listeners) target?.addEventListener(name, listener)
  return () => {
    for (const [target, name, listener] of listeners) target?.removeEventListener(name, listener)
  }
}
