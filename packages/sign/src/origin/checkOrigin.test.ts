import { formatOriginKeys, formatOriginStatement, type OriginStatement, originSigningInput } from '@hawser/wire'
import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { bytesToHex } from '../envelope/hex.ts'
import type { Proposal } from '../records/records.ts'
import { type CheckOriginOptions, checkOrigin, originClaim } from './checkOrigin.ts'

const now = 1_700_000_000_000
const topic = 'ab'.repeat(32)
const secretKey = new Uint8Array(32).fill(1)
const keyOf = (secret: Uint8Array) => bytesToHex(ed25519.getPublicKey(secret))
const none = { has: () => false }

function sign(change: Partial<OriginStatement> = {}, secret = secretKey): string {
  const { signature, ...claim } = {
    domain: 'a.example',
    topic,
    issuedAt: now,
    expiresAt: now + 300_000,
    signature: undefined,
    ...change,
  }
  return formatOriginStatement({
    ...claim,
    signature: signature ?? bytesToHex(ed25519.sign(originSigningInput(claim), secret)),
  })
}

type Asked = { readonly url: string; readonly init: RequestInit | undefined }

/** Creates a server that publishes these keys, one list per request, and records its requests. */
function publish(...lists: readonly (readonly string[])[]) {
  const asked: Asked[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    asked.push({ url: String(input), init })
    const keys = lists[Math.min(asked.length, lists.length) - 1] ?? []
    return new Response(formatOriginKeys(keys), { headers: { 'content-type': 'application/json; charset=utf-8' } })
  }
  return { fetch, asked }
}

const own = () => publish([keyOf(secretKey)])

function check(change: Partial<CheckOriginOptions> = {}) {
  return checkOrigin({
    url: 'https://a.example/app?x#y',
    pairingTopic: topic,
    statement: sign(),
    knownScams: none,
    fetch: own().fetch,
    now: () => now,
    ...change,
  })
}

describe('valid', () => {
  test('T-31: a statement of the claimed domain for this pairing, signed with a key it publishes', async () => {
    const { fetch, asked } = own()
    expect(await check({ fetch })).toBe('valid')
    expect(asked).toMatchObject([
      {
        url: 'https://a.example/.well-known/hawser-origin.json',
        init: { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer', cache: 'default' },
      },
    ])
  })

  test('by each of the keys, the next one and the last one', async () => {
    const others = [new Uint8Array(32).fill(2), new Uint8Array(32).fill(3)].map(keyOf)
    expect(await check({ fetch: publish([...others, keyOf(secretKey)]).fetch })).toBe('valid')
  })

  test('asks past the cache, once, for a key that was changed at once', async () => {
    const { fetch, asked } = publish([keyOf(new Uint8Array(32).fill(2))], [keyOf(secretKey)])
    expect(await check({ fetch })).toBe('valid')
    expect(asked.map(({ init }) => init?.cache)).toEqual(['default', 'reload'])
  })

  test('F-L14: clocks of server and wallet may each be five minutes off', async () => {
    expect(await check({ now: () => now - 300_000 })).toBe('valid')
    expect(await check({ now: () => now + 599_999 })).toBe('valid')
  })

  test('with a port, and claimed by http: asks over https', async () => {
    const { fetch, asked } = own()
    expect(await check({ fetch, url: 'http://A.example:8443', statement: sign({ domain: 'a.example:8443' }) })).toBe(
      'valid',
    )
    expect(asked.map(({ url }) => url)).toEqual(['https://a.example:8443/.well-known/hawser-origin.json'])
  })
})

describe('mismatch', () => {
  test.each<readonly [string, string | undefined]>([
    ['no statement', undefined],
    ['an empty one', ''],
    ['no JSON', '{'],
    ['one for another pairing (replayed)', sign({ topic: 'cd'.repeat(32) })],
    ['one of another domain', sign({ domain: 'b.example' })],
    ['one of a domain below', sign({ domain: 'x.a.example' })],
    ['one of another port', sign({ domain: 'a.example:8443' })],
    ['one signed with another key', sign({}, new Uint8Array(32).fill(9))],
    ['a signature of zeros', sign({ signature: '00'.repeat(64) })],
    ['one that lives longer than a pairing', sign({ expiresAt: now + 300_001 })],
    ['one with a field more', sign().replace('{', '{"more":1,')],
    ['one whose time was moved after it was signed', sign().replace(`${now}`, `${now + 1}`)],
    ['one whose topic was put in later', sign({ topic: 'cd'.repeat(32) }).replace('cd'.repeat(32), topic)],
    ['one of 2 kB', sign().replace('{', `{${' '.repeat(2048)}`)],
  ])('T-31: %s, where the domain publishes keys', async (_, statement) => {
    expect(await check({ statement })).toBe('mismatch')
  })

  test('T-31: an expired one, or one from the future, beyond the clock tolerance', async () => {
    expect(await check({ now: () => now + 600_000 })).toBe('mismatch')
    expect(await check({ now: () => now - 300_001 })).toBe('mismatch')
  })

  test.each(['https://a.example.', 'https://a.example%2e', 'https://a.example..', 'http://A.Example。:80'])(
    'T-31: %s is the same name, written with dots at its end',
    async (url) => {
      const { fetch, asked } = own()
      for (const statement of [undefined, sign({ domain: 'b.example' }), sign({ domain: 'a.example.' })])
        expect(await check({ fetch, url, statement })).toBe('mismatch')
      expect(new Set(asked.map((each) => each.url))).toEqual(
        new Set(['https://a.example/.well-known/hawser-origin.json']),
      )
      expect(await check({ url })).toBe('valid')
    },
  )

  test('keys that are not points of the curve, or the neutral point', async () => {
    for (const key of ['ff'.repeat(32), `01${'00'.repeat(31)}`])
      expect(await check({ fetch: publish([key]).fetch, statement: sign({ signature: `01${'00'.repeat(63)}` }) })).toBe(
        'mismatch',
      )
  })

  test('a server that does not answer the second request', async () => {
    const { fetch } = publish([keyOf(new Uint8Array(32).fill(2))])
    let count = 0
    const once: typeof globalThis.fetch = (...args) =>
      ++count === 1 ? fetch(...args) : Promise.reject(new Error('down'))
    expect(await check({ fetch: once })).toBe('mismatch')
  })
})

describe('unknown', () => {
  const answer = (body: BodyInit | null, init: ResponseInit = {}) => ({
    fetch: async () => new Response(body, { headers: { 'content-type': 'application/json' }, ...init }),
  })
  const keys = formatOriginKeys([keyOf(secretKey)])
  test.each([
    ['no keys', publish([])],
    ['no such file', answer(keys, { status: 404 })],
    ['a failing server', answer(keys, { status: 500 })],
    ['a page in place of the file', answer('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
    ['keys as text', answer(keys, { headers: { 'content-type': 'text/plain' } })],
    ['no JSON', answer('{')],
    ['another form', answer('{"keys":["AB"]}')],
    ['no UTF-8', answer(new Uint8Array([0xff, 0xfe]))],
    ['more than 4 KiB', answer(keys + ' '.repeat(4096))],
    ['no network', { fetch: () => Promise.reject(new TypeError('Failed to fetch')) }],
  ])('%s: unknown', async (_, { fetch }) => {
    expect(await check({ fetch })).toBe('unknown')
    expect(await check({ fetch, statement: undefined })).toBe('unknown')
  })

  test('a server that is silent for three seconds, or never ends, whether fetch aborts or not', async () => {
    const endless = new ReadableStream({ pull: () => new Promise(() => {}) })
    for (const ask of [() => new Promise<Response>(() => {}), answer(endless).fetch]) {
      let callBack = () => {}
      let waitedMs = 0
      const setTimer = (callback: () => void, delayMs: number) => {
        callBack = callback
        waitedMs = delayMs
        return () => {}
      }
      const checking = check({ fetch: ask, setTimer })
      await Promise.resolve()
      callBack()
      expect(await checking).toBe('unknown')
      expect(waitedMs).toBe(3000)
    }
  })

  test.each([
    '',
    'a.example',
    'javascript:alert(1)',
    'ftp://a.example',
    'https://10.0.0.1',
    'https://0x0a000001',
    'https://[fd00::1]',
    'https://router',
    'https://printer.local',
    'https://db.internal.',
    'https://db.internal..',
    'https://.',
    'https://10.0.0.1..',
    'https://0x7f.1..',
    'https://a.0x1..',
    'https://router.lan',
    'https://nas.home',
    'https://files.corp',
    'https://wiki.intranet',
    'https://host.localdomain',
    'https://app.test',
    'https://hidden.onion',
    'https://router.lan..',
    'http://localhost.:4400',
    'http://localhost:4400',
    'http://127.0.0.1:4400',
    'https://x.localhost',
  ])('does not ask %s', async (url) => {
    const { fetch, asked } = own()
    expect(await check({ fetch, url })).toBe('unknown')
    expect(asked).toEqual([])
  })

  test('asks development servers on this machine by name', async () => {
    for (const host of ['localhost:4400', 'b.localhost:4400', '127.0.0.1:4400', '[::1]:4400']) {
      const { fetch, asked } = own()
      const statement = sign({ domain: host })
      expect(await check({ fetch, url: `http://${host}/`, statement, allowsLoopback: true })).toBe('valid')
      expect(asked.map(({ url }) => url)).toEqual([`http://${host}/.well-known/hawser-origin.json`])
    }
    const statement = sign({ domain: 'localhost:4400' })
    for (const url of ['http://localhost.:4400', 'http://localhost%2e:4400/'])
      expect(await check({ url, statement, allowsLoopback: true })).toBe('valid')
  })
})

describe('scam', () => {
  const knownScams = new Set(['scam.example', 'xn--80ak6aa92e.com'])
  test.each([
    'https://scam.example',
    'http://scam.example:8080',
    'https://wallet.scam.example',
    'https://SCAM.example.',
    'https://scam.example..',
    'https://scam.example%2e%2e',
    'https://a.example@scam.example/',
    'https://аррӏе.com',
  ])('T-31: %s is on the list, and its server is not asked', async (url) => {
    const { fetch, asked } = own()
    expect(await check({ fetch, url, knownScams, statement: sign({ domain: new URL(url).host }) })).toBe('scam')
    expect(asked).toEqual([])
  })

  test('a name with the same ending is another name', async () => {
    const statement = sign({ domain: 'notscam.example' })
    expect(await check({ url: 'https://notscam.example', statement, knownScams })).toBe('valid')
  })
})

test('an abort rejects and ends the request to the server', async () => {
  const given = new AbortController()
  let heard: AbortSignal | null | undefined
  const fetch: typeof globalThis.fetch = (_, init) => {
    heard = init?.signal
    return new Promise(() => {})
  }
  const checking = check({ fetch, signal: given.signal })
  given.abort(new Error('left'))
  await expect(checking).rejects.toThrow('left')
  expect(heard?.aborted).toBe(true)
  await expect(check({ signal: given.signal })).rejects.toThrow('left')
})

test('a claim consists of the proposal’s url, pairing and statement', () => {
  const metadata = { name: 'A', description: '', url: 'https://a.example', icons: [] }
  const proposal: Proposal = {
    kind: 'proposal',
    id: 1,
    pairingTopic: topic,
    proposer: { publicKey: '00'.repeat(32), metadata },
    requiredNamespaces: {},
    optionalNamespaces: {},
    expiresAt: now,
  }
  expect(originClaim(proposal)).toEqual({ url: metadata.url, pairingTopic: topic, statement: undefined })
  const sessionProperties = { hawser_originStatement: 'text' }
  expect(originClaim({ ...proposal, sessionProperties }).statement).toBe('text')
})

describe('F31 on a phone', () => {
  /** Returns React Native's kind of response, which has no stream. */
  const withoutStream = (text: string): typeof globalThis.fetch => {
    const headers = new Headers({ 'content-type': 'application/json' })
    return async () => ({ status: 200, headers, body: undefined, text: async () => text }) as unknown as Response
  }

  test.each([
    ['whose answers are no streams', {}],
    [
      'without URL.canParse',
      {
        URL: class extends URL {
          static override canParse = undefined as never
        },
      },
    ],
    ['whose TextDecoder is not there', { TextDecoder: undefined }],
  ])('%s: reads the keys', async (_, parts) => {
    onTestFinished(() => void vi.unstubAllGlobals())
    for (const [name, part] of Object.entries(parts)) vi.stubGlobal(name, part)
    expect(await check({ fetch: withoutStream(formatOriginKeys([keyOf(secretKey)])) })).toBe('valid')
    expect(await check()).toBe('valid')
    expect(await check({ fetch: withoutStream('x'.repeat(1_000_000)) })).toBe('unknown')
  })
})
