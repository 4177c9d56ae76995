import { readFileSync } from 'node:fs'
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { base64 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EnvelopeInvalidError } from '../errors.ts'
import { openEnvelope, openSealed, parseEnvelope, sealEnvelope, tagOf } from './envelope.ts'
import { deriveSymKey, hexToBytes } from './keys.ts'
import { createWebCurves } from './webCurves.ts'

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../../test/vectors/${path}`, import.meta.url), 'utf8'))

const published: {
  x25519_hkdf: { A: { publicKey: string }; B: { privateKey: string }; symKey_hkdf_sha256: string }
  envelopes: Record<
    | 'plaintext'
    | 'iv_hex'
    | 'sealed_hex'
    | 'type0_base64'
    | 'type0_base64url'
    | 'type1_base64_sender_A'
    | 'type2_base64',
    string
  >
} = read('walletconnect/walletconnect-v2-vectors.json')
const symKey = hexToBytes(published.x25519_hkdf.symKey_hkdf_sha256)
const { envelopes } = published
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

test('sealEnvelope and openEnvelope: match the published envelope of type 0, byte for byte', () => {
  const randomBytes = () => hexToBytes(envelopes.iv_hex)
  expect(sealEnvelope(envelopes.plaintext, { symKey }, randomBytes)).toBe(envelopes.type0_base64)
  expect(openEnvelope(envelopes.type0_base64, symKey)).toBe(envelopes.plaintext)
})

test('sealEnvelope and parseEnvelope: match the published envelope of type 1, with derived key', async () => {
  const senderPublicKey = hexToBytes(published.x25519_hkdf.A.publicKey)
  const randomBytes = () => hexToBytes(envelopes.iv_hex)
  expect(sealEnvelope(envelopes.plaintext, { symKey, senderPublicKey }, randomBytes)).toBe(
    envelopes.type1_base64_sender_A,
  )
  const parsed = parseEnvelope(envelopes.type1_base64_sender_A)
  expect(parsed.senderPublicKey).toEqual(senderPublicKey)
  const privateKey = hexToBytes(published.x25519_hkdf.B.privateKey)
  const derived = await deriveSymKey(createWebCurves(crypto.subtle), privateKey, senderPublicKey)
  expect(new TextDecoder().decode(openSealed(parsed, derived))).toBe(envelopes.plaintext)
})

test('openEnvelope: refuses type 1 on a topic that has a key, and plaintext of type 2 anywhere', () => {
  expect(() => openEnvelope(envelopes.type1_base64_sender_A, symKey)).toThrow(EnvelopeInvalidError)
  expect(() => openEnvelope(envelopes.type2_base64, symKey)).toThrow(EnvelopeInvalidError)
})

test('parseEnvelope: rejects every unknown type byte', () => {
  const bytes = base64.decode(envelopes.type0_base64)
  for (let type = 2; type < 256; type += 1) {
    expect(() => parseEnvelope(base64.encode(Uint8Array.from([type, ...bytes.subarray(1)])))).toThrow(
      EnvelopeInvalidError,
    )
  }
})

test.each([
  ['nothing', ''],
  ['base64url', envelopes.type0_base64url],
  ['no padding', envelopes.type0_base64.replace(/=+$/, '')],
  ['a blank in it', ` ${envelopes.type0_base64}`],
  ['bits after the end', envelopes.type0_base64.replace('Mg==', 'Mh==')],
  ['no room for a tag', base64.encode(new Uint8Array(28))],
  ['no room for the sender of type 1', base64.encode(Uint8Array.from([1, ...new Uint8Array(50)]))],
])('openEnvelope: refuses %s', (_, message) => {
  expect(() => openEnvelope(message, symKey)).toThrow(EnvelopeInvalidError)
})

test('openEnvelope: refuses bytes that are not text', () => {
  const iv = new Uint8Array(12)
  const sealed = chacha20poly1305(symKey, iv).encrypt(Uint8Array.of(0xff))
  expect(() => openEnvelope(base64.encode(Uint8Array.of(0, ...iv, ...sealed)), symKey)).toThrow(EnvelopeInvalidError)
})

test('openEnvelope undoes sealEnvelope for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array({ minLength: 32, maxLength: 32 }), (text, key) => {
      expect(openEnvelope(sealEnvelope(text, { symKey: key }, random), key)).toBe(text)
    }),
  )
})

test('openEnvelope: refuses an envelope with any one bit flipped, and any other key', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(7), (text, position, bit) => {
      const sealed = sealEnvelope(text, { symKey }, random)
      const bytes = base64.decode(sealed)
      const index = position % bytes.length
      bytes[index] = (bytes[index] ?? 0) ^ (1 << bit)
      expect(() => openEnvelope(base64.encode(bytes), symKey)).toThrow(EnvelopeInvalidError)
      const other = Uint8Array.from(symKey)
      other[index % 32] = (other[index % 32] ?? 0) ^ (1 << bit)
      expect(() => openEnvelope(sealed, other)).toThrow(EnvelopeInvalidError)
    }),
  )
})

type AeadCase = Record<'key' | 'iv' | 'aad' | 'msg' | 'ct' | 'tag', string> & { tcId: number; result: string }
const aead: { testGroups: { ivSize: number; tests: AeadCase[] }[] } = read('wycheproof/chacha20_poly1305_test.json')
const aeadCases = aead.testGroups.flatMap(({ ivSize, tests }) => tests.filter(({ aad }) => ivSize === 96 && aad === ''))

test('openSealed: passes Wycheproof ChaCha20-Poly1305, every case without associated data', () => {
  expect(aeadCases.length).toBe(45)
  for (const { key, iv, msg, ct, tag, result } of aeadCases) {
    const message = base64.encode(hexToBytes(`00${iv}${ct}${tag}`))
    if (result === 'valid') {
      expect(openSealed(parseEnvelope(message), hexToBytes(key))).toEqual(hexToBytes(msg))
    } else {
      expect(() => openSealed(parseEnvelope(message), hexToBytes(key))).toThrow(EnvelopeInvalidError)
    }
  }
})

test('tagOf: keeps every bit of the tag, for a text of any length', () => {
  for (const text of ['', 'a', 'ab', 'abc']) {
    const sealed = sealEnvelope(text, { symKey }, random)
    for (let bit = 0; bit < 128; bit += 1) {
      const bytes = base64.decode(sealed)
      const index = bytes.length - 16 + (bit >> 3)
      bytes[index] = (bytes[index] ?? 0) ^ (1 << (bit & 7))
      expect(tagOf(base64.encode(bytes))).not.toBe(tagOf(sealed))
    }
  }
})
