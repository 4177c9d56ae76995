import type { AccountId } from '@hawser/wire'
import type { ProofEffect, ProofStepParams, ProofStepResult } from '../flow/proofSteps.ts'
import type { Connection, FlowFailure } from '../flow/state.ts'
import { loadPart } from '../platform/loadPart.ts'
import { createLinkClient, type LinkClientOptions, type ProofClient } from './linkClient.ts'
import type { OneTap } from './oneTap.ts'

/** The inputs of a step towards a proof. */
export type ProofStepOptions = ProofStepParams & {
  readonly linkApi: LinkClientOptions
  readonly oneTap: () => Promise<OneTap>
}

// A person who signs alone has usually signed by then.
const delayMs = 60_000

/**
 * Requests the text to sign, asks the wallet to sign it, or submits the signature, and returns the result. This module is a
 * separate chunk, because a QR code is drawn without it.
 * @throws LinkRefusedError, LinkUnavailableError, and the errors of the wallet's connector
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

/** Returns the client of the purpose. Most pages only link, so the code of the other purposes is fetched when needed. */
async function openClient({ linkApi, purpose }: ProofStepOptions): Promise<ProofClient> {
  if (purpose.kind === 'link') return createLinkClient(linkApi)
  const createPurposeClient = await loadPart(async () => (await import('./purposeClient.ts')).createPurposeClient)
  return createPurposeClient(linkApi, purpose)
}

/**
 * Returns the account to ask next when another account of the connection could not be proven, in the order of the page's
 * chains. If the account's contract is not on the first chain, the next account has the same address on another chain. If the
 * wallet cannot sign, the next account is of another namespace. Undefined if the same account might still work, or no other
 * account exists.
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
  // The contract might accept the signature on another chain. Older servers omit "reason".
  const isOfContract = reason === undefined || reason.startsWith('contract_')
  const isElsewhere = code === 'account_not_deployed' || (code === 'proof_invalid' && isOfContract)
  // Ethereum addresses are case-insensitive.
  const isSame = (account: AccountId) => account.toLowerCase().endsWith(`:${address?.toLowerCase()}`)
  return isElsewhere
    ? next.find(
        (account) =>
          account.startsWith(`${namespace}:`) && !account.startsWith(`${namespace}:${chain}:`) && isSame(account),
      )
    : undefined
}
