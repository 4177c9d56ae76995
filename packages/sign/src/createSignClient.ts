import type { ChainId, Namespaces, Reason, Topic } from '@hawser/wire'
import { type Approved, type ApproveParameters, createResponder } from './approval.ts'
import { type Changed, createControl } from './control.ts'
import { type ClientParts, createClient, type SignClientOptions } from './createClient.ts'
import { addDapp, type DappClient } from './createDappClient.ts'
import type { Proposal, SessionRequest } from './records.ts'
import { createAnswering } from './respond.ts'

/** What a wallet does. */
export type WalletMethods = {
  /**
   * Wallet: opens a pairing link and waits for its proposal. The same link gives the same proposal until it is answered.
   * @throws InvalidPairingUriError | PairingExpiredError | RelayUnreachableError
   */
  pair(params: { pairingUri: string; signal?: AbortSignal }): Promise<Proposal>
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

/** A client of the WalletConnect v2 Sign protocol, in both roles. */
export type SignClient = DappClient & WalletMethods

/** Creates a client that can be dapp and wallet. It connects when there is something to do. */
export function createSignClient(options: SignClientOptions): SignClient {
  const parts = createClient(options)
  const client = { ...parts.client, ...addDapp(parts), ...addWallet(parts) }
  parts.start()
  return client
}

function addWallet(parts: ClientParts): WalletMethods {
  const { context, pairings, sessions } = parts
  const responder = createResponder(context, pairings, sessions)
  const answering = createAnswering(context, sessions)
  const control = createControl(context, sessions)
  parts.addRole(responder)
  parts.addRole(answering)
  return {
    pair: responder.pair,
    approve: responder.approve,
    reject: responder.reject,
    pendingProposals: responder.pending,
    respond: answering.respond,
    emit: control.emit,
    update: control.update,
    extend: control.extend,
    pendingRequests: answering.pending,
  }
}
