import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createPlatformCrypto } from './platformCrypto.ts'

const subtle = globalThis.crypto.subtle
// The `subtle` of browsers before 2024.
const withoutEd25519 = {
  digest: (algorithm: string, bytes: BufferSource) => subtle.digest(algorithm, bytes),
  importKey: () => Promise.reject(new DOMException('', 'NotSupportedError')),
} as unknown as SubtleCrypto

const bytes = new TextEncoder().encode('hawser')
const keys = generateKeyPairSync('ed25519')
const publicKey = new Uint8Array(keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
const signature = new Uint8Array(sign(null, bytes, keys.privateKey))
const changed = (value: Uint8Array, at: number) => value.map((byte, index) => (index === at ? byte ^ 1 : byte))

describe.each([
  ['the platform', subtle],
  ['a platform without ed25519', withoutEd25519],
  ['a page that is no secure context', undefined],
])('T-104 %s', (_, platform) => {
  const { sha256, isSignedBy } = createPlatformCrypto({ subtle: platform })

  test('hashes', async () => {
    expect(Buffer.from(await sha256(bytes))).toEqual(createHash('sha256').update(bytes).digest())
    // Only the bytes of a view count, not the rest of its buffer.
    expect(await sha256(Uint8Array.from([1, ...bytes, 2]).subarray(1, -1))).toEqual(await sha256(bytes))
  })

  test('accepts a signature of the key over the bytes, and nothing else', async () => {
    expect(await isSignedBy(publicKey, signature, bytes)).toBe(true)
    expect(await isSignedBy(publicKey, signature, bytes.subarray(1))).toBe(false)
    for (let at = 0; at < 64; at += 7) expect(await isSignedBy(publicKey, changed(signature, at), bytes)).toBe(false)
    for (let at = 0; at < 32; at += 7) expect(await isSignedBy(changed(publicKey, at), signature, bytes)).toBe(false)
    expect(await isSignedBy(new Uint8Array(32).fill(0xff), signature, bytes)).toBe(false)
  })
})
