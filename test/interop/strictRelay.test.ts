import { createSignClient, type SignClientOptions } from '@hawser/sign'
import { type ClientAuth, formatClientAuth, formatClientId } from '@hawser/wire'
import { ed25519 } from '@noble/curves/ed25519.js'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { startLinkPage } from './linkPage.ts'
import { link, startOfficial, startOurs, stopAtEnd } from './parties.ts'
import { type StrictRelay, startStrictRelay } from './strictRelay/startStrictRelay.ts'

// A double as strict as the network's relay tests admission, accepted requests, and links with third-party clients.
const ours = 'a'.repeat(32)
// The official clients of these tests belong to this project, which lists no origins: in Node they send no origin.
const theirs = 'e'.repeat(32)
const inactive = 'd'.repeat(32)
const origin = 'https://app.example'

let relay: StrictRelay
let relayTime = 0

beforeEach(async () => {
  relayTime = 0
  relay = await startStrictRelay({
    projects: {
      [ours]: { origins: ['https://app.example', '*.preview.example'] },
      [theirs]: { origins: [] },
      [inactive]: { origins: [], isActive: false },
    },
    now: () => Date.now() + relayTime,
  })
})
afterEach(() => relay.stop())

/** Opens a socket as a browser does on one of our pages. */
const socketOf = (pageOrigin: string | undefined) => (url: string) =>
  new WebSocket(url, pageOrigin === undefined ? {} : { origin: pageOrigin })

function openClient(more: Partial<SignClientOptions> = {}) {
  const client = createSignClient({
    relayUrl: relay.url,
    projectId: ours,
    metadata: { name: 'Our client', description: '', url: origin, icons: [] },
    createWebSocket: socketOf(origin),
    ...more,
  })
  onTestFinished(() => client.stop())
  return client
}

describe('the double refuses', () => {
  const secretKey = new Uint8Array(32).fill(9)
  const clientId = formatClientId(ed25519.getPublicKey(secretKey))
  const seconds = () => Math.floor(Date.now() / 1000)
  const sign = (claims: Partial<ClientAuth> = {}, key = secretKey) => {
    const times = { issuedAtSeconds: seconds(), expiresAtSeconds: seconds() + 86_400 }
    const all = { clientId, subject: 'a'.repeat(64), audience: relay.url, ...times, ...claims }
    return formatClientAuth(all, (bytes) => ed25519.sign(bytes, key))
  }
  type Upgrade = { query: Record<string, string>; origin?: string }
  const good = (): Upgrade => ({ query: { auth: sign(), projectId: ours, useOnCloseEvent: 'true' }, origin })

  /** Resolves to the close code and reason of a socket, to its error message, or to `open`. */
  function outcomeOf({ query, origin: from }: Upgrade): Promise<string> {
    const socket = new WebSocket(
      `${relay.url}/?${new URLSearchParams(query)}`,
      from === undefined ? {} : { origin: from },
    )
    onTestFinished(() => socket.terminate())
    return new Promise((resolve) => {
      socket.on('error', ({ message }) => resolve(message))
      socket.on('close', (code, reason) => resolve(`${code} ${reason}`))
      // A refusal follows the upgrade at once. An admitted client gets an answer first.
      socket.on('open', () =>
        socket.send(
          `{"id":1700000000000000001,"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${'a'.repeat(64)}"}}`,
        ),
      )
      socket.on('message', (frame) => resolve(String(frame).includes('"result"') ? 'open' : String(frame)))
    })
  }

  test.each<[string, (upgrade: Upgrade) => Upgrade, string]>([
    ['nothing that is in order', (upgrade) => upgrade, 'open'],
    [
      'no client that skews by two minutes',
      (up) => with_(up, { auth: sign({ issuedAtSeconds: seconds() + 110 }) }),
      'open',
    ],
    ['no origin of a listed label', (up) => ({ ...up, origin: 'https://pr-1.preview.example' }), 'open'],
    ['no page of localhost', (up) => ({ ...up, origin: 'http://localhost:3000' }), 'open'],
    ['no token', (up) => with_(up, { auth: '' }), '3000 JWT authentication error: missing JWT'],
    [
      'a token of another key',
      (up) => with_(up, { auth: sign({}, new Uint8Array(32).fill(8)) }),
      '3000 JWT authentication error: invalid signature',
    ],
    [
      'a token that is over for 121 s',
      (up) => with_(up, { auth: sign({ expiresAtSeconds: seconds() - 122 }) }),
      '3000 JWT authentication error: JWT Token is expired',
    ],
    [
      'a token of the future',
      (up) => with_(up, { auth: sign({ issuedAtSeconds: seconds() + 125 }) }),
      '3000 JWT authentication error: JWT Token is not yet valid',
    ],
    [
      'an audience with a slash',
      (up) => with_(up, { auth: sign({ audience: `${relay.url}/` }) }),
      '3000 JWT authentication error: invalid audience',
    ],
    ['no project', (up) => with_(up, { projectId: '' }), '3000 Authorization error: Project ID is missing'],
    ['an unknown project', (up) => with_(up, { projectId: 'f'.repeat(32) }), '3000 Project not found'],
    ['a project that is off', (up) => with_(up, { projectId: inactive }), '3000 Project inactive'],
    ['another origin', (up) => ({ ...up, origin: 'https://evil.example' }), '3000 Unauthorized: origin not allowed'],
    ['http for https', (up) => ({ ...up, origin: 'http://app.example' }), '3000 Unauthorized: origin not allowed'],
    ['www', (up) => ({ ...up, origin: 'https://www.app.example' }), '3000 Unauthorized: origin not allowed'],
    [
      'two labels for one',
      (up) => ({ ...up, origin: 'https://a.b.preview.example' }),
      '3000 Unauthorized: origin not allowed',
    ],
    ['no origin where there is a list', ({ query }) => ({ query }), '3000 Unauthorized: origin not allowed'],
    [
      'with a status where no close is asked for',
      (up) => with_(up, { projectId: 'f'.repeat(32), useOnCloseEvent: '' }),
      'Unexpected server response: 401',
    ],
    [
      'an origin with a status',
      (up) => ({ ...with_(up, { useOnCloseEvent: '' }), origin: 'https://evil.example' }),
      'Unexpected server response: 403',
    ],
  ])('at the door: %s', async (_, change, outcome) => {
    expect(await outcomeOf(change(good()))).toBe(outcome)
  })

  const with_ = (upgrade: Upgrade, query: Record<string, string>): Upgrade => ({
    ...upgrade,
    query: Object.fromEntries(Object.entries({ ...upgrade.query, ...query }).filter(([, value]) => value !== '')),
  })

  const topic = 'a'.repeat(64)
  const publish = { topic, message: 'AAAA', ttl: 300, tag: 1108, prompt: false }
  test.each<[string, string, object | string, string]>([
    ['a text as id is answered by a number', 'irn_subscribe', { topic }, '"id":1700000000000000001,'],
    ['an unknown method', 'irn_watchEverything', {}, 'InvalidMethod'],
    ['an unknown field', 'irn_publish', { ...publish, topicName: 'x' }, 'InvalidParams'],
    ['an upper-case topic', 'irn_subscribe', { topic: 'A'.repeat(64) }, 'InvalidTopic'],
    ['a batch of nothing', 'irn_batchSubscribe', { topics: [] }, 'BatchEmpty'],
    [
      'a batch of 501',
      'irn_batchSubscribe',
      { topics: Array.from({ length: 501 }, () => topic) },
      'BatchLimitExceeded',
    ],
    [
      'a message of 98,308 characters',
      'irn_publish',
      { ...publish, message: 'A'.repeat(98_308) },
      'PayloadSizeExceeded',
    ],
    ['no tag', 'irn_publish', { ...publish, tag: undefined }, 'InvalidParams'],
    ['no time to live', 'irn_publish', { ...publish, ttl: undefined }, 'InvalidParams'],
    ['a moment to live', 'irn_publish', { ...publish, ttl: 1 }, 'TtlTooShort'],
    ['a year to live', 'irn_publish', { ...publish, ttl: 31_536_000 }, 'TtlTooLong'],
    ['the id of no subscription', 'irn_unsubscribe', { topic, id: '' }, 'InvalidSubscriptionId'],
    ['the id of another subscription', 'irn_unsubscribe', { topic, id: topic }, 'InvalidSubscriptionId'],
    ['a small id', '5', '{"id":5,"jsonrpc":"2.0","method":"irn_subscribe","params":{}}', '"id":0,'],
    [
      'an id of 23 digits',
      '',
      `{"id":"${'1'.repeat(23)}","jsonrpc":"2.0","method":"irn_subscribe","params":{}}`,
      'InvalidRequestId',
    ],
    [
      'another JSON-RPC',
      '',
      '{"id":1700000000000000001,"jsonrpc":"1.0","method":"irn_subscribe","params":{}}',
      'InvalidJsonRpcVersion',
    ],
    ['no JSON', '', '{', 'Serialization'],
  ])('a request: %s', async (_, method, params, word) => {
    const socket = new WebSocket(`${relay.url}/?${new URLSearchParams(good().query)}`, { origin })
    onTestFinished(() => socket.terminate())
    const text =
      typeof params === 'string'
        ? params
        : JSON.stringify({ id: '1700000000000000001', jsonrpc: '2.0', method, params })
    socket.on('open', () => socket.send(text))
    const answer = await new Promise((resolve) => socket.on('message', (frame) => resolve(String(frame))))
    expect(answer).toContain(word)
  })
})

describe('our client is refused, and says why', () => {
  test.each<[string, Partial<SignClientOptions>, number, object, RegExp]>([
    ['no project id', { projectId: '' }, 0, { code: 'relay_refused', reason: 'project' }, /Project ID is missing/],
    [
      'an unknown one',
      { projectId: 'f'.repeat(32) },
      0,
      { code: 'relay_refused', reason: 'project' },
      /Project not found/,
    ],
    ['one that is off', { projectId: inactive }, 0, { code: 'relay_refused', reason: 'project' }, /Project inactive/],
    [
      'another origin',
      { createWebSocket: socketOf('https://evil.example') },
      0,
      { code: 'relay_refused', reason: 'origin' },
      /origin not allowed/,
    ],
    [
      'no origin',
      { createWebSocket: socketOf(undefined) },
      0,
      { code: 'relay_refused', reason: 'origin' },
      /origin not allowed/,
    ],
    ['a clock ten minutes ahead', {}, -600_000, { code: 'relay_clock', reason: 'clock' }, /clocks differ/],
    ['a clock ten minutes behind', {}, 600_000, { code: 'relay_clock', reason: 'clock' }, /clocks differ/],
  ])('%s', async (_, more, relayTimeMs, error, words) => {
    relayTime = relayTimeMs
    const client = openClient(more)
    const { published } = await client.propose({})
    await expect(published).rejects.toMatchObject({ ...error, message: expect.stringMatching(words) })
  })

  test('for an address other than the relay’s own name', async () => {
    const client = openClient({ relayUrl: relay.url.replace('127.0.0.1', 'localhost') })
    const refused = { code: 'relay_refused', reason: 'other', message: expect.stringContaining('invalid audience') }
    await expect((await client.propose({})).published).rejects.toMatchObject(refused)
  })

  test.each([(url: string) => `${url}/`, (url: string) => url.toUpperCase().replace('WS://', 'WS://')])(
    'not over the spelling of its address',
    async (spell) => {
      await (await openClient({ relayUrl: spell(relay.url) }).propose({})).published
      expect(relay.refusals).toEqual([])
    },
  )

  test('accepts clocks seven minutes apart', async () => {
    for (relayTime of [-420_000, 420_000]) await (await openClient().propose({})).published
    expect(relay.refusals).toEqual([])
  })
})

test('a page gets the reason: in onFailure, and in the state of the modal too', async () => {
  const failures: unknown[] = []
  const page = await startLinkPage(relay.url, ['eip155:1'], {
    relay: { projectId: ours },
    world: { createWebSocket: socketOf('https://evil.example') },
    onFailure: (failure) => failures.push(failure),
  })
  onTestFinished(() => page.stop())
  page.linker.open()
  const error = { kind: 'relayUnreachable', code: 'relay_refused', reason: 'origin' }
  expect(await page.ended()).toMatchObject({ status: 'failed', error })
  expect(failures).toMatchObject([{ ...error, message: expect.stringContaining('origin not allowed') }])
})

describe('our client on a busy relay', () => {
  test('waits a second at least after 1013 and after 3001, and links', async () => {
    relay.beBusy({ sockets: 2, requests: 1 })
    const client = openClient()
    const heard: unknown[] = []
    client.on('failure', (error) => heard.push(error.code))
    await (await client.propose({})).stored
    expect(heard).toEqual(['relay_busy', 'relay_busy', 'relay_busy'])
    const sockets = relay.asked.filter(({ what }) => what === 'socket')
    const [refused] = relay.asked.filter(({ what }) => what !== 'socket')
    const requests = relay.asked.filter(({ what }) => what === refused?.what)
    for (const [first, second] of [sockets, sockets.slice(1), requests])
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(990)
  })

  test.each([1001, 4008, 4010])('comes back after %d, and nothing is lost', async (code) => {
    const [dapp, wallet] = [openClient(), openClient()]
    const { pairingUri, approval } = await dapp.propose({ optionalNamespaces: asked })
    const { id } = await wallet.pair({ pairingUri })
    relay.close(code, 'going')
    await wallet.approve({ proposalId: id, namespaces: granted })
    const { topic } = await approval
    await wallet.ping({ topic })
    expect(relay.refusals).toEqual([])
  })

  test('gets a refusal under id 0', async () => {
    const client = openClient()
    await (await client.propose({})).published
    const failed = new Promise((resolve) => client.on('failure', resolve))
    relay.say('{"id":0,"jsonrpc":"2.0","error":{"code":3000,"message":"Unauthorized","data":"OriginNotAllowed"}}')
    expect(await failed).toMatchObject({ code: 'relay_refused', reason: 'origin' })
  })
})

const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } as const
const address = `0x${'1'.repeat(40)}`
const granted = { eip155: { ...asked.eip155, accounts: [`eip155:1:${address}` as const] } }

test('sizes: refuses a result too large for its tag with both numbers, and keeps the session', async () => {
  const [dapp, wallet] = [openClient(), openClient()]
  const { pairingUri, approval } = await dapp.propose({ optionalNamespaces: asked })
  const { id } = await wallet.pair({ pairingUri })
  await wallet.approve({ proposalId: id, namespaces: granted })
  const { topic } = await approval
  const request = { method: 'personal_sign', params: ['0x00', address] }
  const sizes = [72_000, 90_000]
  const refusals: unknown[] = []
  wallet.on('sessionRequest', ({ id: requestId }) => {
    const size = sizes.shift()
    if (size === undefined) return
    wallet.respond({ topic, requestId, response: { result: 'x'.repeat(size) } }).catch((error) => refusals.push(error))
  })
  expect(await dapp.request({ topic, chainId: 'eip155:1', request })).toHaveLength(72_000)
  const given = new AbortController()
  const second = dapp.request({ topic, chainId: 'eip155:1', request, signal: given.signal }).catch(() => {})
  await expect
    .poll(() => refusals)
    .toMatchObject([
      {
        code: 'message_too_large',
        message: expect.stringContaining('Maximum size for tag 1109 is 98304'),
      },
    ])
  given.abort()
  await second
  await dapp.ping({ topic })
})

test.each([
  ['2.11.3', 'sign-client-2.11'],
  ['2.17.3', 'sign-client-2.17'],
  ['2.21.8', '@walletconnect/sign-client'],
])('our client links both ways with sign-client %s, and nothing is refused', async (_, packageName) => {
  const urls = { dapp: relay.url, wallet: relay.url }
  const official = stopAtEnd(await startOfficial(packageName, urls))
  const own = stopAtEnd(startOurs(urls, { projectId: ours, createWebSocket: socketOf(origin) }))
  await link(own.dapp, official.wallet)
  await link(official.dapp, own.wallet)
  await link(own.dapp, official.wallet)
  await expect.poll(() => relay.asked.map(({ what }) => what)).toContain('irn_unsubscribe')
  expect(relay.refusals).toEqual([])
  // Two official clients and two of ours, each admitted once.
  expect(relay.origins.toSorted()).toEqual([origin, origin, undefined, undefined])
})
