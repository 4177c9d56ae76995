import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { clientAuthInput, parseClientAuth } from '@hawser/wire'
import { base64urlnopad } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SharedSecretInvalidError } from '../errors.ts'
import { chooseCurves } from './chooseCurves.ts'
import { topicOf } from './createPairing.ts'
import type { Curves } from './curves.ts'
import { bytesToHex, createIdentity, createKeyPair, deriveSymKey, hexToBytes, sharedSecret } from './keys.ts'
import { nobleCurves } from './nobleCurves.ts'
import { createWebCurves } from './webCurves.ts'

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../../test/vectors/${path}`, import.meta.url), 'utf8'))

type XdhCase = Record<'public' | 'private' | 'shared' | 'result', string> & { tcId: number }
type HkdfCase = Record<'ikm' | 'salt' | 'info' | 'okm' | 'result', string> & { tcId: number; size: number }
const x25519: { testGroups: { tests: XdhCase[] }[] } = read('wycheproof/x25519_test.json')
const hkdf: { testGroups: { tests: HkdfCase[] }[] } = read('wycheproof/hkdf_sha256_test.json')
const published: {
  x25519_hkdf: {
    A: { privateKey: string; publicKey: string }
    B: { privateKey: string; publicKey: string }
    sharedSecret: string
    symKey_hkdf_sha256: string
  }
  relay_auth_jwt: { seed_hex: string; jwt: string }
} = read('walletconnect/walletconnect-v2-vectors.json')

describe.each<[string, Curves]>([
  ['the platform', createWebCurves(crypto.subtle)],
  ['noble', nobleCurves],
])('curves of %s', (_, curves) => {
  test('deriveSymKey: matches the published chain, from both ends', async () => {
    const { A, B, sharedSecret: shared, symKey_hkdf_sha256: symKey } = published.x25519_hkdf
    expect(bytesToHex(await curves.x25519PublicKey(hexToBytes(A.privateKey)))).toBe(A.publicKey)
    expect(bytesToHex(await sharedSecret(curves, hexToBytes(A.privateKey), hexToBytes(B.publicKey)))).toBe(shared)
    for (const [own, peer] of [
      [A, B],
      [B, A],
    ] as const) {
      const derived = await deriveSymKey(curves, hexToBytes(own.privateKey), hexToBytes(peer.publicKey))
      expect(bytesToHex(derived)).toBe(symKey)
      // The topic, as captured from the reference client.
      expect(await topicOf(derived)).toBe('2c03712132ad2f85adc472a2242e608d67bfecd4362d05012d69a89143fecd16')
    }
  })

  test('sharedSecret: Wycheproof X25519, and every all-zero secret is refused', async () => {
    let refused = 0
    for (const { public: publicKey, private: privateKey, shared } of x25519.testGroups.flatMap(({ tests }) => tests)) {
      const secret = sharedSecret(curves, hexToBytes(privateKey), hexToBytes(publicKey))
      if (/^0+$/.test(shared)) {
        refused += 1
        await expect(secret).rejects.toBeInstanceOf(SharedSecretInvalidError)
      } else {
        expect(bytesToHex(await secret)).toBe(shared)
      }
    }
    expect(refused).toBeGreaterThan(10)
  })

  test('sharedSecret: refuses an all-zero secret even if the platform returns one', async () => {
    const careless: Curves = { ...curves, x25519SharedSecret: async () => new Uint8Array(32) }
    const key = new Uint8Array(32).fill(7)
    await expect(deriveSymKey(careless, key, key)).rejects.toMatchObject({ code: 'shared_secret_invalid' })
  })

  test('hkdfSha256: Wycheproof HKDF, every valid case', async () => {
    const cases = hkdf.testGroups.flatMap(({ tests }) => tests)
    expect(cases.length).toBe(86)
    for (const { ikm, salt, info, size, okm, result } of cases) {
      const derived = curves.hkdfSha256(hexToBytes(ikm), hexToBytes(salt), hexToBytes(info), size)
      if (result === 'valid') expect(bytesToHex(await derived)).toBe(okm)
      else await expect(derived).rejects.toThrow()
    }
  })

  test('createIdentity: signs the published client JWT', async () => {
    const parsed = parseClientAuth(published.relay_auth_jwt.jwt)
    const identity = await createIdentity(curves, hexToBytes(published.relay_auth_jwt.seed_hex))
    expect(identity.clientId).toBe(parsed.clientId)
    const input = clientAuthInput(parsed)
    const signature = await identity.sign(new TextEncoder().encode(input))
    expect(`${input}.${base64urlnopad.encode(signature)}`).toBe(published.relay_auth_jwt.jwt)
  })

  test('ed25519Sign: Node verifies its signatures', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.uint8Array(), async (seed, bytes) => {
        const x = base64urlnopad.encode(await curves.ed25519PublicKey(seed))
        const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
        expect(verify(null, bytes, key, await curves.ed25519Sign(seed, bytes))).toBe(true)
      }),
      { numRuns: 25 },
    )
  })
})

test('deriveSymKey: both ends of any two key pairs agree', async () => {
  const curves = await chooseCurves()
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      async (a, b) => {
        const one = await createKeyPair(curves, () => a)
        const two = await createKeyPair(nobleCurves, () => b)
        const key = await deriveSymKey(curves, one.privateKey, two.publicKey)
        expect(key).toEqual(await deriveSymKey(nobleCurves, two.privateKey, one.publicKey))
      },
    ),
    { numRuns: 25 },
  )
})

test('chooseCurves: noble if the platform has no subtle, or lacks these curves', async () => {
  const lacking = {
    importKey: () => Promise.reject(new DOMException('', 'NotSupportedError')),
  } as unknown as SubtleCrypto
  expect(await chooseCurves(lacking)).toBe(nobleCurves)
  expect(await chooseCurves(crypto.subtle)).not.toBe(nobleCurves)
})
