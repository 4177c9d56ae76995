import type { Session } from '@hawser/sign'
import type { AccountId, LinkedWallet, Topic } from '@hawser/wire'
import type { FailureCode } from '../failureCode.ts'
import type { Choice } from '../wallets/routes.ts'
import type { OtherOutcome } from './purpose.ts'

/** The relay's answer about a pairing: nothing yet, nothing for 2 s, or that it stores the proposal. */
export type RelayAnswer = 'waiting' | 'slow' | 'acknowledged'

/** The open pairing. Anyone with `pairingUri` can read its messages: show it, never log it. */
export type Pairing = {
  readonly pairingTopic: Topic
  readonly pairingUri: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
  readonly relay: RelayAnswer
  /** Why it replaced another on screen; undefined for the first. */
  readonly replaces: 'declined' | 'expired' | undefined
  /** The pairing it replaced, while a wallet that has scanned that one may still answer. */
  readonly earlier: Topic | undefined
}

/**
 * Why linking stopped. `kind` selects the visitor's text, `code` is the error's contract (the server's own code when
 * the link API refused), `message` is help for a developer.
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
  /** Every account it shares, the first of which is the one to prove. */
  readonly accounts: readonly AccountId[]
}

/**
 * The effect of Retry: a new pairing in place, the choice of another wallet, or another challenge on the same connection.
 * With `keepsProof` the unanswered proof is sent first, for which the connection is no longer needed.
 */
export type RetryStep =
  /** `pairing`: the one about which the relay was silent. Its wallet may still answer, once the relay has it. */
  | { readonly step: 'pairing'; readonly pairing?: Pairing | undefined }
  /** The wallet cannot do it, however often it is asked. */
  | { readonly step: 'wallet' }
  | {
      readonly step: 'proof'
      readonly connection: Connection
      readonly accountId: AccountId
      readonly attempt: number
      readonly keepsProof: boolean
      /** The account that failed, if `accountId` is another one, which is offered in its place. */
      readonly insteadOf?: AccountId | undefined
      /** Until when the kept proof counts. Epoch milliseconds. */
      readonly expiresAt?: number | undefined
    }

/**
 * The visitor's place on the way to a linked wallet. `choice` is undefined for a wallet that scanned without being
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
      /** Counts challenges of this connection: an answer to an older one is ignored. 0: signed with the approval. */
      readonly attempt: number
      readonly choice: Choice | undefined
      /** Until when a signature counts, once there is a text to sign. Epoch milliseconds. */
      readonly expiresAt?: number | undefined
      /** Others may have to sign too: the host app says so, or the wallet has had the request for a minute. */
      readonly isLong?: boolean
      /** How the text names the host app's account, once there is a text: the visitor compares it with the wallet. */
      readonly account?: string | undefined
    }
  | {
      readonly status: 'linked'
      readonly wallet: LinkedWallet
      /** Undefined after a handoff: the wallet has never been connected to this page. */
      readonly connection: Connection | undefined
      readonly choice: Choice | undefined
    }
  /** The wallet signed, and the server did what the purpose asks, other than link. */
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

/** The chosen wallet, in whatever state the flow is. */
export function choiceOf(state: FlowState): Choice | undefined {
  if (state.status === 'closed' || state.status === 'choosing') return undefined
  if (state.status !== 'connecting') return state.choice
  const { status, pairing, ...choice } = state
  return choice
}

/** Whether the same wallet is reached the same way. */
export function isSameChoice(a: Choice | undefined, b: Choice | undefined): boolean {
  return a?.listing.id === b?.listing.id && a?.via === b?.via
}

/** A settled session as the connection it is. */
export function connectionOf(session: Session): Connection {
  return { kind: 'session', id: session.topic, walletName: session.peer.metadata.name, session }
}

/** The pairing on screen, if any. */
export function pairingOf(state: FlowState): Pairing | undefined {
  return state.status === 'choosing' || state.status === 'connecting' ? state.pairing : undefined
}
