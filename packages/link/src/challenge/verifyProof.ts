import { InvalidSignInMessageError, parseCaip122Message, type SignInMessage } from '@hawser/wire'
import { ProofInvalidError } from '../errors.ts'
import type { LinkChallenge, ReleaseChallenge, SignInChallenge, UnlinkChallenge } from '../records/challenge.ts'
import { verifyBip122Proof } from '../verifiers/bip122Proof.ts'
import type { ContractClient } from '../verifiers/contractClient.ts'
import { verifyEip155Proof } from '../verifiers/eip155Proof.ts'
import { type LinkAccount, parseLinkAccount } from '../verifiers/linkAccount.ts'
import type { ProvenAccount } from '../verifiers/provenAccount.ts'
import { verifySolanaProof } from '../verifiers/solana.ts'
import { isValidAt } from './signInTimes.ts'

type Answer = {
  readonly challenge: LinkChallenge | UnlinkChallenge | ReleaseChallenge | SignInChallenge
  /** In any spelling that the namespace allows: hex (eip155), base58, base64 or hex (solana), base64 or hex (bip122). */
  readonly signature: string
  readonly domain: string
  readonly uri: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly reach: ContractClient
  /** How long a challenge of this purpose lives. Default: five minutes. */
  readonly lifetimeMs?: number
}

/**
 * Checks the answer to a consumed challenge. The account that the text names must have signed the text that the server stored.
 * The client never sends the text back.
 * @returns the proven account.
 * @throws ProofInvalidError
 * @throws UnsupportedSignatureError - the signature has none of the forms of its namespace (bip122).
 * @throws SignaturePendingError, AccountNotDeployedError - a contract account was asked (eip155).
 * @throws CannotCheckNowError - a contract account has to be asked, and its chain cannot be called (eip155).
 */
export async function verifyProof(answer: Answer): Promise<ProvenAccount> {
  const { challenge, signature, reach } = answer
  const account = parseLinkAccount(challenge.accountId)
  // The text is checked even though this API wrote it: another installation, an earlier configuration or an operator may have
  // written the row.
  if (!isOurs(answer, account, readMessage(account, challenge.message)))
    throw new ProofInvalidError(
      'The text of this challenge was written for another site or account, or another time.',
      {
        reason: 'challenge_of_other_site',
      },
    )
  const { message } = challenge
  if (account.namespace === 'solana') return verifySolanaProof({ message, account, signature })
  if (account.namespace === 'bip122') return verifyBip122Proof({ message, account, signature })
  // Signing in, unlinking and releasing act for the holder of the account: the contract must agree in its current state.
  return verifyEip155Proof({ message, account, signature, reach, allowsPrepared: challenge.purpose === 'link' })
}

function readMessage({ namespace }: LinkAccount, text: string): SignInMessage {
  try {
    return parseCaip122Message(namespace, text)
  } catch (cause) {
    if (!(cause instanceof InvalidSignInMessageError)) throw cause
    throw new ProofInvalidError('The challenge holds no text to sign in with.', {
      cause,
      reason: 'challenge_of_other_site',
    })
  }
}

function isOurs(
  { challenge, domain, uri, now, lifetimeMs }: Answer,
  account: LinkAccount,
  message: SignInMessage,
): boolean {
  return (
    message.domain === domain &&
    message.uri === uri &&
    message.address === account.address &&
    message.chainId === account.reference &&
    message.requestId === challenge.id &&
    Date.parse(message.expirationTime ?? '') === challenge.expiresAt &&
    isValidAt(message, now, lifetimeMs)
  )
}
