import type { LinkToOpen } from '../wallets/deepLink.ts'

// The browser's defaults for a linker.

/** Opens a link, never with an opener: the opened page must not be able to reach this page (T-16). */
export function openWindow({ href, target }: LinkToOpen): void {
  window.open(href, target, 'noopener,noreferrer')
}

/** Whether the visitor has just pressed something. False if the browser does not report it. */
export function isPressedInBrowser(): boolean {
  return globalThis.navigator?.userActivation?.isActive === true
}

/**
 * Copies text with the clipboard API. Pages on plain `http:` lack it, and frames can be denied it; then the older copy command
 * is used. Rejects with the clipboard's error if neither works.
 */
export async function copyInBrowser(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (error) {
    const { copyByCommand } = await import('../platform/copyByCommand.ts')
    if (!copyByCommand(text)) throw error
  }
}

/** Reports when the page is hidden and visible again. Returns a function that stops the reports. */
export function watchPageVisibility(listener: (isVisible: boolean) => void): () => void {
  if (globalThis.document === undefined) return () => {}
  const changed = () => listener(document.visibilityState === 'visible')
  const hidden = () => listener(false)
  const stopped = new AbortController()
  const { signal } = stopped
  document.addEventListener('visibilitychange', changed, { signal })
  window.addEventListener('pageshow', changed, { signal })
  window.addEventListener('pagehide', hidden, { signal })
  return () => stopped.abort()
}

export function setPlatformTimer(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}
