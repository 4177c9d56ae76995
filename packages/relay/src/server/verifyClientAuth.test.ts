import { InvalidClientAuthError } from '@hawser/wire'
import { expect, test } from 'vitest'
import { createTestIdentity, createTestToken } from './createTestClient.fixture.ts'
import { claimsOf, forgeTokens, signParts } from './fuzzTokens.fixture.ts'
import { verifyClientAuth } from './verifyClientAuth.ts'

const now = 1_795_246_101_455
const nowSeconds = Math.floor(now / 1000)
const identity = createTestIdentity()
const times = (issuedAtSeconds: number, expiresAtSeconds = issuedAtSeconds + 86_400) => ({
  issuedAtSeconds,
  expiresAtSeconds,
})
const verify = (token: unknown, audiences?: readonly string[]) => verifyClientAuth({ token, now, audiences })
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('verifyClientAuth: returns the client id of the key, repeatedly for one token', async () => {
  const token = createTestToken(identity, times(nowSeconds))
  for (let index = 0; index < 3; index += 1)
    expect(await verify(token)).toMatchObject({ clientId: identity.clientId, issuedAtSeconds: nowSeconds })
})

test.each([
  ['without typ', { alg: 'EdDSA' }, {}],
  ['with a key id', { alg: 'EdDSA', typ: 'JWT', kid: 'x' }, {}],
  ['with the claim act', { alg: 'EdDSA', typ: 'JWT' }, { act: 'client_auth' }],
  ['with names of claims among its values', { alg: 'EdDSA', typ: 'JWT' }, { act: ['iss":', 'iss', { sub: '"iss":' }] }],
])('verifyClientAuth: accepts a token %s', async (_what, header, change) => {
  const payload = { ...claimsOf(identity.clientId, nowSeconds), ...change }
  expect(await verify(signParts(part(header), part(payload), identity.sign))).toMatchObject({
    clientId: identity.clientId,
  })
})

test('verifyClientAuth: accepts a token with escaped slashes and letters, as Swift writes them', async () => {
  const text = JSON.stringify(claimsOf(identity.clientId, nowSeconds))
    .replaceAll('/', '\\/')
    .replace('iss', '\\u0069ss')
  const token = signParts(part({ alg: 'EdDSA' }), Buffer.from(text).toString('base64url'), identity.sign)
  expect(await verify(token)).toMatchObject({ audience: 'wss://relay.example' })
})

test('verifyClientAuth: knows the client id of the vector seed', async () => {
  const seed = Buffer.from('58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295', 'hex')
  expect(createTestIdentity(seed).clientId).toBe('did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH')
})

test.each([
  ['five minutes slow', times(nowSeconds - 86_400 - 300)],
  ['five minutes fast', times(nowSeconds + 300)],
  ['issued long ago, still good', times(nowSeconds - 80_000)],
  ['that signs for 25 hours', times(nowSeconds, nowSeconds + 25 * 3600)],
  ['that signs for a second', times(nowSeconds, nowSeconds + 1)],
])('verifyClientAuth: accepts a clock %s', async (_what, change) => {
  expect(await verify(createTestToken(identity, change))).toMatchObject({ clientId: identity.clientId })
})

test.each([
  ['too slow', times(nowSeconds - 86_400 - 301)],
  ['too fast', times(nowSeconds + 301)],
])('verifyClientAuth: refuses a clock %s with "clock" and the time of the relay', async (_what, change) => {
  const refused = verify(createTestToken(identity, change))
  await expect(refused).rejects.toThrow(/clock.*2026-11-21T07:28:21\.455Z/)
  await expect(refused).rejects.toThrow(InvalidClientAuthError)
})

const forged = forgeTokens(identity, nowSeconds)
// One signature per weak key is enough: a weak key has many, and most pairs are invalid anyway.
const named = forged.filter(([name]) => !/\([1-9]\d*\)$/.test(name))

test('T-87: the list of forged tokens has more than sixty kinds', () => {
  expect(new Set(named.map(([name]) => name)).size).toBe(named.length)
  expect(named.length).toBeGreaterThan(60)
})

test.each(forged)('T-87: verifyClientAuth refuses %s', async (_what, token) => {
  const refused = verify(token)
  await expect(refused).rejects.toThrow(InvalidClientAuthError)
  await expect(refused).rejects.toThrow(/^(?!.*eyJ)[^\n]{1,120}$/)
})

test('verifyClientAuth: refuses a token with any one bit changed', async () => {
  const token = createTestToken(identity, times(nowSeconds))
  const accepted: number[] = []
  for (let index = 0; index < token.length; index += 1) {
    const changed = token.slice(0, index) + String.fromCharCode(token.charCodeAt(index) ^ 1) + token.slice(index + 1)
    await verify(changed).then(
      () => accepted.push(index),
      (error) => expect(error).toBeInstanceOf(InvalidClientAuthError),
    )
  }
  expect(accepted).toEqual([])
})

const audiences = ['wss://relay.example', 'ws://localhost:4402/', 'wss://relay.example/two']
const tokenFor = (audience: string) => createTestToken(identity, { ...times(nowSeconds), audience })

test.each([
  'wss://relay.example',
  'wss://relay.example/',
  'wss://relay.example:443',
  'wss://relay.example:443/',
  'WSS://Relay.Example',
  'ws://localhost:4402',
  'wss://relay.example/two/',
])('T-87: with audiences, accepts a token for %s', async (audience) => {
  expect(await verify(tokenFor(audience), audiences)).toMatchObject({ audience })
})

test.each([
  ' ',
  'nonsense',
  'relay.example',
  '//relay.example',
  'ws://relay.example',
  'https://relay.example',
  'wss://relay.example:80',
  'wss://relay.example:4402',
  'wss://relay.example.',
  'wss://relay.example.evil.example',
  'wss://evil.example/wss://relay.example',
  'wss://evil.example?wss://relay.example',
  'wss://evil.example#wss://relay.example',
  'wss://relay.example@evil.example',
  'wss://user:word@relay.example',
  'wss://user@relay.example',
  'wss://relay.example\\.evil.example',
  'wss://relay.example/x',
  'wss://relay.example/two/x',
  'wss://relay.example/TWO',
  'wss://rel\u0430y.example',
  'wss://xn--rely-43d.example',
  'ws://localhost',
  'ws://127.0.0.1:4402',
  'wss://*',
  '*',
])('T-87: with audiences, refuses a token for "%s"', async (audience) => {
  await expect(verify(tokenFor(audience), audiences)).rejects.toThrow(/aud/)
})
