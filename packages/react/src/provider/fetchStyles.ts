import { isUnread, lossOf } from './unreadStyles.ts'

/** The links of the modal's stylesheets that could not be fetched. */
const lost = new Set<HTMLLinkElement>()

/**
 * Fetches the modal's stylesheet, the way its host does. After a failure it may be called again.
 * @throws what `load` throws, or an error that names the stylesheet
 */
export async function fetchStyles(load: () => Promise<unknown>): Promise<void> {
  const failed: HTMLLinkElement[] = []
  const loaded: HTMLLinkElement[] = []
  const note = ({ target, type }: Event) => {
    if (target instanceof HTMLLinkElement) (type === 'error' ? failed : loaded).push(target)
  }
  const settled = new AbortController()
  const { signal } = settled
  // Not on the window, which hears of no load within the page.
  for (const type of ['error', 'load']) document.addEventListener(type, note, { capture: true, signal })
  try {
    await load()
    const unread = loaded.find(isUnread)
    if (unread !== undefined) {
      failed.push(unread)
      throw lossOf(unread)
    }
    // Vite asks for a stylesheet once: of one that failed it says at the next attempt that it is there.
    if (lost.size > 0) await (await import('./refetchStyles.ts')).refetchStyles(lost)
  } catch (error) {
    // Vite names the one it missed. Whatever else the page could not fetch meanwhile is no matter of the modal's.
    for (const link of failed) {
      if (`${error}`.includes(link.getAttribute('href') ?? '\n')) lost.add(link)
    }
    throw error
  } finally {
    settled.abort()
  }
}
