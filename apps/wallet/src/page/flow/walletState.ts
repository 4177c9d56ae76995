import type { Proposal, Session } from '@hawser/sign'
import type { OriginStatus } from '@hawser/sign/origin'
import type { Reason, Topic } from '@hawser/wire'
import type { SeedPhraseProblem } from '../../errors.ts'
import type { WalletAccount } from '../accounts/account.ts'
import type { Address } from '../accounts/ethereumAccount.ts'
import type { Grant } from '../requests/grant.ts'
import type { Peer } from '../requests/peer.ts'
import type { SignInQuestion } from '../requests/signInQuestion.ts'
import type { SignRequest } from '../requests/signRequest.ts'

/** Something that went wrong, by its code. `message` is for codes the page has no words of its own for. */
export type Failure = { readonly code: string; readonly message: string }

/** A camera is asked for, runs, or cannot be had. */
export type CameraStatus = 'opening' | 'watching' | 'denied' | 'absent' | 'busy' | 'unsupported'

/** How a proposal or a request ended. `missing` is what the app required and this wallet lacks. */
export type Outcome =
  | { readonly name: 'approved'; readonly peer: Peer }
  | { readonly name: 'signedIn'; readonly peer: Peer }
  | { readonly name: 'rejected'; readonly peer: Peer }
  | { readonly name: 'unsupported'; readonly peer: Peer; readonly missing: readonly string[] }
  | { readonly name: 'signed'; readonly peer: Peer; readonly topic: Topic }
  | { readonly name: 'refused'; readonly peer: Peer; readonly topic: Topic }

/** The address the person wanted to copy, and whether the browser did it. */
export type Copied = { readonly address: string; readonly isCopied: boolean }

export type Granted = Extract<Grant, { status: 'granted' }>

/**
 * The one screen that is shown. `isArmed` is false for a moment after a question appears: a tap meant for what stood
 * there before must not answer it. Where `peer` is risky a question is answered with yes only after `isRiskAccepted`.
 */
export type Screen =
  | { readonly status: 'starting'; readonly text: string | undefined }
  | { readonly status: 'home'; readonly failure: Failure | undefined }
  | { readonly status: 'scanning'; readonly camera: CameraStatus; readonly isForeignCode: boolean }
  | { readonly status: 'pairing' }
  | {
      readonly status: 'proposal'
      readonly proposal: Proposal
      readonly peer: Peer
      /** For the chosen addresses; for the last choice of them that can be given. */
      readonly grant: Granted
      /** The addresses the app would see. None: it cannot be approved. */
      readonly chosen: readonly string[]
      /** What the app requires, chains or methods, and would not get by this choice. Not empty: it cannot be approved. */
      readonly missing: readonly string[]
      readonly isArmed: boolean
      readonly isRiskAccepted: boolean
    }
  | {
      readonly status: 'approving' | 'rejecting'
      readonly proposal: Proposal
      readonly peer: Peer
      readonly grant: Granted
      readonly chosen: readonly string[]
    }
  | {
      readonly status: 'signIn'
      readonly question: SignInQuestion
      readonly isArmed: boolean
      readonly isRiskAccepted: boolean
    }
  | { readonly status: 'signingIn'; readonly question: SignInQuestion }
  | { readonly status: 'declining'; readonly question: SignInQuestion }
  | {
      readonly status: 'request'
      readonly request: SignRequest
      readonly isArmed: boolean
      readonly isRiskAccepted: boolean
    }
  | { readonly status: 'signing'; readonly request: SignRequest }
  | { readonly status: 'refusing'; readonly request: SignRequest }
  | { readonly status: 'blocked'; readonly request: SignRequest }
  | { readonly status: 'done'; readonly outcome: Outcome }
  | { readonly status: 'failed'; readonly failure: Failure }
  /** One account, by its Ethereum address. */
  | { readonly status: 'account'; readonly address: Address; readonly copied: Copied | undefined }
  | { readonly status: 'removeAsked' | 'removing'; readonly address: Address }
  | { readonly status: 'importAsked'; readonly problem: SeedPhraseProblem | undefined }
  | { readonly status: 'importing' }
  /** The one screen that holds a secret: the person has asked to see it. */
  | { readonly status: 'phraseShown'; readonly words: readonly string[] }
  | { readonly status: 'resetAsked' }
  | { readonly status: 'resetting' }
  | { readonly status: 'elsewhere' }

export type RelayStatus = 'connected' | 'connecting' | 'disconnected'

export type WalletState = {
  /** Empty until they are loaded. The first is the one offered first. */
  readonly accounts: readonly WalletAccount[]
  readonly relay: RelayStatus
  readonly sessions: readonly Session[]
  /** When each session was approved, by its topic, in epoch milliseconds. */
  readonly connectedAt: Readonly<Record<Topic, number>>
  /** Requests waiting for their turn, oldest first. */
  readonly waiting: readonly SignRequest[]
  readonly screen: Screen
}

/** Effects whose end a screen waits for. */
export type AwaitedEffect =
  | 'load'
  | 'pair'
  | 'approve'
  | 'reject'
  | 'signIn'
  | 'decline'
  | 'sign'
  | 'refuse'
  | 'disconnect'
  | 'addAccount'
  | 'importPhrase'
  | 'renameAccount'
  | 'removeAccount'
  | 'renewAccount'

export type WalletEvent =
  // what the person does
  | { readonly type: 'linkGiven'; readonly text: string }
  | { readonly type: 'scanChosen' }
  | { readonly type: 'approveChosen' }
  /** The person has read that somebody else may be asking. */
  | { readonly type: 'riskAccepted'; readonly isAccepted: boolean }
  | { readonly type: 'rejectChosen' }
  | { readonly type: 'signChosen' }
  | { readonly type: 'refuseChosen' }
  | { readonly type: 'dismissed' }
  | { readonly type: 'copyChosen'; readonly address: string }
  | { readonly type: 'addressToggled'; readonly address: string }
  | { readonly type: 'accountPicked'; readonly address: Address }
  | { readonly type: 'addAccountChosen' }
  | { readonly type: 'importChosen' }
  | { readonly type: 'phraseGiven'; readonly text: string }
  | { readonly type: 'accountChosen'; readonly address: Address }
  | { readonly type: 'nameGiven'; readonly text: string }
  | { readonly type: 'phraseChosen' }
  | { readonly type: 'removeChosen' }
  | { readonly type: 'removeConfirmed' }
  | { readonly type: 'disconnectChosen'; readonly topic: Topic }
  | { readonly type: 'disconnectAllChosen' }
  | { readonly type: 'resetChosen' }
  | { readonly type: 'resetConfirmed' }
  // what the world answers
  | {
      readonly type: 'accountsLoaded'
      readonly accounts: readonly WalletAccount[]
      readonly sessions: readonly Session[]
    }
  | { readonly type: 'importRefused'; readonly problem: SeedPhraseProblem }
  | { readonly type: 'phraseRead'; readonly words: readonly string[] }
  | { readonly type: 'cameraChanged'; readonly camera: CameraStatus }
  | { readonly type: 'proposalReceived'; readonly proposal: Proposal; readonly origin: OriginStatus }
  | { readonly type: 'signInReceived'; readonly question: SignInQuestion }
  | { readonly type: 'requestReceived'; readonly request: SignRequest }
  | { readonly type: 'sessionsChanged'; readonly sessions: readonly Session[] }
  | { readonly type: 'connectedAtRead'; readonly connectedAt: Readonly<Record<Topic, number>> }
  | { readonly type: 'relayChanged'; readonly relay: RelayStatus }
  | { readonly type: 'effectDone'; readonly effect: AwaitedEffect }
  | { readonly type: 'effectFailed'; readonly effect: AwaitedEffect; readonly failure: Failure }
  | { readonly type: 'copied'; readonly address: string; readonly isCopied: boolean }
  | { readonly type: 'armed' }
  | { readonly type: 'timeRanOut' }
  | { readonly type: 'takenOver' }

/** Events whose meaning depends on the screen. */
export type ScreenEvent = Exclude<
  WalletEvent,
  {
    type:
      | 'takenOver'
      | 'relayChanged'
      | 'sessionsChanged'
      | 'connectedAtRead'
      | 'requestReceived'
      | 'disconnectChosen'
      | 'disconnectAllChosen'
      | 'accountsLoaded'
  }
>

export type WalletEffect =
  | { readonly type: 'pair'; readonly pairingUri: string }
  | { readonly type: 'cancelPairing' }
  | {
      readonly type: 'approve'
      readonly proposal: Proposal
      readonly grant: Granted
      /** What was found of who proposes: the session that comes of it is worth the same. */
      readonly origin: OriginStatus
    }
  | { readonly type: 'reject'; readonly proposal: Proposal }
  | { readonly type: 'signIn'; readonly question: SignInQuestion }
  | { readonly type: 'decline'; readonly question: SignInQuestion }
  | { readonly type: 'sign'; readonly request: SignRequest }
  | { readonly type: 'refuse'; readonly request: SignRequest }
  /** Says no in the wallet's own name. Nobody waits for these: what has to be shown is shown already. */
  | { readonly type: 'rejectUnsupported'; readonly proposal: Proposal; readonly reason: Reason }
  | { readonly type: 'declineUnsupported'; readonly question: SignInQuestion; readonly reason: Reason }
  | { readonly type: 'answerError'; readonly request: SignRequest; readonly reason: Reason }
  | { readonly type: 'disconnect'; readonly topic: Topic }
  | { readonly type: 'copyAddress'; readonly address: string }
  | { readonly type: 'addAccount' }
  | { readonly type: 'importPhrase'; readonly text: string }
  | { readonly type: 'renameAccount'; readonly address: Address; readonly name: string | undefined }
  | { readonly type: 'removeAccount'; readonly address: Address }
  | { readonly type: 'readPhrase'; readonly address: Address }
  | { readonly type: 'renewAccount' }
  /** Arms the question that has just appeared after a moment, and watches its time; replaces the last watch. */
  | { readonly type: 'watch'; readonly expiresAt: number | undefined }
  | { readonly type: 'stop' }

export type Transition = readonly [WalletState, readonly WalletEffect[]]

/** Where every wallet page starts. */
export const startingState: WalletState = {
  accounts: [],
  relay: 'disconnected',
  sessions: [],
  connectedAt: {},
  waiting: [],
  screen: { status: 'starting', text: undefined },
}
