import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestBundle, pictureId } from '../bundle/testBundle.fixture.ts'
import { createRegistry } from './createRegistry.ts'
import { listenRegistry, type RunningRegistry } from './listenRegistry.ts'

// The table of headers (quality §4), over the wire: every route, and every way to fail.
const bundle = createTestBundle()
const { manifest } = bundle
let running: RunningRegistry
let strict: RunningRegistry
beforeAll(async () => {
  const registry = createRegistry({ bundle })
  const local = { port: 0, host: '127.0.0.1' }
  running = await listenRegistry(registry, { ...local, limits: { headersMs: 300, requestMs: 400 } })
  strict = await listenRegistry(registry, { ...local, trustedProxies: 1, limits: { pace: { perSecond: 1, burst: 1 } } })
})
afterAll(() => Promise.all([running.stop(), strict.stop()]))

type Answered = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }

async function send(
  port: number,
  path: string,
  options: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answered> {
  const asked = request({ port, host: '127.0.0.1', path, agent: false, ...options })
  asked.end()
  const [response] = await once(asked, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }
}

/** Sends a text as it is, and returns the answer as received. */
async function sendRaw(port: number, text: string): Promise<Answered> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await once(socket, 'close')
  const [head = '', body = ''] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n', 2)
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(first.split(' ')[1]), headers, body: Buffer.from(body, 'latin1') }
}

const found = [
  '/v1/wallets',
  '/v1/wallets/zerion',
  '/v1/openapi.json',
  '/v1/manifest.json',
  `/v1/pages/${manifest.pages[0]}.json`,
  `/v1/digests/${manifest.digests}.bin`,
  `/v1/images/${manifest.images}.json`,
  `/v1/images/${pictureId}/lg.webp`,
  '/w3m/v1/getAllListings',
  '/w3m/v1/getDesktopListings',
  '/w3m/v1/getMobileListings',
  '/w3m/v1/getInjectedListings',
  '/w3m/v1/getWalletImage/zerion',
  `/w3m/v1/getWalletImage/${pictureId}`,
  '/getWallets',
  '/getWalletImage/zerion',
  '/v3/wallets',
  '/v3/logo/sm/zerion',
  '/v3/logo/md/zerion',
  '/v3/logo/lg/zerion',
  '/api/v2/wallets',
]

/** Name, expected status, and the request. */
const table: readonly (readonly [string, number, () => Promise<Answered>])[] = [
  ...found.map((path) => [path, 200, () => send(running.port, path)] as const),
  ...['/healthz', '/readyz', '/readyz/', '//readyz'].map(
    (path) => [path, 200, () => send(running.port, path)] as const,
  ),
  ['not modified', 304, () => send(running.port, '/v1/wallets', { headers: { 'if-none-match': '*' } })],
  ['HEAD', 200, () => send(running.port, '/v1/wallets', { method: 'HEAD' })],
  ['preflight', 204, () => send(running.port, '/v1/wallets', { method: 'OPTIONS' })],
  ['bad query', 400, () => send(running.port, '/v1/wallets?page=0')],
  ['not found', 404, () => send(running.port, '/nowhere')],
  ['bad method', 405, () => send(running.port, '/v1/wallets', { method: 'POST' })],
  ['expectation', 200, () => send(running.port, '/v1/wallets', { headers: { expect: 'magic' } })],
  ['no host', 400, () => sendRaw(running.port, 'GET /v1/wallets HTTP/1.1\r\nConnection: close\r\n\r\n')],
  ['no HTTP', 400, () => sendRaw(running.port, 'hello\r\n\r\n')],
  ['long headers', 431, () => sendRaw(running.port, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)],
  ['slow headers', 408, () => sendRaw(running.port, 'GET / HTTP/1.1\r\nHost: x\r\n')],
  [
    'too many',
    429,
    async () => {
      const headers = { 'x-forwarded-for': '192.0.2.1' }
      await send(strict.port, '/v1/wallets', { headers })
      return send(strict.port, '/v1/wallets', { headers })
    },
  ],
]

describe('headers of every route and every error', () => {
  test.each(table)('%s: %i', async (name, status, get) => {
    const { headers, body, ...answered } = await get()
    expect(answered.status).toBe(status)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'cross-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'referrer-policy': 'no-referrer',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    })
    for (const absent of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-credentials'])
      expect(headers[absent]).toBeUndefined()
    const isKept = found.includes(name) || ['not modified', 'HEAD', 'expectation'].includes(name)
    if (isKept) {
      expect(headers.etag).toMatch(/^"[\w-]{43,64}"$/)
      expect(headers['cache-control']).toMatch(/^public, max-age=\d+/)
    } else if (status !== 204) expect(headers['cache-control']).toBe('no-store')
    if (status >= 400) {
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(JSON.parse(body.toString())).toEqual({
        code: expect.stringMatching(/^[a-z_]+$/),
        message: expect.stringMatching(/^\S.{1,200}$/),
      })
    }
    if (status === 429) expect(headers['retry-after']).toBe('1')
    if (status === 405) expect(headers.allow).toBe('GET, HEAD, OPTIONS')
  })

  test('clients soon request the manifest again, and keep files named by their hash for ever', async () => {
    const cacheControl = async (path: string) => (await send(running.port, path)).headers['cache-control']
    expect(await cacheControl('/v1/manifest.json')).toBe('public, max-age=60')
    for (const path of bundle.files.keys())
      if (path !== 'v1/manifest.json')
        expect([path, await cacheControl(`/${path}`)]).toEqual([path, 'public, max-age=31536000, immutable'])
  })

  test('T-104: serves the files of the bundle, byte for byte', async () => {
    for (const [path, { bytes, type }] of bundle.files) {
      const { body, headers } = await send(running.port, `/${path}`)
      expect([path, Buffer.compare(body, bytes), headers['content-type']]).toEqual([path, 0, type])
      const short = await send(running.port, `/${path}`, { headers: { 'accept-encoding': 'gzip' } })
      const isShort = short.headers['content-encoding'] === 'gzip'
      expect(isShort).toBe(type.startsWith('application/json') && bytes.length >= 1_200)
      expect(Buffer.compare(isShort ? gunzipSync(short.body) : short.body, bytes)).toBe(0)
    }
  })
})

describe('T-102: request headers change no byte', () => {
  const names = [
    ...['X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Forwarded-Port', 'X-Forwarded-Prefix', 'X-Forwarded-For'],
    ...['X-Original-URL', 'X-Rewrite-URL', 'X-Original-Host', 'X-Host', 'Forwarded', 'X-HTTP-Method-Override'],
    ...['Accept', 'Accept-Language', 'Accept-Charset', 'Range', 'If-Range', 'Origin', 'Referer', 'User-Agent'],
    ...['Cookie', 'Authorization', 'X-Project-Id', 'X-Sdk-Type', 'Host', 'Content-Type', 'Via', 'TE', 'DNT'],
  ]
  const values = ['evil.example', '/healthz?x=<script>']

  test.each(['/v1/wallets', '/v1/manifest.json', '/getWallets', '/w3m/v1/getWalletImage/zerion', '/v3/wallets'])(
    '%s: 56 tricks',
    async (path) => {
      expect(names.length * values.length).toBeGreaterThanOrEqual(50)
      const plain = await send(running.port, path)
      for (const name of names)
        for (const value of values) {
          const tricked = await send(running.port, path, { headers: { [name]: value } })
          expect([name, tricked.status, tricked.headers.etag]).toEqual([name, 200, plain.headers.etag])
          expect(Buffer.compare(tricked.body, plain.body)).toBe(0)
        }
    },
  )
})
