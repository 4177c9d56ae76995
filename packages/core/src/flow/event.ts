import type { Session } from '@hawser/sign'
import type { AccountId, LinkedWallet, Listing, Topic } from '@hawser/wire'
import type { Choice, Via } from '../wallets/routes.ts'
import type { ApprovalProof, LinkOutcome, LinkPurpose } from './purpose.ts'
import type { Connection, ExtensionConnection, FlowFailure, Pairing, RelayAnswer, RetryStep } from './state.ts'

/** The chosen wallet, opened by its universal link if `preferUniversal` is true. */
export type WalletTarget = Choice & { readonly preferUniversal: boolean }

/** The link to open: the chosen wallet's link, or with `any` a `wc:` URI for an app that the system picks. */
export type OpenTarget = WalletTarget | 'any'

/** Actions of the visitor. */
export type VisitorEvent =
  /**
   * `purpose`: the reason why a wallet is needed. Default: to link it. `asked`: the link API's pending answer about the
   * visitor, if it was requested at the press, before this code loaded. `isShown`: the code is on screen, and stays there until
   * that answer arrives.
   */
  | {
      readonly type: 'opened'
      readonly purpose?: LinkPurpose | undefined
      readonly asked?: Promise<Response> | undefined
      readonly isShown?: boolean
    }
  | { readonly type: 'closed' }
  /**
   * `namespace`: the network whose accounts are needed, for a wallet with several networks in this browser. Without a namespace
   * such a wallet is not asked. After a link, the event can link the wallet's account of another network too.
   */
  | { readonly type: 'walletChosen'; readonly listing: Listing; readonly namespace?: string | undefined }
  /** The visitor leaves the choice to the system: the bare `wc:` URI is opened (Android). */
  | { readonly type: 'anyWalletChosen' }
  | { readonly type: 'platformChosen'; readonly via: Via }
  /**
   * Opens the chosen wallet again, by its universal link on request. The link omits the pairing once the wallet is connected.
   */
  | { readonly type: 'linkOpened'; readonly preferUniversal?: boolean | undefined }
  | { readonly type: 'retried' }
  /** A new pairing replaces the one on screen. */
  | { readonly type: 'renewed' }
  | { readonly type: 'wentBack' }

/**
 * Events of a pairing, a connection or a proof. Each event names the pairing or connection it belongs to, so that late answers
 * are ignored.
 */
export type MachineEvent =
  | { readonly type: 'pairingCreated'; readonly pairing: Pairing; readonly opens: OpenTarget | undefined }
  | { readonly type: 'pairingNotCreated'; readonly error: FlowFailure }
  /** A pairing from before a page reload, and the wallet with which it began. */
  | {
      readonly type: 'resumed'
      readonly purpose: LinkPurpose
      readonly pairing: Pairing
      readonly choice: Choice | undefined
    }
  /** The link API knows no host user to link a wallet to. */
  | { readonly type: 'signInNeeded'; readonly error: FlowFailure }
  | { readonly type: 'relayAnswered'; readonly pairingTopic: Topic; readonly relay: RelayAnswer }
  | { readonly type: 'pairingFailed'; readonly pairingTopic: Topic; readonly error: FlowFailure }
  | { readonly type: 'pairingExpired'; readonly pairingTopic: Topic; readonly error: FlowFailure }
  | {
      readonly type: 'sessionSettled'
      readonly pairingTopic: Topic
      readonly session: Session
      readonly accountId: AccountId
      /** The text that the wallet signed with its approval. If set, the wallet signs nothing else. */
      readonly proof?: ApprovalProof
    }
  | {
      readonly type: 'extensionConnected'
      readonly connection: ExtensionConnection
      readonly accountId: AccountId
      /** The text that the extension signed with its approval. */
      readonly proof?: ApprovalProof | undefined
    }
  /** A wallet on a phone, which signed on the phone's own page, was linked. */
  | { readonly type: 'handoffLinked'; readonly wallet: LinkedWallet }
  | { readonly type: 'extensionFailed'; readonly rdns: string; readonly error: FlowFailure }
  | { readonly type: 'sessionEnded'; readonly topic: Topic; readonly error: FlowFailure }
  | {
      readonly type: 'challengeIssued'
      readonly connectionId: string
      readonly attempt: number
      /** The account that signs. */
      readonly accountId: AccountId
      readonly challengeId: string
      readonly message: string
      /** Epoch milliseconds. */
      readonly expiresAt?: number
      /** The host app gives the other signers of the account time to sign too. */
      readonly othersMaySign?: true
      /** The host app's account as the text names it. */
      readonly account?: string
    }
  /** The wallet has not answered for a minute. */
  | { readonly type: 'signatureDelayed'; readonly connectionId: string; readonly attempt: number }
  | {
      readonly type: 'signatureGiven'
      readonly connectionId: string
      readonly attempt: number
      readonly challengeId: string
      readonly signature: string
    }
  | {
      readonly type: 'proofAccepted'
      readonly connectionId: string
      readonly attempt: number
      readonly outcome: LinkOutcome
    }
  | {
      readonly type: 'proofFailed'
      readonly connectionId: string
      readonly attempt: number
      readonly error: FlowFailure
      readonly retry: RetryStep['step']
      /** Whether the proof was sent, got no answer, and is kept to be sent again. */
      readonly keepsProof: boolean
      /** Another account of the connection, which might work if this one does not. */
      readonly instead?: AccountId | undefined
    }

export type FlowEvent = VisitorEvent | MachineEvent

/** A transition's request to the outside world. */
export type Effect =
  /** `opens` is opened with the new pairing's URI, still within the visitor's tap. */
  | {
      readonly type: 'createPairing'
      readonly opens: OpenTarget | undefined
      readonly replaces: Pairing['replaces']
    }
  | { readonly type: 'cancelPairing'; readonly pairingTopic: Topic }
  | { readonly type: 'openLink'; readonly target: OpenTarget; readonly pairingUri: string }
  /** Brings a connected wallet to the front, where its request waits. */
  | { readonly type: 'openWallet'; readonly target: WalletTarget; readonly connection: Connection }
  /** Asks an extension for its account. At most one extension is asked at a time. */
  | { readonly type: 'connectExtension'; readonly rdns: string; readonly namespace?: string | undefined }
  | { readonly type: 'stopExtension' }
  | { readonly type: 'fetchListings' }
  | { readonly type: 'rememberWallet'; readonly listingId: string }
  | {
      readonly type: 'requestChallenge'
      readonly connection: Connection
      readonly accountId: AccountId
      readonly attempt: number
    }
  | {
      readonly type: 'requestSignature'
      readonly connection: Connection
      readonly accountId: AccountId
      readonly attempt: number
      readonly challengeId: string
      readonly message: string
      /** The deadline for the signature, in epoch milliseconds. */
      readonly expiresAt?: number | undefined
    }
  | {
      readonly type: 'sendProof'
      readonly connectionId: string
      readonly attempt: number
      readonly challengeId: string
      readonly signature: string
    }
  | {
      readonly type: 'sendApproval'
      readonly connectionId: string
      readonly attempt: number
      readonly proof: ApprovalProof
    }
  | { readonly type: 'stopProving' }
  | { readonly type: 'endSession'; readonly topic: Topic }
  /** Informs the parts that show linked wallets, or the signed-in user. */
  | { readonly type: 'tellOutcome'; readonly outcome: LinkOutcome }
