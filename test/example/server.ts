import { createLink, openSqliteLinkStore } from '@hawser/link'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { readSession } from './session.ts' // your app's own session

const link = createLink({
  store: await openSqliteLinkStore({ file: 'links.sqlite' }),
  publicUrl: 'http://localhost:3000',
  hostUser: async (request) => readSession(request),
  handoff: { pageUrl: 'http://localhost:3000/link/handoff' },
})

export const app = new Hono().mount('/link', link.fetch)
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: 'localhost' })
