import { bytesToHex } from '@noble/hashes/utils.js'
import { ProofInvalidError } from '../errors.ts'
import type { ContractReach } from './contractReach.ts'
import { parseContractSignature } from './contractSignature.ts'
import { type Eip155Account, hashPersonalMessage, verifyEip155Signature } from './eip155.ts'
import type { ProvenAccount } from './provenAccount.ts'

/**
 * Checks that an EVM account agrees to a text. The account's key comes first, and no chain is asked when it signed (EIP-191,
 * `personal_sign`). Otherwise the account itself is asked, on the chain of the account id, as a contract (ERC-1271) or as
 * the contract its factory would make of it (ERC-6492).
 * @throws ProofInvalidError
 * @throws CannotCheckNowError - the account has to be asked, and no RPC address gives an answer
 */
export async function verifyEip155Proof(request: {
  readonly message: string
  readonly account: Eip155Account
  readonly signature: string
  readonly reach: ContractReach
}): Promise<ProvenAccount> {
  const { message, account, signature, reach } = request
  const { accountId, chainId, canonicalAddress } = account
  const proven = { accountId, namespace: 'eip155', chainId, canonicalAddress } as const
  const refusal = await findRefusal({ message, account, signature })
  if (refusal === undefined) return { ...proven, method: 'eip191', block: undefined, evidence: undefined }
  if (!reach.reaches(chainId)) throw refusal
  const hash = hashPersonalMessage(message)
  const parsed = parseContractSignature(signature)
  const { agrees, wasDeployed, block } = await reach.ask(chainId, { address: canonicalAddress, hash, ...parsed })
  if (!agrees)
    throw new ProofInvalidError('The signature is neither of the key of this account nor one its contract agrees to.')
  return {
    ...proven,
    method: wasDeployed ? 'eip1271' : 'eip6492',
    block: String(block),
    // An account that has code is not made again: without the wrapper it is asked the same, and less is kept.
    evidence: {
      hash: `0x${bytesToHex(hash)}`,
      signature: wasDeployed ? `0x${bytesToHex(parsed.signature)}` : signature.toLowerCase(),
    },
  }
}

/** Why it is not a signature by the account's own key. */
async function findRefusal(
  request: Parameters<typeof verifyEip155Signature>[0],
): Promise<ProofInvalidError | undefined> {
  try {
    await verifyEip155Signature(request)
    return undefined
  } catch (error) {
    if (error instanceof ProofInvalidError) return error
    throw error
  }
}
