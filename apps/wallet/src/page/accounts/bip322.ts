import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const zero4 = new Uint8Array(4)
const zero8 = new Uint8Array(8)
const version0 = zero4
const noLockTime = zero4
const noSequence = zero4
const one = Uint8Array.of(1)
/** An output that pays nothing to OP_RETURN. */
const output = concatBytes(zero8, Uint8Array.of(1, 0x6a))

/** The hash of a message (BIP-322, "Full"; BIP-340, "tagged hashes"): over its bytes, without length or prefix. */
export function hashBip322Message(message: Uint8Array): Uint8Array {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'))
  return sha256(concatBytes(tag, tag, message))
}

/** The hash that a P2WPKH key signs (BIP-322 "simple", BIP-143, SIGHASH_ALL). `program` is the public key's hash. */
export function hashBip322ToSign(message: Uint8Array, program: Uint8Array): Uint8Array {
  const outpoint = concatBytes(hashToSpend(message, program), zero4)
  // The length, then OP_DUP OP_HASH160 <program> OP_EQUALVERIFY OP_CHECKSIG.
  const scriptCode = concatBytes(Uint8Array.of(25, 0x76, 0xa9, 20), program, Uint8Array.of(0x88, 0xac))
  const outpointsHash = hashTwice(outpoint)
  const sequencesHash = hashTwice(noSequence)
  const sighashAll = Uint8Array.of(1, 0, 0, 0)
  const spent = concatBytes(outpoint, scriptCode, zero8, noSequence)
  return hashTwice(
    concatBytes(version0, outpointsHash, sequencesHash, spent, hashTwice(output), noLockTime, sighashAll),
  )
}

/** Serialises a witness for the "simple" form: the number of parts, then each part after its length. */
export function formatWitness(parts: readonly Uint8Array[]): Uint8Array {
  return concatBytes(Uint8Array.of(parts.length), ...parts.flatMap((part) => [Uint8Array.of(part.length), part]))
}

/** The id of `to_spend`: one input with the message's hash, and one output of value 0 to the address. */
function hashToSpend(message: Uint8Array, program: Uint8Array): Uint8Array {
  const nowhere = concatBytes(new Uint8Array(32), new Uint8Array(4).fill(0xff))
  // The length, then OP_0 and a push of 32 bytes.
  const script = concatBytes(Uint8Array.of(34, 0, 32), hashBip322Message(message))
  const address = concatBytes(Uint8Array.of(22, 0, 20), program)
  return hashTwice(concatBytes(version0, one, nowhere, script, noSequence, one, zero8, address, noLockTime))
}

function hashTwice(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes))
}
