import { request as askFrom } from 'node:http'
import { connect } from 'node:net'
import { createNodeHandler, nodeRequestOf } from '@hawser/link/node'
import { serveOnLoopback } from '@hawser/test-kit/serveOnLoopback'
import express from 'express'
import { expect, test } from 'vitest'
import { checkHandoff } from './handoffChecks.ts'
import {
  checkBodies,
  checkHostileForms,
  checkRefusedUnread,
  checkWholeLink,
  chunkedBody,
  createSend,
} from './mountChecks.ts'
import { createMountedLink, origin } from './mountLink.ts'

const parsers = [
  ['no parser', []],
  ['a JSON parser', [express.json()]],
  ['parsers of JSON, text and forms', [express.json(), express.text(), express.urlencoded()]],
  ['a parser that leaves bytes', [express.raw({ type: '*/*' })]],
  ['a parser that leaves text', [express.text({ type: '*/*' })]],
] as const

test.each(parsers)('Express: the whole API, bodies and T-52, where %s ran before', async (_, before) => {
  const link = await createMountedLink()
  const app = express()
  for (const parser of before) app.use(parser)
  app.use('/link', createNodeHandler(link))
  app.get('/link-not', (_request, response) => void response.send('the app itself'))
  const base = await serveOnLoopback(app)
  const send = createSend(`${base}/link`)
  await checkHostileForms(send)
  await checkWholeLink(send)
  await checkBodies(createSend(`${base}/link`))
  await checkHandoff(`${base}/link`)
  expect(await (await fetch(`${base}/link-not`)).text()).toBe('the app itself')
})

test('Express: hostUser gets the fields that the host app’s own middleware set', async () => {
  const users = new WeakMap<object, string>()
  const link = await createMountedLink({
    hostUser: async (request) => {
      const original = nodeRequestOf(request)
      const id = original && users.get(original)
      return id === undefined ? undefined : { id, label: id }
    },
  })
  const app = express()
  app.use((request, _response, next) => {
    users.set(request, 'alice')
    next()
  })
  app.use('/link', createNodeHandler(link))
  await checkWholeLink(createSend(`${await serveOnLoopback(app)}/link`))
})

test('Express: a body too deep to serialise is 400, and the server keeps running', async () => {
  const link = await createMountedLink()
  const app = express()
  app.use(express.json({ limit: '1mb' }))
  app.use('/link', createNodeHandler(link))
  const send = createSend(`${await serveOnLoopback(app)}/link`)
  const deep = `{"accountId":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expect([400, 413]).toContain((await send('/challenges', { method: 'POST', body: deep })).status)
  await checkWholeLink(send)
})

test('T-54: the address is that of the connection, or the one the trusted proxy saw', async () => {
  const rateLimits = { challengesPerAddress: 1 }
  for (const [trustedProxies, statuses] of [
    [0, [404, 404]],
    [1, [404, 429]],
  ] as const) {
    const link = await createMountedLink({ trustedProxies, rateLimits })
    const base = await serveOnLoopback(createNodeHandler(link))
    // The proxy writes two spellings of one address. The entries before them come from the client itself.
    const answers = ['10.0.0.1, 192.0.2.7', '10.0.0.2, ::ffff:192.0.2.7'].map((forwarded) =>
      createSend(base)('/challenges', {
        method: 'POST',
        body: { purpose: 'unlink', walletId: 'none' },
        headers: { 'x-forwarded-for': forwarded },
      }),
    )
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual(statuses)
  }
})

test('a client that leaves in the middle of its body: the next one is served', async () => {
  const link = await createMountedLink()
  let closed = () => {}
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve
  })
  const handler = createNodeHandler(link)
  const app = express()
  app.use('/link', async (request, response) => {
    await handler(request, response)
    closed()
  })
  const base = await serveOnLoopback(app)
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.write(
    'POST /link/challenges HTTP/1.1\r\nHost: x\r\nOrigin: http://localhost:3000\r\nCookie: session=alice\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"acc',
    () => socket.destroy(),
  )
  await isClosed
  await checkWholeLink(createSend(`${base}/link`))
})

test('T-54: behind a proxy that adds nothing it is the address the proxy was reached at', async () => {
  const link = await createMountedLink({ trustedProxies: 1, rateLimits: { challengesPerAddress: 1 } })
  const base = await serveOnLoopback(createNodeHandler(link))
  const statusFrom = (localAddress: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { origin, cookie: 'session=alice', 'content-type': 'application/json' }
      const sent = askFrom(`${base}/challenges`, { method: 'POST', localAddress, headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      sent.once('error', reject)
      sent.end(JSON.stringify({ purpose: 'unlink', walletId: 'none' }))
    })
  const statuses: (number | undefined)[] = []
  for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.2']) statuses.push(await statusFrom(address))
  expect(statuses).toEqual([404, 404, 429])
})

test('distrusts a parser that leaves an empty object after it read nothing', async () => {
  const link = await createMountedLink()
  const app = express()
  app.use((request, _response, next) => {
    request.body = {}
    next()
  })
  app.use('/link', createNodeHandler(link))
  await checkWholeLink(createSend(`${await serveOnLoopback(app)}/link`))
})

test.each([
  ['announced', 'Content-Length: 2000000', 'x'.repeat(2_000_000)],
  ['in chunks', 'Transfer-Encoding: chunked', chunkedBody],
])('a body refused unread, %s, does not block the connection’s next request', async (_, size, body) => {
  const link = await createMountedLink()
  const base = await serveOnLoopback(createNodeHandler(link))
  await checkRefusedUnread(base, size, body)
})

test.each(['//evil.example/wallets', 'http://evil.example/wallets', '*', '/wallets/..%2f..%2f', '/%zz', '/\u0001'])(
  'the path %j is not ours: 404, or no request at all',
  async (path) => {
    const link = await createMountedLink()
    const base = await serveOnLoopback(createNodeHandler(link))
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    socket.end(`GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: session=alice\r\nConnection: close\r\n\r\n`)
    let text = ''
    for await (const chunk of socket) text += chunk
    expect(text.slice(0, 12)).toMatch(/^HTTP\/1\.1 (?:404|400)/)
  },
)
