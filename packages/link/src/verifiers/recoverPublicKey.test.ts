import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { runs } from '@hawser/test-kit/night'
import { programFile } from '@hawser/test-kit/program'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadRecoverPublicKey, recoverInScript } from './recoverPublicKey.ts'

const native = await loadRecoverPublicKey()
const recoverers = [
  ['WebAssembly', native],
  ['script', recoverInScript],
] as const
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const order = secp256k1.Point.Fn.ORDER
const hex32 = (number: bigint) => number.toString(16).padStart(64, '0')

test('random input never repeats', () => {
  expect(native).not.toBe(recoverInScript)
})

describe.each(recoverers)('in %s', (_, recover) => {
  test('finds the signing key by the recovery bit of its signature alone', () => {
    fc.assert(
      fc.property(bytes32, fc.string(), (seed, text) => {
        const secretKey = sha256(seed)
        const hash = sha256(utf8ToBytes(text))
        const signature = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' })
        const bit = signature[0] === 0 ? 0 : 1
        const publicKey = bytesToHex(secp256k1.getPublicKey(secretKey, false))
        expect(bytesToHex(recover(signature.subarray(1), bit, hash) ?? new Uint8Array())).toBe(publicKey)
        expect(recover(signature.subarray(1), bit === 0 ? 1 : 0, hash)).not.toEqual(hexToBytes(publicKey))
      }),
      { numRuns: 50 },
    )
  })

  // An r that belongs to no point: x³ + 7 has no root at x = 5.
  test.each([
    ['r = 0', 0n, 1n],
    ['s = 0', 1n, 0n],
    ['r = the group order', order, 1n],
    ['s = the group order', 1n, order],
    ['r of no point', 5n, 1n],
    ['both as large as 32 bytes can be', 2n ** 256n - 1n, 2n ** 256n - 1n],
  ])('%s: no key', (_case, r, s) => {
    const compact = hexToBytes(`${hex32(r)}${hex32(s)}`)
    expect([recover(compact, 0, sha256(compact)), recover(compact, 1, sha256(compact))]).toEqual([undefined, undefined])
  })
})

test('both agree on any 64 bytes, random and near the bounds of r and s', () => {
  const bounds = [0n, 1n, 2n, order / 2n, order / 2n + 1n, order - 1n, order, order + 1n, 2n ** 256n - 1n]
  const number = fc.oneof(
    bytes32,
    fc.constantFrom(...bounds).map((bound) => hexToBytes(hex32(bound))),
  )
  const found = { some: 0, none: 0 }
  fc.assert(
    fc.property(number, number, fc.constantFrom(0, 1), number, (r, s, bit, hash) => {
      const compact = concatBytes(r, s)
      const key = native(compact, bit, hash)
      expect(key).toEqual(recoverInScript(compact, bit, hash))
      found[key === undefined ? 'none' : 'some'] += 1
    }),
    { numRuns: runs(2_000) },
  )
  expect(Math.min(found.some, found.none)).toBeGreaterThan(runs(2_000) / 20)
})

test('recovers in JavaScript if WebAssembly may not be compiled', async () => {
  // Node without a compiler has no WebAssembly either.
  const program = `
    const { loadRecoverPublicKey, recoverInScript } = await import(${JSON.stringify(programFile(new URL('./recoverPublicKey.ts', import.meta.url).href))})
    console.log(typeof WebAssembly, (await loadRecoverPublicKey()) === recoverInScript)`
  const args = ['--jitless', '--input-type=module', '-e', program]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout.trim()).toBe('undefined true')
})
