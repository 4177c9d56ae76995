import { createLazyLink, createLink, openSqliteLinkStore } from '@hawser/link'

const link = createLazyLink(async () =>
  createLink({
    basePath: '/api/link',
    store: await openSqliteLinkStore({ file: process.env.LINK_FILE ?? '' }),
    publicUrl: 'http://localhost:3000',
    handoff: { pageUrl: 'http://localhost:3000/api/link/handoff' },
    hostUser: async (request) => {
      const id = /(?:^|; )session=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1]
      return id === undefined ? undefined : { id, label: id }
    },
  }),
)
const { fetch: GET, fetch: POST, fetch: PATCH, fetch: DELETE, fetch: OPTIONS } = link

export { DELETE, GET, OPTIONS, PATCH, POST }
