import { parseSiweMessage } from '@hawser/wire'
import type { LinkChallenge, UnlinkChallenge } from './challenge.ts'
import { ProofInvalidError } from './errors.ts'
import type { ProvenAccount } from './provenAccount.ts'
import type { ContractReach } from './verifiers/contractReach.ts'
import { parseEip155Account } from './verifiers/eip155.ts'
import { verifyEip155Proof } from './verifiers/eip155Proof.ts'

/**
 * Checks the answer to a consumed challenge: the signature must be over the text the server kept, which the client never
 * sends back, and by the account that text names.
 * @returns the proven account
 * @throws ProofInvalidError
 */
export async function verifyProof(request: {
  readonly challenge: LinkChallenge | UnlinkChallenge
  readonly signature: string
  readonly domain: string
  readonly uri: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly reach: ContractReach
}): Promise<ProvenAccount> {
  const { challenge, signature, reach } = request
  const account = parseEip155Account(challenge.accountId)
  // Our own text, yet read again: a row of another installation, of an earlier configuration, or written by hand is refused.
  const message = parseSiweMessage(challenge.message)
  const isOurs =
    message.domain === request.domain &&
    message.uri === request.uri &&
    message.address === account.address &&
    message.chainId === account.reference &&
    message.requestId === challenge.id &&
    message.expirationTime === new Date(challenge.expiresAt).toISOString() &&
    request.now < challenge.expiresAt
  if (!isOurs) throw new ProofInvalidError('The text of this challenge was written for another site or account.')
  return verifyEip155Proof({ message: challenge.message, account, signature, reach })
}
