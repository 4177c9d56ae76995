import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { ProofInvalidError, type ProofMistake } from '../errors.ts'
import { alteredTexts } from './alteredTexts.ts'
import { type Eip155Account, formatChecksumAddress, hashPersonalMessage } from './eip155.ts'
import { type KeySignature, parseKeySignature } from './keySignature.ts'
import { loadRecoverPublicKey } from './recoverPublicKey.ts'

/**
 * Recovers the address (lower case) whose key made a signature over a 32-byte hash.
 * @param request - `signature` in any spelling that `parseKeySignature` reads
 * @throws ProofInvalidError
 */
export async function recoverAddress(request: {
  readonly hash: Uint8Array
  readonly signature: string
}): Promise<string> {
  const recovered = await recover(parseKeySignature(request.signature), request.hash)
  // r or s is zero or above the group order, or r belongs to no point of the curve.
  if (recovered === undefined)
    throw new ProofInvalidError('The signature is not on this curve.', { reason: 'signature_not_on_curve' })
  return recovered
}

async function recover({ compact, recoveryBit }: KeySignature, hash: Uint8Array): Promise<string | undefined> {
  const recoverPublicKey = await loadRecoverPublicKey()
  const publicKey = recoverPublicKey(compact, recoveryBit, hash)
  return publicKey && `0x${bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12))}`
}

/**
 * Checks that the key of an account signed a text with `personal_sign`. Externally owned accounts only.
 * @throws ProofInvalidError - `reason` names the wallet's mistake, if it is a known one
 */
export async function verifyEip155Signature(request: {
  readonly message: string
  readonly account: Eip155Account
  readonly signature: string
}): Promise<Eip155Account> {
  const { message, account, signature } = request
  const recovered = await recoverAddress({ hash: hashPersonalMessage(message), signature })
  if (recovered === account.canonicalAddress) return account
  throw (await findMistake(request)) ?? otherAccount(recovered)
}

/** Names the account that the signature would belong to, so that a person sees if the wallet had another one selected. */
function otherAccount(recovered: string): ProofInvalidError {
  const address = formatChecksumAddress(recovered)
  const shown = `${address.slice(0, 6)}…${address.slice(-4)}`
  return new ProofInvalidError(
    `The signature was made by another account, or over another text. Over this text it would be by ${shown}: where that is yours, choose the right account in the wallet.`,
    { reason: 'other_account_or_text' },
  )
}

/** Names the data that the account's key signed instead, if it is a known mistake of wallets. */
async function findMistake({
  message,
  account,
  signature,
}: Parameters<typeof verifyEip155Signature>[0]): Promise<ProofInvalidError | undefined> {
  const key = parseKeySignature(signature)
  const isOver = async (hash: Uint8Array) => (await recover(key, hash)) === account.canonicalAddress
  const bytes = utf8ToBytes(message)
  const refuse = (text: string, reason: ProofMistake) => new ProofInvalidError(text, { reason })
  if (await isOver(keccak_256(bytes)))
    return refuse(
      'The wallet signed the bare hash, as `eth_sign` of old did. Use `personal_sign`.',
      'signed_without_prefix',
    )
  for (const prefix of ['\x19TRON Signed Message:\n', '\x18Bitcoin Signed Message:\n'])
    if (await isOver(hashPersonalMessage(bytes, prefix)))
      return refuse('The wallet signed the text under the prefix of another ecosystem.', 'signed_with_other_prefix')
  const prefixed = concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes)
  if (await isOver(hashPersonalMessage(prefixed)))
    return refuse('The prefix of `personal_sign` was put before the text twice.', 'signed_with_other_prefix')
  const hashes = [keccak_256(bytes), hashPersonalMessage(message)]
  for (const hash of hashes.flatMap((each) => [each, utf8ToBytes(`0x${bytesToHex(each)}`)]))
    if (await isOver(hashPersonalMessage(hash)))
      return refuse('The wallet signed a hash of the text instead of the text.', 'signed_hash_of_text')
  for (const { bytes: altered, reason, what } of alteredTexts(message))
    if (await isOver(hashPersonalMessage(altered))) return refuse(`The wallet signed ${what}.`, reason)
  const otherBit: KeySignature = { ...key, recoveryBit: key.recoveryBit === 0 ? 1 : 0 }
  if ((await recover(otherBit, hashPersonalMessage(message))) === account.canonicalAddress)
    return refuse('The last byte of the signature names the wrong one of two keys.', 'signature_recovery_byte')
  return undefined
}
