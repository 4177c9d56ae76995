import type { Properties, Topic } from '@hawser/wire'
import { OneTapUnavailableError } from '../errors.ts'
import type { ProofEffect, ProofSteps } from '../flow/proofSteps.ts'
import type { Connection } from '../flow/state.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { LinkClientOptions, ProofMemory } from './linkClient.ts'
import type { OneTap, OneTapOptions } from './oneTap.ts'

/**
 * What asks the link API of a page for texts to sign and hands in what was signed. The code of each way is fetched when it is
 * first needed: a QR code is drawn without it.
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
  const proofMemory: ProofMemory = {}
  const linkApi = { ...options, proofMemory }
  let opened: Promise<OneTap> | undefined
  let accountInstead: ProofSteps['accountInstead'] = () => undefined
  let asked: Extract<ProofEffect, { readonly connection: Connection }> | undefined

  function oneTap(): Promise<OneTap> {
    opened ??= import('./oneTap.ts').then(
      ({ createOneTap }) => createOneTap(options),
      (cause) => {
        throw new OneTapUnavailableError('A part of this page could not be loaded.', { cause })
      },
    )
    return opened
  }

  return {
    linkApi,
    oneTap,
    async takeStep(effect, params, signal) {
      if ('connection' in effect) asked = effect
      const { findAccountInstead, takeProofStep } = await loadPart(() => import('./proofStep.ts'))
      accountInstead = (failure) =>
        asked && findAccountInstead(asked.connection, asked.accountId, failure, options.chains)
      return takeProofStep({ ...params, linkApi, oneTap }, effect, signal)
    },
    accountInstead: (failure) => accountInstead(failure),
    keepsProof: (connectionId) => proofMemory.unanswered !== undefined && proofMemory.connectionId === connectionId,
    originStatement: (topic) =>
      import('./originStatement.ts').then((code) => code.requestOriginStatement(linkApi, topic)),
  }
}
