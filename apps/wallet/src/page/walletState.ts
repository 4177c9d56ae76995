import type { Proposal, Session } from '@hawser/sign'
import type { Reason, Topic } from '@hawser/wire'
import type { SeedPhraseProblem } from '../errors.ts'
import type { Address } from './account.ts'
import type { Grant } from './grant.ts'
import type { WalletAccount } from './keyring.ts'
import type { Peer } from './peer.ts'
import type { SignInQuestion } from './signInQuestion.ts'
import type { SignRequest } from './signRequest.ts'

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
export type Copied = { readonly address: Address; readonly isCopied: boolean }

export type Granted = Extract<Grant, { status: 'granted' }>

/**
 * The one screen that is shown. `isArmed` is false for a moment after a question appears: a tap meant for what stood
 * there before must not answer it.
 */
export type Screen =
  | { readonly status: 'starting'; readonly text: string | undefined }
  | { readonly status: 'home'; readonly failure: Failure | undefined; readonly copied: Copied | undefined }
  | { readonly status: 'scanning'; readonly camera: CameraStatus; readonly isForeignCode: boolean }
  | { readonly status: 'pairing' }
  | {
      readonly status: 'proposal'
      readonly proposal: Proposal
      /** For the chosen accounts; for the last choice that was not empty. */
      readonly grant: Granted
      /** The accounts the app would see. None: it cannot be approved. */
      readonly chosen: readonly Address[]
      readonly isArmed: boolean
    }
  | {
      readonly status: 'approving' | 'rejecting'
      readonly proposal: Proposal
      readonly grant: Granted
      readonly chosen: readonly Address[]
    }
  | { readonly status: 'signIn'; readonly question: SignInQuestion; readonly isArmed: boolean }
  | { readonly status: 'signingIn'; readonly question: SignInQuestion }
  | { readonly status: 'declining'; readonly question: SignInQuestion }
  | { readonly status: 'request'; readonly request: SignRequest; readonly isArmed: boolean }
  | { readonly status: 'signing'; readonly request: SignRequest }
  | { readonly status: 'refusing'; readonly request: SignRequest }
  | { readonly status: 'blocked'; readonly request: SignRequest }
  | { readonly status: 'done'; readonly outcome: Outcome }
  | { readonly status: 'failed'; readonly failure: Failure }
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
  | 'renewAccount'

export type WalletEvent =
  // what the person does
  | { readonly type: 'linkGiven'; readonly text: string }
  | { readonly type: 'scanChosen' }
  | { readonly type: 'approveChosen' }
  | { readonly type: 'rejectChosen' }
  | { readonly type: 'signChosen' }
  | { readonly type: 'refuseChosen' }
  | { readonly type: 'dismissed' }
  | { readonly type: 'copyChosen'; readonly address: Address }
  | { readonly type: 'accountToggled'; readonly address: Address }
  | { readonly type: 'accountPicked'; readonly address: Address }
  | { readonly type: 'addAccountChosen' }
  | { readonly type: 'importChosen' }
  | { readonly type: 'phraseGiven'; readonly text: string }
  | { readonly type: 'phraseChosen'; readonly address: Address }
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
  | { readonly type: 'proposalReceived'; readonly proposal: Proposal }
  | { readonly type: 'signInReceived'; readonly question: SignInQuestion }
  | { readonly type: 'requestReceived'; readonly request: SignRequest }
  | { readonly type: 'sessionsChanged'; readonly sessions: readonly Session[] }
  | { readonly type: 'connectedAtRead'; readonly connectedAt: Readonly<Record<Topic, number>> }
  | { readonly type: 'relayChanged'; readonly relay: RelayStatus }
  | { readonly type: 'effectDone'; readonly effect: AwaitedEffect }
  | { readonly type: 'effectFailed'; readonly effect: AwaitedEffect; readonly failure: Failure }
  | { readonly type: 'copied'; readonly address: Address; readonly isCopied: boolean }
  | { readonly type: 'armed' }
  | { readonly type: 'timeRanOut' }
  | { readonly type: 'takenOver' }

export type WalletEffect =
  | { readonly type: 'pair'; readonly pairingUri: string }
  | { readonly type: 'cancelPairing' }
  | { readonly type: 'approve'; readonly proposal: Proposal; readonly grant: Granted }
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
  | { readonly type: 'copyAddress'; readonly address: Address }
  | { readonly type: 'addAccount' }
  | { readonly type: 'importPhrase'; readonly text: string }
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
