import { withPeerAddress } from '@hawser/link'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { checkHandoff } from './handoffChecks.ts'
import { checkBodies, checkHostileForms, checkWholeLink, createSend } from './mountChecks.ts'
import { createMountedLink, origin } from './mountLink.ts'

test('Hono: mounted under a path', async () => {
  const link = await createMountedLink()
  const app = new Hono()
  app.mount('/link', (request) => link.fetch(request))
  const ask = async (request: Request) => app.fetch(request)
  const send = createSend('http://localhost:3000/link', ask)
  await checkHostileForms(send)
  await checkWholeLink(send)
  await checkBodies(send)
  await checkHandoff('http://localhost:3000/link', ask)
})

test('Next.js: route handlers of app/api/link/[...path]/route.ts', async () => {
  const link = await createMountedLink({ basePath: '/api/link', handoff: { pageUrl: `${origin}/api/link/handoff` } })
  // The exports of the route's file. Next.js calls the export with the name of the method.
  const { fetch: GET, fetch: POST, fetch: PATCH, fetch: DELETE, fetch: OPTIONS } = link
  const handlers = new Map(Object.entries({ GET, POST, PATCH, DELETE, OPTIONS }))
  const call = async (request: Request) =>
    (await handlers.get(request.method)?.(request)) ?? new Response(null, { status: 405 })
  const send = createSend('http://localhost:3000/api/link', call)
  await checkHostileForms(send)
  await checkWholeLink(send)
  await checkBodies(send)
  await checkHandoff('http://localhost:3000/api/link', call)
  const outside = createSend('http://localhost:3000', call)
  expect((await outside('/wallets')).status).toBe(404)
  expect((await outside('/api/linkage/wallets')).status).toBe(404)
})

test('Bun and Deno: a plain fetch handler that notes the address of the connection', async () => {
  const link = await createMountedLink({ basePath: '/link', rateLimits: { challengesPerAddress: 1 } })
  let peer = '2001:db8::1'
  const send = createSend('http://localhost:3000/link', (request) => link.fetch(withPeerAddress(request, peer)))
  const ask = () => send('/challenges', { method: 'POST', body: { purpose: 'unlink', walletId: 'none' } })
  expect((await ask()).status).toBe(404)
  // T-54: a whole /64 counts as one address.
  peer = '2001:db8::ffff:1'
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  peer = '2001:db8:0:1::1'
  expect((await ask()).status).toBe(404)
})
