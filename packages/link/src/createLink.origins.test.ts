import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet, origin } from './createTestHost.fixture.ts'

const wallet = createTestWallet(1)
const other = 'https://shop.example'
const body = { purpose: 'link', accountId: wallet.accountId }
const corsOf = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control'))

describe('F30a CORS for origins that the operator names', () => {
  const asks = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,x-csrf-token',
  }

  test.each(['/challenges', '/proofs', '/wallets', '/wallets/x', '/history', '/sign-in', '/nothing', '/challenges/'])(
    'F30a a preflight of %s gets 204 with the headers a browser needs, signed in or not',
    async (path) => {
      const host = await createTestHost({ allowedOrigins: [origin, other] })
      for (const from of [origin, other]) {
        const headers = { ...asks, origin: from, 'content-type': undefined }
        const answer = await host.send(path, { method: 'OPTIONS', headers })
        expect([answer.status, answer.text]).toEqual([204, ''])
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'access-control-allow-origin': from,
          'access-control-allow-credentials': 'true',
          'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
          'access-control-allow-headers': 'content-type,x-csrf-token',
          'access-control-max-age': '600',
          vary: 'Access-Control-Request-Method, Access-Control-Request-Headers, Origin',
          'cache-control': 'no-store',
        })
      }
    },
  )

  test.each([undefined, 'null', 'https://evil.example', `${origin}.evil.example`, 'http://app.example'])(
    'a preflight of a page of %s gets 403 without CORS headers',
    async (from) => {
      const host = await createTestHost()
      const answer = await host.send('/challenges', { method: 'OPTIONS', headers: { ...asks, origin: from } })
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden_origin' } })
      expect(corsOf(answer.headers)).toEqual([])
      expect(answer.headers.get('vary')).toBe('Origin')
    },
  )

  test('that page, and no other, can read every answer, including refusals', async () => {
    const host = await createTestHost({ allowedOrigins: [origin, other] })
    const wrong = { purpose: 'link', challengeId: 'A'.repeat(24), signature: '0x' }
    const requests = [
      ['/challenges', { method: 'POST', user: 'alice', body }, 201],
      ['/challenges', { method: 'POST', body }, 401],
      ['/challenges', { method: 'POST', user: 'alice', body: '{' }, 400],
      ['/challenges', { method: 'POST', user: 'alice', body, headers: { 'content-type': 'text/plain' } }, 415],
      ['/proofs', { method: 'POST', user: 'alice', body: wrong }, 404],
      ['/wallets', { user: 'alice' }, 200],
      ['/wallets', {}, 401],
      ['/nothing', { user: 'alice' }, 404],
    ] as const
    for (const [path, sent, status] of requests) {
      for (const from of [origin, other]) {
        const given: Readonly<Record<string, string>> = 'headers' in sent ? sent.headers : {}
        const answer = await host.send(path, { ...sent, headers: { ...given, origin: from } })
        expect(answer.status, `${path} ${answer.text}`).toBe(status)
        expect(answer.headers.get('access-control-allow-origin')).toBe(from)
        expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
        expect(answer.headers.get('access-control-expose-headers')).toBe('Retry-After')
        expect(answer.headers.get('vary')).toBe('Origin')
      }
      const foreign = await host.send(path, { ...sent, headers: { origin: 'https://evil.example' } })
      expect(corsOf(foreign.headers)).toEqual([])
      expect(foreign.headers.get('vary')).toBe('Origin')
    }
  })

  test('server errors and refused sizes are readable too', async () => {
    const broken = await createTestHost({ hostUser: () => Promise.reject(new Error('down')) })
    const limited = await createTestHost({ rateLimits: { challengesPerUser: 1 } })
    await limited.send('/challenges', { method: 'POST', user: 'alice', body })
    for (const [host, status] of [
      [broken, 500],
      [limited, 429],
    ] as const) {
      const answer = await host.send('/challenges', { method: 'POST', user: 'alice', body })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, origin])
    }
  })

  test('headers that are not a list of names are not echoed', async () => {
    const host = await createTestHost()
    for (const names of ['x\u00e4', '*', 'a b', 'a,'.repeat(200), '']) {
      const headers = { ...asks, 'access-control-request-headers': names }
      const answer = await host.send('/challenges', { method: 'OPTIONS', headers })
      expect(answer.headers.get('access-control-allow-headers')).toBe('content-type')
    }
  })
})

describe('F29a an extra slash does not change the answer', () => {
  test.each(['/challenges/', '//challenges', '/challenges//', '///challenges/'])('%s is /challenges', async (path) => {
    const host = await createTestHost()
    const answer = await host.send(path, { method: 'POST', user: 'alice', body })
    expect(answer.status, answer.text).toBe(201)
    // The log shows the usual event of the route, too.
    expect(host.events).toMatchObject([{ type: 'challenged' }])
  })

  test('the other routes, also below a base path', async () => {
    const host = await createTestHost({ basePath: '/api/link', isLoginFactor: true })
    const { challengeId, message } = (await host.send('/api/link/challenges/', { method: 'POST', user: 'alice', body }))
      .body as { challengeId: string; message: string }
    const proof = { purpose: 'link', challengeId, signature: wallet.sign(message) }
    const linked = await host.send('/api/link//proofs/', { method: 'POST', user: 'alice', body: proof })
    expect(linked.status, linked.text).toBe(201)
    const { id } = linked.body as { id: string }
    expect((await host.send('/api/link/wallets/', { user: 'alice' })).body).toMatchObject({ wallets: [{ id }] })
    expect((await host.send('/api/link/history/?limit=1', { user: 'alice' })).status).toBe(200)
    const renamed = { method: 'PATCH', user: 'alice', body: { label: 'Main' } }
    expect((await host.send(`/api/link/wallets/${id}/`, renamed)).status).toBe(200)
    expect((await host.send(`/api/link/wallets/${id}/`, { method: 'DELETE', user: 'alice' })).status).toBe(401)
    expect((await host.send('/api/link', { user: 'alice' })).status).toBe(404)
  })

  test('signing in uses the plain path', async () => {
    const signIn = { session: async () => 'session-of-a-visitor', complete: async () => undefined }
    const host = await createTestHost({ isLoginFactor: true, mayLink: async () => true, signIn })
    const asked = await host.send('/challenges/', {
      method: 'POST',
      body: { purpose: 'signIn', accountId: wallet.accountId },
    })
    const { challengeId, message } = asked.body as { challengeId: string; message: string }
    const proof = { purpose: 'signIn', challengeId, signature: wallet.sign(message) }
    expect(await host.send('/sign-in/', { method: 'POST', body: proof })).toMatchObject({
      status: 403,
      body: { code: 'wallet_not_linked' },
    })
  })
})

describe('clients that are not an https page', () => {
  const ask = (host: Awaited<ReturnType<typeof createTestHost>>, headers: Record<string, string | undefined>) =>
    host.send('/challenges', { method: 'POST', user: 'alice', body, headers })
  const withToken = { isOwnPage: (request: Request) => request.headers.get('x-csrf-token') === 'right' }

  test('without Origin (React Native, desktop, servers): only with `allowsNoOrigin`, no browser', async () => {
    const host = await createTestHost({ allowsNoOrigin: true, allowedOrigins: [] })
    expect((await ask(host, { origin: undefined })).status).toBe(201)
    // The headers of Node's own fetch.
    expect((await ask(host, { origin: undefined, 'sec-fetch-mode': 'cors' })).status).toBe(201)
    for (const headers of [
      { origin: undefined, 'sec-fetch-site': 'cross-site' },
      { origin: undefined, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
      { origin: undefined, 'sec-fetch-mode': 'navigate' },
      { origin: 'null' },
      { origin: '' },
      { origin: 'https://evil.example' },
    ])
      expect(await ask(host, headers)).toMatchObject({ status: 403, body: { code: 'forbidden_origin' } })
    expect((await ask(await createTestHost(), { origin: undefined })).status).toBe(403)
  })

  test.each([
    ['null', 'null'],
    ['file://', 'file://'],
    ['moz-extension://*', 'moz-extension://6f2c0c3e-0f4e-4f0e-8d59-2b1f4c1d9a11'],
  ])('%s may belong to anyone: it needs the host app’s token', async (rule, from) => {
    const host = await createTestHost({ allowedOrigins: [origin, rule], ...withToken })
    expect((await ask(host, { origin: from })).status).toBe(403)
    const answer = await ask(host, { origin: from, 'x-csrf-token': 'right' })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([201, from])
    await expect(createTestHost({ allowedOrigins: [origin, rule] })).rejects.toThrow('give `isOwnPage`')
  })

  test.each([
    ['chrome-extension://aeblfdkhhhdcdjpifhhbdiojplfjncoa', 'chrome-extension://aeblfdkhhhdcdjpifhhbdiojplfjncoa'],
    [
      'safari-web-extension://0A1B2C3D-0000-4000-8000-000000000000',
      'safari-web-extension://0a1b2c3d-0000-4000-8000-000000000000',
    ],
    ['capacitor://localhost', 'capacitor://localhost'],
    ['ionic://localhost', 'ionic://localhost'],
    ['tauri://localhost', 'tauri://localhost'],
    ['app://-', 'app://-'],
    ['HTTPS://Shop.Example:443/', 'https://shop.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('%s in `allowedOrigins` is the origin %s', async (rule, from) => {
    const host = await createTestHost({ allowedOrigins: [rule] })
    expect((await ask(host, { origin: from })).status).toBe(201)
    expect((await ask(host, { origin: `${from}x` })).status).toBe(403)
  })
})

describe('forbidden_origin names the origin it saw and the option to change', () => {
  const refusal = async (headers: Record<string, string | undefined>, options = {}) => {
    const host = await createTestHost(options)
    const answer = await host.send('/challenges', { method: 'POST', user: 'alice', body, headers })
    expect(answer.status).toBe(403)
    return (answer.body as { message: string }).message
  }

  test.each([
    ['http://localhost:5173', '"http://localhost:5173"', '`allowedOrigins`'],
    ['https://evil.example', '"https://evil.example"', '`publicUrl`'],
    ['capacitor://localhost', '"capacitor://localhost"', '`allowedOrigins`'],
    ['null', '"null"', '`allowedOrigins`'],
    [undefined, 'no origin', '`allowsNoOrigin`'],
  ])('%s', async (from, seen, option) => {
    const message = await refusal({ origin: from })
    expect(message).toContain(seen)
    expect(message).toContain(option)
  })

  test('only an origin is echoed, never another part of a browser’s request', async () => {
    for (const from of ['<script>', 'https://a.example/<b>', `https://${'a'.repeat(300)}.example`])
      expect(await refusal({ origin: from })).toContain('Requests of this origin')
    expect(await refusal({ 'sec-fetch-mode': 'navigate' })).toContain('by a form, a link')
    expect(await refusal({}, { isOwnPage: () => false })).toContain('`isOwnPage`')
  })
})
