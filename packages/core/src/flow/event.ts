import type { Session } from '@hawser/sign'
import type { AccountId, LinkedWallet, Listing, Topic } from '@hawser/wire'
import type { Choice, Via } from '../wallets/routes.ts'
import type { ApprovalProof, LinkOutcome, LinkPurpose } from './purpose.ts'
import type { Connection, ExtensionConnection, FlowFailure, Pairing, RelayAnswer, RetryStep } from './state.ts'

/** The chosen wallet's link, the universal one when asked so. */
export type WalletTarget = Choice & { readonly preferUniversal: boolean }

/** What to open: the chosen wallet's link, or with `any` whatever app the system picks for a `wc:` URI. */
export type OpenTarget = WalletTarget | 'any'

/** What the visitor does. */
export type VisitorEvent =
  /**
   * `purpose`: what the wallet is wanted for. Default: to link it. `asked`: the link API's answer to who is there, where it was asked
   * at the press, before this code had come.
   */
  | {
      readonly type: 'opened'
      readonly purpose?: LinkPurpose | undefined
      readonly asked?: Promise<Response> | undefined
    }
  | { readonly type: 'closed' }
  /**
   * `namespace`: for accounts of which network, where the wallet has several in this browser; without it nothing is asked of such
   * a wallet. Once it is linked, the account of another one is linked too.
   */
  | { readonly type: 'walletChosen'; readonly listing: Listing; readonly namespace?: string | undefined }
  /** The visitor leaves the choice to the system: the bare `wc:` URI is opened (Android). */
  | { readonly type: 'anyWalletChosen' }
  | { readonly type: 'platformChosen'; readonly via: Via }
  /** Opens the chosen wallet again, by its universal link when asked so. Once it is connected, without the pairing. */
  | { readonly type: 'linkOpened'; readonly preferUniversal?: boolean | undefined }
  | { readonly type: 'retried' }
  /** A fresh pairing takes the place of the one on screen. */
  | { readonly type: 'renewed' }
  | { readonly type: 'wentBack' }

/** What happened to a pairing, a connection or a proof. Each names what it belongs to: answers that come too late are ignored. */
export type MachineEvent =
  | { readonly type: 'pairingCreated'; readonly pairing: Pairing; readonly opens: OpenTarget | undefined }
  | { readonly type: 'pairingNotCreated'; readonly error: FlowFailure }
  /** A pairing of before the page was loaded anew, and the wallet it was begun with. */
  | {
      readonly type: 'resumed'
      readonly purpose: LinkPurpose
      readonly pairing: Pairing
      readonly choice: Choice | undefined
    }
  /** The link API knows nobody to link a wallet to. */
  | { readonly type: 'signInNeeded'; readonly error: FlowFailure }
  | { readonly type: 'relayAnswered'; readonly pairingTopic: Topic; readonly relay: RelayAnswer }
  | { readonly type: 'pairingFailed'; readonly pairingTopic: Topic; readonly error: FlowFailure }
  | { readonly type: 'pairingExpired'; readonly pairingTopic: Topic; readonly error: FlowFailure }
  | {
      readonly type: 'sessionSettled'
      readonly pairingTopic: Topic
      readonly session: Session
      readonly accountId: AccountId
      /** The wallet signed with its approval: nothing more is asked of it. */
      readonly proof?: ApprovalProof
    }
  | {
      readonly type: 'extensionConnected'
      readonly connection: ExtensionConnection
      readonly accountId: AccountId
      /** The same of a wallet in this page. */
      readonly proof?: ApprovalProof | undefined
    }
  /** Linked by a wallet of a phone, which signed on a page of its own. */
  | { readonly type: 'handoffLinked'; readonly wallet: LinkedWallet }
  | { readonly type: 'extensionFailed'; readonly rdns: string; readonly error: FlowFailure }
  | { readonly type: 'sessionEnded'; readonly topic: Topic; readonly error: FlowFailure }
  | {
      readonly type: 'challengeIssued'
      readonly connectionId: string
      readonly attempt: number
      /** The account that is to sign. */
      readonly accountId: AccountId
      readonly challengeId: string
      readonly message: string
      /** Epoch milliseconds. */
      readonly expiresAt?: number
      /** The host app gives others time to sign too. */
      readonly othersMaySign?: true
      /** How the text names the account of the host app. */
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
      /** Another account of the connection, which may do where this one does not. */
      readonly instead?: AccountId | undefined
    }

export type FlowEvent = VisitorEvent | MachineEvent

/** What a transition asks the outside world to do. */
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
  /** Whoever shows linked wallets, or who is signed in, hears of it. */
  | { readonly type: 'tellOutcome'; readonly outcome: LinkOutcome }
