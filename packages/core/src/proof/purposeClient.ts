import {
  type AccountId,
  accountsOf,
  type ChallengeRequest,
  canonicalAccountId,
  linkPaths,
  ownerKeyOf,
  parseChallengeResponse,
  parseLinkedWallet,
  signInPath,
} from '@hawser/wire'
import { AccountDiffersError } from '../errors.ts'
import type { LinkOutcome, LinkPurpose } from '../flow/purpose.ts'
import type { Connection } from '../flow/state.ts'
import { createLinkCall, type LinkClientOptions, type ProofClient } from './linkClient.ts'

type OtherPurpose = Exclude<LinkPurpose, { readonly kind: 'link' }>

/**
 * Requests the texts of the purposes that link nothing, and submits their proofs. This module is a separate chunk, because
 * wallets are linked without it. Its methods throw the errors of a link client.
 * @throws AccountDiffersError - from `requestChallenge`, before any request: the wallet shares other accounts
 */
export function createPurposeClient(options: LinkClientOptions, purpose: OtherPurpose): ProofClient {
  const call = createLinkCall(options)
  return {
    async requestChallenge({ connection, accountId: first }, signal) {
      const accountId = purpose.kind === 'unlink' ? accountToSign(connection, first, purpose.accountId) : first
      const body: ChallengeRequest =
        purpose.kind === 'unlink'
          ? { purpose: purpose.kind, walletId: purpose.walletId }
          : { purpose: purpose.kind, accountId }
      return { ...(await call('POST', linkPaths.challenges, signal, parseChallengeResponse, body)), accountId }
    },
    async sendProof(signed, signal): Promise<LinkOutcome> {
      const proof = { purpose: purpose.kind, ...signed }
      switch (purpose.kind) {
        case 'signIn':
          return { kind: 'signIn', wallet: await call('POST', signInPath, signal, parseLinkedWallet, proof) }
        case 'unlink': {
          const { walletId } = purpose
          const path = `${linkPaths.wallets}/${encodeURIComponent(walletId)}/unlink`
          await call('POST', path, signal, () => {}, proof)
          return { kind: 'unlink', walletId }
        }
        case 'release':
          await call('POST', `${linkPaths.wallets}/release`, signal, () => {}, proof)
          return { kind: 'release' }
      }
    },
  }
}

/**
 * Returns the account of a connection that matches the linked account. If necessary, the account is on another of its chains,
 * where the same key signs.
 */
function accountToSign(connection: Connection, first: AccountId, wanted: AccountId): AccountId {
  const shared = connection.kind === 'session' ? accountsOf(connection.session.namespaces) : connection.accounts
  const accounts = [first, ...shared]
  const sameKey = accounts.filter((accountId) => ownerKeyOf(accountId) === ownerKeyOf(wanted))
  const accountId = sameKey.find((account) => chainOf(account) === chainOf(wanted)) ?? sameKey[0]
  if (accountId !== undefined) return accountId
  throw new AccountDiffersError('The wallet shares another account than the one that is linked. Choose that one in it.')
}

function chainOf(accountId: AccountId): string {
  return canonicalAccountId(accountId).split(':').slice(0, 2).join(':')
}
