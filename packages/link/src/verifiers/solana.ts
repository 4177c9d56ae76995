import {
  type AccountId,
  type ChainId,
  canonicalAccountId,
  decodeSolanaAddress,
  formatBase58,
  parseAccountId,
  readSolanaSignature,
} from '@hawser/wire'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { ProofInvalidError, UnsupportedAccountError } from '../errors.ts'
import { alteredTexts } from './alteredTexts.ts'
import type { ProvenAccount } from './provenAccount.ts'
import { offchainMessages } from './solanaOffchain.ts'
import { isSolanaTransaction } from './solanaTransaction.ts'

/** An account of a Solana chain. */
export type SolanaAccount = {
  readonly namespace: 'solana'
  readonly accountId: AccountId
  readonly chainId: ChainId
  /** The first 32 characters of the genesis hash. */
  readonly reference: string
  /** The public key in base58, which has a single spelling. */
  readonly address: string
  readonly canonicalAddress: string
}

/**
 * Reads a `solana` account id (namespaces/solana/caip10): 32 bytes in base58 that are an ed25519 public key. Program addresses
 * lie off the curve on purpose and have no key. The chain can have its former name (`canonicalChainId`).
 * @throws UnsupportedAccountError
 */
export function parseSolanaAccount(accountId: AccountId): SolanaAccount {
  const { accountId: canonical, namespace, reference, address, chainId } = parseAccountId(canonicalAccountId(accountId))
  const publicKey = decodeSolanaAddress(address)
  if (
    namespace !== 'solana' ||
    !isSolanaReference(reference) ||
    publicKey === undefined ||
    !isPrimeOrderPoint(publicKey)
  )
    throw new UnsupportedAccountError('The account id does not name a Solana chain and a public key on its curve.')
  return { namespace, accountId: canonical, chainId, reference, address, canonicalAddress: address }
}

/** Whether a text is the reference of a Solana chain: 32 characters of base58 (namespaces/solana/caip2). */
export function isSolanaReference(reference: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32}$/.test(reference)
}

/**
 * Checks that the key of an account signed a text (ed25519, RFC 8032 §5.1.7). The signed bytes are the text in UTF-8, as
 * `solana_signMessage` signs them, or the text under the header of an off-chain message, as hardware wallets do. The check is
 * strict: `s` is below the group order, and points have their only encoding and are of the group of prime order. There the
 * equations with and without cofactor agree, so that no two verifiers disagree about a signature.
 * @throws ProofInvalidError - `reason` names the wallet's mistake, if it is a known one
 */
export function verifySolanaProof(request: {
  readonly message: string
  readonly account: SolanaAccount
  /** 64 bytes in any spelling that `readSolanaSignature` of wire reads. */
  readonly signature: string
}): ProvenAccount {
  const { message: text } = request
  const { namespace, accountId, chainId, address, canonicalAddress } = request.account
  const signatures = readSolanaSignature(request.signature)
  const publicKey = decodeSolanaAddress(address)
  if (signatures.length === 0) throw notASignature(request.signature, publicKey)
  const strict = publicKey && signatures.filter((signature) => isStrict({ signature, publicKey }))
  const isOver = (message: Uint8Array) =>
    publicKey !== undefined &&
    strict?.some((signature) => ed25519.verify(signature, message, publicKey, { zip215: false })) === true
  const offchain = publicKey && offchainMessages(text, publicKey)
  if (isOver(utf8ToBytes(text)) || offchain?.right.some(isOver))
    return { namespace, accountId, chainId, canonicalAddress, method: 'ed25519', block: undefined, evidence: undefined }
  if (offchain?.wrong.some(isOver))
    throw new ProofInvalidError(
      'The wallet signed the text under a header that does not fit it: of a Solana off-chain message, for shorter texts or plain ASCII only. Update the wallet, or use an account that is not on a hardware wallet.',
      { reason: 'signed_with_wrong_header' },
    )
  throw findMistake(text, isOver)
}

/** Returns the error for an answer that does not have 64 bytes. */
function notASignature(given: string, publicKey: Uint8Array | undefined): ProofInvalidError {
  if (publicKey !== undefined && isSolanaTransaction(given, publicKey))
    return new ProofInvalidError(
      'The wallet sent a signed transaction in place of a signature, as some do for accounts on a hardware wallet. No standard makes a transaction a proof, and one could be sent. Update the wallet and the Solana app of the device so that they sign messages, or use another account.',
      { reason: 'signed_transaction' },
    )
  return new ProofInvalidError('The signature must be 64 bytes in base58, base64 or hex.', {
    reason: 'signature_length',
  })
}

function findMistake(text: string, isOver: (message: Uint8Array) => boolean): ProofInvalidError {
  const bytes = utf8ToBytes(text)
  // `solana_signMessage` takes the text in base58, and some wallets sign the encoded text.
  const inBase58 = { reason: 'signed_encoded_text', what: 'the text in another encoding' } as const
  const encoded = { ...inBase58, bytes: utf8ToBytes(formatBase58(bytes)) }
  const mistake = [encoded, ...alteredTexts(text)].find((altered) => isOver(altered.bytes))
  if (mistake !== undefined)
    return new ProofInvalidError(`The wallet signed ${mistake.what}.`, { reason: mistake.reason })
  if (isOver(sha256(bytes)))
    return new ProofInvalidError('The wallet signed a hash of the text instead of the text.', {
      reason: 'signed_hash_of_text',
    })
  return new ProofInvalidError('The signature was made by another account, or over another text.', {
    reason: 'other_account_or_text',
  })
}

/** Whether 64 bytes are a signature of a key over a message, by the strict rules of `verifySolanaProof`. */
export function isEd25519Signature(request: {
  readonly signature: Uint8Array
  readonly message: Uint8Array
  readonly publicKey: Uint8Array
}): boolean {
  const { signature, message, publicKey } = request
  return isStrict(request) && ed25519.verify(signature, message, publicKey, { zip215: false })
}

/** Checks the rules that do not depend on the message, once for each signature. */
function isStrict(request: { readonly signature: Uint8Array; readonly publicKey: Uint8Array }): boolean {
  const { signature, publicKey } = request
  return signature.length === 64 && isPrimeOrderPoint(publicKey) && isPrimeOrderPoint(signature.subarray(0, 32))
}

/** Whether bytes encode a point of the group of prime order, except the neutral element. */
function isPrimeOrderPoint(bytes: Uint8Array): boolean {
  try {
    const point = ed25519.Point.fromBytes(bytes, false)
    return !point.isSmallOrder() && point.isTorsionFree()
  } catch {
    return false
  }
}
