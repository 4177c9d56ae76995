import { readFileSync } from 'node:fs'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { deriveEd25519Key } from './deriveKey.ts'
import { seedOf } from './seedPhrase.ts'
import { couldBeTransaction, createSolanaAccount } from './solanaAccount.ts'

// Source and licence are in test/vectors/derivation/README.md.
const {
  slip10Ed25519,
  solana,
}: {
  slip10Ed25519: { seed: string; path: string; privateKey: string; publicKey: string }[]
  solana: { phrase: string; addresses: string[] }
} = JSON.parse(
  readFileSync(new URL('../../../../../test/vectors/derivation/derivation-vectors.json', import.meta.url), 'utf8'),
)

test.each(slip10Ed25519.map((vector, index) => ({ ...vector, index })))(
  'deriveEd25519Key: vector $index of SLIP-0010, $path',
  ({ seed, path, privateKey, publicKey }) => {
    const key = deriveEd25519Key(hexToBytes(seed), path)
    expect(bytesToHex(key) === privateKey).toBe(true)
    expect(bytesToHex(ed25519.getPublicKey(key)) === publicKey).toBe(true)
  },
)

test('deriveEd25519Key: refuses a step that is not hardened', () => {
  expect(() => deriveEd25519Key(new Uint8Array(64), "m/44'/501'/0'/0")).toThrow()
})

test.each(solana.addresses.map((address, index) => [index, address] as const))(
  'createSolanaAccount: address %i of the published phrase is %s',
  async (index, address) => {
    const key = deriveEd25519Key(await seedOf(solana.phrase), `m/44'/501'/${index}'/0'`)
    expect(createSolanaAccount(key).address).toBe(address)
  },
)

const account = createSolanaAccount(new Uint8Array(32).fill(7))
const key = base58.decode(account.address)

test('signMessage: signs the bytes as they are', () => {
  for (const text of ['', 'Grüße 🪢', 'x'.repeat(2000)]) {
    const signature = base58.decode(account.signMessage(utf8ToBytes(text)))
    expect(signature).toHaveLength(64)
    expect(ed25519.verify(signature, utf8ToBytes(text), key)).toBe(true)
  }
})

test('couldBeTransaction: true for the key as bytes, anywhere; false for the key as text', () => {
  const header = Uint8Array.of(1, 0, 1, 2)
  expect(couldBeTransaction(concatBytes(header, key, new Uint8Array(64)), account.address)).toBe(true)
  expect(couldBeTransaction(concatBytes(header, key), account.address)).toBe(true)
  expect(couldBeTransaction(key, account.address)).toBe(true)
  expect(couldBeTransaction(key.slice(1), account.address)).toBe(false)
  expect(couldBeTransaction(utf8ToBytes(`sign in as ${account.address}`), account.address)).toBe(false)
})
