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

/** The events of a client, by name. */
export type SignClientEvents = {
  /** A pairing expired without a result. */
  pairingExpired: { readonly topic: Topic }
  /** The peer deleted a pairing. */
  pairingDeleted: { readonly topic: Topic }
  /** A dapp proposes a session to this wallet. */
  proposal: Proposal
  /** A dapp asks this wallet to sign in with its approval. Only with `authenticates`. */
  authentication: Authentication
  /** Emitted on both sides: no answer within five minutes, or no settlement within five more. */
  proposalExpired: { readonly id: number; readonly pairingTopic: Topic }
  sessionSettled: Session
  /** The dapp has confirmed the settlement of this wallet. */
  sessionAcknowledged: Session
  sessionUpdated: Session
  sessionExtended: Session
  /** Emitted on both sides. `by` says which side ended the session, and `session` is its last state. */
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
  /** A message or a call failed because of a peer, a relay or the storage. Never fatal. */
  failure: BaseError
}

/** The parts that the modules of one client share. */
export type Context = {
  readonly metadata: Metadata
  /** Whether to end the sessions that an earlier page left on a pairing (the option `leftBehind`). */
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

/** The part of a client that takes the messages of one role. */
export type Role = {
  /** Continues with the stored records. */
  restore(): void
  /** Returns undefined if this role does not take the message. */
  onRequest(request: IncomingRequest): Promise<true | undefined> | undefined
  onAnswer?(answer: IncomingAnswer): Promise<void>
  /** A pairing is over before its proposal was answered: it expired, or the peer deleted it. */
  onPairingEnded?(topic: Topic, error: BaseError): void
  onSessionEnded?(topic: Topic): void
}
