import { isUnread, lossOf } from './unreadStyles.ts'

/**
 * Fetches the stylesheets behind these links again, and removes loaded ones from the list. A separate chunk: it is
 * needed only after a failure.
 * @throws an error that names one that fails
 */
export async function refetchStyles(lost: Set<HTMLLinkElement>): Promise<void> {
  await Promise.all([...lost].map((link) => fetchAgain(lost, link)))
}

async function fetchAgain(lost: Set<HTMLLinkElement>, link: HTMLLinkElement): Promise<void> {
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
