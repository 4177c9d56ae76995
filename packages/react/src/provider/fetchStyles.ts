/** The links of the modal's stylesheets that could not be fetched. */
const lost = new Set<HTMLLinkElement>()

/**
 * Fetches the modal's stylesheet, the way its host does. After a failure it may be called again.
 * @throws what `load` throws, or an error that names the stylesheet
 */
export async function fetchStyles(load: () => Promise<unknown>): Promise<void> {
  const failed: HTMLLinkElement[] = []
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement) failed.push(target)
  }
  addEventListener('error', note, true)
  try {
    await load()
    // Vite asks for a stylesheet once: of one that failed it says at the next attempt that it is there.
    await Promise.all([...lost].map(fetchAgain))
  } catch (error) {
    // Vite names the one it missed. Whatever else the page could not fetch meanwhile is no matter of the modal's.
    for (const link of failed) {
      if (`${error}`.includes(link.getAttribute('href') ?? '\n')) lost.add(link)
    }
    throw error
  } finally {
    removeEventListener('error', note, true)
  }
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
    next.addEventListener('load', resolve)
    next.addEventListener('error', () => reject(new Error(`The stylesheet ${next.href} could not be loaded.`)))
    document.head.append(next)
  })
  lost.delete(next)
}
