import { type ChainId, readHexDigits } from '@hawser/wire'
import { bytesToHex } from '@noble/hashes/utils.js'
import { AccountNotDeployedError, ProofInvalidError, SignaturePendingError } from '../errors.ts'
import type { CheckedContractAnswer, ContractClient } from './contractClient.ts'
import { isPreDelegated, parseContractSignature } from './contractSignature.ts'
import { type Eip155Account, hashPersonalMessage } from './eip155.ts'
import { verifyEip155Signature } from './eip155Signature.ts'
import type { ProvenAccount } from './provenAccount.ts'

/**
 * Checks that an EVM account agrees to a text. The account's key comes first: if it signed (EIP-191, `personal_sign`), no chain
 * is asked. Otherwise the account is asked on the chain of its id. It is asked as a contract (ERC-1271), as the contract that
 * its factory would deploy, or in its state after the wrapper's call (ERC-6492).
 * @throws ProofInvalidError - also for a contract that can never agree.
 * @throws SignaturePendingError - the account is a contract, and does not agree to this signature now.
 * @throws AccountNotDeployedError - no key has signed, and no contract is deployed on this chain.
 * @throws CannotCheckNowError - the account has to be asked, and no RPC address gives an answer.
 */
export async function verifyEip155Proof(request: {
  readonly message: string
  readonly account: Eip155Account
  readonly signature: string
  readonly reach: ContractClient
  /**
   * Whether a deployed account may agree only after the wrapper's call, which was never sent or paid for. That is enough to
   * claim an account, but not to act for the host user who holds it.
   */
  readonly allowsPrepared: boolean
}): Promise<ProvenAccount> {
  const { message, account, signature, reach, allowsPrepared } = request
  const { accountId, chainId, canonicalAddress } = account
  const proven = { accountId, namespace: 'eip155', chainId, canonicalAddress } as const
  if (isPreDelegated(signature))
    throw new ProofInvalidError(
      'The wallet signed for code that this account does not have on this network yet (ERC-8010), which cannot be checked here. Use the account once on this network, which brings its code there, then sign again.',
      { reason: 'signature_pre_delegated' },
    )
  const refusal = await findRefusal({ message, account, signature })
  if (refusal === undefined) return { ...proven, method: 'eip191', block: undefined, evidence: undefined }
  // The account's own key signed something else: no contract agrees to that.
  if (refusal.reason.startsWith('signed_')) throw refusal
  if (!reach.reaches(chainId)) throw refusal.reason === 'signature_length' ? notAskedHere(chainId) : refusal
  const hash = hashPersonalMessage(message)
  const parsed = parseContractSignature(signature)
  const answer = await reach.ask(chainId, { address: canonicalAddress, hash, ...parsed })
  const { agrees, wasDeployed, wasCalled, block } = answer
  if (!agrees) throw explainNo(chainId, { ...answer, hasFactory: parsed.factory !== undefined, refusal })
  if (wasDeployed && wasCalled && !allowsPrepared)
    throw new SignaturePendingError(
      'The smart wallet does not know this key on this network yet. Use the wallet once on this network, so that its change arrives there, then check again.',
      { retryAfterSeconds: 10 },
    )
  return {
    ...proven,
    method: wasCalled ? 'eip6492' : 'eip1271',
    block: String(block),
    // If the account agrees in its current state, the evidence needs no wrapper, so less is stored.
    evidence: {
      hash: `0x${bytesToHex(hash)}`,
      signature: wasCalled ? `0x${readHexDigits(signature)}` : `0x${bytesToHex(parsed.signature)}`,
    },
  }
}

const contractMistakes = {
  malformed: {
    message:
      'The smart wallet does not answer as ERC-1271 requires, so it cannot agree to a signature. Use another account.',
    reason: 'contract_answer_malformed',
  },
  unimplemented: {
    message:
      'The contract at this address does not check signatures (ERC-1271), so it cannot be linked. Use another account.',
    reason: 'contract_without_erc1271',
  },
} as const

/** Whether a refused signature has the form of a key's. Many smart accounts produce signatures of this form too. */
function isOfKey({ reason }: ProofInvalidError): boolean {
  return reason !== 'signature_length' && reason !== 'signature_recovery_byte'
}

function notAskedHere(chainId: ChainId): ProofInvalidError {
  return new ProofInvalidError(
    `The account’s key did not make this signature, and smart accounts cannot be checked on ${chainId}: the option \`rpc\` has no address for it.`,
    { reason: 'contract_not_asked_here' },
  )
}

/** Returns the error for an account that was asked and does not agree. */
function explainNo(
  chainId: ChainId,
  found: Pick<CheckedContractAnswer, 'neverAgrees' | 'wasDeployed'> & {
    readonly hasFactory: boolean
    readonly refusal: ProofInvalidError
  },
): AccountNotDeployedError | ProofInvalidError | SignaturePendingError {
  const { neverAgrees, wasDeployed, hasFactory, refusal } = found
  if (neverAgrees !== undefined) {
    const { message, reason } = contractMistakes[neverAgrees]
    return new ProofInvalidError(message, { reason })
  }
  if (wasDeployed)
    return new SignaturePendingError(
      'The smart wallet does not agree to this signature yet. Where others have to sign in it, let them, then check again.',
      { retryAfterSeconds: 10 },
    )
  if (hasFactory)
    return new ProofInvalidError(
      `Nothing is deployed at this address on ${chainId}, and what its factory would deploy does not agree to the signature.`,
      { reason: 'contract_refused' },
    )
  const nothing = `Nothing is deployed at this address on ${chainId}`
  if (isOfKey(refusal))
    return new ProofInvalidError(`${refusal.message} ${nothing}, so no smart wallet agrees to it either.`, {
      reason: refusal.reason,
    })
  return new AccountNotDeployedError(
    `${nothing}, so this smart wallet cannot sign for it. Choose the network it is deployed on, or link it there.`,
  )
}

/** Returns the reason why the account's own key did not make the signature; undefined if it did. */
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
