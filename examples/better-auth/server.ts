import { randomBytes } from 'node:crypto'
import { createLink, openSqliteLinkStore } from '@hawser/link'
import { serve } from '@hono/node-server'
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { Hono } from 'hono'

const publicUrl = 'http://localhost:5173'

// A restart loses all accounts: give Better Auth your database.
const tables = { user: [], session: [], account: [], verification: [] }
const auth = betterAuth({
  baseURL: publicUrl,
  secret: randomBytes(32).toString('hex'),
  database: memoryAdapter(tables),
  emailAndPassword: { enabled: true },
})

const link = createLink({
  store: await openSqliteLinkStore({ file: 'links.sqlite' }),
  publicUrl,
  hostUser: async ({ headers }) => {
    const signedIn = await auth.api.getSession({ headers })
    if (signedIn === null) return undefined
    return { id: signedIn.user.id, label: signedIn.user.email, sessionId: signedIn.session.id }
  },
})

const app = new Hono()
app.on(['GET', 'POST'], '/api/auth/*', (context) => auth.handler(context.req.raw))
app.mount('/link', link.fetch)

serve({ fetch: app.fetch, port: 3000, hostname: 'localhost' }, () => console.log('link API: http://localhost:3000'))
