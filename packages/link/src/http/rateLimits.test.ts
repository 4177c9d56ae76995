import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { sharedPostgres } from '@hawser/test-kit/sharedServers'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { parseChallengeResponse } from '@hawser/wire'
import Database from 'libsql'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestHost, createTestWallet, type TestHost } from '../createTestHost.fixture.ts'
import { defaultRateLimits } from '../options/linkRateLimits.ts'
import { openSqliteLinkStore } from '../stores/sqlite/sqliteLinkStore.ts'
import { openAnyStore } from '../stores/storeChild.fixture.ts'
import { withPeerAddress } from './peerAddress.ts'

const postgres = sharedPostgres()

const wallet = createTestWallet(1)
const defaults = { rateLimits: defaultRateLimits }
const unknown = { purpose: 'link', challengeId: 'A'.repeat(24), signature: `0x${'ab'.repeat(65)}` }
const addresses = isNight ? 10_000 : 300
const unlinkNothing = { purpose: 'unlink', walletId: 'A'.repeat(24) }

/** Counts the requests that were not refused with 429. */
async function passed(count: number, ask: () => Promise<{ status: number }>): Promise<number> {
  let answered = 0
  for (let index = 0; index < count; index += 1) if ((await ask()).status !== 429) answered += 1
  return answered
}

const askFor = (host: TestHost, user: string, body: unknown = unlinkNothing) =>
  host.send('/challenges', { method: 'POST', user, body })

/** Sends one request of a user from this address. */
async function from(host: TestHost, peer: string, user: string, path = '/challenges', body: object = unlinkNothing) {
  const headers = { origin: 'https://app.example', 'content-type': 'application/json', 'x-test-user': user }
  const request = new Request(`https://app.example${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return host.link.fetch(withPeerAddress(request, peer))
}

describe('limits of a host user', () => {
  test('ten challenges at once, then one every six seconds; 429 says when', async () => {
    const host = await createTestHost(defaults)
    expect(await passed(20, () => askFor(host, 'alice'))).toBe(10)
    const refused = await askFor(host, 'alice')
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(refused.headers.get('retry-after')).toBe('6')
    expect((await askFor(host, 'bob')).status).toBe(404)
    host.clock.now += 5999
    expect((await askFor(host, 'alice')).status).toBe(429)
    host.clock.now += 1
    expect(await passed(5, () => askFor(host, 'alice'))).toBe(1)
  })

  test('five proofs, on any route; a refused one uses up no challenge', async () => {
    const host = await createTestHost(defaults)
    const { challengeId, message } = await host.challenge('alice', wallet)
    const routes = ['/proofs', '/wallets/AAAA/unlink']
    let turn = 0
    const ask = () => host.send(routes[turn++ % 2] ?? '', { method: 'POST', user: 'alice', body: unknown })
    expect(await passed(10, ask)).toBe(5)
    expect((await host.prove('alice', challengeId, wallet.sign(message))).status).toBe(429)
    expect(await host.link.linkedWallets('alice')).toEqual([])
    host.clock.now += 12_000
    expect((await host.prove('alice', challengeId, wallet.sign(message))).status).toBe(201)
  })

  test('a malformed proof is a proof', async () => {
    const host = await createTestHost(defaults)
    const ask = (body: unknown) => host.send('/proofs', { method: 'POST', user: 'alice', body })
    for (const body of ['{', {}, { ...unknown, purpose: 'unlink' }, { ...unknown, more: 1 }, unknown])
      expect((await ask(body)).status).not.toBe(429)
    expect((await ask(unknown)).status).toBe(429)
    expect((await ask('{')).status).toBe(400)
  })

  test('the link API asks `mayLink` for five proofs, and its refusals count', async () => {
    let asked = 0
    const mayLink = async () => {
      asked += 1
      return false
    }
    const host = await createTestHost({ ...defaults, mayLink })
    const ask = () => host.send('/proofs', { method: 'POST', user: 'alice', body: unknown })
    expect(await passed(10, ask)).toBe(5)
    expect(asked).toBe(5)
  })

  test('thirty changes', async () => {
    const host = await createTestHost(defaults)
    const change = () => host.send('/wallets/AAAA', { method: 'PATCH', user: 'alice', body: { label: 'x' } })
    expect(await passed(40, change)).toBe(30)
    expect((await host.send('/wallets/AAAA', { method: 'DELETE', user: 'alice' })).status).toBe(429)
  })

  test('reading is not limited', async () => {
    const host = await createTestHost(defaults)
    expect(await passed(100, () => host.send('/wallets', { user: 'alice' }))).toBe(100)
  })

  test('a clock that was a day ahead and is right again refuses nobody', async () => {
    const host = await createTestHost(defaults)
    const day = 86_400_000
    host.clock.now += day
    expect(await passed(20, () => askFor(host, 'alice'))).toBe(10)
    expect((await askFor(host, 'bob')).status).toBe(404)
    host.clock.now -= day
    for (const user of ['alice', 'bob']) expect((await askFor(host, user)).status).toBe(404)
    const refused = await askFor(host, 'alice')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '6'])
    host.clock.now += 60_000
    expect(await passed(20, () => askFor(host, 'alice'))).toBe(10)
  })

  test('a refusal for its origin or session counts for no limit', async () => {
    const host = await createTestHost(defaults)
    const headers = { origin: 'https://evil.example' }
    for (let index = 0; index < 20; index += 1)
      await host.send('/challenges', { method: 'POST', user: 'alice', body: unlinkNothing, headers })
    expect(await passed(20, () => askFor(host, 'alice'))).toBe(10)
  })
})

describe('limits by address', () => {
  test(`T-54: ${addresses} addresses of one /64, and spellings of one IPv4, are one bucket each`, async () => {
    const host = await createTestHost(defaults)
    const six = (index: number) => `2001:db8:1:2:${index.toString(16)}::${((index * 7) % 65_536).toString(16)}`
    let index = 0
    expect(await passed(addresses, () => from(host, six(index++), `user${index}`))).toBe(60)
    const four = ['192.0.2.33', '::ffff:192.0.2.33', '::FFFF:c000:221', '0:0:0:0:0:ffff:192.0.2.33', '192.0.2.33:4711']
    index = 0
    expect(await passed(100, () => from(host, four[index++ % four.length] ?? '', `other${index}`))).toBe(60)
    expect((await from(host, '2001:db8:1:3::1', 'somebody')).status).toBe(404)
  })

  test('sixty proofs', async () => {
    const host = await createTestHost(defaults)
    let index = 0
    expect(await passed(70, () => from(host, '192.0.2.1', `user${index++}`, '/proofs', unknown))).toBe(60)
  })

  test('behind undeclared proxies, X-Forwarded-For is not trusted', async () => {
    const host = await createTestHost(defaults)
    let index = 0
    const ask = () => host.send('/challenges', { method: 'POST', user: `user${index++}`, body: unlinkNothing })
    expect(await passed(70, ask)).toBe(70)
  })
})

test('limits of an account: by any requester, on any chain and in any form', async () => {
  const host = await createTestHost({ rateLimits: { challengesPerAccount: 4 } })
  const spellings = [wallet.accountId, wallet.accountId.toLowerCase(), createTestWallet(1, 137).accountId]
  let index = 0
  const ask = () => {
    index += 1
    return askFor(host, `user${index}`, { purpose: 'link', accountId: spellings[index % 3] })
  }
  expect(await passed(12, ask)).toBe(4)
  expect((await askFor(host, 'alice', { purpose: 'link', accountId: createTestWallet(2).accountId })).status).toBe(201)
})

test('T-54: repeated requests for an account use up the requester’s own address limit', async () => {
  const host = await createTestHost({ rateLimits: { challengesPerAccount: 4, challengesPerAccountInAll: 10 } })
  const body = { purpose: 'link', accountId: wallet.accountId }
  let index = 0
  const ask = (peer: string) => () => from(host, peer, `user${index++}`, '/challenges', body)
  expect(await passed(8, ask('192.0.2.1'))).toBe(4)
  expect((await from(host, '192.0.2.2', 'alice', '/challenges', body)).status).toBe(201)
  // All addresses together are limited as well.
  let others = 0
  for (let peer = 3; peer < 10; peer += 1) others += await passed(4, ask(`192.0.2.${peer}`))
  expect(others).toBe(5)
})

test('T-54: a path in another form counts as the same path', async () => {
  const host = await createTestHost({ rateLimits: { challengesPerAddress: 3, proofsPerAddress: 3 } })
  const paths = ['/challenges', '/%63hallenges', '/challenge%73', '/%63%68allenges']
  let index = 0
  const ask = () => from(host, '192.0.2.1', 'alice', paths[index++ % paths.length])
  expect(await passed(12, ask)).toBe(3)
  expect((await from(host, '192.0.2.1', 'alice', '/proofs', unknown)).status).toBe(404)
})

test.each([
  ['SQLite', async () => join(temporaryFolder(), 'link.sqlite')],
  ['PostgreSQL', () => postgres.newSchema()],
] as const)('two nodes with one store on %s and one key limit together', async (_, makeTarget) => {
  const target = await makeTarget()
  const openNode = async (hashKey?: Uint8Array) => {
    const store = await openAnyStore(target)
    onTestFinished(() => store.stop())
    return createTestHost({ ...defaults, store, ...(hashKey && { hashKey }) })
  }
  const hashKey = new Uint8Array(32).fill(7)
  const nodes = [await openNode(hashKey), await openNode(hashKey)] as const
  const nodeOf = (index: number) => nodes[index % 2] ?? nodes[0]
  let index = 0
  expect(await passed(30, () => askFor(nodeOf(index++), 'alice'))).toBe(10)
  const atOnce = Array.from({ length: 60 }, (_, place) => askFor(nodeOf(place), 'bob'))
  expect((await Promise.all(atOnce)).filter(({ status }) => status !== 429)).toHaveLength(10)
  // Nodes with another key cannot find each other's buckets.
  expect((await askFor(await openNode(), 'alice')).status).toBe(404)
})

test('store and log identify limited parties only by keyed hashes', async () => {
  const file = join(temporaryFolder(), 'link.sqlite')
  const store = await openSqliteLinkStore({ file })
  onTestFinished(() => store.stop())
  const events: unknown[] = []
  const options = { ...defaults, store, onEvent: (event: unknown) => events.push(event) }
  const host = await createTestHost(options)
  await from(host, '192.0.2.33', 'alice', '/challenges', { purpose: 'link', accountId: wallet.accountId })
  const { challengeId, message } = await host.challenge('alice', wallet)
  await host.prove('alice', challengeId, wallet.sign(message))
  await host.send('/wallets', {})
  for (let index = 0; index < 9; index += 1) await askFor(host, 'alice')

  const database = new Database(file, { readonly: true })
  const buckets = database.prepare('SELECT key FROM link_buckets').all()
  database.close()
  expect(buckets.length).toBeGreaterThanOrEqual(4)
  for (const bucket of buckets) expect(bucket).toEqual({ key: expect.stringMatching(/^[0-9a-f]{32}$/) })

  const told = JSON.stringify(events)
  for (const secret of ['192.0.2.33', 'alice', wallet.address, wallet.address.toLowerCase(), challengeId])
    expect(told).not.toContain(secret)
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'linked', user: expect.stringMatching(/^[0-9a-f]{32}$/) }),
  )
  expect(events).toContainEqual(expect.objectContaining({ type: 'refused', code: 'not_signed_in', user: undefined }))
  expect(events).toContainEqual(expect.objectContaining({ type: 'limited', code: 'too_many_requests' }))
})

test.each([
  { rateLimits: { challengesPerUser: 0 } },
  { rateLimits: { challengesPerUser: Number.POSITIVE_INFINITY } },
  { rateLimits: { challengesPerUser: 1.5 } },
  { trustedProxies: -1 },
  { trustedProxies: 0.5 },
  { trustedProxies: 17 },
  { hashKey: new Uint8Array(31) },
  { basePath: '/' },
  { basePath: 'link' },
  { basePath: '/link/' },
  { basePath: '/link/../x' },
  { basePath: '/:id' },
  { basePath: '/*' },
])('invalid options: %j', async (options) => {
  await expect(createTestHost(options)).rejects.toMatchObject({ code: 'invalid_link_options' })
})

test('a challenge within the limits is valid', async () => {
  const host = await createTestHost(defaults)
  const issued = await askFor(host, 'alice', { purpose: 'link', accountId: wallet.accountId })
  const { challengeId, message } = parseChallengeResponse(issued.body)
  expect((await host.prove('alice', challengeId, wallet.sign(message))).status).toBe(201)
})
