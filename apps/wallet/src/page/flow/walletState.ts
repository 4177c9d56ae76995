import type { Authentication, Proposal, RelayStatus, Session } from '@hawser/sign'
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

/** How a question ended. `missing` is what the app required and this wallet lacks. */
export type Outcome =
  | { readonly name: 'approved' | 'signedIn' | 'rejected'; readonly peer: Peer }
  | { readonly name: 'unsupported'; readonly peer: Peer; readonly missing: readonly string[] }
  | { readonly name: 'signed' | 'refused'; readonly peer: Peer; readonly topic: Topic }

/** The address the person wanted to copy, and whether the browser did it. */
export type Copied = { readonly address: string; readonly isCopied: boolean }

/**
 * The fields that all questions share. `isArmed` is false for a moment after one appears: a tap meant for the earlier screen must
 * not answer it. Where `peer` is risky, "yes" answers a question only after `isRiskAccepted`.
 */
type Question = {
  readonly peer: Peer
  /** Undefined until the person has answered; then the question waits until the answer is sent. */
  readonly answer: 'yes' | 'no' | undefined
  readonly isArmed: boolean
  readonly isRiskAccepted: boolean
}

/** An app asks to connect. */
export type ProposalScreen = Question & {
  readonly status: 'proposal'
  readonly proposal: Proposal
  /** For the chosen addresses; for the last choice of them that can be given. */
  readonly grant: Extract<Grant, { status: 'granted' }>
  /** The addresses the app would see. None: it cannot be approved. */
  readonly chosen: readonly string[]
  /** The chains or methods that the app requires and this choice would withhold. Not empty: it cannot be approved. */
  readonly missing: readonly string[]
}

/** An app asks to connect and sign in at once. */
export type SignInScreen = Question & SignInQuestion & { readonly status: 'signIn' }

/** A connected app asks for a signature. */
export type RequestScreen = Question & { readonly status: 'request'; readonly request: SignRequest }

export type QuestionScreen = ProposalScreen | SignInScreen | RequestScreen

/** The screens of an account, known by its Ethereum address; `isBusy` while an action on it runs. */
type AccountScreen =
  | { readonly status: 'account'; readonly address: Address; readonly copied: Copied | undefined }
  | { readonly status: 'remove'; readonly address: Address; readonly isBusy: boolean }
  | { readonly status: 'import'; readonly problem: SeedPhraseProblem | undefined; readonly isBusy: boolean }
  /** The one screen that holds a secret: the person has asked to see it. */
  | { readonly status: 'phrase'; readonly words: readonly string[] }
  | { readonly status: 'reset'; readonly isBusy: boolean }

/** The one screen that is shown. */
export type Screen =
  | { readonly status: 'starting'; readonly text: string | undefined }
  | { readonly status: 'home'; readonly failure: Failure | undefined }
  | { readonly status: 'scanning'; readonly camera: CameraStatus; readonly isForeignCode: boolean }
  | { readonly status: 'pairing' }
  | QuestionScreen
  | { readonly status: 'blocked'; readonly request: SignRequest }
  | { readonly status: 'done'; readonly outcome: Outcome }
  | { readonly status: 'failed'; readonly failure: Failure }
  | AccountScreen
  | { readonly status: 'elsewhere' }

export type ScreenOf<Status extends Screen['status']> = Extract<Screen, { status: Status }>

/** A session, and since when there is one, in epoch milliseconds. */
export type ConnectedSession = Session & { readonly connectedAt?: number }

export type WalletState = {
  /** Empty until they are loaded. The first is the one offered first. */
  readonly accounts: readonly WalletAccount[]
  readonly relay: RelayStatus
  readonly sessions: readonly ConnectedSession[]
  /** Requests waiting for their turn, oldest first. */
  readonly waiting: readonly SignRequest[]
  readonly screen: Screen
}

/** The props of a screen's component. */
export type Shown<Status extends Screen['status']> = { readonly state: WalletState; readonly screen: ScreenOf<Status> }

/** Effects whose failure a screen shows; `accounts` is every change of them. */
export type AwaitedEffect = 'load' | 'pair' | 'answer' | 'disconnect' | 'accounts'

/** Events whose meaning depends on the screen. */
export type ScreenEvent =
  // what the person does
  | { readonly type: 'linkGiven'; readonly text: string }
  | { readonly type: 'scanChosen' }
  | { readonly type: 'acceptChosen' }
  | { readonly type: 'refuseChosen' }
  /** The person has read that somebody else may be asking. */
  | { readonly type: 'riskAccepted'; readonly isAccepted: boolean }
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
  | { readonly type: 'resetChosen' }
  | { readonly type: 'resetConfirmed' }
  // what the world answers
  | { readonly type: 'importRefused'; readonly problem: SeedPhraseProblem }
  | { readonly type: 'phraseRead'; readonly words: readonly string[] }
  | { readonly type: 'cameraChanged'; readonly camera: CameraStatus }
  | { readonly type: 'proposalReceived'; readonly proposal: Proposal; readonly origin: OriginStatus }
  | { readonly type: 'signInReceived'; readonly question: SignInQuestion }
  /** The person's answer was sent to the app. */
  | { readonly type: 'answered' }
  | { readonly type: 'effectFailed'; readonly effect: AwaitedEffect; readonly failure: Failure }
  | { readonly type: 'copied'; readonly address: string; readonly isCopied: boolean }
  | { readonly type: 'armed' }
  | { readonly type: 'timeRanOut' }

export type WalletEvent =
  | ScreenEvent
  | { readonly type: 'disconnectChosen'; readonly topic: Topic }
  | { readonly type: 'disconnectAllChosen' }
  | {
      readonly type: 'accountsLoaded'
      readonly accounts: readonly WalletAccount[]
      readonly sessions: readonly ConnectedSession[]
    }
  | { readonly type: 'requestReceived'; readonly request: SignRequest }
  | { readonly type: 'sessionsChanged'; readonly sessions: readonly ConnectedSession[] }
  | { readonly type: 'relayChanged'; readonly relay: RelayStatus }
  | { readonly type: 'takenOver' }

/** Tells the wallet what happened. */
export type Send = (event: WalletEvent) => void

export type WalletEffect =
  | { readonly type: 'pair'; readonly pairingUri: string }
  | { readonly type: 'cancelPairing' }
  /** Tells the app what the person answered. */
  | { readonly type: 'answer'; readonly screen: QuestionScreen }
  /** Declines in the wallet's own name. Nobody waits for it: the screen shows everything already. */
  | { readonly type: 'refuse'; readonly asked: Asked; readonly reason: Reason }
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

/** Does what the effects name. */
export type EffectRunner = {
  readonly [type in WalletEffect['type']]: (effect: Omit<Extract<WalletEffect, { type: type }>, 'type'>) => unknown
}

/** The request of an app: to connect, to sign in, or for a signature. */
export type Asked = Proposal | Authentication | Pick<SignRequest, 'id' | 'topic'>

export type Transition = readonly [WalletState, readonly WalletEffect[]]

/** Where every wallet page starts. */
export const startingState: WalletState = {
  accounts: [],
  relay: 'disconnected',
  sessions: [],
  waiting: [],
  screen: { status: 'starting', text: undefined },
}
