import type { Session } from '@hawser/sign'
import type { AccountId, LinkedWallet, Topic } from '@hawser/wire'
import type { FailureCode } from '../failureCode.ts'
import type { Choice } from '../wallets/routes.ts'
import type { OtherOutcome } from './purpose.ts'

/** The relay's answer about a pairing: no answer yet, no answer for 2 s, or the relay stores the proposal. */
export type RelayAnswer = 'waiting' | 'slow' | 'acknowledged'

/** The open pairing. Anyone with `pairingUri` can read its messages: show it, never log it. */
export type Pairing = {
  readonly pairingTopic: Topic
  readonly pairingUri: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
  readonly relay: RelayAnswer
  /** Why this pairing replaced another on screen. Undefined for the first pairing. */
  readonly replaces: 'declined' | 'expired' | undefined
  /** The replaced pairing, as long as a wallet that scanned its code can still answer. */
  readonly earlier: Topic | undefined
}

/**
 * The reason why linking stopped. `kind` selects the visitor's text. `code` is the stable error code, or the server's own code
 * if the link API refused. `message` helps a developer.
 */
export type FlowFailure = {
  readonly kind: 'declined' | 'expired' | 'relayUnreachable' | 'linkRefused' | 'sessionEnded' | 'connectionFailed'
  readonly code: FailureCode
  readonly message: string
  /**
   * The specific cause behind the code, if the link API or the relay gives one: for example `origin` of
   * `relay_refused`.
   */
  readonly reason?: string | undefined
}

/**
 * A connected wallet: over a session of the protocol, or as an extension of this browser. `id` tells connections apart,
 * `walletName` is the wallet's own name.
 */
export type Connection =
  | { readonly kind: 'session'; readonly id: Topic; readonly walletName: string; readonly session: Session }
  | ExtensionConnection

export type ExtensionConnection = {
  readonly kind: 'extension'
  readonly id: string
  readonly walletName: string
  readonly rdns: string
  /** Every account that the extension shares. The first is the account to prove. */
  readonly accounts: readonly AccountId[]
}

/**
 * The effect of Retry: a new pairing, the choice of another wallet, or another challenge on the same connection. With
 * `keepsProof` the unanswered proof is sent first, which no longer needs the connection.
 */
export type RetryStep =
  /** `pairing`: the pairing that the relay did not confirm. Its wallet can still answer once the relay has the proposal. */
  | { readonly step: 'pairing'; readonly pairing?: Pairing | undefined }
  /** The wallet cannot complete the proof, however often it is asked. */
  | { readonly step: 'wallet' }
  | {
      readonly step: 'proof'
      readonly connection: Connection
      readonly accountId: AccountId
      readonly attempt: number
      readonly keepsProof: boolean
      /** The account that failed, if `accountId` is another account offered in its place. */
      readonly insteadOf?: AccountId | undefined
      /** The deadline for the kept proof, in epoch milliseconds. */
      readonly expiresAt?: number | undefined
    }

/**
 * The visitor's place on the way to a linked wallet. `choice` is undefined for a wallet that scanned the code without being
 * picked.
 */
export type FlowState =
  | { readonly status: 'closed' }
  | { readonly status: 'choosing'; readonly pairing: Pairing | undefined }
  | ({ readonly status: 'connecting'; readonly pairing: Pairing | undefined } & Choice)
  | { readonly status: 'connected'; readonly connection: Connection; readonly choice: Choice | undefined }
  | {
      readonly status: 'proving'
      readonly step: 'challenge' | 'signature' | 'checking'
      readonly connection: Connection
      readonly accountId: AccountId
      /**
       * Counts the challenges of this connection: an answer to an older one is ignored. 0 means that the wallet signed with its
       * approval.
       */
      readonly attempt: number
      readonly choice: Choice | undefined
      /** The deadline for the signature, in epoch milliseconds, once there is a text to sign. */
      readonly expiresAt?: number | undefined
      /** Whether signing can take long: the host app expects other signers, or the wallet has had the request for a minute. */
      readonly isLong?: boolean
      /**
       * The host app's account as the text names it, once there is a text. The visitor compares it with the wallet's display.
       */
      readonly account?: string | undefined
    }
  | {
      readonly status: 'linked'
      readonly wallet: LinkedWallet
      /** Undefined after a handoff: the wallet has never been connected to this page. */
      readonly connection: Connection | undefined
      readonly choice: Choice | undefined
    }
  /** The wallet signed, and the server completed a purpose other than linking. */
  | {
      readonly status: 'done'
      readonly outcome: OtherOutcome
      readonly connection: Connection
      readonly choice: Choice | undefined
    }
  | {
      readonly status: 'failed'
      readonly error: FlowFailure
      readonly choice: Choice | undefined
      readonly retry: RetryStep
    }

/** Returns the chosen wallet in any state of the flow. */
export function choiceOf(state: FlowState): Choice | undefined {
  if (state.status === 'closed' || state.status === 'choosing') return undefined
  if (state.status !== 'connecting') return state.choice
  const { status, pairing, ...choice } = state
  return choice
}

/** Whether two choices reach the same wallet in the same way. */
export function isSameChoice(a: Choice | undefined, b: Choice | undefined): boolean {
  return a?.listing.id === b?.listing.id && a?.via === b?.via
}

/** Returns the connection of a settled session. */
export function connectionOf(session: Session): Connection {
  return { kind: 'session', id: session.topic, walletName: session.peer.metadata.name, session }
}

/** Returns the pairing on screen, if any. */
export function pairingOf(state: FlowState): Pairing | undefined {
  return state.status === 'choosing' || state.status === 'connecting' ? state.pairing : undefined
}
