import { createLink, type Link, openSqliteLinkStore } from '@hawser/link'

/**
 * Opens the link API of a host app in the current runtime. The file is the first argument; the session is the cookie `session`.
 */
export async function openLink(basePath: string, file: string): Promise<Link> {
  return createLink({
    basePath,
    store: await openSqliteLinkStore({ file }),
    domain: 'localhost:3000',
    uri: 'http://localhost:3000/',
    allowedOrigins: ['http://localhost:3000'],
    handoff: { pageUrl: `http://localhost:3000${basePath}/handoff` },
    hostUser: async (request) => {
      const id = /(?:^|; )session=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1]
      return id === undefined ? undefined : { id, label: id }
    },
  })
}
