import { readFileSync } from 'node:fs'
import { originSigningInput, parseOriginKeys, parseOriginStatement } from '@hawser/wire'
import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { createTestHost, type TestHost } from '../createTestHost.fixture.ts'
import { InvalidLinkOptionsError } from '../errors.ts'
import type { LinkLogEvent } from '../options/linkLogEvent.ts'
import { defaultRateLimits } from '../options/linkRateLimits.ts'
import type { OriginStatementOptions } from '../options/originStatementOptions.ts'
import { createOriginStatements } from './originStatements.ts'
import { withPeerAddress } from './peerAddress.ts'

const topic = 'ab'.repeat(32)
const secret = new Uint8Array(32).fill(5)
const originStatements = { secret }
const ask = (host: TestHost, user = 'alice', body: unknown = { topic }, headers = {}) =>
  host.send('/origin-statements', { method: 'POST', user, body, headers })

async function publishedBy(host: TestHost): Promise<readonly string[]> {
  return parseOriginKeys(await host.link.originKeys().json())
}

test('T-31: the first published key signs the statement for a topic, for five minutes', async () => {
  const events: LinkLogEvent[] = []
  const host = await createTestHost({ originStatements, onEvent: (event) => events.push(event) })
  const answer = await ask(host)
  expect(answer.status).toBe(201)
  const statement = parseOriginStatement(answer.body)
  const { now } = host.clock
  expect(statement).toMatchObject({ domain: 'app.example', topic, issuedAt: now, expiresAt: now + 300_000 })
  const [key = ''] = await publishedBy(host)
  const isSigned = (input: Uint8Array) =>
    ed25519.verify(hexToBytes(statement.signature), input, hexToBytes(key), { zip215: false })
  expect(isSigned(originSigningInput(statement))).toBe(true)
  for (const change of [{ topic: 'cd'.repeat(32) }, { domain: 'b.example' }, { expiresAt: now + 300_001 }])
    expect(isSigned(originSigningInput({ ...statement, ...change }))).toBe(false)
  expect(events).toEqual([{ type: 'stated', user: expect.any(String), account: undefined, code: undefined }])
})

test('the same secret gives the same key on every node; another secret another key', () => {
  const keyOf = (options: OriginStatementOptions) => createOriginStatements(options, 'app.example').keys[0]
  expect(keyOf({ secret })).toBe(keyOf({ secret: new Uint8Array(secret) }))
  expect(keyOf({ secret: new Uint8Array(32).fill(6) })).not.toBe(keyOf({ secret }))
  expect(keyOf({ secretKey: secret })).not.toBe(keyOf({ secret }))
})

test('uses a key of RFC 8032 unchanged', () => {
  const vectors: { testGroups: { publicKey: { pk: string } }[] } = JSON.parse(
    readFileSync(new URL('../../../../test/vectors/wycheproof/ed25519_test.json', import.meta.url), 'utf8'),
  )
  // Test 1 of RFC 8032 §7.1. Its public key is in Wycheproof's vectors too.
  const secretKey = hexToBytes(['9d61b19deffd5a60ba844af492ec2cc4', '4449c5697b326919703bac031cae7f60'].join(''))
  const [key = ''] = createOriginStatements({ secretKey }, 'app.example').keys
  expect(vectors.testGroups.some(({ publicKey }) => publicKey.pk === key)).toBe(true)
})

test('keys are readable from every origin for five minutes; others are published beside it', async () => {
  const otherKeys = ['01'.repeat(32), '02'.repeat(32)]
  const host = await createTestHost({ originStatements: { secret, otherKeys } })
  const answer = host.link.originKeys()
  expect(Object.fromEntries(answer.headers)).toEqual({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=300',
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
  })
  const [first, ...others] = parseOriginKeys(await answer.json())
  expect(others).toEqual(otherKeys)
  expect(first).toBe(createOriginStatements({ secret }, 'app.example').keys[0])
})

test('without the option there is no statement and no key', async () => {
  const host = await createTestHost()
  expect(await ask(host)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(host.link.originKeys().status).toBe(404)
})

test('T-31: a page of another origin, a form, a link and a stranger get no statement', async () => {
  const host = await createTestHost({ originStatements })
  for (const headers of [
    { origin: 'https://b.example' },
    { origin: undefined },
    { origin: 'null' },
    { 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-mode': 'navigate' },
  ])
    expect(await ask(host, 'alice', { topic }, headers)).toMatchObject({
      status: 403,
      body: { code: 'forbidden_origin' },
    })
  expect(await ask(host, 'alice', { topic }, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
  expect(await ask(host, 'alice', { topic }, { 'x-test-user': undefined })).toMatchObject({ status: 401 })
  const other = await ask(host, 'alice', { topic }, { origin: 'https://b.example' })
  expect(other.headers.has('access-control-allow-origin')).toBe(false)
})

test('a statement is for the configured domain, with any claim in the request', async () => {
  const host = await createTestHost({ originStatements })
  const answer = await ask(host, 'alice', { topic }, { host: 'b.example', 'x-forwarded-host': 'b.example' })
  expect(parseOriginStatement(answer.body).domain).toBe('app.example')
  expect((await ask(host, 'alice', { topic, domain: 'b.example' })).status).toBe(400)
})

test('thirty statements a minute for a host user, 120 for an address', async () => {
  const host = await createTestHost({ originStatements, rateLimits: defaultRateLimits })
  for (let index = 0; index < 30; index += 1) expect((await ask(host)).status).toBe(201)
  expect((await ask(host)).status).toBe(429)
  const headers = { origin: 'https://app.example', 'content-type': 'application/json' }
  const statuses = []
  for (let index = 0; index < 121; index += 1) {
    const request = new Request('https://app.example/origin-statements', {
      method: 'POST',
      headers: { ...headers, 'x-test-user': `user${index}` },
      body: JSON.stringify({ topic }),
    })
    statuses.push((await host.link.fetch(withPeerAddress(request, '203.0.113.7'))).status)
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(120)
  expect(statuses.at(-1)).toBe(429)
})

test.each<readonly [string, object]>([
  ['a short secret', { secret: new Uint8Array(31) }],
  ['a secret key of another length', { secretKey: new Uint8Array(64) }],
  ['both', { secret, secretKey: secret }],
  ['another key in upper case', { secret, otherKeys: ['AB'.repeat(32)] }],
  ['too many keys', { secret, otherKeys: Array.from({ length: 8 }, () => 'ab'.repeat(32)) }],
])('%s is refused at start', async (_, options) => {
  await expect(createTestHost({ originStatements: options as OriginStatementOptions })).rejects.toThrow(
    InvalidLinkOptionsError,
  )
})
