import { generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { runs } from '@hawser/test-kit/night'
import { base64urlnopad } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvalidClientAuthError } from '../errors.ts'
import { formatClientAuth, formatClientId, parseClientAuth, parseClientId } from './clientAuth.ts'

// Published vector of the WalletConnect specification (relay-client-auth), Apache-2.0; values only.
const vector: { publicKey_hex: string; sub: string; aud: string; iat: number; ttl: number; jwt: string } = JSON.parse(
  readFileSync(
    new URL('../../../../test/vectors/walletconnect/walletconnect-v2-vectors.json', import.meta.url),
    'utf8',
  ),
).relay_auth_jwt

test('parseClientAuth: reads the published token, and formatClientAuth writes the same bytes', () => {
  const parsed = parseClientAuth(vector.jwt)
  expect(parsed).toMatchObject({
    clientId: 'did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH',
    subject: vector.sub,
    audience: vector.aud,
    issuedAtSeconds: vector.iat,
    expiresAtSeconds: vector.iat + vector.ttl,
  })
  expect(Buffer.from(parsed.publicKey).toString('hex')).toBe(vector.publicKey_hex)
  expect(formatClientAuth(parsed, () => parsed.signature)).toBe(vector.jwt)
})

test('formatClientId and parseClientId: undo each other', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
      expect(parseClientId(formatClientId(key))).toEqual(key)
    }),
  )
})

const encode = (value: unknown) => base64urlnopad.encode(new TextEncoder().encode(JSON.stringify(value)))
const { privateKey } = generateKeyPairSync('ed25519')
const claims = { iss: parseClientAuth(vector.jwt).clientId, sub: 's', aud: 'ws://localhost', iat: 1, exp: 2 }
const signed = (header: object, payload: object) => {
  const input = `${encode(header)}.${encode(payload)}`
  return `${input}.${base64urlnopad.encode(sign(null, Buffer.from(input), privateKey))}`
}
const eddsa = { alg: 'EdDSA', typ: 'JWT' }

test.each([
  ['nothing', undefined],
  ['an empty text', ''],
  ['two parts', 'a.b'],
  ['four parts', `${vector.jwt}.x`],
  ['alg none', signed({ alg: 'none' }, claims)],
  ['alg HS256', signed({ alg: 'HS256' }, claims)],
  ['no alg', signed({}, claims)],
  ['no exp', signed(eddsa, { ...claims, exp: undefined })],
  ['exp as text', signed(eddsa, { ...claims, exp: '2' })],
  ['iat as fraction', signed(eddsa, { ...claims, iat: 1.5 })],
  ['a negative iat', signed(eddsa, { ...claims, iat: -1 })],
  ['no iss', signed(eddsa, { ...claims, iss: undefined })],
  [
    'an iss of another codec',
    signed(eddsa, { ...claims, iss: 'did:key:z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc' }),
  ],
  ['an iss that is no base58', signed(eddsa, { ...claims, iss: 'did:key:z0OIl' })],
  ['claims in an array', `${encode(eddsa)}.${encode([])}.${'A'.repeat(86)}`],
  ['a short signature', `${encode(eddsa)}.${encode(claims)}.AAAA`],
  ['padding', `${vector.jwt}==`],
  ['a token of 3 kB', `${encode(eddsa)}.${encode({ ...claims, sub: 'x'.repeat(2500) })}.AAAA`],
])('parseClientAuth: refuses %s', (_, token) => {
  expect(() => parseClientAuth(token)).toThrow(InvalidClientAuthError)
})

test('parseClientAuth: reads a token or throws its own error without it, for any input', () => {
  const mutated = fc
    .tuple(fc.nat(vector.jwt.length), fc.nat(3), fc.string({ maxLength: 3 }))
    .map(([at, count, text]) => vector.jwt.slice(0, at) + text + vector.jwt.slice(at + count))
  fc.assert(
    fc.property(fc.oneof(mutated, fc.string()), (token) => {
      try {
        parseClientAuth(token)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidClientAuthError)
        expect(String(error)).not.toContain(vector.jwt.slice(40, 80))
      }
    }),
    { numRuns: runs(3000) },
  )
})
