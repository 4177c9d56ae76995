import type { BitcoinAddress } from '@hawser/wire'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

// The two transactions of BIP-322 differ only in three hashes: each has one input, one output, and zero for every number.
const zero4 = new Uint8Array(4)
const zero8 = new Uint8Array(8)
const one = Uint8Array.of(1)
/** An output of value zero with a script of one byte: OP_RETURN. */
const burnOutput = concatBytes(zero8, Uint8Array.of(0x01, 0x6a))

/** The key of an address, in the form that the functions of this file take. */
type Key = Pick<BitcoinAddress, 'kind' | 'program'>

/** Computes a tagged hash (BIP-340 §tagged hashes). */
export function hashTagged(tag: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const prefix = sha256(utf8ToBytes(tag))
  return sha256(concatBytes(prefix, prefix, ...parts))
}

function hashTwice(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes))
}

/** Returns the script that an address encodes (BIP-141, BIP-341): the version of its program, and the program. */
function scriptOf({ kind, program }: Key): Uint8Array {
  return concatBytes(Uint8Array.of(kind === 'p2wpkh' ? 0x00 : 0x51, program.length), program)
}

/** Computes the hash of a message (BIP-322 §full): its UTF-8 bytes, without length or prefix. */
export function hashBip322Message(message: string | Uint8Array): Uint8Array {
  return hashTagged('BIP0322-signed-message', typeof message === 'string' ? utf8ToBytes(message) : message)
}

/** Computes the id of `to_spend`, in byte order: the transaction that pays nothing to the address, for the message. */
export function hashToSpend(message: string | Uint8Array, key: Key): Uint8Array {
  const script = scriptOf(key)
  const input = concatBytes(
    new Uint8Array(32),
    new Uint8Array(4).fill(0xff),
    // The length of the script, OP_0, and a push of 32 bytes.
    Uint8Array.of(34, 0x00, 32),
    hashBip322Message(message),
    zero4,
  )
  return hashTwice(concatBytes(zero4, one, input, one, zero8, Uint8Array.of(script.length), script, zero4))
}

/** Computes the id of `to_sign`, in byte order: the transaction that spends `to_spend` and is never sent. */
export function hashToSign(message: string | Uint8Array, key: Key): Uint8Array {
  const input = concatBytes(hashToSpend(message, key), zero4, Uint8Array.of(0), zero4)
  return hashTwice(concatBytes(zero4, one, input, one, burnOutput, zero4))
}

/** Computes the hash that a P2WPKH key signs in `to_sign` (BIP-143), SIGHASH_ALL. */
export function hashForP2wpkh(message: string | Uint8Array, program: Uint8Array): Uint8Array {
  const outpoint = concatBytes(hashToSpend(message, { kind: 'p2wpkh', program }), zero4)
  // DUP HASH160 <20 bytes> EQUALVERIFY CHECKSIG, prefixed with its length.
  const scriptCode = concatBytes(Uint8Array.of(0x19, 0x76, 0xa9, 0x14), program, Uint8Array.of(0x88, 0xac))
  const sighashAll = Uint8Array.of(1, 0, 0, 0)
  return hashTwice(
    concatBytes(
      ...[zero4, hashTwice(outpoint), hashTwice(zero4), outpoint, scriptCode, zero8, zero4],
      ...[hashTwice(burnOutput), zero4, sighashAll],
    ),
  )
}

/**
 * Computes the hash that a Taproot output key signs in `to_sign` (BIP-341 §common signature message, no annex), SIGHASH_DEFAULT
 * or SIGHASH_ALL.
 */
export function hashForP2tr(message: string | Uint8Array, program: Uint8Array, hashType: 0 | 1): Uint8Array {
  const key: Key = { kind: 'p2tr', program }
  const script = scriptOf(key)
  const epochAndType = Uint8Array.of(0, hashType)
  const outpoint = concatBytes(hashToSpend(message, key), zero4)
  const lengthAndScript = concatBytes(Uint8Array.of(script.length), script)
  const spendType = Uint8Array.of(0)
  return hashTagged(
    'TapSighash',
    ...[epochAndType, zero4, zero4, sha256(outpoint), sha256(zero8), sha256(lengthAndScript), sha256(zero4)],
    ...[sha256(burnOutput), spendType, zero4],
  )
}
