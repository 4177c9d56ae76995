import type { ServerResponse } from 'node:http'
import { diagnose, formatJson, formatText } from '@hawser/doctor'
import { serveOnLoopback } from '@hawser/test-kit/serveOnLoopback'
import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { codesOf, diagnosePatiently, openSite } from './openSite.ts'

// A hostile server can answer with anything: the doctor still finishes, keeps little in memory, and prints no terminal control
// sequences.

type Serve = (response: ServerResponse, url: string) => void

/** Opens a page that names itself as registry and link API, and answers everything else with `serve`. */
async function openHostile(serve: Serve, named: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return serveOnLoopback((request, response) => {
    const at = request.url ?? '/'
    if (at === '/') {
      response.setHeader('content-type', 'text/html')
      response.end('<link rel="hawser-options" href="/hawser.json">')
    } else if (at === '/hawser.json') {
      response.end(JSON.stringify({ registry: { url: '/registry' }, link: { url: '/link', handoff: true }, ...named }))
    } else serve(response, at)
  })
}

const obeyed = '\u001b[2J\u001b]0;owned\u0007\u202e\u200b\u009b31m'

const hostile: Readonly<Record<string, Serve>> = {
  'a body without an end': (response) => {
    response.on('error', () => {})
    const more = () => {
      if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(more))
    }
    more()
  },
  'a head, and then nothing': (response) => response.writeHead(200, { 'content-length': '10' }).flushHeaders(),
  'not even a head': () => {},
  'redirects in a circle': (response, url) => response.writeHead(302, { location: url }).end(),
  'redirects without an end': (response, url) => response.writeHead(302, { location: `${url}1` }).end(),
  'a redirect to what is no address': (response) => response.writeHead(302, { location: 'http://' }).end(),
  'a redirect to a file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  'JSON that is cut': (response) => response.setHeader('content-type', 'application/json').end('{"listings":[{"id":"'),
  'JSON of other kinds': (response) =>
    response
      .setHeader('content-type', 'application/json')
      .end('{"listings":{"a":null,"b":[]},"total":1e9,"code":7,"manifest":[],"__proto__":{"total":9}}'),
  'JSON that is nested deeply': (response) =>
    response.setHeader('content-type', 'application/json').end(`${'['.repeat(200_000)}`),
  'a packed body that unpacks to a lot': (response) =>
    response.setHeader('content-encoding', 'gzip').end(Buffer.from('H4sIAAAAAAAAA0tMSk4BAAAA', 'base64')),
  'a connection that breaks': (response) => response.socket?.destroy(),
}

test.each(Object.entries(hostile))('doctor, hostile: %s settles as a list of codes', async (_name, serve) => {
  const url = await openHostile(serve)
  const diagnosis = await diagnose({ pageUrl: url, timeoutMs: 1_500 })
  expect(diagnosis.isWell).toBe(false)
  expect(codesOf(diagnosis)).toEqual(
    expect.arrayContaining([
      'registry_unreachable',
      expect.stringMatching(/^link_(?:unreachable|not_mounted)$/),
      'handoff_missing',
    ]),
  )
})

test('doctor, hostile: reads an endless page up to a limit', async () => {
  const url = await serveOnLoopback((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.on('error', () => {})
    const more = () => {
      if (!response.destroyed) response.write('<link '.repeat(10_000), () => setImmediate(more))
    }
    more()
  })
  expect(codesOf(await diagnose({ pageUrl: url, timeoutMs: 5_000 }))).toEqual(['options_missing', 'policy_missing?'])
})

test('doctor, hostile: prints no terminal control characters, from any source', async () => {
  const listing = { id: 'a', name: `Evil${obeyed} Wallet\nx`, mobile: { native: 'evil://' } }
  const url = await openHostile(
    (response, at) => {
      // Node refuses such bytes in a header; other servers do not.
      if (at.startsWith('/link'))
        return void response.socket?.end(
          `HTTP/1.1 200 OK\r\ncontent-type: te\u001b[2Jxt\u009b\r\ncontent-length: 0\r\nset-cookie: s\u001b[31m=1\r\n\r\n`,
        )
      response.setHeader('content-type', 'application/json').setHeader('access-control-allow-origin', '*')
      response.end(JSON.stringify({ listings: [listing], total: 1, page: 1 }))
    },
    { relay: { url: `ws://127.0.0.1:9/${encodeURIComponent(obeyed)}`, reach: 7 }, [`x${obeyed}`]: 1 },
  )
  const diagnosis = await diagnosePatiently(url)
  const printed = formatText(diagnosis) + formatJson(diagnosis)
  expect(printed).toContain('Evil')
  expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(JSON.parse(formatJson(diagnosis))).toMatchObject({ isWell: false, page: url })
})

test.each([
  ['says nothing', () => {}, 'relay_silent'],
  ['answers with garbage', (send: (text: string) => void) => send('{"id":'), 'relay_silent'],
  ['answers another request', (send: (text: string) => void) => send('{"id":2,"result":"x"}'), 'relay_silent'],
  ['sends a frame that is too large', (send: (text: string) => void) => send('x'.repeat(100_000)), 'relay_silent'],
  [
    'refuses in terminal codes',
    (send: (text: string) => void) => send(JSON.stringify({ id: 1, error: { code: 1, message: obeyed } })),
    'relay_refused',
  ],
] as const)('doctor, hostile: a relay that %s', async (_name, speak, code) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()))
  server.on('connection', (socket) => {
    socket.on('error', () => {})
    socket.on('message', () => speak((text) => socket.send(text)))
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const relayUrl = `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const { url } = await openSite()
  const diagnosis = await diagnose({ pageUrl: url, given: { relayUrls: [relayUrl] }, timeoutMs: 3_000 })
  for (const client of server.clients) client.terminate()
  server.close()
  await closed
  expect(codesOf(diagnosis)).toContain(code)
  expect(formatText(diagnosis).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test('doctor, hostile: does not print possible secrets of an address', async () => {
  const { url, relayUrl } = await openSite({ relayUrl: (relay) => `${relay}/?projectId=s3cret` })
  expect(relayUrl).toContain('s3cret')
  const pageUrl = `${url.replace('://', '://user:s3cret@')}/?token=s3cret#s3cret`
  const diagnosis = await diagnosePatiently(pageUrl)
  expect(formatText(diagnosis) + formatJson(diagnosis)).not.toContain('s3cret')
})
