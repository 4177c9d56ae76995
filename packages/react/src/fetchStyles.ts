/** The links of stylesheets that could not be fetched. */
const lost = new Set<HTMLLinkElement>()

/**
 * Fetches the modal's stylesheet, the way its host does. After a failure it may be called again.
 * @throws what `load` throws, or the error event of a link
 */
export async function fetchStyles(load: () => Promise<unknown>): Promise<void> {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target)
  }
  addEventListener('error', note, true)
  try {
    await load()
    // Vite asks for a stylesheet once: of one that failed it says at the next attempt that it is there.
    await Promise.all([...lost].map(fetchAgain))
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
  await new Promise((resolve, reject) => {
    next.addEventListener('load', resolve)
    next.addEventListener('error', reject)
    document.head.append(next)
  })
}
