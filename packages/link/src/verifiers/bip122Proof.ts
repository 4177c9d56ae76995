import { readBitcoinSignature } from '@hawser/wire'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { ProofInvalidError, UnsupportedSignatureError } from '../errors.ts'
import { alteredTexts } from './alteredTexts.ts'
import type { Bip122Account } from './bip122.ts'
import { hashForP2tr, hashForP2wpkh } from './bip122Transactions.ts'
import type { ProvenAccount } from './provenAccount.ts'

const sighashAll = 0x01

/**
 * Checks that the key of a Bitcoin address signed a text: BIP-322 "simple", the witness of `to_sign` in base64 (or hex). Later
 * versions of the BIP put `smp` before the witness. Two shapes are accepted: signature and key for P2WPKH, and one signature
 * for the key path of P2TR. The type is SIGHASH_ALL, for Taproot also SIGHASH_DEFAULT.
 * @throws ProofInvalidError
 * @throws UnsupportedSignatureError - a signature of the format before BIP-322, or a whole transaction
 */
export function verifyBip122Proof(request: {
  readonly message: string
  readonly account: Bip122Account
  readonly signature: string
}): ProvenAccount {
  const { message, account, signature } = request
  const { namespace, accountId, chainId, canonicalAddress } = account
  const witness = readWitness(signature)
  const isRight = isSigned(message, account, witness)
  if (!isRight) throw findMistake(message, account, witness)
  return { namespace, accountId, chainId, canonicalAddress, method: 'bip322', block: undefined, evidence: undefined }
}

function isSigned(message: string | Uint8Array, account: Bip122Account, witness: readonly Uint8Array[]): boolean {
  return account.kind === 'p2wpkh' ? isP2wpkh(message, account, witness) : isP2tr(message, account, witness)
}

function findMistake(message: string, account: Bip122Account, witness: readonly Uint8Array[]): ProofInvalidError {
  const mistake = alteredTexts(message).find(({ bytes }) => isSigned(bytes, account, witness))
  if (mistake !== undefined)
    return new ProofInvalidError(`The wallet signed ${mistake.what}.`, { reason: mistake.reason })
  const other = findOtherAddress(message, account, witness)
  if (other !== undefined)
    return new ProofInvalidError(
      `The wallet signed with another of its addresses, ${other}. Choose the address that the text names, or link the other one.`,
      { reason: 'signed_by_other_address' },
    )
  return new ProofInvalidError('The signature was made by another account, or over another text.', {
    reason: 'other_account_or_text',
  })
}

/** Names the kind of address that signed: wallets have one for payments and one for ordinals, and confuse them. */
function findOtherAddress(
  message: string,
  { kind }: Bip122Account,
  witness: readonly Uint8Array[],
): string | undefined {
  const [signature, publicKey] = witness
  if (publicKey === undefined) return kind === 'p2tr' ? undefined : 'one that begins with bc1p'
  const program = ripemd160(sha256(publicKey))
  const isSegwit =
    signature?.at(-1) === sighashAll &&
    isStrictEcdsa(signature.subarray(0, -1), hashForP2wpkh(message, program), publicKey)
  return isSegwit ? 'one that begins with bc1q' : undefined
}

function readWitness(signature: string): readonly Uint8Array[] {
  if (/^(?:ful|pof)/.test(signature)) return refuseFormat()
  // As base64, these three letters would start a witness of 178 parts.
  const bytes = readBitcoinSignature(signature.startsWith('smp') ? signature.slice(3) : signature)
  if (bytes === undefined)
    throw new ProofInvalidError('The signature must be BIP-322 "simple" in base64.', {
      reason: 'signature_not_readable',
    })
  // The legacy format has 65 bytes, the first of which says how to find the key. A transaction starts with its version, 0 or 2.
  const isLegacy = bytes.length === 65 && (bytes[0] ?? 0) >= 27 && (bytes[0] ?? 0) <= 42
  const isTransaction = bytes.length > 60 && bytes[1] === 0 && bytes[2] === 0 && bytes[3] === 0
  if (isLegacy || isTransaction) return refuseFormat()
  const witness = splitWitness(bytes)
  if (witness === undefined)
    throw new ProofInvalidError('The signature is not a witness of one or two parts.', { reason: 'signature_length' })
  return witness
}

function refuseFormat(): never {
  throw new UnsupportedSignatureError('Bitcoin accounts are proven by BIP-322 "simple" signatures only.')
}

/**
 * Splits a witness: the number of parts, then each part after its length. Accepted parts are short enough for a length of one
 * byte.
 */
function splitWitness(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  const parts: Uint8Array[] = []
  let at = 1
  for (let part = 0; part < (bytes[0] ?? 0); part += 1) {
    const length = bytes[at] ?? 0
    if (part === 2 || length === 0 || length > 73 || at + 1 + length > bytes.length) return undefined
    parts.push(bytes.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return parts.length > 0 && at === bytes.length ? parts : undefined
}

function isP2wpkh(message: string | Uint8Array, { program }: Bip122Account, witness: readonly Uint8Array[]): boolean {
  const [signature, publicKey] = witness
  if (witness.length !== 2 || signature === undefined || publicKey === undefined) return false
  // BIP-143 allows compressed keys only.
  if (publicKey.length !== 33 || !isSame(ripemd160(sha256(publicKey)), program)) return false
  if (signature.at(-1) !== sighashAll) return false
  return isStrictEcdsa(signature.subarray(0, -1), hashForP2wpkh(message, program), publicKey)
}

/** Verifies ECDSA with strict DER (BIP-66) and the lower of the two s values (BIP-146 LOW_S). */
function isStrictEcdsa(signature: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, hash, publicKey, { prehash: false, lowS: true, format: 'der' })
  } catch {
    // Not DER, r or s out of range, or a key that is not on the curve.
    return false
  }
}

function isP2tr(message: string | Uint8Array, { program }: Bip122Account, witness: readonly Uint8Array[]): boolean {
  const [signature] = witness
  if (witness.length !== 1 || signature === undefined) return false
  // BIP-341 §taproot key path: 64 bytes mean SIGHASH_DEFAULT. A 65th byte must not name it.
  if (signature.length === 64) return schnorr.verify(signature, hashForP2tr(message, program, 0), program)
  if (signature.length !== 65 || signature[64] !== sighashAll) return false
  return schnorr.verify(signature.subarray(0, 64), hashForP2tr(message, program, sighashAll), program)
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
