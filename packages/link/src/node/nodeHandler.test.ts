import { once } from 'node:events'
import { createServer as createPlainServer } from 'node:http'
import { connect, createServer } from 'node:http2'
import { connect as connectTo, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createHandoffHost } from '../createHandoff.fixture.ts'
import { createTestHost, origin } from '../createTestHost.fixture.ts'
import { createNodeHandler } from './nodeHandler.ts'
import { nodeRequestOf } from './nodeRequest.ts'

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

test('HTTP/2: requests are answered, and the handler does not reject', async () => {
  const { link } = await createTestHost()
  const handler = createNodeHandler(link)
  const ended: Promise<void>[] = []
  const server = createServer()
  server.on('request', (...given: Parameters<typeof handler>) => void ended.push(handler(...given)))
  const client = connect(`http://127.0.0.1:${await listen(server)}`)
  onTestFinished(() => client.destroy())
  const ask = async (headers: Record<string, string>, body?: object) => {
    const stream = client.request(headers)
    stream.end(body && JSON.stringify(body))
    const [answer] = await once(stream, 'response')
    let text = ''
    for await (const chunk of stream) text += chunk
    return [answer[':status'], JSON.parse(text)]
  }
  const headers = { origin, 'x-test-user': 'alice', 'content-type': 'application/json' }
  expect(await ask({ ':path': '/wallets', ...headers })).toEqual([200, { wallets: [] }])
  const sent = { ':path': '/challenges', ':method': 'POST', ...headers }
  expect(await ask(sent, { purpose: 'unlink', walletId: 'none' })).toMatchObject([404, { code: 'not_found' }])
  await Promise.all(ended)
})

test.each([
  ['HTTP/1.1', 'application/json'],
  ['HTTP/1.1', 'text/event-stream'],
  ['HTTP/2', 'application/json'],
  ['HTTP/2', 'text/event-stream'],
])(
  '%s, %s: every cookie of an answer is sent, and no cookie or Vary of a middleware is lost',
  async (protocol, type) => {
    const cookies = ['session=new; Path=/; Secure', 'visitor=; Max-Age=0']
    const handler = createNodeHandler({
      fetch: async () => {
        const headers = new Headers({ 'content-type': type, 'cache-control': 'no-store', vary: 'Origin' })
        for (const cookie of cookies) headers.append('set-cookie', cookie)
        return new Response('{}', { headers })
      },
    })
    const server = protocol === 'HTTP/2' ? createServer() : createPlainServer()
    server.on('request', (...given: Parameters<typeof handler>) => {
      given[1].setHeader('Set-Cookie', 'csrf=1')
      given[1].setHeader('Vary', 'Accept-Encoding')
      given[1].setHeader('Cache-Control', 'public')
      void handler(...given)
    })
    const port = await listen(server)
    const readHeaders = async () => {
      if (protocol !== 'HTTP/2') {
        const { headers } = await fetch(`http://127.0.0.1:${port}/`)
        return [headers.getSetCookie(), headers.get('vary'), headers.get('cache-control')]
      }
      const client = connect(`http://127.0.0.1:${port}`)
      onTestFinished(() => client.destroy())
      const [headers] = await once(client.request({ ':path': '/' }), 'response')
      return [headers['set-cookie'], headers.vary, headers['cache-control']]
    }
    expect(await readHeaders()).toEqual([['csrf=1', ...cookies], 'Accept-Encoding, Origin', 'no-store'])
  },
)

test('streams each part as it arrives, and ends when nobody reads', async () => {
  const host = await createHandoffHost()
  const started = await host.start()
  const handler = createNodeHandler(host.link)
  const ended: Promise<void>[] = []
  const server = createPlainServer((request, response) => void ended.push(handler(request, response)))
  const address = `http://127.0.0.1:${await listen(server)}/handoffs/${started.id}`
  const headers = { accept: 'text/event-stream', 'x-test-user': 'alice' }
  const [read, left] = await Promise.all([fetch(address, { headers }), fetch(address, { headers })])
  expect(read.headers.get('content-type')).toBe('text/event-stream')
  await left.body?.cancel()
  const { grant } = await host.claim(started)
  await host.post(`/handoff/${started.id}/decline`, { grant })
  expect(await read.text()).toContain('"state":"refused"')
  await Promise.all(ended)
})

test('a response that was already answered, or breaks, does not make the handler reject', async () => {
  const { link } = await createTestHost()
  const handler = createNodeHandler(link)
  const ended: Promise<void>[] = []
  const server = createPlainServer((request, response) => {
    if (request.url === '/timeout') response.writeHead(503).end('{}')
    else if (request.url === '/streamed') {
      response.writeHead(200).write('one ')
      ended.push(handler(request, response).then(() => void response.end('two')))
      return
    } else
      response.setHeader = () => {
        throw new Error('broken')
      }
    ended.push(handler(request, response))
  })
  const base = `http://127.0.0.1:${await listen(server)}`
  const answer = await fetch(`${base}/timeout`)
  expect([answer.status, await answer.text()]).toEqual([503, '{}'])
  expect(await (await fetch(`${base}/streamed`)).text()).toBe('one two')
  await expect(fetch(`${base}/broken`)).rejects.toThrow(TypeError)
  await Promise.all(ended)
})

const leavings = [
  ['HTTP/1.1', 'before'],
  ['HTTP/1.1', 'after'],
  ['HTTP/2', 'before'],
  ['HTTP/2', 'after'],
] as const

test.each(leavings)('%s: the signal of a request, read %s its visitor left, is aborted', async (protocol, when) => {
  let leave = () => {}
  const asked: AbortSignal[] = []
  const handler = createNodeHandler({
    fetch: async (request) => {
      const incoming = nodeRequestOf(request)
      const closed = new Promise((resolve) => incoming?.once('close', resolve))
      if (when === 'before') asked.push(request.signal)
      expect(asked.map(({ aborted }) => aborted)).not.toContain(true)
      leave()
      await closed
      asked.push(request.signal)
      return new Response('nobody hears it')
    },
  })
  const ended: Promise<void>[] = []
  const server = protocol === 'HTTP/2' ? createServer() : createPlainServer()
  server.on('request', (...given: Parameters<typeof handler>) => void ended.push(handler(...given)))
  const port = await listen(server)
  if (protocol === 'HTTP/2') {
    const client = connect(`http://127.0.0.1:${port}`)
    onTestFinished(() => client.destroy())
    const stream = client.request({ ':path': '/' })
    leave = () => stream.close()
    await once(stream, 'close')
  } else {
    const socket = connectTo(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    leave = () => socket.destroy()
    await once(socket, 'close')
  }
  await Promise.all(ended)
  expect(asked.map(({ aborted }) => aborted)).toEqual(asked.map(() => true))
  expect(new Set(asked).size).toBe(1)
})

test('the signal of an answered request stays quiet', async () => {
  const asked: Request[] = []
  const handler = createNodeHandler({
    fetch: async (request) => {
      asked.push(request, request.clone())
      return new Response('here')
    },
  })
  const server = createPlainServer(handler)
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'))
  const port = await listen(server)
  expect(await (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).text()).toBe('here')
  await closed
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, false])
})

test.each([
  ['with the head', (head: string, body: string) => [head + body]],
  ['after the head', (head: string, body: string) => [head, body]],
  ['in two pieces', (head: string, body: string) => [head + body.slice(0, 3), body.slice(3)]],
  ['broken within a character', (head: string, body: string) => [head + body.slice(0, 6), body.slice(6)]],
])('a body that arrives %s reads the same, and the next request has its own', async (_, split) => {
  const heads: string[] = []
  const handler = createNodeHandler({
    fetch: async (request) => {
      heads.push(`${request.headers.get('x-twice')} ${request.headers.get('content-type')}`)
      return new Response(`${request.method} ${await request.text()}.`)
    },
  })
  const socket = connectTo(await listen(createPlainServer(handler)), '127.0.0.1').setEncoding('latin1')
  onTestFinished(() => void socket.destroy())
  socket.setNoDelay(true)
  for (const text of ['first é', 'second é']) {
    const body = Buffer.from(text).toString('latin1')
    const head = `POST / HTTP/1.1\r\nHost: x\r\nX-Twice: 1\r\nX-twice: 2\r\nContent-Type: a/b\r\nContent-Length: ${body.length}\r\n\r\n`
    const pieces = split(head, body)
    let answer = ''
    for (const piece of pieces) await new Promise<void>((resolve) => socket.write(piece, 'latin1', () => resolve()))
    while (!answer.endsWith('.')) answer += (await once(socket, 'data'))[0]
    expect(Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1').toString()).toBe(`POST ${text}.`)
  }
  expect(heads).toEqual(['1, 2 a/b', '1, 2 a/b'])
})

test('bodies on a connection: reads 32 KiB and no byte more, whatever they announce', async () => {
  const { link } = await createTestHost()
  const port = await listen(createPlainServer(createNodeHandler(link)))
  const head = `POST /proofs HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nX-Test-User: alice\r\nContent-Type: application/json\r\n`
  const bare = JSON.stringify({ purpose: 'link', challengeId: 'A'.repeat(22), signature: '0x' })
  const bodyOf = (size: number) => bare.replace('0x', `0x${'a'.repeat(size - bare.length)}`)
  const chunked = (body: string) => {
    const chunks = body.match(/.{1,4096}/g) ?? []
    return `${head}Transfer-Encoding: chunked\r\n\r\n${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`
  }
  const counted = (body: string, length = body.length) => `${head}Content-Length: ${length}\r\n\r\n${body}`
  const ask = async (text: string) => {
    const socket = connectTo(port, '127.0.0.1').setEncoding('latin1')
    onTestFinished(() => void socket.destroy())
    socket.write(text)
    let answer = ''
    while (!answer.includes('"code"')) answer += (await once(socket, 'data'))[0]
    socket.destroy()
    return [/ (\d{3}) /.exec(answer)?.[1], /"code":"(\w+)"/.exec(answer)?.[1]]
  }
  expect(await ask(counted(bodyOf(32_768)))).toEqual(['404', 'challenge_unknown'])
  expect(await ask(chunked(bodyOf(32_768)))).toEqual(['404', 'challenge_unknown'])
  expect(await ask(counted(bodyOf(32_769)))).toEqual(['413', 'body_too_large'])
  expect(await ask(chunked(bodyOf(32_769)))).toEqual(['413', 'body_too_large'])
  // A length above the limit is refused without waiting for the body. Beyond a length that is too small, bytes are not part of
  // the body.
  expect(await ask(counted('{', 1_000_000))).toEqual(['413', 'body_too_large'])
  expect(await ask(counted(bodyOf(32_769), 100))).toEqual(['400', 'invalid_link_body'])
})
