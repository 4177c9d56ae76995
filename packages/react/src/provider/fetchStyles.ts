import { hasNoRules, toStylesheetError } from './unreadStyles.ts'

/** The `<link>` elements of the modal's stylesheets that failed to load. */
const lost = new Set<HTMLLinkElement>()

/**
 * Fetches the modal's stylesheet with the host app's function. Can be called again after a failure.
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
  // Not on the window, which receives no load events of elements.
  for (const type of ['error', 'load']) document.addEventListener(type, note, { capture: true, signal })
  try {
    await load()
    const unread = loaded.find(hasNoRules)
    if (unread !== undefined) {
      failed.push(unread)
      throw toStylesheetError(unread)
    }
    // Vite requests a stylesheet only once: after a failure the next attempt reports success.
    if (lost.size > 0)
      await (await import('./refetchStyles.ts')).refetchStyles(lost, {
        hasNoRules,
        toStylesheetError,
      })
  } catch (error) {
    // Vite's message names the stylesheet that failed. The page's other failures do not concern the modal.
    for (const link of failed) {
      if (`${error}`.includes(link.getAttribute('href') ?? '\n')) lost.add(link)
    }
    throw error
  } finally {
    settled.abort()
  }
}
