import { loadPart } from '../platform/loadPart.ts'
import type { LinkClientOptions } from './linkClient.ts'
import type { OneTapOptions } from './oneTap.ts'
import type { ProofParts } from './proofParts.ts'

/**
 * The same from the beginning on: its code is fetched when it is first needed, a QR code is drawn without it. What is asked of
 * it rejects with PageOutdatedError or ClientUnavailableError where that fails.
 */
export type ProofClients = ProofParts & {
  /** The link API, as whatever asks it needs it. */
  readonly linkApi: LinkClientOptions
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
    requestApproval: async (asked) => (await load()).requestApproval(asked),
    takeStep: async (...step) => (await load()).takeStep(...step),
    accountInstead: (failure) => parts?.accountInstead(failure),
    keepsProof: (connectionId) => parts?.keepsProof(connectionId) === true,
    originStatement: async (topic) => (await load()).originStatement(topic),
  }
}
