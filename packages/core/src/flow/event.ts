import type { Session } from '@hawser/sign'
import type { AccountId, LinkedWallet, Listing, Topic } from '@hawser/wire'
import type { Choice, Via } from '../wallets/routes.ts'
import type { ApprovalProof, LinkOutcome, LinkPurpose } from './purpose.ts'
import type { Connection, ExtensionConnection, FlowFailure, Pairing, RelayAnswer, RetryStep } from './state.ts'

/** The chosen wallet's link, the universal one on request. */
export type WalletTarget = Choice & { readonly preferUniversal: boolean }

/** The link to open: the chosen wallet's, or with `any` a `wc:` URI for whichever app the system picks. */
export type OpenTarget = WalletTarget | 'any'

/** Actions of the visitor. */
export type VisitorEvent =
  /**
   * `purpose`: why a wallet is needed. Default: to link it. `asked`: the link API's answer about the visitor, if it was asked at the
   * press, before this code was there. `isShown`: the code is on screen, and stays there while that answer is waited for.
   */
  | {
      readonly type: 'opened'
      readonly purpose?: LinkPurpose | undefined
      readonly asked?: Promise<Response> | undefined
      readonly isShown?: boolean
    }
  | { readonly type: 'closed' }
  /**
   * `namespace`: the network whose accounts are needed, if the wallet has several in this browser; without it such a
   * wallet is not asked. Once it is linked, the account of another network can be linked too.
   */
  | { readonly type: 'walletChosen'; readonly listing: Listing; readonly namespace?: string | undefined }
  /** The visitor leaves the choice to the system: the bare `wc:` URI is opened (Android). */
  | { readonly type: 'anyWalletChosen' }
  | { readonly type: 'platformChosen'; readonly via: Via }
  /** Opens the chosen wallet again, by its universal link on request. Once it is connected, without the pairing. */
  | { readonly type: 'linkOpened'; readonly preferUniversal?: boolean | undefined }
  | { readonly type: 'retried' }
  /** A new pairing replaces the one on screen. */
  | { readonly type: 'renewed' }
  | { readonly type: 'wentBack' }

/** Events of a pairing, a connection or a proof. Each names what it belongs to: late answers are ignored. */
export type MachineEvent =
  | { readonly type: 'pairingCreated'; readonly pairing: Pairing; readonly opens: OpenTarget | undefined }
  | { readonly type: 'pairingNotCreated'; readonly error: FlowFailure }
  /** A pairing from before a page reload, and the wallet it was begun with. */
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
      /** The wallet signed with its approval: it is asked nothing more. */
      readonly proof?: ApprovalProof
    }
  | {
      readonly type: 'extensionConnected'
      readonly connection: ExtensionConnection
      readonly accountId: AccountId
      /** The same for a wallet in this page. */
      readonly proof?: ApprovalProof | undefined
    }
  /** A phone's wallet, which signed on its own page, was linked. */
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
      /** The host app gives others time to sign too. */
      readonly othersMaySign?: true
      /** How the text names the host app's account. */
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
      /** The proof was sent, had no answer, and is kept to be sent again. */
      readonly keepsProof: boolean
      /** Another account of the connection, which may work if this one does not. */
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
  /** Asks an extension for its account. At most one is asked at a time. */
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
      /** Until when a signature counts. Epoch milliseconds. */
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
