import { createLink, openSqliteLinkStore } from '@hawser/link'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** Replace with your app's session. */
async function hostUser() {
  return { id: 'alice', label: 'alice@app.example' }
}

const app = new Hono()
const store = await openSqliteLinkStore({ file: 'links.sqlite' })
app.mount('/link', createLink({ store, publicUrl: 'http://localhost:5173', hostUser }).fetch)

serve({ fetch: app.fetch, port: 3000, hostname: 'localhost' }, () => console.log('link API: http://localhost:3000'))
