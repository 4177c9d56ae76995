/**
 * Fetches the modal's stylesheet, the way its host does.
 * @throws what `load` throws
 */
export async function fetchStyles(load: () => Promise<unknown>): Promise<void> {
  // Vite leaves the link of a stylesheet that failed in the page and takes it for a loaded one when it is asked again.
  const failed = new Set<HTMLLinkElement>()
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement) failed.add(target)
  }
  addEventListener('error', note, true)
  try {
    await load()
  } catch (error) {
    for (const link of failed) link.remove()
    throw error
  } finally {
    removeEventListener('error', note, true)
  }
}
