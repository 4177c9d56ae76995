import type { Cacao, ChainId, Namespaces, Reason, Topic } from '@hawser/wire'
import { parseProposal } from '../records/parseRecords.ts'
import type { Authentication, Proposal, Session, SessionRequest } from '../records/records.ts'
import { createAuthenticator } from '../responder/authenticator.ts'
import { createPairingLinks } from '../responder/pairingLinks.ts'
import { parseAuthentication } from '../responder/parseAuthentication.ts'
import { createRequestResponder } from '../responder/requestResponder.ts'
import { type ApprovedSession, type ApproveParameters, createResponder } from '../responder/responder.ts'
import { type ChangedSession, createSessionController } from '../responder/sessionController.ts'
import { createWalletRequests, type WalletRequest } from '../responder/walletRequests.ts'
import type { ClientParts } from './createClient.ts'

/** The methods of a wallet. `A` is the type of request that a pairing link can carry. */
export type WalletMethods<A extends WalletRequest> = {
  /**
   * Wallet: opens a pairing link and waits for its proposal or request. Until the wallet answers, a second call with
   * the same link resolves to the same proposal or request.
   * @throws InvalidPairingUriError | PairingExpiredError | RelayUnreachableError
   */
  pair(params: { pairingUri: string; signal?: AbortSignal }): Promise<A>
  /**
   * Wallet: grants a session. Resolves when the relay has stored the answer. A second call for the same proposal
   * returns the same session.
   * @throws UnknownProposalError | ProposalExpiredError | InvalidNamespacesError | RelayUnreachableError |
   * SharedSecretInvalidError
   */
  approve(params: ApproveParameters): Promise<ApprovedSession>
  /**
   * Wallet: declines a proposal.
   * @throws UnknownProposalError | ProposalExpiredError | RelayUnreachableError
   */
  reject(params: { proposalId: number; reason?: Reason }): Promise<void>
  /**
   * Wallet: answers a request.
   * @throws UnknownRequestError | RelayUnreachableError
   */
  respond(params: {
    topic: Topic
    requestId: number
    response: { readonly result: unknown } | { readonly error: Reason }
  }): Promise<void>
  /**
   * Wallet: sends the dapp an event.
   * @throws UnknownSessionError | ChainNotGrantedError | EventNotGrantedError | RelayUnreachableError
   */
  emit(params: { topic: Topic; chainId: ChainId; event: { name: string; data: unknown } }): Promise<void>
  /**
   * Wallet: replaces the namespaces of a session. The change applies here at once. The promise resolves when the relay
   * has stored the change for the dapp.
   * @throws UnknownSessionError | MethodNotGrantedError | InvalidNamespacesError | RelayUnreachableError
   */
  update(params: { topic: Topic; namespaces: Namespaces }): Promise<ChangedSession>
  /**
   * Wallet: extends a session to seven days from now.
   * @throws UnknownSessionError | MethodNotGrantedError | RelayUnreachableError
   */
  extend(params: { topic: Topic }): Promise<ChangedSession>
  pendingProposals(): readonly Proposal[]
  /**
   * Wallet: lists the requests that wait for an answer, in order. The event `sessionRequest` reports one at a time in
   * each session. Requests that already wait when the client starts are only in this list.
   */
  pendingRequests(): readonly SessionRequest[]
}

/** The methods of a wallet that takes sign-in requests. */
export type AuthenticationMethods = {
  /**
   * Wallet: approves a sign-in request. Each CACAO (`createCacao`) is a signed text of the request
   * (`formatAuthenticationMessage`); together, the CACAOs define what the session allows. Resolves when the relay has
   * stored the answer. A second call for the same request returns the same session.
   * @throws InvalidCacaoError | UnknownProposalError | ProposalExpiredError | RelayUnreachableError |
   * SharedSecretInvalidError
   */
  approveAuthentication(params: { requestId: number; cacaos: readonly Cacao[] }): Promise<Session>
  /**
   * Wallet: declines a sign-in request.
   * @throws UnknownProposalError | ProposalExpiredError | RelayUnreachableError | SharedSecretInvalidError
   */
  rejectAuthentication(params: { requestId: number; reason?: Reason }): Promise<void>
  pendingAuthentications(): readonly Authentication[]
}

/** Adds the wallet role to a client. With `authenticates`, the role takes sign-in requests. */
export function addWalletRole(
  parts: ClientParts,
  authenticates: boolean,
): WalletMethods<WalletRequest> & AuthenticationMethods {
  const { context, pairings, sessions } = parts
  const proposals = createWalletRequests(context, {
    name: 'proposals',
    noun: 'proposal',
    loadParse: async () => parseProposal,
  })
  const authentications = createWalletRequests(context, {
    name: 'authentications',
    noun: 'request to sign in',
    loadParse: async () => parseAuthentication,
  })
  const links = createPairingLinks(context, pairings, proposals, authenticates ? authentications : undefined)
  const responder = createResponder(context, sessions, proposals, links)
  const authenticator = createAuthenticator(context, sessions, authentications, links.tell)
  const requestResponder = createRequestResponder(context, sessions)
  const sessionController = createSessionController(context, sessions)
  parts.addRole(responder)
  if (authenticates) parts.addRole(authenticator)
  parts.addRole(requestResponder)
  return {
    pair: links.open,
    approve: responder.approve,
    reject: responder.reject,
    pendingProposals: proposals.pending,
    approveAuthentication: authenticator.approveAuthentication,
    rejectAuthentication: authenticator.rejectAuthentication,
    pendingAuthentications: authentications.pending,
    respond: requestResponder.respond,
    emit: sessionController.emit,
    update: sessionController.update,
    extend: sessionController.extend,
    pendingRequests: requestResponder.pending,
  }
}
