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

/** A failure, identified by its code. `message` is for codes without a text of the page. */
export type Failure = { readonly code: string; readonly message: string }

/** The camera was requested, runs, or is unavailable. */
export type CameraStatus = 'opening' | 'watching' | 'denied' | 'absent' | 'busy' | 'unsupported'

/** How a question ended. `missing` lists the app's requirements that this wallet does not meet. */
export type Outcome =
  | { readonly name: 'approved' | 'signedIn' | 'rejected'; readonly peer: Peer }
  | { readonly name: 'unsupported'; readonly peer: Peer; readonly missing: readonly string[] }
  | { readonly name: 'signed' | 'refused'; readonly peer: Peer; readonly topic: Topic }

/** The address the person wanted to copy, and whether the browser copied it. */
export type CopyResult = { readonly address: string; readonly isCopied: boolean }

/** The fields that all questions share. If `peer` is risky, "yes" needs `isRiskAccepted`. */
// `isArmed` is false for a moment: a tap meant for the earlier screen must not answer the question.
type Question = {
  readonly peer: Peer
  /** Undefined until the person has answered. After that, the question stays on screen until the answer is sent. */
  readonly answer: 'yes' | 'no' | undefined
  readonly isArmed: boolean
  readonly isRiskAccepted: boolean
}

/** An app asks to connect. */
export type ProposalScreen = Question & {
  readonly status: 'proposal'
  readonly proposal: Proposal
  /** The grant for the chosen addresses, or for the last choice that could be granted. */
  readonly grant: Extract<Grant, { status: 'granted' }>
  /** The addresses that the app would see. An empty list cannot be approved. */
  readonly chosen: readonly string[]
  /** The chains or methods that the app requires and this choice would withhold. A proposal with entries cannot be approved. */
  readonly missing: readonly string[]
}

/** An app asks to connect and sign in at once. */
export type SignInScreen = Question & SignInQuestion & { readonly status: 'signIn' }

/** A connected app asks for a signature. */
export type RequestScreen = Question & { readonly status: 'request'; readonly request: SignRequest }

export type QuestionScreen = ProposalScreen | SignInScreen | RequestScreen

/** The screens of an account, identified by its Ethereum address. `isBusy` is true while an action on the account runs. */
type AccountScreen =
  | { readonly status: 'account'; readonly address: Address; readonly copied: CopyResult | undefined }
  | { readonly status: 'remove'; readonly address: Address; readonly isBusy: boolean }
  | { readonly status: 'import'; readonly problem: SeedPhraseProblem | undefined; readonly isBusy: boolean }
  /** The only screen with a secret, which the person has asked to see. */
  | { readonly status: 'phrase'; readonly words: readonly string[] }
  | { readonly status: 'reset'; readonly isBusy: boolean }

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

/** A session, and the time of its start in epoch milliseconds. */
export type ConnectedSession = Session & { readonly connectedAt?: number }

export type WalletState = {
  /** Empty until the accounts are loaded. The first account is the default choice. */
  readonly accounts: readonly WalletAccount[]
  readonly relay: RelayStatus
  readonly sessions: readonly ConnectedSession[]
  /** Requests waiting for their turn, oldest first. */
  readonly waiting: readonly SignRequest[]
  readonly screen: Screen
}

export type ScreenProps<Status extends Screen['status']> = {
  readonly state: WalletState
  readonly screen: ScreenOf<Status>
}

/** Effects whose failure a screen shows. `accounts` covers every change of the accounts. */
export type AwaitedEffect = 'load' | 'pair' | 'answer' | 'disconnect' | 'accounts'

/** An event or effect of each of these types, all with the same fields. */
type Each<Type extends string, Fields = unknown> = Type extends string ? { readonly type: Type } & Fields : never

/** The presses of a button that say nothing further. */
export type Press =
  | 'scanChosen'
  | 'acceptChosen'
  | 'refuseChosen'
  | 'dismissed'
  | 'addAccountChosen'
  | 'importChosen'
  | 'phraseChosen'
  | 'removeChosen'
  | 'removeConfirmed'
  | 'resetChosen'
  | 'resetConfirmed'
  | 'disconnectAllChosen'

/** Events whose meaning depends on the screen. */
export type ScreenEvent =
  // actions of the person
  | Each<Exclude<Press, 'disconnectAllChosen'>>
  | Each<'linkGiven' | 'nameGiven' | 'phraseGiven', { readonly text: string }>
  | Each<'copyChosen' | 'addressToggled', { readonly address: string }>
  | Each<'accountPicked' | 'accountChosen', { readonly address: Address }>
  /** The person has read that the request could come from another app than the named one. */
  | { readonly type: 'riskAccepted'; readonly isAccepted: boolean }
  // results of effects: `answered` means that the answer was sent to the app
  | Each<'answered' | 'armed' | 'timeRanOut'>
  | { readonly type: 'importRefused'; readonly problem: SeedPhraseProblem }
  | { readonly type: 'phraseRead'; readonly words: readonly string[] }
  | { readonly type: 'cameraChanged'; readonly camera: CameraStatus }
  | { readonly type: 'proposalReceived'; readonly proposal: Proposal; readonly origin: OriginStatus }
  | { readonly type: 'signInReceived'; readonly question: SignInQuestion }
  | { readonly type: 'effectFailed'; readonly effect: AwaitedEffect; readonly failure: Failure }
  | Each<'copied', CopyResult>

export type WalletEvent =
  | ScreenEvent
  | { readonly type: 'disconnectChosen'; readonly topic: Topic }
  | { readonly type: 'requestReceived'; readonly request: SignRequest }
  | Each<'accountsLoaded', Pick<WalletState, 'accounts' | 'sessions'>>
  | Each<'sessionsChanged', Pick<WalletState, 'sessions'>>
  | Each<'relayChanged', Pick<WalletState, 'relay'>>
  | Each<'disconnectAllChosen' | 'takenOver'>

export type Send = (event: WalletEvent) => void

export type WalletEffect =
  | { readonly type: 'pair'; readonly pairingUri: string }
  | Each<'cancelPairing' | 'addAccount' | 'renewAccount' | 'stop'>
  | { readonly type: 'answer'; readonly screen: QuestionScreen }
  /** Declines on the wallet's own behalf. No screen waits for the result. */
  | { readonly type: 'refuse'; readonly asked: AppRequest; readonly reason: Reason }
  | { readonly type: 'disconnect'; readonly topic: Topic }
  | { readonly type: 'copyAddress'; readonly address: string }
  | { readonly type: 'importPhrase'; readonly text: string }
  | { readonly type: 'renameAccount'; readonly address: Address; readonly name: string | undefined }
  | Each<'removeAccount' | 'readPhrase', { readonly address: Address }>
  /** Arms the new question after a moment, and watches its expiry. Replaces the last watch. */
  | { readonly type: 'watch'; readonly expiresAt: number | undefined }

/** The function that runs each effect, by effect type. */
export type EffectRunner = {
  readonly [type in WalletEffect['type']]: (effect: Omit<Extract<WalletEffect, { type: type }>, 'type'>) => unknown
}

/** An app's request: to connect, to sign in, or for a signature. */
export type AppRequest = Proposal | Authentication | Pick<SignRequest, 'id' | 'topic'>

export type Transition = readonly [WalletState, readonly WalletEffect[]]

export const startingState: WalletState = {
  accounts: [],
  relay: 'disconnected',
  sessions: [],
  waiting: [],
  screen: { status: 'starting', text: undefined },
}
