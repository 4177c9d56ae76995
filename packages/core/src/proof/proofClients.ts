import type { Properties, Topic } from '@hawser/wire'
import { OneTapUnavailableError } from '../errors.ts'
import type { ProofSteps } from '../flow/proofSteps.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { LinkClientOptions } from './linkClient.ts'
import type { OneTap, OneTapOptions } from './oneTap.ts'
import type { ProofParts } from './proofParts.ts'

/**
 * What asks the link API of a page for texts to sign and hands in what was signed. Its code is fetched when it is first
 * needed: a QR code is drawn without it.
 */
export type ProofClients = ProofSteps & {
  /** The link API, as whatever asks it needs it. */
  readonly linkApi: LinkClientOptions
  /**
   * The same one every time.
   * @throws OneTapUnavailableError - when the code cannot be fetched
   */
  oneTap(): Promise<OneTap>
  /** What goes beside the proposal of a pairing: the host app's word that the pairing is its own. */
  originStatement(topic: Topic): Promise<Properties>
}

/** Creates them. Nothing is fetched or asked before one of them is wanted. */
export function createProofClients(options: OneTapOptions): ProofClients {
  const linkApi = { ...options, proofMemory: {} }
  let parts: ProofParts | undefined

  async function load(): Promise<ProofParts> {
    const createProofParts = await loadPart(async () => (await import('./proofParts.ts')).createProofParts)
    parts ??= createProofParts(linkApi)
    return parts
  }

  return {
    linkApi,
    oneTap: () =>
      load().then(
        ({ oneTap }) => oneTap(),
        (cause) => {
          throw new OneTapUnavailableError('A part of this page could not be loaded.', { cause })
        },
      ),
    takeStep: async (...step) => (await load()).takeStep(...step),
    accountInstead: (failure) => parts?.accountInstead(failure),
    keepsProof: (connectionId) => parts?.keepsProof(connectionId) === true,
    originStatement: async (topic) => (await load()).originStatement(topic),
  }
}
