import { LinkUnavailableError, OneTapUnavailableError } from '../errors.ts'
import type { LinkClientOptions, ProofMemory } from './linkClient.ts'
import type { OneTap, OneTapOptions } from './oneTap.ts'
import type { takeProofStep } from './proofStep.ts'

/**
 * What asks the link API of a page for texts to sign and hands in what was signed. The code of each way is fetched when it is
 * first needed: a QR code is drawn without it.
 */
export type ProofClients = {
  /** The link API, as whatever asks it needs it. */
  readonly linkApi: LinkClientOptions
  /** @throws LinkUnavailableError - when the code cannot be fetched */
  proofStep(): Promise<typeof takeProofStep>
  /**
   * The same one every time.
   * @throws OneTapUnavailableError - when the code cannot be fetched
   */
  oneTap(): Promise<OneTap>
  /** Whether a proof of this connection was sent, had no answer, and is kept to be sent again. */
  keepsProof(connectionId: string): boolean
}

/** Creates them. Nothing is fetched or asked before one of them is wanted. */
export function createProofClients(options: OneTapOptions): ProofClients {
  const proofMemory: ProofMemory = {}
  const linkApi = { ...options, proofMemory }
  let oneTap: Promise<OneTap> | undefined
  return {
    linkApi,
    proofStep: () =>
      import('./proofStep.ts').then(
        ({ takeProofStep }) => takeProofStep,
        (cause) => {
          throw new LinkUnavailableError('A part of this page could not be loaded. Try again, or reload the page.', {
            cause,
          })
        },
      ),
    oneTap() {
      oneTap ??= import('./oneTap.ts').then(
        ({ createOneTap }) => createOneTap(options),
        (cause) => {
          throw new OneTapUnavailableError('A part of this page could not be loaded.', { cause })
        },
      )
      return oneTap
    },
    keepsProof: (connectionId) => proofMemory.unanswered !== undefined && proofMemory.connectionId === connectionId,
  }
}
