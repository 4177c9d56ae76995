import { loadPart } from '../platform/loadPart.ts'
import type { LinkClientOptions } from './linkClient.ts'
import type { OneTapOptions } from './oneTap.ts'
import type { ProofParts } from './proofParts.ts'

/**
 * The proof functions, available from the start. Their code is fetched when it is first needed, because a QR code is drawn
 * without it. Calls reject with PageOutdatedError or ClientUnavailableError if the fetch fails.
 */
export type ProofClients = ProofParts & {
  /** The options of the link API, for its other callers. */
  readonly linkApi: LinkClientOptions
}

/** Creates the proof functions. Nothing is fetched or requested until one of them is called. */
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
    requestApproval: async (asked) => (await load()).requestApproval(asked),
    takeStep: async (...step) => (await load()).takeStep(...step),
    accountInstead: (failure) => parts?.accountInstead(failure),
    keepsProof: (connectionId) => parts?.keepsProof(connectionId) === true,
    originStatement: async (topic) => (await load()).originStatement(topic),
  }
}
