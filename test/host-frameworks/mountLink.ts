import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLink, type Link, type LinkLogEvent, type LinkOptions, openSqliteLinkStore } from '@hawser/link'
import { onTestFinished } from 'vitest'

/** The origin of the page that may link. */
export const origin = 'http://localhost:3000'

/** A link API over a file of its own, gone after the test, whose session is the cookie `session`. */
export async function createMountedLink(
  options: Partial<LinkOptions> = {},
): Promise<Link & { events: LinkLogEvent[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'hawser-mount-'))
  const store = await openSqliteLinkStore({ file: join(folder, 'links.sqlite') })
  onTestFinished(async () => {
    await store.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const events: LinkLogEvent[] = []
  const link = createLink({
    store,
    domain: 'localhost:3000',
    uri: `${origin}/`,
    allowedOrigins: [origin],
    hostUser: async (request) => {
      const id = /(?:^|; )session=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1]
      return id === undefined ? undefined : { id, label: id }
    },
    onEvent: (event) => events.push(event),
    ...options,
  })
  return { ...link, events }
}
