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
   * Returns the same `OneTap` every time.
   * @throws OneTapUnavailableError - its code cannot be fetched; a wallet can still sign after its approval
   */
  oneTap(): Promise<OneTap>
  /** Requests the origin statement for a pairing: the host app's confirmation that the pairing is its own. */
  originStatement(topic: Topic): Promise<Properties>
}

/**
 * Creates the proof functions. This module is a separate chunk, because a QR code is drawn without it. The code of rarer ways
 * is fetched when needed.
 */
export function createProofParts(linkApi: OneTapOptions & { readonly proofMemory: ProofMemory }): ProofParts {
  const { proofMemory } = linkApi
  let opened: Promise<OneTap> | undefined
  let asked: Extract<ProofEffect, { readonly connection: Connection }> | undefined

  function oneTap(): Promise<OneTap> {
    // A text signed over a session is for accounts of eip155 only (EIP-4361).
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
    // A signature by a wallet of the page grants no session permissions.
    requestApproval: async (asked) => (await open({ ...asked, methods: [] })).challenge(),
    accountInstead: (failure) =>
      asked && findAccountInstead(asked.connection, asked.accountId, failure, linkApi.chains),
    keepsProof: (connectionId) => proofMemory.unanswered !== undefined && proofMemory.connectionId === connectionId,
    originStatement: (topic) =>
      import('./originStatement.ts').then((code) => code.requestOriginStatement(linkApi, topic)),
  }
}
