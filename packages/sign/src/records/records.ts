import type { AuthenticationRequest, ChainId, Namespaces, Properties, ProposalNamespaces, Topic } from '@hawser/wire'
import type { Metadata, Peer, SessionConfig } from '../message/peer.ts'

/** The permissions that a dapp and a wallet agreed on. Times are epoch milliseconds. Contains no keys. */
export type Session = Properties & {
  readonly topic: Topic
  readonly pairingTopic: Topic
  readonly peer: Peer
  readonly self: Peer
  readonly role: 'dapp' | 'wallet'
  /** The public key of the controller, which is the wallet. */
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
  /** The id of the pairing's newest proposal or request that was answered here. */
  readonly answeredId?: number
  /**
   * Set if the link names a sign-in request and this wallet takes such requests. The wallet then skips the proposal
   * sent with it.
   */
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
  /** Set once the wallet has answered. The settlement arrives on this topic. */
  readonly approved?: { readonly topic: Topic; readonly symKey: string; readonly responderPublicKey: string }
}

/** A session with its key and the other data that only this client may know. */
export type SessionRecord = {
  readonly session: Session
  readonly symKey: string
  /**
   * The id of the settlement's request. A wallet keeps it until the dapp has answered, a dapp for as long as the
   * session lasts.
   */
  readonly settleId: number | undefined
  /**
   * The ids of the newest update, the newest extension and the newest event of each name, because a relay can reorder
   * messages.
   */
  readonly newestIds: Readonly<Record<string, number>>
}
