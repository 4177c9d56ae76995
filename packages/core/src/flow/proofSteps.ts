import type { AccountId } from '@hawser/wire'
import type { RequestApproval } from '../connectors/page/pageConnector.ts'
import type { Effect, MachineEvent } from './event.ts'
import type { LinkPurpose } from './purpose.ts'
import type { Connection, FlowFailure } from './state.ts'

/** What is asked of the link API, and of the wallet for it. */
export type ProofEffect = Extract<
  Effect,
  { type: 'requestChallenge' | 'requestSignature' | 'sendProof' | 'sendApproval' }
>

/** What came of a step towards a proof, without the names of what it belongs to. */
export type ProofStepResult = WithoutOwner<
  Extract<MachineEvent, { type: 'challengeIssued' | 'signatureGiven' | 'proofAccepted' }>
>

type WithoutOwner<Event> = Event extends unknown ? Omit<Event, 'connectionId' | 'attempt'> : never

/** What a wallet is to sign. `expiresAt`: until when its signature counts, in epoch milliseconds. */
export type SignatureParams = {
  readonly accountId: AccountId
  readonly message: string
  readonly expiresAt?: number | undefined
  readonly signal: AbortSignal
}

/** What a step is taken with. `purpose` is that of when it was begun. */
export type ProofStepParams = {
  readonly purpose: LinkPurpose
  /** Has the wallet of a connection sign a text as it stands. */
  readonly signMessage: (connection: Connection, params: SignatureParams) => Promise<string>
  /** The wallet has been asked to sign for a minute, and has not answered. */
  readonly onDelay: () => void
}

/** Takes the steps towards a proof. The flow does not know who is asked. */
export type ProofSteps = {
  /** Rejects with the reason why the step failed. */
  takeStep(effect: ProofEffect, params: ProofStepParams, signal: AbortSignal): Promise<ProofStepResult>
  /** What a wallet of the page signs with its approval. */
  readonly requestApproval: RequestApproval
  /** Which account of the connection that was asked last is asked next, where another one may do. */
  accountInstead(failure: FlowFailure): AccountId | undefined
  /** Whether a proof of this connection was sent, had no answer, and is kept to be sent again. */
  keepsProof(connectionId: string): boolean
}
