import { createFastifyPlugin, nodeRequestOf } from '@hawser/link/node'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { checkHandoff } from './handoffChecks.ts'
import {
  checkBodies,
  checkHostileForms,
  checkRefusedUnread,
  checkWholeLink,
  chunkedBody,
  createSend,
} from './mountChecks.ts'
import { createMountedLink } from './mountLink.ts'

test('Fastify: the whole API, bodies and T-52; the app keeps its own parsers and hooks', async () => {
  const link = await createMountedLink()
  const app = fastify()
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.addHook('onSend', async (_request, reply) => void reply.header('x-of-the-app', 'yes'))
  app.register(createFastifyPlugin(link), { prefix: '/api/link' })
  app.post('/echo', async (request) => ({ body: request.body }))
  onTestFinished(() => app.close())
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = createSend(`${base}/api/link`)
  await checkHostileForms(send)
  await checkWholeLink(send)
  await checkBodies(send)
  await checkHandoff(`${base}/api/link`)
  expect((await send('/wallets')).headers.get('x-of-the-app')).toBe('yes')
  const echo = createSend(base)
  expect((await echo('/echo', { method: 'POST', body: { a: 1 } })).text).toBe('{"body":{"a":1}}')
  expect((await echo('/echo', { method: 'POST', body: 'a', headers: { 'content-type': 'text/csv' } })).text).toBe(
    '{"body":"a"}',
  )
})

test('Fastify: hostUser gets the fields that the host app’s own hooks set', async () => {
  const users = new WeakMap<object, string>()
  const link = await createMountedLink({
    hostUser: async (request) => {
      const original = nodeRequestOf(request)
      const id = original && users.get(original)
      return id === undefined ? undefined : { id, label: id }
    },
  })
  const app = fastify()
  app.addHook('onRequest', async (request) => void users.set(request.raw, 'alice'))
  app.register(createFastifyPlugin(link), { prefix: '/link' })
  onTestFinished(() => app.close())
  await checkWholeLink(createSend(`${await app.listen({ port: 0, host: '127.0.0.1' })}/link`))
})

test('Fastify: a body refused unread does not block the connection’s next request', async () => {
  const link = await createMountedLink()
  const app = fastify({ bodyLimit: 10_000_000 })
  app.register(createFastifyPlugin(link), { prefix: '/link' })
  onTestFinished(() => app.close())
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  await checkRefusedUnread(`${base}/link`, 'Transfer-Encoding: chunked', chunkedBody)
})

test('Fastify: every cookie of an answer is sent, and no cookie or Vary of a hook is lost', async () => {
  const cookies = ['session=new; Path=/; Secure', 'visitor=; Max-Age=0']
  const answer = async () => {
    const headers = new Headers({ vary: 'Origin' })
    for (const cookie of cookies) headers.append('set-cookie', cookie)
    return new Response('{}', { headers })
  }
  const app = fastify()
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('set-cookie', 'csrf=1').header('vary', 'Accept-Encoding')
  })
  app.register(createFastifyPlugin({ fetch: answer }), { prefix: '/link' })
  onTestFinished(() => app.close())
  const { headers } = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/link/wallets`)
  expect([headers.getSetCookie(), headers.get('vary')]).toEqual([['csrf=1', ...cookies], 'Accept-Encoding, Origin'])
})
