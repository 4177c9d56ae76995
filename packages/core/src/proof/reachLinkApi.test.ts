import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { setPlatformTimer } from '../linker/browser.ts'
import { createLinkClient } from './linkClient.ts'

const challenge = { challengeId: 'a'.repeat(32), message: 'app.example wants you to …', expiresAt: 1 }
const connection = { kind: 'extension', id: 'e1', walletName: 'Quay', rdns: 'example.quay', accounts: [] } as const
const accountId = 'eip155:1:0xabc'
const never = new AbortController().signal

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** Starts a server that records the requests with a body. `ask` requests a challenge at `/link/challenges`. */
async function start(handler: Handler) {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (body !== '') bodies.push(`${request.method} ${request.url} ${body}`)
    handler(request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createLinkClient({ linkUrl: `${origin}/link`, fetch, setTimer: setPlatformTimer })
  return { origin, bodies, ask: () => client.requestChallenge({ connection, accountId }, never) }
}

const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const redirect = (response: ServerResponse, status: number, location: string) =>
  response.writeHead(status, { location }).end()
const asked = JSON.stringify({ purpose: 'link', accountId, walletName: 'Quay' })

// nextauthjs/next-auth#13080.
test.each([308, 307, 301, 302])(
  'F29b follows a %i to a slash within the origin, with the same method and body',
  async (status) => {
    const { ask, bodies } = await start((request, response) => {
      if (request.url === '/link/challenges') return redirect(response, status, '/link/challenges/')
      return json(response, request.method === 'POST' ? 201 : 405, challenge)
    })
    expect(await ask()).toEqual(challenge)
    expect(bodies.at(-1)).toBe(`POST /link/challenges/ ${asked}`)
  },
)

test('F29b follows a 308 to another path of the origin, over more than one hop', async () => {
  const { ask, bodies } = await start((request, response) => {
    if (request.url === '/link/challenges') return redirect(response, 308, '/api/link/challenges')
    if (request.url === '/api/link/challenges') return redirect(response, 307, './challenges/')
    return json(response, 201, challenge)
  })
  expect(await ask()).toEqual(challenge)
  expect(bodies.at(-1)).toBe(`POST /api/link/challenges/ ${asked}`)
})

test('F29b a refusal of the redirected API keeps its code', async () => {
  const { ask } = await start((request, response) =>
    request.url?.endsWith('/')
      ? json(response, 401, { code: 'not_signed_in', message: 'Sign in.' })
      : redirect(response, 308, `${request.url}/`),
  )
  await expect(ask()).rejects.toMatchObject({ code: 'link_refused', refusal: { code: 'not_signed_in' } })
})

test.each<[string, Handler, string]>([
  ['a login page', (_, response) => redirect(response, 302, '/login?next=/link'), '/login?next=/link'],
  [
    'another origin',
    (_, response) => redirect(response, 308, 'https://evil.example/link/'),
    'https://evil.example/link/',
  ],
  [
    'another scheme',
    (_, response) => redirect(response, 308, 'https://127.0.0.1/link/challenges'),
    'https://127.0.0.1/',
  ],
  ['itself', (_, response) => redirect(response, 308, '/link/challenges'), 'without end'],
  [
    'a web page',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Wi-Fi</h1>'),
    'a web page (HTTP 200, text/html)',
  ],
  ['nothing', (_, response) => response.writeHead(200).end(), 'nothing (HTTP 200)'],
  [
    'a text',
    (_, response) => response.writeHead(503, { 'content-type': 'text/plain' }).end('busy'),
    'HTTP 503, text/plain',
  ],
  [
    'a web page behind a slash',
    (request, response) =>
      request.url?.endsWith('/')
        ? response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>')
        : redirect(response, 308, `${request.url}/`),
    'a web page (HTTP 404, text/html)',
  ],
])('F29b a link API that leads to %s gives an error that says so', async (_, handler, said) => {
  const { ask } = await start(handler)
  await expect(ask()).rejects.toMatchObject({ code: 'link_unavailable', message: expect.stringContaining(said) })
})

test('F29b the proof takes the route of its challenge', async () => {
  const wallet = { id: 'w1', accountId, walletName: 'Quay', linkedAt: 1 } as const
  const { origin, bodies } = await start((request, response) => {
    if (!request.url?.endsWith('/')) return redirect(response, 308, `${request.url}/`)
    return json(response, 201, request.url === '/link/proofs/' ? wallet : challenge)
  })
  const options = { linkUrl: `${origin}/link`, fetch, setTimer: setPlatformTimer, proofMemory: {} }
  await createLinkClient(options).requestChallenge({ connection, accountId }, never)
  // Each step of a flow has its own client.
  const proof = { challengeId: challenge.challengeId, signature: '0x01' }
  expect(await createLinkClient(options).sendProof(proof, never)).toEqual({ kind: 'link', wallet })
  expect(bodies.at(-1)).toBe(`POST /link/proofs/ ${JSON.stringify({ purpose: 'link', ...proof })}`)
})

test('F29b no proof is sent to another origin', async () => {
  const other = await start((_, response) => json(response, 201, challenge))
  const { ask } = await start((_, response) => redirect(response, 308, `${other.origin}/link/challenges`))
  await expect(ask()).rejects.toMatchObject({ message: expect.stringContaining(other.origin) })
  expect(other.bodies).toEqual([])
})

/** Creates a browser's fetch over a server, which hides the target of a redirect. */
function createBrowserFetch(server: (method: string, path: string, body: unknown) => Response): typeof fetch {
  const origin = 'http://localhost'
  return async (input, init = {}) => {
    let url = new URL(String(input), origin)
    let { method = 'GET', body } = init
    for (;;) {
      const answer = server(method, url.pathname, body)
      const location = answer.headers.get('location')
      if (location === null) return Object.defineProperty(answer, 'url', { value: url.href })
      if (init.redirect === 'error') throw new TypeError('Failed to fetch')
      if (init.redirect === 'manual')
        return Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
      url = new URL(location, url)
      if (init.mode === 'same-origin' && url.origin !== origin) throw new TypeError('Failed to fetch')
      if (answer.status < 307) {
        method = 'GET'
        body = null
      }
    }
  }
}

test.each<[string, number, string, object]>([
  ['a slash by 308', 308, '/link/challenges/', challenge],
  ['a slash by 301', 301, '/link/challenges/', challenge],
  ['another path by 308', 308, '/api/challenges', challenge],
])('F29b in a browser it follows %s too', async (_, status, location, expected) => {
  const fetch = createBrowserFetch((method, path, body) => {
    if (path === '/link/challenges') return new Response(null, { status, headers: { location } })
    return method === 'POST' && body === asked
      ? Response.json(challenge, { status: 201 })
      : Response.json({}, { status: 405 })
  })
  const client = createLinkClient({ linkUrl: '/link', fetch, setTimer: setPlatformTimer })
  expect(await client.requestChallenge({ connection, accountId }, never)).toEqual(expected)
})

test.each([
  ['/login', 'http://localhost/login'],
  ['https://evil.example/', 'may not read'],
])('F29b in a browser a redirect to %s gives an error that says so', async (location, said) => {
  const fetch = createBrowserFetch((_, path) =>
    path === '/link/challenges'
      ? new Response(null, { status: 302, headers: { location } })
      : new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } }),
  )
  const client = createLinkClient({ linkUrl: '/link', fetch, setTimer: setPlatformTimer })
  await expect(client.requestChallenge({ connection, accountId }, never)).rejects.toMatchObject({
    code: 'link_unavailable',
    message: expect.stringContaining(said),
  })
})
