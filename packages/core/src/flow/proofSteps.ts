import type { AccountId } from '@hawser/wire'
import type { RequestApproval } from '../connectors/page/pageConnector.ts'
import type { Effect, MachineEvent } from './event.ts'
import type { LinkPurpose } from './purpose.ts'
import type { Connection, FlowFailure } from './state.ts'

/** The requests to the link API, and to the wallet for it. */
export type ProofEffect = Extract<
  Effect,
  { type: 'requestChallenge' | 'requestSignature' | 'sendProof' | 'sendApproval' }
>

/** The result of a step towards a proof, without the names of what it belongs to. */
export type ProofStepResult = WithoutOwner<
  Extract<MachineEvent, { type: 'challengeIssued' | 'signatureGiven' | 'proofAccepted' }>
>

type WithoutOwner<Event> = Event extends unknown ? Omit<Event, 'connectionId' | 'attempt'> : never

/** The text for a wallet to sign. `expiresAt`: until when its signature counts, in epoch milliseconds. */
export type SignatureParams = {
  readonly accountId: AccountId
  readonly message: string
  readonly expiresAt?: number | undefined
  readonly signal: AbortSignal
}

/** The inputs of a step. `purpose` is the one it began with. */
export type ProofStepParams = {
  readonly purpose: LinkPurpose
  /** Asks the wallet of a connection to sign a text, unchanged. */
  readonly signMessage: (connection: Connection, params: SignatureParams) => Promise<string>
  /** The wallet has had the request to sign for a minute, and has not answered. */
  readonly onDelay: () => void
}

/** Takes the steps towards a proof. The flow does not know who answers. */
export type ProofSteps = {
  /** Rejects with the reason why the step failed. */
  takeStep(effect: ProofEffect, params: ProofStepParams, signal: AbortSignal): Promise<ProofStepResult>
  /** A text that a wallet of the page signs with its approval. */
  readonly requestApproval: RequestApproval
  /** The account of the last connection to ask next, if another one may work. */
  accountInstead(failure: FlowFailure): AccountId | undefined
  /** Whether a proof of this connection was sent, had no answer, and is kept to be sent again. */
  keepsProof(connectionId: string): boolean
}
