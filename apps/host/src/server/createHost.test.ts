import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { InvalidLinkOptionsError, LinkStoreUnavailableError } from '@hawser/link'
import { createDateClock, type DateClock } from '@hawser/test-kit/dateClock'
import { runs } from '@hawser/test-kit/night'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { InvalidHostOptionError, PageNotBuiltError } from '../errors.ts'
import { createHost, type Host } from './createHost.ts'
import type { HostOptions } from './hostOptions.ts'
import { listen } from './http/listen.ts'

const publicUrl = 'http://localhost:4400'
const accountId = 'eip155:1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
let folder: string
let options: HostOptions
let clock: DateClock
const hosts: Host[] = []

beforeEach(() => {
  folder = temporaryFolder()
  const pageDir = join(folder, 'page')
  mkdirSync(join(pageDir, 'assets'), { recursive: true })
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><title>page</title>')
  writeFileSync(join(pageDir, 'test-on-your-phone.html'), '<!doctype html><title>test</title>')
  writeFileSync(join(pageDir, 'ownPage.html'), '<!doctype html><title>own</title>')
  writeFileSync(join(pageDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(pageDir, 'assets', 'index-Ab_1.js'), 'export {}')
  writeFileSync(join(pageDir, 'assets', 'index.es-Ab_1.js'), 'export {}')
  writeFileSync(join(pageDir, '.sources'), 'canary-dot-file')
  writeFileSync(join(folder, 'secret.js'), 'canary-outside')
  clock = createDateClock(1_700_000_000_000)
  options = {
    dataFile: join(folder, 'host.sqlite'),
    publicUrl,
    relayUrl: 'ws://localhost:4402',
    registryUrl: 'http://localhost:4403',
    walletUrl: 'http://localhost:4401',
    names: { lookAlikeKey: (name) => name, mixedScripts: () => [] },
    pageDir,
  }
})
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.stop()
})

async function start(changed: Partial<HostOptions> = {}): Promise<Host> {
  const host = await createHost({ ...options, ...changed })
  hosts.push(host)
  return host
}

async function stop(host: Host): Promise<void> {
  hosts.splice(hosts.indexOf(host), 1)
  await host.stop()
}

function ask(host: Host, path: string, init: RequestInit = {}): Promise<Response> {
  return host.fetch(new Request(new URL(path, publicUrl), init))
}

function cookieOf(response: Response): string {
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  if (cookie === undefined) throw new Error('no cookie was set')
  return cookie
}

/** The attributes of the answer's only cookie, in alphabetical order. */
function attributesOf(response: Response): string[] | undefined {
  const [cookie, ...others] = response.headers.getSetCookie()
  expect(others).toEqual([])
  return cookie?.split('; ').slice(1).toSorted()
}

async function visit(host: Host): Promise<{ cookie: string; label: string }> {
  const response = await ask(host, '/session')
  const { label }: { label: string } = await response.json()
  return { cookie: cookieOf(response), label }
}

function post(host: Host, path: string, cookie: string, body: unknown, headers: Record<string, string> = {}) {
  return ask(host, path, {
    method: 'POST',
    headers: { cookie, origin: publicUrl, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

test('createHost: the first visit gets an HttpOnly session of 190 bits, the next one keeps it', async () => {
  const host = await start()
  const first = await ask(host, '/')
  expect(first.headers.getSetCookie()).toHaveLength(1)
  expect(attributesOf(first)).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax'])
  // 190 random bits and a signature.
  expect(cookieOf(first)).toMatch(/^hawser_session=[A-Za-z0-9]{32}\.[\w%]{44,}$/)
  const cookie = cookieOf(first)
  const second = await ask(host, '/', { headers: { cookie } })
  expect(second.headers.getSetCookie()).toEqual([])
  const session = await (await ask(host, '/session', { headers: { cookie } })).json()
  expect(session).toEqual({ label: expect.stringMatching(/^visitor-[a-z2-9]{4}$/), name: null, isNew: false })
})

test('createHost: the page detects that the browser did not keep its cookie', async () => {
  const host = await start()
  await ask(host, '/')
  expect(await (await ask(host, '/session')).json()).toMatchObject({ isNew: true })
})

test('createHost: behind https the cookie is Secure with the __Host- prefix, and HSTS is on', async () => {
  const host = await start({ publicUrl: 'https://app.example', trustedProxies: 1 })
  const response = await host.fetch(new Request('http://app.example/'))
  expect(cookieOf(response)).toMatch(/^__Host-hawser_session=\w/)
  expect(attributesOf(response)).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax', 'Secure'])
  expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
})

test.each([
  ['https://app.example', 'http://app.example:443', 200],
  ['https://app.example', 'http://APP.example:443', 200],
  ['https://app.example:443', 'http://app.example', 200],
  ['https://app.example:8443', 'http://app.example:8443', 200],
  ['http://app.example', 'http://app.example:80', 200],
  ['https://app.example', 'http://app.example:8443', 421],
  ['https://app.example:8443', 'http://app.example:443', 421],
  ['http://app.example', 'http://app.example:443', 421],
  ['https://app.example', 'http://app.example.evil.example:443', 421],
])('createHost: as %s, a request to %s gets %i', async (ownUrl, asked, status) => {
  const host = await start({ publicUrl: ownUrl, trustedProxies: 1, allowsHttp: true })
  expect((await host.fetch(new Request(`${asked}/config.json`))).status).toBe(status)
  // Another name leads to the public address, which must not redirect to itself.
  const page = await host.fetch(new Request(`${asked}/`))
  const location = status === 200 ? null : `${new URL(ownUrl).origin}/`
  expect([page.status, page.headers.get('location')]).toEqual([status === 200 ? 200 : 302, location])
})

test('createHost: a session survives a restart, and its cookie is not in the data file', async () => {
  const secret = 'a secret of the test, long enough'
  const host = await start({ secret })
  const { cookie, label } = await visit(host)
  await stop(host)
  const token = cookie.split('=')[1] ?? ''
  for (const name of readdirSync(folder).filter((each) => each.startsWith('host.sqlite'))) {
    expect(readFileSync(join(folder, name)).includes(token)).toBe(false)
  }
  const again = await start({ secret })
  const response = await ask(again, '/session', { headers: { cookie } })
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await response.json()).toEqual({ label, name: null, isNew: false })
  await stop(again)
  // The data file alone is not enough to sign a valid cookie.
  const other = await ask(await start(), '/session', { headers: { cookie } })
  expect(await other.json()).toMatchObject({ isNew: true })
})

test('createHost: 1000 malformed cookies each get a new session and leave nothing behind', async () => {
  const host = await start()
  const marker = 'canaryvalue'
  const value = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'!#$%&()*+-./:<=>?@[]^_`{|}~,\'"\\; \tazAZ09\x80\xff'), maxLength: 100 }),
    fc.constantFrom('', 'A'.repeat(42), 'A'.repeat(44), 'A'.repeat(5000), '%00', '__proto__', "' or 1=1 --"),
    // Well formed, but not made by this host (T-53).
    fc.string({ unit: fc.constantFrom(...'abcXYZ019'), minLength: 32, maxLength: 32 }),
    fc
      .string({ unit: fc.constantFrom(...'abcXYZ019'), minLength: 43, maxLength: 43 })
      .map((text) => `${text.slice(11)}.${text}%3D`),
  )
  await fc.assert(
    fc.asyncProperty(value, async (text) => {
      const cookie = `hawser_session=${text}${/^\w{32}/.test(text) ? '' : marker}`
      const response = await ask(host, '/session', { headers: { cookie } })
      expect(response.status).toBe(200)
      const given = cookieOf(response)
      expect(given).toMatch(/^hawser_session=[A-Za-z0-9]{32}\.[\w%]{44,}$/)
      expect(given).not.toBe(cookie)
    }),
    { numRuns: runs(1000) },
  )
  await stop(host)
  expect(readFileSync(join(folder, 'host.sqlite')).includes(marker)).toBe(false)
})

test('createHost: a session ends after its idle time and after its absolute time', async () => {
  const limits = { idleMs: 10 * 60_000, absoluteMs: 25 * 60_000 }
  const host = await start({ sessionLimits: limits })
  const { cookie } = await visit(host)
  const isKnown = async (cookie: string) => {
    const { isNew }: { isNew: boolean } = await (await ask(host, '/session', { headers: { cookie } })).json()
    return !isNew
  }
  clock.now += 9 * 60_000
  expect(await isKnown(cookie)).toBe(true)
  clock.now += 9 * 60_000
  expect(await isKnown(cookie)).toBe(true)
  clock.now += 8 * 60_000
  expect(await isKnown(cookie)).toBe(false)

  const idle = await visit(host)
  clock.now += limits.idleMs + 1
  expect(await isKnown(idle.cookie)).toBe(false)
})

const routes: readonly (readonly [method: string, path: string, status: number])[] = [
  ['GET', '/', 200],
  ['HEAD', '/', 200],
  ['POST', '/', 405],
  ['GET', '/test-on-your-phone', 200],
  ['POST', '/test-on-your-phone', 405],
  ['GET', '/test-on-your-phone.html', 404],
  ['GET', '/ownPage', 200],
  ['POST', '/ownPage', 405],
  ['GET', '/assets/index-Ab_1.js', 200],
  ['GET', '/assets/index.es-Ab_1.js', 200],
  ['GET', '/favicon.svg', 200],
  ['DELETE', '/favicon.svg', 405],
  ['GET', '/config.json', 200],
  ['PUT', '/config.json', 405],
  ['GET', '/session', 200],
  ['POST', '/session', 403],
  ['DELETE', '/session', 403],
  ['PUT', '/session', 405],
  ['POST', '/account', 403],
  ['GET', '/account', 405],
  ['GET', '/session/password', 405],
  ['GET', '/sessions', 401],
  ['DELETE', '/sessions', 403],
  ['DELETE', '/sessions/x', 403],
  ['PATCH', '/sessions', 405],
  ['GET', '/sessions/x', 405],
  ['GET', '/healthz', 200],
  ['GET', '/link/wallets', 401],
  ['GET', '/link/nothing', 404],
  ['POST', '/link/challenges', 403],
  ['POST', '/link/proofs', 403],
  ['DELETE', '/link/wallets/x', 403],
  ['OPTIONS', '/link/wallets', 403],
  ['GET', '/.well-known/security.txt', 404],
  ['POST', '/.well-known/security.txt', 404],
  ['GET', '/nothing', 404],
  ['POST', '/nothing', 404],
  ['GET', '/index.html', 404],
  ['GET', '/assets/', 404],
]

test('createHost: origins that may frame the page are in its policy and in its page data', async () => {
  const framedBy = ['https://safe.example', 'http://localhost:3000']
  const host = await start({ framedBy })
  const policy = (await ask(host, '/')).headers.get('content-security-policy')
  expect(policy).toContain('; frame-ancestors https://safe.example http://localhost:3000; ')
  expect(await (await ask(host, '/config.json')).json()).toMatchObject({ framedBy })
})

test.each(routes)('createHost: %s %s answers %i with every security header', async (method, path, status) => {
  const host = await start()
  const response = await ask(host, path, { method })
  expect(response.status).toBe(status)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
      "font-src 'self'; connect-src 'self' ws://localhost:4402 http://localhost:4403; base-uri 'none'; form-action 'none'; " +
      "object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) {
    expect(response.headers.has(name)).toBe(false)
  }
  const cacheControl = path.startsWith('/assets/i')
    ? 'public, max-age=31536000, immutable'
    : status === 200 && path === '/favicon.svg'
      ? 'no-cache'
      : 'no-store'
  expect(response.headers.get('cache-control')).toBe(cacheControl)
  if (status >= 400) {
    const body: unknown = await response.json()
    expect(body).toEqual({ code: expect.stringMatching(/^[a-z_]+$/), message: expect.stringMatching(/^[^\n]+$/) })
    expect(JSON.stringify(body)).not.toMatch(/\bat |file:|\/src\//)
  }
  const allowed: Readonly<Record<string, string>> = {
    '/account': 'POST',
    '/session': 'GET, HEAD, POST, DELETE',
    '/session/password': 'POST',
    '/sessions': 'GET, HEAD, DELETE',
    '/sessions/x': 'DELETE',
  }
  if (status === 405) expect(response.headers.get('allow')).toBe(allowed[path] ?? 'GET, HEAD')
})

test('T-31: createHost: every origin can read its keys, which sign its visitors’ statements', async () => {
  const host = await start({ originSecret: new Uint8Array(32).fill(3) })
  const published = await ask(host, '/.well-known/hawser-origin.json', {
    headers: { origin: 'https://wallet.example' },
  })
  expect(published.headers.get('access-control-allow-origin')).toBe('*')
  expect(published.headers.get('cache-control')).toBe('public, max-age=300')
  expect(published.headers.getSetCookie()).toEqual([])
  expect(await published.json()).toEqual({ keys: [expect.stringMatching(/^[0-9a-f]{64}$/)] })
  expect(await (await ask(host, '/config.json')).json()).toMatchObject({ link: { originStatement: true } })
  const { cookie } = await visit(host)
  const topic = 'ab'.repeat(32)
  const stated = await post(host, '/link/origin-statements', cookie, { topic })
  expect([stated.status, await stated.json()]).toMatchObject([201, { domain: 'localhost:4400', topic }])
  const foreign = await post(host, '/link/origin-statements', cookie, { topic }, { origin: 'https://b.example' })
  expect(foreign.status).toBe(403)
  const without = await start({ dataFile: join(folder, 'other.sqlite') })
  expect((await ask(without, '/.well-known/hawser-origin.json')).status).toBe(404)
})

test('createHost: security.txt names the contact for a weakness (RFC 9116), without a session', async () => {
  clock.now = Date.parse('2026-11-25T19:30:00.123Z')
  const securityContact = 'mailto:security@app.example'
  const host = await start({ publicUrl: 'https://app.example', trustedProxies: 1, securityContact })
  const at = (method: string) =>
    host.fetch(new Request('https://app.example/.well-known/security.txt', { method, headers: { cookie: 'x=y' } }))
  const textAt = async (expires: string) => {
    const response = await at('GET')
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toBe(
      `Contact: ${securityContact}\nExpires: ${expires}\nCanonical: https://app.example/.well-known/security.txt\n`,
    )
  }
  await textAt('2027-05-24T00:00:00Z')
  // A server that runs for long must not state a date in the past.
  clock.now += 400 * 24 * 3_600_000
  await textAt('2028-06-27T00:00:00Z')
  const head = await at('HEAD')
  expect([head.status, await head.text(), head.headers.getSetCookie()]).toEqual([200, '', []])
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const refused = await at(method)
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(refused.headers.getSetCookie()).toEqual([])
  }
})

test('createHost: over http security.txt names no canonical address, as RFC 9116 requires', async () => {
  const host = await start({ securityContact: 'https://app.example/report?by=file#form' })
  expect(await (await ask(host, '/.well-known/security.txt')).text()).toMatch(
    /^Contact: https:\/\/app\.example\/report\?by=file#form\nExpires: \d{4}-\d\d-\d\dT00:00:00Z\n$/,
  )
})

test.each([
  '',
  'security@app.example',
  'mailto:',
  'mailto:security',
  'mailto:security@',
  'mailto:security@app.example\nCanonical: https://evil.example/',
  'mailto:security@app.example\r',
  'mailto:Ada <security@app.example>',
  'http://app.example/report',
  'https:',
  'https://',
  'https:app.example',
  'https://app.example/a b',
  'https://app.example/%zz',
  'https://app.example:port/',
  'tel:+1-201-555-0123',
  'javascript:alert(1)//https://',
])('createHost: refuses %j as a security contact at start', async (securityContact) => {
  await expect(start({ securityContact })).rejects.toThrow(InvalidHostOptionError)
  await expect(start({ securityContact })).rejects.toThrow(/^`securityContact` [^\n]+$/)
})

test('createHost: refuses an https address without a proxy before the server at start', async () => {
  await expect(start({ publicUrl: 'https://app.example' })).rejects.toThrow(InvalidHostOptionError)
  await expect(start({ publicUrl: 'https://app.example' })).rejects.toThrow(/Set `trustedProxies`/)
})

test('createHost: the page learns the other servers from /config.json', async () => {
  const host = await start()
  expect(await (await ask(host, '/config.json')).json()).toEqual({
    relay: { url: 'ws://localhost:4402' },
    registry: { url: 'http://localhost:4403' },
    link: { url: '/link', handoff: true },
    walletUrl: 'http://localhost:4401',
    chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'bip122:000000000019d6689c085ae165831e93'],
  })
})

test('createHost: page and link API use one list of chains', async () => {
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const host = await start({ chains: [solana] })
  expect(await (await ask(host, '/config.json')).json()).toMatchObject({ chains: [solana] })
  const { headers } = await ask(host, '/session')
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  const challenge = (accountId: string) =>
    ask(host, '/link/challenges', {
      method: 'POST',
      headers: { cookie, origin: publicUrl, 'content-type': 'application/json' },
      body: JSON.stringify({ purpose: 'link', accountId }),
    })
  expect((await challenge(`${solana}:GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1`)).status).toBe(201)
  expect((await challenge(accountId)).status).toBe(400)
  await expect(start({ chains: ['cosmos:cosmoshub-4'] })).rejects.toThrow(InvalidLinkOptionsError)
})

test('createHost: refuses a method that no Request can have, also in the link API', async () => {
  const host = await start({ publicUrl })
  const server = await listen({ fetch: host.fetch, port: 0, host: '127.0.0.1' })
  try {
    for (const path of ['/', '/link', '/link/handoff', '/config.json', '/nowhere']) {
      const socket = connect(server.port, '127.0.0.1')
      socket.end(`TRACE ${path} HTTP/1.1\r\nHost: localhost:4400\r\nConnection: close\r\n\r\n`)
      let answer = ''
      for await (const chunk of socket) answer += chunk
      expect(`${path}: ${answer.split('\r\n')[0]}`).toBe(`${path}: HTTP/1.1 405 Method Not Allowed`)
      expect(answer).toContain('method_not_allowed')
    }
  } finally {
    await server.stop()
  }
})

test('createHost: refuses a request for another name, and makes no session', async () => {
  const host = await start()
  for (const origin of [
    'http://evil.example',
    'http://localhost:4401',
    'http://localhost.:4400',
    'http://127.0.0.1:4400',
  ]) {
    const page = await host.fetch(new Request(`${origin}/`, { headers: { 'x-forwarded-host': 'localhost:4400' } }))
    expect([page.status, page.headers.get('location')]).toEqual([302, `${publicUrl}/`])
    expect(page.headers.getSetCookie()).toEqual([])
    for (const [method, path] of [
      ['POST', '/link/challenges'],
      ['GET', '/link/wallets'],
      ['GET', '/session'],
      ['POST', '/'],
    ] as const) {
      const response = await host.fetch(new Request(`${origin}${path}`, { method, headers: { origin: publicUrl } }))
      expect([response.status, (await response.json()).code]).toEqual([421, 'host_unknown'])
      expect(response.headers.getSetCookie()).toEqual([])
    }
  }
})

test('createHost: the text to sign names the visitor and the configured domain', async () => {
  const host = await start()
  const { cookie, label } = await visit(host)
  const response = await post(host, '/link/challenges', cookie, { purpose: 'link', accountId, walletName: 'Test' })
  expect(response.status).toBe(201)
  const { message } = await response.json()
  expect(message).toContain('localhost:4400 wants you to sign in')
  expect(message).toContain(`Link this wallet to the account '${label}' on localhost:4400.`)
})

test('createHost: a request that changes something never makes a session', async () => {
  const host = await start()
  for (const cookie of ['', `hawser_session=${'A'.repeat(43)}`]) {
    const response = await post(host, '/link/challenges', cookie, { purpose: 'link', accountId })
    expect([response.status, (await response.json()).code]).toEqual([401, 'not_signed_in'])
    expect(response.headers.getSetCookie()).toEqual([])
  }
})

test('createHost: another origin changes nothing, cookie or not (T-52)', async () => {
  const host = await start()
  const { cookie } = await visit(host)
  for (const origin of ['http://evil.example', 'http://localhost:4401', 'null', '']) {
    const response = await post(host, '/link/challenges', cookie, { purpose: 'link', accountId }, { origin })
    expect(response.status).toBe(403)
  }
})

test('createHost: one visitor sees, answers and removes nothing of another', async () => {
  const host = await start()
  const [ada, bob] = [await visit(host), await visit(host)]
  const challenge = await (await post(host, '/link/challenges', ada.cookie, { purpose: 'link', accountId })).json()
  const signature = `0x${'11'.repeat(65)}`
  const stolen = await post(host, '/link/proofs', bob.cookie, {
    purpose: 'link',
    challengeId: challenge.challengeId,
    signature,
  })
  expect([stolen.status, (await stolen.json()).code]).toEqual([404, 'challenge_unknown'])
  const own = await post(host, '/link/proofs', ada.cookie, {
    purpose: 'link',
    challengeId: challenge.challengeId,
    signature,
  })
  expect([own.status, (await own.json()).code]).toEqual([400, 'proof_invalid'])
})

test('createHost: no path leaves the folder of the page', async () => {
  const host = await start()
  const server = await listen({ fetch: host.fetch, port: 0, host: '127.0.0.1' })
  const paths = [
    '/../secret.js',
    '/assets/../../secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/%2e%2e/secret.js',
    '/..\\secret.js',
    '/.sources',
    '/%2esources',
    '//secret.js',
    '/assets//index-Ab_1.js/../../../secret.js',
    '/%00',
    '/%',
  ]
  for (const path of paths) {
    const answer = await sendRaw(
      server.port,
      `GET ${path} HTTP/1.1\r\nHost: localhost:4400\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 (404|400|421) /)
    expect(answer).not.toContain('canary')
  }
  await server.stop()
})

test('createHost: over a real socket, serves the page, the link API and refusals', async () => {
  const server = await listen({ fetch: async (request) => host.fetch(request), port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${server.port}`
  const host = await start({ publicUrl: url })
  const session = await fetch(`${url}/session`)
  const response = await fetch(`${url}/link/challenges`, {
    method: 'POST',
    headers: { cookie: cookieOf(session), origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ purpose: 'link', accountId }),
  })
  expect(response.status).toBe(201)
  const wallets = await fetch(`${url}/link/wallets`, { headers: { cookie: cookieOf(session) } })
  expect(await wallets.json()).toEqual({ wallets: [] })
  const stranger = await fetch(`${url}/link/wallets`)
  expect([stranger.status, stranger.headers.getSetCookie()]).toEqual([401, []])
  // Bodies without an announced length.
  const own = { cookie: cookieOf(session), origin: url, 'content-type': 'application/json' }
  const chunked = (text: string) => ({ method: 'POST', headers: own, body: new Blob([text]).stream(), duplex: 'half' })
  expect((await fetch(`${url}/session`, chunked('{}'))).status).toBe(400)
  expect((await fetch(`${url}/session`, chunked('x'.repeat(5000)))).status).toBe(413)
  expect((await fetch(`${url}/session`, { method: 'DELETE', headers: own })).status).toBe(204)
  const etag = (await fetch(`${url}/favicon.svg`)).headers.get('etag') ?? ''
  expect((await fetch(`${url}/favicon.svg`, { headers: { 'if-none-match': etag } })).status).toBe(304)
  await expect(listen({ fetch: host.fetch, port: server.port, host: '127.0.0.1' })).rejects.toThrow('EADDRINUSE')
  await server.stop()
})

test('createHost: refuses a folder without a built page', async () => {
  await expect(createHost({ ...options, pageDir: folder })).rejects.toThrow(PageNotBuiltError)
})

test('createHost: refuses a data file that is not a database', async () => {
  writeFileSync(options.dataFile, 'this is no database, and long enough to be none'.repeat(50))
  await expect(createHost(options)).rejects.toThrow(LinkStoreUnavailableError)
})

test('createHost: a failed start closes the data file', async () => {
  await expect(createHost({ ...options, trustedProxies: -1 })).rejects.toThrow(InvalidLinkOptionsError)
  const log = `${options.dataFile}-wal`
  expect(existsSync(log) && statSync(log).size > 0).toBe(false)
})

test('createHost: answers with 304 to clients that have an asset', async () => {
  const host = await start()
  const etag = (await ask(host, '/favicon.svg')).headers.get('etag') ?? ''
  expect((await ask(host, '/favicon.svg', { headers: { 'if-none-match': etag } })).status).toBe(304)
})

function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.on('end', () => resolve(Buffer.concat(parts).toString('latin1')))
    socket.on('error', reject)
  })
}
