import type { AccountId } from '@hawser/wire'
import type { ProofEffect, ProofStepParams, ProofStepResult } from '../flow/proofSteps.ts'
import type { Connection, FlowFailure } from '../flow/state.ts'
import { loadPart } from '../platform/loadPart.ts'
import { createLinkClient, type LinkClientOptions, type ProofClient } from './linkClient.ts'
import type { OneTap } from './oneTap.ts'

/** What a step towards a proof is taken with. */
export type ProofStepOptions = ProofStepParams & {
  readonly linkApi: LinkClientOptions
  readonly oneTap: () => Promise<OneTap>
}

// Who signs alone has done so by then.
const delayMs = 60_000

/**
 * Asks for the text to sign, has the wallet sign it, or hands in what was signed, and says what came of it. A chunk of its own:
 * a QR code is drawn without it.
 * @throws LinkRefusedError, LinkUnavailableError, and what the wallet's connector throws
 */
export async function takeProofStep(
  options: ProofStepOptions,
  effect: ProofEffect,
  signal: AbortSignal,
): Promise<ProofStepResult> {
  if (effect.type === 'requestChallenge') {
    const issued = await (await openClient(options)).requestChallenge(effect, signal)
    return 'outcome' in issued
      ? { type: 'proofAccepted', ...issued }
      : { type: 'challengeIssued', accountId: effect.accountId, ...issued }
  }
  if (effect.type === 'sendApproval') {
    const wallet = await (await options.oneTap()).sendApproval(effect.proof, signal)
    return { type: 'proofAccepted', outcome: { kind: 'link', wallet } }
  }
  const { challengeId } = effect
  if (effect.type === 'requestSignature') {
    const { connection, accountId, message, expiresAt } = effect
    const cancelTimer = options.linkApi.setTimer(() => signal.aborted || options.onDelay(), delayMs)
    try {
      const signature = await options.signMessage(connection, { accountId, message, expiresAt, signal })
      return { type: 'signatureGiven', challengeId, signature }
    } finally {
      cancelTimer()
    }
  }
  const outcome = await (await openClient(options)).sendProof({ challengeId, signature: effect.signature }, signal)
  return { type: 'proofAccepted', outcome }
}

/** Most pages link: the code of the other purposes is fetched when it is needed. */
async function openClient({ linkApi, purpose }: ProofStepOptions): Promise<ProofClient> {
  if (purpose.kind === 'link') return createLinkClient(linkApi)
  const createPurposeClient = await loadPart(async () => (await import('./purposeClient.ts')).createPurposeClient)
  return createPurposeClient(linkApi, purpose)
}

/**
 * Which of a connection's accounts is asked next where another one could not be proven, in the order of the page's chains: the same
 * address on another chain where the account's contract is not on the first, an account of another namespace where the wallet
 * cannot sign. Undefined where the same account is as good, or there is no other.
 */
export function findAccountInstead(
  connection: Connection,
  accountId: AccountId,
  { code, reason }: FlowFailure,
  chains: readonly string[] | undefined,
): AccountId | undefined {
  const shared =
    connection.kind === 'session'
      ? Object.values(connection.session.namespaces).flatMap(({ accounts }) => accounts)
      : connection.accounts
  const accounts = chains?.flatMap((chain) => shared.filter((account) => account.startsWith(`${chain}:`))) ?? shared
  const next = accounts.slice(accounts.indexOf(accountId) + 1)
  const [namespace, chain, address] = accountId.split(':')
  if (code === 'wallet_cannot_sign') return next.find((account) => !account.startsWith(`${namespace}:`))
  // A contract that agrees may be on another chain. What a server says by "reason" is left out by older ones.
  const isOfContract = reason === undefined || reason.startsWith('contract_')
  const isElsewhere = code === 'account_not_deployed' || (code === 'proof_invalid' && isOfContract)
  // An address of Ethereum has one meaning in either case.
  const isSame = (account: AccountId) => account.toLowerCase().endsWith(`:${address?.toLowerCase()}`)
  return isElsewhere
    ? next.find(
        (account) =>
          account.startsWith(`${namespace}:`) && !account.startsWith(`${namespace}:${chain}:`) && isSame(account),
      )
    : undefined
}
