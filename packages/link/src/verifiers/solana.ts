import { type AccountId, type ChainId, decodeSolanaAddress, decodeSolanaSignature, parseAccountId } from '@hawser/wire'
import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { ProofInvalidError, UnsupportedAccountError } from '../errors.ts'
import type { ProvenAccount } from './provenAccount.ts'

/** An account of a Solana chain. */
export type SolanaAccount = {
  readonly namespace: 'solana'
  readonly accountId: AccountId
  readonly chainId: ChainId
  /** The first 32 characters of the genesis hash. */
  readonly reference: string
  /** The public key in base58, which has one way to write it. */
  readonly address: string
  readonly canonicalAddress: string
}

/**
 * Reads a `solana` account id (namespaces/solana/caip10): 32 bytes in base58 which are a public key of ed25519. Addresses of
 * programs are made to lie off the curve; nobody can sign for them.
 * @throws UnsupportedAccountError
 */
export function parseSolanaAccount(accountId: AccountId): SolanaAccount {
  const { namespace, reference, address, chainId } = parseAccountId(accountId)
  const publicKey = decodeSolanaAddress(address)
  if (
    namespace !== 'solana' ||
    !isSolanaReference(reference) ||
    publicKey === undefined ||
    !isPrimeOrderPoint(publicKey)
  )
    throw new UnsupportedAccountError('The account id does not name a Solana chain and a public key on its curve.')
  return { namespace, accountId, chainId, reference, address, canonicalAddress: address }
}

/** Whether a text is the reference of a Solana chain: 32 characters of base58 (namespaces/solana/caip2). */
export function isSolanaReference(reference: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32}$/.test(reference)
}

/**
 * Checks that the key of an account signed a text (ed25519, RFC 8032 §5.1.7): the UTF-8 bytes as they are, as
 * `solana_signMessage` signs them. Strict: `s` below the group order, points in their only encoding and of the group of prime
 * order. There the equation with and without cofactor says the same, so that no two verifiers disagree about a signature.
 * @throws ProofInvalidError
 */
export function verifySolanaProof(request: {
  readonly message: string
  readonly account: SolanaAccount
  /** 64 bytes in base58. */
  readonly signature: string
}): ProvenAccount {
  const signature = decodeSolanaSignature(request.signature)
  if (signature === undefined) throw new ProofInvalidError('The signature must be 64 bytes in base58.')
  const { namespace, accountId, chainId, address, canonicalAddress } = request.account
  const publicKey = decodeSolanaAddress(address)
  if (publicKey === undefined || !isEd25519Signature({ signature, publicKey, message: utf8ToBytes(request.message) }))
    throw new ProofInvalidError('The signature was made by another account, or over another text.')
  return { namespace, accountId, chainId, canonicalAddress, method: 'ed25519', block: undefined, evidence: undefined }
}

/** Whether 64 bytes are a signature of a key over a message, by the strict rules above. */
export function isEd25519Signature(request: {
  readonly signature: Uint8Array
  readonly message: Uint8Array
  readonly publicKey: Uint8Array
}): boolean {
  const { signature, message, publicKey } = request
  if (signature.length !== 64 || !isPrimeOrderPoint(publicKey) || !isPrimeOrderPoint(signature.subarray(0, 32)))
    return false
  return ed25519.verify(signature, message, publicKey, { zip215: false })
}

/** Whether bytes are the encoding of a point of the group of prime order, which the neutral element is left out of. */
function isPrimeOrderPoint(bytes: Uint8Array): boolean {
  try {
    const point = ed25519.Point.fromBytes(bytes, false)
    return !point.isSmallOrder() && point.isTorsionFree()
  } catch {
    return false
  }
}
