import type { Cacao, ChainId, Namespaces, Reason, Topic } from '@hawser/wire'
import { parseProposal } from '../records/parseRecords.ts'
import type { Authentication, Proposal, Session, SessionRequest } from '../records/records.ts'
import { createAuthenticator } from '../responder/authenticator.ts'
import { createPairingLinks } from '../responder/pairingLinks.ts'
import { parseAuthentication } from '../responder/parseAuthentication.ts'
import { createRequestResponder } from '../responder/requestResponder.ts'
import { type Approved, type ApproveParameters, createResponder } from '../responder/responder.ts'
import { type Changed, createSessionController } from '../responder/sessionController.ts'
import { createWalletRequests, type WalletRequest } from '../responder/walletRequests.ts'
import type { ClientParts } from './createClient.ts'

/** What a wallet does. `A` is what it may be asked through a pairing link. */
export type WalletMethods<A extends WalletRequest> = {
  /**
   * Wallet: opens a pairing link and waits for what is asked there. The same link gives the same until it is answered.
   * @throws InvalidPairingUriError | PairingExpiredError | RelayUnreachableError
   */
  pair(params: { pairingUri: string; signal?: AbortSignal }): Promise<A>
  /**
   * Wallet: grants a session. Resolves when the relay has it. Called again for the same proposal it gives the same session.
   * @throws UnknownProposalError | ProposalExpiredError | InvalidNamespacesError | RelayUnreachableError | SharedSecretInvalidError
   */
  approve(params: ApproveParameters): Promise<Approved>
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
   * Wallet: tells the dapp of an event.
   * @throws UnknownSessionError | ChainNotGrantedError | EventNotGrantedError | RelayUnreachableError
   */
  emit(params: { topic: Topic; chainId: ChainId; event: { name: string; data: unknown } }): Promise<void>
  /**
   * Wallet: replaces what a session grants. It holds here at once; the promise says whether the relay has taken it for the dapp.
   * @throws UnknownSessionError | MethodNotGrantedError | InvalidNamespacesError | RelayUnreachableError
   */
  update(params: { topic: Topic; namespaces: Namespaces }): Promise<Changed>
  /**
   * Wallet: lets a session live for seven days from now.
   * @throws UnknownSessionError | MethodNotGrantedError | RelayUnreachableError
   */
  extend(params: { topic: Topic }): Promise<Changed>
  pendingProposals(): readonly Proposal[]
  /**
   * Wallet: the requests that wait for an answer, in their order. The event `sessionRequest` tells of one after the other in each
   * session; what already waits when the client starts is told of here alone.
   */
  pendingRequests(): readonly SessionRequest[]
}

/** What a wallet does that signs in. */
export type AuthenticationMethods = {
  /**
   * Wallet: signs in. Each CACAO (`createCacao`) is a signed text of the request (`formatAuthenticationMessage`); together they
   * say what the session allows. Resolves when the relay has it. Called again for the same request it gives the same session.
   * @throws InvalidCacaoError | UnknownProposalError | ProposalExpiredError | RelayUnreachableError | SharedSecretInvalidError
   */
  approveAuthentication(params: { requestId: number; cacaos: readonly Cacao[] }): Promise<Session>
  /**
   * Wallet: declines a request to sign in.
   * @throws UnknownProposalError | ProposalExpiredError | RelayUnreachableError | SharedSecretInvalidError
   */
  rejectAuthentication(params: { requestId: number; reason?: Reason }): Promise<void>
  pendingAuthentications(): readonly Authentication[]
}

/** Gives a client the wallet's role. */
export function addWallet(
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
