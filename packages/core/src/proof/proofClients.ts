import type { Properties, Topic } from '@hawser/wire'
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
   * @throws OneTapUnavailableError - when its code cannot be fetched: the other way is open
   * @throws PageOutdatedError | ClientUnavailableError - when the code of all proofs cannot
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
    const { createProofParts } = await loadPart(() => import('./proofParts.ts'))
    parts ??= createProofParts(linkApi)
    return parts
  }

  return {
    linkApi,
    oneTap: async () => (await load()).oneTap(),
    takeStep: async (...step) => (await load()).takeStep(...step),
    accountInstead: (failure) => parts?.accountInstead(failure),
    keepsProof: (connectionId) => parts?.keepsProof(connectionId) === true,
    originStatement: async (topic) => (await load()).originStatement(topic),
  }
}
