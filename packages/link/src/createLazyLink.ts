import { InvalidArgumentError } from '@hawser/wire'
import type { Link } from './createLink.ts'

/**
 * A link that is opened by its first request and not before, for frameworks that import the module of a route while they
 * build: Next.js does, with no database there and none to be made. Requests that come meanwhile wait for the one opening.
 * One that fails is tried anew by the next request, and rejects with what `open` threw.
 * @param open - called once, as long as it succeeds
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
