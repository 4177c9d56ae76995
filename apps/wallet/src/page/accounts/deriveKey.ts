import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

type ExtendedKey = { readonly key: Uint8Array; readonly chainCode: Uint8Array }

const { ORDER: order } = secp256k1.Point.Fn

/**
 * The secp256k1 secret key at a path below a seed (BIP-32, "Master key generation" and "Private parent key → private
 * child key").
 * @param seed - 16 to 64 bytes
 * @param path - `m/44'/60'/0'/0/0`
 */
export function deriveSecp256k1Key(seed: Uint8Array, path: string): Uint8Array {
  return parsePath(path).reduce(deriveChild, split(utf8ToBytes('Bitcoin seed'), seed)).key
}

/**
 * The ed25519 secret key at a path below a seed (SLIP-0010, "Master key generation" and "Private parent key → private child
 * key"). Every step of the path is hardened: the curve has no other.
 * @param path - `m/44'/501'/0'/0'`
 */
export function deriveEd25519Key(seed: Uint8Array, path: string): Uint8Array {
  return parsePath(path).reduce(deriveHardenedChild, split(utf8ToBytes('ed25519 seed'), seed)).key
}

function deriveHardenedChild({ key, chainCode }: ExtendedKey, index: number): ExtendedKey {
  if (index < hardened) throw new RangeError('Keys of ed25519 are derived by hardened steps only.')
  return split(chainCode, concatBytes(Uint8Array.of(0), key, toBytes(index)))
}

function deriveChild({ key, chainCode }: ExtendedKey, index: number): ExtendedKey {
  const isHardened = index >= hardened
  const parent = isHardened ? concatBytes(Uint8Array.of(0), key) : secp256k1.getPublicKey(key, true)
  const child = split(chainCode, concatBytes(parent, toBytes(index)))
  const sum = (bytesToNumberBE(child.key) + bytesToNumberBE(key)) % order
  // BIP-32 calls such an index invalid; it is less likely than 1 in 2^127, and there is no key to go on with.
  if (bytesToNumberBE(child.key) >= order || sum === 0n) throw new RangeError('There is no key at this index.')
  return { key: numberToBytesBE(sum, 32), chainCode: child.chainCode }
}

const hardened = 2 ** 31

function parsePath(path: string): readonly number[] {
  const steps = path.split('/').slice(1)
  return steps.map((step) => Number.parseInt(step, 10) + (step.endsWith("'") ? hardened : 0))
}

function split(key: Uint8Array, bytes: Uint8Array): ExtendedKey {
  const both = hmac(sha512, key, bytes)
  return { key: both.subarray(0, 32), chainCode: both.subarray(32) }
}

function toBytes(index: number): Uint8Array {
  return numberToBytesBE(BigInt(index), 4)
}
