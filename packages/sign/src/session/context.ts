import type { BaseError, Reason, Topic } from '@hawser/wire'
import type { Curves } from '../envelope/curves.ts'
import type { RandomBytes } from '../envelope/keys.ts'
import type { Deferreds } from '../lifetime/deferred.ts'
import type { Schedule } from '../lifetime/schedule.ts'
import type { Metadata } from '../message/peer.ts'
import type { RecordStore } from '../records/recordStore.ts'
import type { Authentication, Proposal, Session, SessionRequest } from '../records/records.ts'
import type { RelayClient } from '../socket/relayClient.ts'
import type { RelayStatus } from '../socket/relaySocket.ts'
import type { Emitter } from './emitter.ts'
import type { Exchange, IncomingAnswer, IncomingRequest } from './exchange.ts'

/** What a client tells of, by name. */
export type SignClientEvents = {
  /** A pairing's time is over and nothing came of it. */
  pairingExpired: { readonly topic: Topic }
  /** The peer deleted a pairing. */
  pairingDeleted: { readonly topic: Topic }
  /** A dapp asks this wallet. */
  proposal: Proposal
  /** A dapp asks this wallet to sign in with its approval. Only with `authenticates`. */
  authentication: Authentication
  /** Told on both sides: nobody answered within five minutes, or nothing was settled within five more. */
  proposalExpired: { readonly id: number; readonly pairingTopic: Topic }
  sessionSettled: Session
  /** The dapp has confirmed the settlement of this wallet. */
  sessionAcknowledged: Session
  sessionUpdated: Session
  sessionExtended: Session
  /** Told on both sides, whoever ended it: `by` says which end. `session` is as it was last. */
  sessionDeleted: {
    readonly topic: Topic
    readonly reason: Reason | undefined
    readonly by: 'self' | 'peer'
    readonly session: Session
  }
  sessionExpired: { readonly topic: Topic; readonly session: Session }
  sessionRequest: SessionRequest
  sessionEvent: {
    readonly topic: Topic
    readonly chainId: string
    readonly event: { readonly name: string; readonly data: unknown }
  }
  relay: { readonly status: RelayStatus }
  /** Something a peer, a relay or the storage did was refused. Never fatal. */
  failure: BaseError
}

/** What the parts of one client share. */
export type Context = {
  readonly metadata: Metadata
  /** Whether what was left behind of a pairing is to end: `leftBehind` of the options. */
  endsLeftBehind(pairingTopic: Topic): boolean
  readonly randomBytes: RandomBytes
  now(): number
  readonly records: RecordStore
  readonly exchange: Exchange
  readonly relay: RelayClient
  readonly schedule: Schedule
  readonly deferreds: Deferreds
  readonly emitter: Emitter<SignClientEvents>
  curves(): Promise<Curves>
  /** Resolves when the storage is read; rejects when the client was stopped. */
  ready(): Promise<void>
}

/** What one role adds to a client: the messages only it takes. */
export type Role = {
  /** Goes on with what storage holds. */
  restore(): void
  /** Undefined when the message is none of this role's. */
  onRequest(request: IncomingRequest): Promise<true | undefined> | undefined
  onAnswer?(answer: IncomingAnswer): Promise<void>
  /** A pairing is over before its proposal was answered: time ran out, or the peer deleted it. */
  onPairingEnded?(topic: Topic, error: BaseError): void
  onSessionEnded?(topic: Topic): void
}
