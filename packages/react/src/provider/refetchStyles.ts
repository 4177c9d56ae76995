import type * as Styles from './unreadStyles.ts'

// Passed in, not imported: Vite makes small files of modules that both the page's own script and this chunk import.
type Reading = Pick<typeof Styles, 'hasNoRules' | 'toStylesheetError'>

/**
 * Fetches the stylesheets of these links again, and removes loaded ones from the set. A separate chunk, needed only after a
 * failure.
 * @throws an error that names a stylesheet that fails
 */
export async function refetchStyles(lost: Set<HTMLLinkElement>, reading: Reading): Promise<void> {
  await Promise.all([...lost].map((link) => fetchAgain(lost, link, reading)))
}

async function fetchAgain(
  lost: Set<HTMLLinkElement>,
  link: HTMLLinkElement,
  { hasNoRules, toStylesheetError }: Reading,
): Promise<void> {
  lost.delete(link)
  link.remove()
  if ([...document.styleSheets].some(({ href }) => href === link.href)) return
  const next = document.createElement('link')
  for (const { name, value } of link.attributes) next.setAttribute(name, value)
  next.nonce = link.nonce
  lost.add(next)
  await new Promise((resolve, reject) => {
    next.addEventListener('load', () => (hasNoRules(next) ? reject(toStylesheetError(next)) : resolve(undefined)))
    next.addEventListener('error', () => reject(toStylesheetError(next)))
    document.head.append(next)
  })
  lost.delete(next)
}
