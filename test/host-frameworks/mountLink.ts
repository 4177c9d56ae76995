import { join } from 'node:path'
import { createLink, type Link, type LinkLogEvent, type LinkOptions, openSqliteLinkStore } from '@hawser/link'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { onTestFinished } from 'vitest'

/** The origin of the page that is allowed to link. */
export const origin = 'http://localhost:3000'

/** Creates a link API over its own file, removed after the test. The session is the cookie `session`. */
export async function createMountedLink(
  options: Partial<LinkOptions> = {},
): Promise<Link & { events: LinkLogEvent[] }> {
  const folder = temporaryFolder()
  const store = await openSqliteLinkStore({ file: join(folder, 'links.sqlite') })
  onTestFinished(() => store.stop())
  const events: LinkLogEvent[] = []
  const link = createLink({
    store,
    domain: 'localhost:3000',
    uri: `${origin}/`,
    allowedOrigins: [origin],
    handoff: { pageUrl: `${origin}/link/handoff` },
    hostUser: async (request) => {
      const id = /(?:^|; )session=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1]
      return id === undefined ? undefined : { id, label: id }
    },
    onEvent: (event) => events.push(event),
    ...options,
  })
  return { ...link, events }
}
