import { createLazyLink, createLink, openSqliteLinkStore } from '@hawser/link'

// The build imports this file: the store opens on the first request.
const link = createLazyLink(async () =>
  createLink({
    basePath: '/link',
    store: await openSqliteLinkStore({ file: 'links.sqlite' }),
    publicUrl: 'http://localhost:5173',
    // Replace with your app's session.
    hostUser: async () => ({ id: 'alice', label: 'alice@app.example' }),
  }),
)
const answer = ({ request }: { readonly request: Request }) => link.fetch(request)

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST }
