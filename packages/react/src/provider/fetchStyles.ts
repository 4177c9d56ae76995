import { isUnread, lossOf } from './unreadStyles.ts'

/** The links of the modal's stylesheets that could not be fetched. */
const lost = new Set<HTMLLinkElement>()

/**
 * Fetches the modal's stylesheet with its host's function. After a failure it may be called again.
 * @throws the error of `load`, or an error that names the stylesheet
 */
export async function fetchStyles(load: () => Promise<unknown>): Promise<void> {
  const failed: HTMLLinkElement[] = []
  const loaded: HTMLLinkElement[] = []
  const note = ({ target, type }: Event) => {
    if (target instanceof HTMLLinkElement) (type === 'error' ? failed : loaded).push(target)
  }
  const settled = new AbortController()
  const { signal } = settled
  // Not on the window, which receives no load events from within the page.
  for (const type of ['error', 'load']) document.addEventListener(type, note, { capture: true, signal })
  try {
    await load()
    const unread = loaded.find(isUnread)
    if (unread !== undefined) {
      failed.push(unread)
      throw lossOf(unread)
    }
    // Vite requests a stylesheet once: after a failure it reports success at the next attempt.
    if (lost.size > 0) await (await import('./refetchStyles.ts')).refetchStyles(lost, { isUnread, lossOf })
  } catch (error) {
    // Vite names the one it missed. Other failures of the page do not concern the modal.
    for (const link of failed) {
      if (`${error}`.includes(link.getAttribute('href') ?? '\n')) lost.add(link)
    }
    throw error
  } finally {
    settled.abort()
  }
}
