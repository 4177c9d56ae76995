import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet, origin } from './createTestHost.fixture.ts'
import { readJsonBody } from './http/readJsonBody.ts'
import { formatWords } from './verifiers/rpcServer.fixture.ts'

const wallet = createTestWallet(1)
/** The start time of a test host's clock. */
const noon = Date.UTC(2026, 10, 21, 12)
const body = { purpose: 'link', accountId: wallet.accountId }
const routes = [
  ['POST', '/challenges'],
  ['POST', '/proofs'],
  ['GET', '/wallets'],
  ['GET', '/history'],
  ['PATCH', '/wallets/AAAAAAAAAAAAAAAAAAAAAAAA'],
  ['DELETE', '/wallets/AAAAAAAAAAAAAAAAAAAAAAAA'],
  ['POST', '/wallets/AAAAAAAAAAAAAAAAAAAAAAAA/unlink'],
  ['POST', '/wallets/release'],
] as const
const changing = routes.filter(([method]) => method !== 'GET')

describe('allowed requesters', () => {
  test.each(routes)('%s %s without a host session: 401', async (method, path) => {
    const host = await createTestHost()
    const sent = method === 'POST' || method === 'PATCH' ? { method, body } : { method }
    expect(await host.send(path, sent)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  })

  test.each(changing)('T-52 %s %s from elsewhere: 403, without a call to the host app', async (method, path) => {
    let asked = 0
    const hostUser = async () => {
      asked += 1
      return { id: 'alice', label: 'alice' }
    }
    const host = await createTestHost({ hostUser })
    const origins = [
      undefined,
      'null',
      '',
      'https://evil.example',
      'http://app.example',
      'https://app.example:8443',
      'https://app.example.evil.example',
      'https://sub.app.example',
      'https://app.example/',
      'https://APP.example',
      'https://app.example, https://evil.example',
    ]
    for (const value of origins) {
      // The content types that a cross-site form or a fetch without CORS can send.
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', undefined]) {
        const headers = { origin: value, 'content-type': type, referer: `${origin}/` }
        const sent = method === 'DELETE' ? { method, headers } : { method, body, headers }
        expect(await host.send(path, sent), value).toMatchObject({ status: 403, body: { code: 'forbidden_origin' } })
      }
    }
    expect(asked).toBe(0)
  })

  test('T-52: forms, links and fetches without CORS that name our own origin get 403', async () => {
    let asked = 0
    const hostUser = async () => {
      asked += 1
      return { id: 'alice', label: 'alice' }
    }
    const host = await createTestHost({ hostUser })
    for (const [method, path] of changing)
      for (const mode of ['navigate', 'no-cors', 'websocket', 'cors, no-cors', '']) {
        const sent = { method, ...(method === 'DELETE' ? {} : { body }), headers: { 'sec-fetch-mode': mode } }
        expect(await host.send(path, sent), mode).toMatchObject({ status: 403, body: { code: 'forbidden_origin' } })
      }
    expect(asked).toBe(0)
    for (const mode of ['cors', 'same-origin']) {
      const sent = { method: 'POST', body, headers: { 'sec-fetch-mode': mode } }
      expect((await host.send('/challenges', sent)).status).toBe(201)
    }
  })

  test('T-52: a request that fails the host app’s own check gets 403 on every changing route', async () => {
    const isOwnPage = async (request: Request) => request.headers.get('x-csrf-token') === 'right'
    const host = await createTestHost({ isOwnPage })
    for (const token of [undefined, 'wrong']) {
      for (const [method, path] of changing) {
        const sent = {
          method,
          user: 'alice',
          ...(method === 'DELETE' ? {} : { body }),
          headers: { 'x-csrf-token': token },
        }
        expect(await host.send(path, sent)).toMatchObject({ status: 403, body: { code: 'forbidden_origin' } })
      }
    }
    const headers = { 'x-csrf-token': 'right' }
    expect((await host.send('/challenges', { method: 'POST', user: 'alice', body, headers })).status).toBe(201)
    expect((await host.send('/wallets', { user: 'alice' })).status).toBe(200)
  })

  test('reading needs no Origin, but no other page can read it: no CORS header', async () => {
    const host = await createTestHost()
    for (const value of [undefined, 'https://evil.example']) {
      const answer = await host.send('/wallets', { user: 'alice', headers: { origin: value } })
      expect(answer.status).toBe(200)
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('T-51: a host user named in the body is refused', async () => {
    const host = await createTestHost()
    const sent = { method: 'POST', user: 'alice', body: { ...body, hostUserId: 'bob' } }
    expect(await host.send('/challenges', sent)).toMatchObject({ status: 400, body: { code: 'invalid_link_body' } })
  })
})

describe('bodies', () => {
  test.each([
    undefined,
    '',
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'application/jsonp',
    'application/json; charset=utf-16',
    'text/plain, application/json',
  ])('of type %j: 415', async (type) => {
    const host = await createTestHost()
    const sent = { method: 'POST', user: 'alice', body, headers: { 'content-type': type } }
    // A string body without this header is text/plain by default, which is refused as well.
    expect(await host.send('/challenges', sent)).toMatchObject({ status: 415, body: { code: 'content_type_not_json' } })
  })

  test.each(['application/json', 'application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"'])(
    'of type %j are read',
    async (type) => {
      const host = await createTestHost()
      const sent = { method: 'POST', user: 'alice', body, headers: { 'content-type': type } }
      expect((await host.send('/challenges', sent)).status).toBe(201)
    },
  )

  const bad: readonly (readonly [string, string])[] = [
    ['nothing', ''],
    ['no JSON', '{"accountId":'],
    ['JSON and more', `${JSON.stringify(body)}{}`],
    ['a byte order mark and no JSON', '\ufeff{'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a string', '"text"'],
    ['an extra field', JSON.stringify({ ...body, chainId: 'eip155:137' })],
    ['__proto__', `{"accountId":"${wallet.accountId}","__proto__":{"polluted":true}}`],
    ['constructor', `{"accountId":"${wallet.accountId}","constructor":{"prototype":{"polluted":true}}}`],
    ['a missing field', '{}'],
    ['an array depth bomb (T-94)', '['.repeat(8000)],
    ['a closed depth bomb', `${'['.repeat(8000)}${']'.repeat(8000)}`],
    ['an object depth bomb', `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`],
    ['a depth bomb in a field', `{"accountId":${'['.repeat(8)}${']'.repeat(8)}}`],
    ['a lone surrogate', '{"accountId":"\\ud800"}'],
    ['NUL', `{"accountId":"${wallet.accountId}\\u0000"}`],
  ]
  test.each(bad)('with %s: 400 invalid_link_body, and the answer echoes nothing', async (name, text) => {
    const host = await createTestHost()
    for (const path of ['/challenges', '/proofs']) {
      const answer = await host.send(path, { method: 'POST', user: 'alice', body: text })
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_link_body' } })
      if (name.includes('depth bomb')) expect(answer.text).toContain('nested too deep')
      expect(answer.text).not.toMatch(/at file:|node_modules|\.ts:|polluted|0x/)
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(host.failures).toEqual([])
  })

  test('that are not UTF-8: 400', async () => {
    const { link } = await createTestHost()
    const bytes = Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)
    const headers = { origin, 'content-type': 'application/json', 'x-test-user': 'alice' }
    const response = await link.fetch(new Request(`${origin}/challenges`, { method: 'POST', headers, body: bytes }))
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_link_body' }])
  })

  test('brackets in a string do not count as depth', async () => {
    const host = await createTestHost()
    const sent = { method: 'POST', user: 'alice', body: { ...body, walletName: `${'['.repeat(50)}"\\{` } }
    expect((await host.send('/challenges', sent)).status).toBe(201)
  })

  const headers = { origin, 'content-type': 'application/json', 'x-test-user': 'alice' }
  test.each([
    ['announced', { ...headers, 'content-length': '1000000' }, 10],
    ['announced by one byte', { ...headers, 'content-length': '32769' }, 10],
    ['counted', headers, 32 * 1024 + 1],
    ['announced as small', { ...headers, 'content-length': '10' }, 32 * 1024 + 1],
    ['announced as no number', { ...headers, 'content-length': 'many' }, 32 * 1024 + 1],
  ])('too large, %s: 413', async (_, given, size) => {
    const { link } = await createTestHost()
    const request = new Request(`${origin}/proofs`, { method: 'POST', headers: given, body: 'x'.repeat(size) })
    const response = await link.fetch(request)
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'body_too_large' }])
  })

  test('too large, in endless chunks: 413, and reading stops', async () => {
    const { link } = await createTestHost()
    let chunks = 0
    let cancelled = () => {}
    const isCancelled = new Promise<void>((resolve) => {
      cancelled = resolve
    })
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        chunks += 1
        controller.enqueue(new Uint8Array(1024).fill(0x20))
      },
      cancel: () => cancelled(),
    })
    const init = { method: 'POST', headers, body: stream, duplex: 'half' }
    expect((await link.fetch(new Request(`${origin}/proofs`, init))).status).toBe(413)
    await isCancelled
    expect(chunks).toBeLessThan(45)
  })

  test('that break off: 400', async () => {
    const { link } = await createTestHost()
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('socket hang up')),
    })
    const init = { method: 'POST', headers, body: stream, duplex: 'half' }
    const response = await link.fetch(new Request(`${origin}/proofs`, init))
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_link_body' }])
  })

  test('that stall: given up in time, and reading stops', async () => {
    let isCancelled = false
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
      cancel: () => {
        isCancelled = true
      },
    })
    const init = { method: 'POST', headers, body: stream, duplex: 'half' }
    const reading = readJsonBody(new Request(`${origin}/proofs`, init), 20)
    await expect(reading).rejects.toMatchObject({ code: 'invalid_link_body', message: 'The body took too long.' })
    expect(isCancelled).toBe(true)
  })

  test('of exactly 32 KiB are read, whole and in chunks, with any announced length', async () => {
    const host = await createTestHost()
    const text = JSON.stringify(body)
    const padded = text + ' '.repeat(32 * 1024 - text.length)
    const bytes = new TextEncoder().encode(padded)
    const chunked = () => {
      let at = 0
      return new ReadableStream<Uint8Array>({
        pull: (controller) => {
          if (at === bytes.length) return controller.close()
          controller.enqueue(bytes.subarray(at, at + 1000))
          at = Math.min(at + 1000, bytes.length)
        },
      })
    }
    for (const given of [headers, { ...headers, 'content-length': '32768' }, { ...headers, 'content-length': '1' }])
      for (const sent of [{ body: padded }, { body: chunked(), duplex: 'half' }]) {
        const request = new Request(`${origin}/challenges`, { method: 'POST', headers: given, ...sent })
        expect((await host.link.fetch(request)).status).toBe(201)
      }
  })

  test('of a smart account: 16,000 bytes of signature reach its contract, one more is refused', async () => {
    const asked: number[] = []
    const host = await createTestHost({
      rpc: { 'eip155:1': ['https://rpc.example/'] },
      fetch: async (_, init) => {
        asked.push(String(init?.body).length)
        return Response.json({ jsonrpc: '2.0', id: 1, result: formatWords({}, noon) })
      },
    })
    const { challengeId } = await host.challenge('alice', wallet)
    expect((await host.prove('alice', challengeId, `0x${'ab'.repeat(16_384)}`)).body).toMatchObject({
      code: 'body_too_large',
      message: expect.stringContaining('32768'),
    })
    expect((await host.prove('alice', challengeId, `0x${'ab'.repeat(16_000)}`)).status).toBe(201)
    expect(asked).toEqual([expect.toSatisfy((length: number) => length > 32_000)])
  })
})

describe('answers', () => {
  test('each has no-store and nosniff, is JSON, and names no software, also refusals', async () => {
    const host = await createTestHost()
    const answers = [
      await host.send('/challenges', { method: 'POST', user: 'alice', body }),
      await host.send('/challenges', { method: 'POST', user: 'alice', body: 'no' }),
      await host.send('/challenges', { method: 'POST', body }),
      await host.send('/challenges', { method: 'POST', user: 'alice', body, headers: { origin: undefined } }),
      await host.send('/wallets', { user: 'alice' }),
      await host.send('/nothing', { user: 'alice' }),
      await host.send('/wallets/AAAA', { method: 'DELETE', user: 'alice' }),
    ]
    for (const { headers, status, body: answer } of answers) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull()
      if (status >= 400) expect(Object.keys(answer ?? {})).toEqual(['code', 'message'])
    }
  })

  test.each([
    ['GET', '/'],
    ['GET', '/challenges'],
    ['PUT', '/wallets'],
    ['PATCH', '/wallets'],
    ['PATCH', '/history'],
    ['POST', '/wallets/AAAA'],
    ['GET', '/wallets/AAAA/unlink'],
    ['GET', '/wallets/AAAA'],
    ['POST', '/wallets'],
    ['DELETE', '/wallets'],
    ['DELETE', '/wallets/'],
    ['DELETE', "/wallets/' OR 1=1 --"],
    ['DELETE', '/wallets/..%2f..%2fwallets'],
    ['GET', '/wallets/../proofs'],
    ['GET', '/x//wallets'],
  ])('%s %s does not exist: 404', async (method, path) => {
    const host = await createTestHost()
    await host.linkWallet('alice', wallet)
    expect(await host.send(path, { method, user: 'alice' })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await host.link.linkedWallets('alice')).toHaveLength(1)
  })

  test('a broken store: 500 with a fixed message; the cause goes to onFailure only', async () => {
    const { store } = await createTestHost()
    const broken = new Error('disk I/O error in SELECT secret')
    const host = await createTestHost({ store: { ...store, putLinkedWallet: () => Promise.reject(broken) } })
    const { challengeId, message } = await host.challenge('alice', wallet)
    const answer = await host.prove('alice', challengeId, wallet.sign(message))
    expect(answer).toMatchObject({ status: 500, body: { code: 'link_failed' } })
    expect(answer.text).not.toContain('disk')
    expect(host.failures).toEqual([broken])
    // Fails closed: the challenge is used up nevertheless.
    expect((await host.prove('alice', challengeId, wallet.sign(message))).status).toBe(404)
  })

  test.each([
    ['throws', () => Promise.reject(new Error('session store down'))],
    ['throws no Error', () => Promise.reject('session store down')],
    ['gives an empty id', async () => ({ id: '', label: 'x' })],
    ['gives an id with a control character', async () => ({ id: 'a\0b', label: 'x' })],
    ['gives a lone surrogate', async () => ({ id: 'a\ud800', label: 'x' })],
    ['gives a huge id', async () => ({ id: 'x'.repeat(257), label: 'x' })],
  ])('a hostUser that %s: 500 on every route, never a user', async (_, hostUser) => {
    const host = await createTestHost({ hostUser })
    for (const [method, path] of routes) {
      const answer = await host.send(path, method === 'POST' || method === 'PATCH' ? { method, body } : { method })
      expect(answer).toMatchObject({ status: 500, body: { code: 'link_failed' } })
      expect(answer.text).not.toContain('session')
    }
    expect(host.failures).toHaveLength(routes.length)
  })

  test('T-60: no refusal and no failure contains a signature, a text to sign or a cookie', async () => {
    const { store } = await createTestHost()
    const host = await createTestHost({ store: { ...store, putLinkedWallet: () => Promise.reject(new Error('disk')) } })
    const texts: string[] = []
    const secrets: string[] = []
    for (const sign of [wallet.sign, createTestWallet(2).sign]) {
      const { challengeId, message } = await host.challenge('alice', wallet)
      const signature = sign(message)
      secrets.push(signature.slice(2, 40), message.split('\n')[8] ?? 'Nonce', 'cookie-canary')
      const headers = { cookie: 'session=cookie-canary' }
      for (const type of ['application/json', 'text/plain']) {
        const sent = {
          method: 'POST',
          user: 'alice',
          body: { purpose: 'link', challengeId, signature },
          headers: { ...headers, 'content-type': type },
        }
        texts.push((await host.send('/proofs', sent)).text)
      }
      texts.push(
        (
          await host.send('/proofs', {
            method: 'POST',
            user: 'alice',
            body: { purpose: 'link', challengeId, signature, message },
            headers,
          })
        ).text,
      )
    }
    texts.push(...host.failures.map((failure) => (failure instanceof Error ? `${failure.stack}` : String(failure))))
    expect(texts.length).toBeGreaterThan(5)
    for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret)
  })
})

test('mounted under a path of a hono app', async () => {
  const host = await createTestHost()
  const app = new Hono()
  app.mount('/link', (request) => host.link.fetch(request))
  const headers = { origin, 'content-type': 'application/json', 'x-test-user': 'alice' }
  const sent = { method: 'POST', headers, body: JSON.stringify(body) }
  expect((await app.request(`${origin}/link/challenges`, sent)).status).toBe(201)
  expect((await app.request(`${origin}/link/wallets`, { headers })).status).toBe(200)
  expect((await app.request(`${origin}/linkage/wallets`, { headers })).status).toBe(404)
})
