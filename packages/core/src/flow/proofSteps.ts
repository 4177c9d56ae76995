import type { AccountId } from '@hawser/wire'
import type { RequestApproval } from '../connectors/page/pageConnector.ts'
import type { Effect, MachineEvent } from './event.ts'
import type { LinkPurpose } from './purpose.ts'
import type { Connection, FlowFailure } from './state.ts'

/** The effects of a proof: the requests to the link API, and to the wallet on its behalf. */
export type ProofEffect = Extract<
  Effect,
  { type: 'requestChallenge' | 'requestSignature' | 'sendProof' | 'sendApproval' }
>

/** The result of a step towards a proof, without the connection and the attempt that it belongs to. */
export type ProofStepResult = WithoutOwner<
  Extract<MachineEvent, { type: 'challengeIssued' | 'signatureGiven' | 'proofAccepted' }>
>

type WithoutOwner<Event> = Event extends unknown ? Omit<Event, 'connectionId' | 'attempt'> : never

/** The text for a wallet to sign. `expiresAt` is the deadline for the signature, in epoch milliseconds. */
export type SignatureParams = {
  readonly accountId: AccountId
  readonly message: string
  readonly expiresAt?: number | undefined
  readonly signal: AbortSignal
}

/** The inputs of a step. `purpose` is the purpose at the start of the step. */
export type ProofStepParams = {
  readonly purpose: LinkPurpose
  /** Asks the wallet of a connection to sign a text, unchanged. */
  readonly signMessage: (connection: Connection, params: SignatureParams) => Promise<string>
  /** Called when the wallet has not answered the signature request for a minute. */
  readonly onDelay: () => void
}

/** Takes the steps towards a proof. The flow does not know which system answers. */
export type ProofSteps = {
  /** Rejects with the reason why the step failed. */
  takeStep(effect: ProofEffect, params: ProofStepParams, signal: AbortSignal): Promise<ProofStepResult>
  /** Requests the text that a wallet of this page signs with its approval. */
  readonly requestApproval: RequestApproval
  /** Returns another account of the last connection to ask next, if one might work. */
  accountInstead(failure: FlowFailure): AccountId | undefined
  /** Whether a proof of this connection was sent, got no answer, and is kept to be sent again. */
  keepsProof(connectionId: string): boolean
}
