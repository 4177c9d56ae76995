import { InvalidArgumentError } from '@hawser/wire'
import type { Link } from './createLink.ts'

/**
 * A link that opens at its first request. It is for frameworks such as Next.js, which import a route's module during the build,
 * without a database. Requests during the opening wait for it. If `open` throws, they reject with its error, and the next
 * request tries again.
 * @param open - called once, unless it fails
 * @example
 * const link = createLazyLink(async () => createLink({ store: await openSqliteLinkStore({ file: './data/link.sqlite' }), … }))
 * const { fetch: GET, fetch: POST, fetch: PATCH, fetch: DELETE, fetch: OPTIONS } = link
 */
export function createLazyLink(open: () => Promise<Link>): Pick<Link, 'fetch'> & { opened(): Promise<Link> } {
  if (typeof open !== 'function') throw new InvalidArgumentError('`open` must be a function that opens the link.')
  let opening: Promise<Link> | undefined
  const opened = () => {
    opening ??= open().catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }
  return { opened, fetch: async (request) => (await opened()).fetch(request) }
}
