import type { AuthenticationRequest, ChainId, Namespaces, Properties, ProposalNamespaces, Topic } from '@hawser/wire'
import type { Metadata, Peer, SessionConfig } from '../message/peer.ts'

/** Agreed permissions between a dapp and a wallet. Times are epoch milliseconds. Contains no keys. */
export type Session = Properties & {
  readonly topic: Topic
  readonly pairingTopic: Topic
  readonly peer: Peer
  readonly self: Peer
  readonly role: 'dapp' | 'wallet'
  /** The public key of the controller: the wallet's. */
  readonly controller: string
  readonly namespaces: Namespaces
  readonly requiredNamespaces: ProposalNamespaces
  readonly optionalNamespaces: ProposalNamespaces
  readonly expiresAt: number
  readonly acknowledged: boolean
  readonly sessionConfig?: SessionConfig
  /** This dapp's choice (`choose`). The wallet never receives it. */
  readonly choice?: SessionChoice
}

/** The granted chain and accounts that are in use, so that a reload finds them again. */
export type SessionChoice = { readonly chainId: ChainId; readonly addresses: readonly string[] }

/** A dapp's proposal to this wallet. */
export type Proposal = Properties & {
  readonly kind: 'proposal'
  readonly id: number
  readonly pairingTopic: Topic
  readonly proposer: { readonly publicKey: string; readonly metadata: Metadata }
  readonly requiredNamespaces: ProposalNamespaces
  readonly optionalNamespaces: ProposalNamespaces
  readonly expiresAt: number
}

/**
 * A dapp's request for two things in one step: a session, and an account's signature over a text
 * (wc_sessionAuthenticate).
 */
export type Authentication = Properties & {
  readonly kind: 'authentication'
  readonly id: number
  readonly pairingTopic: Topic
  readonly requester: Peer
  /** Pass it to `formatAuthenticationMessage` and `createCacao`. */
  readonly request: AuthenticationRequest
  readonly expiresAt: number
}

/** A dapp's request on a chain of a session. */
export type SessionRequest = {
  readonly id: number
  readonly topic: Topic
  readonly chainId: ChainId
  readonly method: string
  readonly params: unknown
  readonly expiresAt: number | undefined
}

/** A pairing of this client. `symKey` is hex. */
export type PairingRecord = {
  readonly topic: Topic
  readonly symKey: string
  readonly expiresAt: number
  readonly role: 'dapp' | 'wallet'
  /** Its newest proposal that was approved or rejected here. */
  readonly answeredId?: number
  /** A wallet that signs in takes the request that its link names, and skips the proposal beside it. */
  readonly authenticates?: true
}

/** A proposal that this client made and that is not settled yet. Keys are hex. */
export type ProposedRecord = {
  readonly id: number
  readonly pairingTopic: Topic
  readonly privateKey: string
  readonly publicKey: string
  readonly requiredNamespaces: ProposalNamespaces
  readonly optionalNamespaces: ProposalNamespaces
  readonly expiresAt: number
  /** Known once the wallet has answered; the settlement arrives on this topic. */
  readonly approved?: { readonly topic: Topic; readonly symKey: string; readonly responderPublicKey: string }
}

/** A session with what only this client may know of it. */
export type SessionRecord = {
  readonly session: Session
  readonly symKey: string
  /** The request of the settlement: on a wallet until the dapp has answered it, on a dapp for as long as the session lasts. */
  readonly settleId: number | undefined
  /** The newest update, extension and event of each name seen, because a relay may reorder. */
  readonly newestIds: Readonly<Record<string, number>>
}
