import { createLazyLink, createLink, openSqliteLinkStore } from '@hawser/link'

// The build imports this file: the store opens on the first request.
const link = createLazyLink(async () =>
  createLink({
    basePath: '/api/link',
    store: await openSqliteLinkStore({ file: 'links.sqlite' }),
    publicUrl: 'http://localhost:3000',
    // Replace with your app's session.
    hostUser: async () => ({ id: 'alice', label: 'alice@app.example' }),
  }),
)
const { fetch: GET, fetch: POST, fetch: PATCH, fetch: DELETE, fetch: OPTIONS } = link

export { DELETE, GET, OPTIONS, PATCH, POST }
