import type { AuthenticationRequest, ChainId, Namespaces, Properties, ProposalNamespaces, Topic } from '@hawser/wire'
import type { Metadata, Peer, SessionConfig } from '../message/peer.ts'

/** Agreed permissions between a dapp and a wallet. Times are epoch milliseconds. Holds no keys. */
export type Session = Properties & {
  readonly topic: Topic
  readonly pairingTopic: Topic
  readonly peer: Peer
  readonly self: Peer
  readonly role: 'dapp' | 'wallet'
  /** The public key of the end in charge: the wallet's. */
  readonly controller: string
  readonly namespaces: Namespaces
  readonly requiredNamespaces: ProposalNamespaces
  readonly optionalNamespaces: ProposalNamespaces
  readonly expiresAt: number
  readonly acknowledged: boolean
  readonly sessionConfig?: SessionConfig
  /** What this dapp keeps with it (`choose`). The wallet is told nothing of it. */
  readonly choice?: SessionChoice
}

/** Which of the granted chains and accounts are in use: a reload finds them again. */
export type SessionChoice = { readonly chainId: ChainId; readonly addresses: readonly string[] }

/** What a dapp asks of this wallet. */
export type Proposal = Properties & {
  readonly kind: 'proposal'
  readonly id: number
  readonly pairingTopic: Topic
  readonly proposer: { readonly publicKey: string; readonly metadata: Metadata }
  readonly requiredNamespaces: ProposalNamespaces
  readonly optionalNamespaces: ProposalNamespaces
  readonly expiresAt: number
}

/** What a dapp asks of this wallet in one step: a session, and an account's signature over a text (wc_sessionAuthenticate). */
export type Authentication = Properties & {
  readonly kind: 'authentication'
  readonly id: number
  readonly pairingTopic: Topic
  readonly requester: Peer
  /** Give it to `formatAuthenticationMessage` and `createCacao`. */
  readonly request: AuthenticationRequest
  readonly expiresAt: number
}

/** What a dapp wants done on a chain of a session. */
export type SessionRequest = {
  readonly id: number
  readonly topic: Topic
  readonly chainId: ChainId
  readonly method: string
  readonly params: unknown
  readonly expiresAt: number | undefined
}

/** A pairing this client keeps. `symKey` is hex. */
export type PairingRecord = {
  readonly topic: Topic
  readonly symKey: string
  readonly expiresAt: number
  readonly role: 'dapp' | 'wallet'
  /** The newest proposal of it that was approved or rejected here. */
  readonly answeredId?: number
  /** A wallet that signs in takes the request that its link names, and passes over the proposal beside it. */
  readonly authenticates?: true
}

/** A proposal this client made and that is not settled yet. Keys are hex. */
export type ProposedRecord = {
  readonly id: number
  readonly pairingTopic: Topic
  readonly privateKey: string
  readonly publicKey: string
  readonly requiredNamespaces: ProposalNamespaces
  readonly optionalNamespaces: ProposalNamespaces
  readonly expiresAt: number
  /** Known once the wallet has answered; the settlement comes on this topic. */
  readonly approved?: { readonly topic: Topic; readonly symKey: string; readonly responderPublicKey: string }
}

/** A session with what only this client may know of it. */
export type SessionRecord = {
  readonly session: Session
  readonly symKey: string
  /** The wallet's settlement that the dapp has yet to answer. */
  readonly settleId: number | undefined
  /** The newest update, extension and event of each name seen: a relay may reorder. */
  readonly newestIds: Readonly<Record<string, number>>
}
