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
  // Not on the window, which hears of no load within the page.
  document.addEventListener('error', note, true)
  document.addEventListener('load', note, true)
  try {
    await load()
    const unread = loaded.find(isUnread)
    if (unread !== undefined) {
      failed.push(unread)
      throw lossOf(unread)
    }
    // Vite asks for a stylesheet once: of one that failed it says at the next attempt that it is there.
    await Promise.all([...lost].map(fetchAgain))
  } catch (error) {
    // Vite names the one it missed. Whatever else the page could not fetch meanwhile is no matter of the modal's.
    for (const link of failed) {
      if (`${error}`.includes(link.getAttribute('href') ?? '\n')) lost.add(link)
    }
    throw error
  } finally {
    document.removeEventListener('error', note, true)
    document.removeEventListener('load', note, true)
  }
}

/** An HTML page in the place of a stylesheet is loaded like one, and has no rules. Those of other origins cannot be counted. */
function isUnread({ rel, sheet }: HTMLLinkElement): boolean {
  try {
    return rel === 'stylesheet' && sheet?.cssRules.length === 0
  } catch {
    return false
  }
}

function lossOf(link: HTMLLinkElement): Error {
  return new Error(`The stylesheet ${link.getAttribute('href')} could not be loaded.`)
}

async function fetchAgain(link: HTMLLinkElement): Promise<void> {
  lost.delete(link)
  link.remove()
  if ([...document.styleSheets].some(({ href }) => href === link.href)) return
  const next = document.createElement('link')
  for (const { name, value } of link.attributes) next.setAttribute(name, value)
  next.nonce = link.nonce
  lost.add(next)
  await new Promise((resolve, reject) => {
    next.addEventListener('load', () => (isUnread(next) ? reject(lossOf(next)) : resolve(undefined)))
    next.addEventListener('error', () => reject(lossOf(next)))
    document.head.append(next)
  })
  lost.delete(next)
}
