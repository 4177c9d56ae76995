import type { LinkToOpen } from '../wallets/deepLink.ts'

// A linker's defaults from the browser it runs in.

/** Never with an opener: the opened page must not be able to reach this one (T-16). */
export function openWindow({ href, target }: LinkToOpen): void {
  window.open(href, target, 'noopener,noreferrer')
}

/** Whether the visitor has just pressed something. No, if the browser does not report it. */
export function isPressedInBrowser(): boolean {
  return globalThis.navigator?.userActivation?.isActive === true
}

/**
 * Copies by the clipboard, which pages on plain `http:` lack and frames may be refused, otherwise by the older command.
 * Rejects with the error of the clipboard when neither works.
 */
export async function copyInBrowser(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (error) {
    const { copyByCommand } = await import('../platform/copyByCommand.ts')
    if (!copyByCommand(text)) throw error
  }
}

/** Reports when the page is hidden and visible again. Returns the undo. */
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
