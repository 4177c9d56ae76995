import { InvalidClientAuthError } from '@hawser/wire'
import { expect, test } from 'vitest'
import { createTestIdentity, createTestToken } from './createTestClient.conformance.ts'
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

/** A token signed by `identity` over parts of our choice. */
function forge(header: unknown, claims: Record<string, unknown> = {}): string {
  const { clientId } = identity
  const payload = { iss: clientId, sub: 's', aud: 'ws://x', iat: nowSeconds, exp: nowSeconds + 60, ...claims }
  const signed = `${part(header)}.${part(payload)}`
  return `${signed}.${Buffer.from(identity.sign(Buffer.from(signed))).toString('base64url')}`
}

test('verifyClientAuth: gives the client id the key makes, many times for one token', async () => {
  const token = createTestToken(identity, times(nowSeconds))
  for (let index = 0; index < 3; index += 1)
    expect(await verify(token)).toMatchObject({ clientId: identity.clientId, issuedAtSeconds: nowSeconds })
  expect(await verify(forge({ alg: 'EdDSA', typ: 'JWT' }))).toMatchObject({ clientId: identity.clientId })
})

test('verifyClientAuth: knows the client id of the vector seed', async () => {
  const seed = Buffer.from('58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295', 'hex')
  expect(createTestIdentity(seed).clientId).toBe('did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH')
})

test.each([
  ['five minutes slow', times(nowSeconds - 86_400 - 300)],
  ['five minutes fast', times(nowSeconds + 300)],
  ['issued long ago, still good', times(nowSeconds - 80_000)],
])('verifyClientAuth: accepts a clock %s', async (_what, change) => {
  expect(await verify(createTestToken(identity, change))).toMatchObject({ clientId: identity.clientId })
})

test.each([
  ['too slow', times(nowSeconds - 86_400 - 301)],
  ['too fast', times(nowSeconds + 301)],
])('verifyClientAuth: a clock %s is refused with "clock" and the time of the relay', async (_what, change) => {
  const refused = verify(createTestToken(identity, change))
  await expect(refused).rejects.toThrow(/clock.*2026-11-21T07:28:21\.455Z/)
  await expect(refused).rejects.toThrow(InvalidClientAuthError)
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['an empty text', ''],
  ['garbage', 'garbage'],
  ['three parts of garbage', 'a.b.c'],
  ['alg none, unsigned', `${part({ alg: 'none' })}.${part({ iss: identity.clientId })}.`],
  ['alg none, signed', forge({ alg: 'none', typ: 'JWT' })],
  ['alg HS256', forge({ alg: 'HS256', typ: 'JWT' })],
  ['no exp', forge({ alg: 'EdDSA' }, { exp: undefined })],
  ['exp in text', forge({ alg: 'EdDSA' }, { exp: String(nowSeconds + 60) })],
  ['a fraction of a second', forge({ alg: 'EdDSA' }, { iat: nowSeconds + 0.5 })],
  ['exp before iat', forge({ alg: 'EdDSA' }, { exp: nowSeconds - 1 })],
  ['a life of 26 hours', forge({ alg: 'EdDSA' }, { exp: nowSeconds + 26 * 3600 })],
  ['the name of another key', forge({ alg: 'EdDSA' }, { iss: createTestIdentity().clientId })],
  ['a secp256k1 name', forge({ alg: 'EdDSA' }, { iss: 'did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme' })],
  ['a token of 3 kB', forge({ alg: 'EdDSA' }, { sub: 'x'.repeat(3000) })],
])('verifyClientAuth: refuses %s', async (_what, token) => {
  const refused = verify(token)
  await expect(refused).rejects.toThrow(InvalidClientAuthError)
  await expect(refused).rejects.toThrow(/^(?!.*eyJ)[^\n]+$/)
})

test('verifyClientAuth: refuses a token with any one bit of it changed', async () => {
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

test('verifyClientAuth: with audiences, the token must be for one of them, give or take a slash and a default port', async () => {
  const token = (audience: string) => createTestToken(identity, { ...times(nowSeconds), audience })
  const audiences = ['wss://relay.example', 'ws://localhost:4402/']
  for (const audience of ['wss://relay.example', 'wss://relay.example:443/', 'ws://localhost:4402'])
    expect(await verify(token(audience), audiences)).toMatchObject({ audience })
  for (const audience of [
    'ws://relay.example',
    'wss://relay.example.evil.example',
    'wss://relay.example/x',
    'nonsense',
  ])
    await expect(verify(token(audience), audiences)).rejects.toThrow(InvalidClientAuthError)
})
