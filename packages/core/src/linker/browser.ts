import type { LinkToOpen } from '../wallets/deepLink.ts'

// What a linker takes from the browser it runs in, where it is not given something else.

/** Never with an opener: the opened page must not be able to reach this one (T-16). */
export function openWindow({ href, target }: LinkToOpen): void {
  window.open(href, target, 'noopener,noreferrer')
}

/** Whether the visitor has just pressed something. No, where the browser does not tell. */
export function isPressedInBrowser(): boolean {
  return globalThis.navigator?.userActivation?.isActive === true
}

/**
 * Copies by the clipboard, which pages on plain `http:` do not have and frames may be refused, else by the older command.
 * Rejects when neither does.
 */
export async function copyInBrowser(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const { copyByCommand } = await import('../platform/copyByCommand.ts')
    copyByCommand(text)
  }
}

/** Tells when the page goes out of sight and comes back. Returns the undo. */
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
