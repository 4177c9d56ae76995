import type { Properties, Topic } from '@hawser/wire'
import { OneTapUnavailableError } from '../flow/errors.ts'
import type { ProofEffect, ProofSteps } from '../flow/proofSteps.ts'
import type { Connection } from '../flow/state.ts'
import type { ProofMemory } from './linkClient.ts'
import type { OneTap, OneTapOptions } from './oneTap.ts'
import { findAccountInstead, takeProofStep } from './proofStep.ts'

/** The functions that request texts to sign from a page's link API, and submit the signatures. */
export type ProofParts = ProofSteps & {
  /**
   * The same one every time.
   * @throws OneTapUnavailableError - its code cannot be fetched: the other way remains
   */
  oneTap(): Promise<OneTap>
  /** The statement beside the proposal of a pairing: the host app's confirmation that the pairing is its own. */
  originStatement(topic: Topic): Promise<Properties>
}

/** Creates them. A separate chunk: a QR code is drawn without it. The code of rarer ways is fetched when needed. */
export function createProofParts(linkApi: OneTapOptions & { readonly proofMemory: ProofMemory }): ProofParts {
  const { proofMemory } = linkApi
  let opened: Promise<OneTap> | undefined
  let asked: Extract<ProofEffect, { readonly connection: Connection }> | undefined

  function oneTap(): Promise<OneTap> {
    // A text signed over a session is for accounts of eip155 (EIP-4361).
    opened ??= open({ chains: linkApi.chains.filter((chain) => chain.startsWith('eip155:')) })
    return opened
  }

  function open(asked: Partial<OneTapOptions>): Promise<OneTap> {
    return import('./oneTap.ts').then(
      ({ createOneTap }) => createOneTap({ ...linkApi, ...asked }),
      (cause) => {
        throw new OneTapUnavailableError('A part of this page could not be loaded.', { cause })
      },
    )
  }

  return {
    oneTap,
    takeStep(effect, params, signal) {
      if ('connection' in effect) asked = effect
      return takeProofStep({ ...params, linkApi, oneTap }, effect, signal)
    },
    // A signature of the page's wallet grants no session permissions.
    requestApproval: async (asked) => (await open({ ...asked, methods: [] })).challenge(),
    accountInstead: (failure) =>
      asked && findAccountInstead(asked.connection, asked.accountId, failure, linkApi.chains),
    keepsProof: (connectionId) => proofMemory.unanswered !== undefined && proofMemory.connectionId === connectionId,
    originStatement: (topic) =>
      import('./originStatement.ts').then((code) => code.requestOriginStatement(linkApi, topic)),
  }
}
