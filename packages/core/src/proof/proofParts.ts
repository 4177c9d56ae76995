import { OneTapUnavailableError } from '../flow/errors.ts'
import type { ProofEffect } from '../flow/proofSteps.ts'
import type { Connection } from '../flow/state.ts'
import type { ProofMemory } from './linkClient.ts'
import type { OneTap, OneTapOptions } from './oneTap.ts'
import type { ProofClients } from './proofClients.ts'
import { findAccountInstead, takeProofStep } from './proofStep.ts'

/** What asks the link API, once one of it is wanted. */
export type ProofParts = Omit<ProofClients, 'linkApi'>

/** Creates them. A chunk of its own: a QR code is drawn without it. The code of rarer ways is fetched when it is needed. */
export function createProofParts(linkApi: OneTapOptions & { readonly proofMemory: ProofMemory }): ProofParts {
  const { proofMemory } = linkApi
  let opened: Promise<OneTap> | undefined
  let asked: Extract<ProofEffect, { readonly connection: Connection }> | undefined

  function oneTap(): Promise<OneTap> {
    opened ??= import('./oneTap.ts').then(
      ({ createOneTap }) => createOneTap(linkApi),
      (cause) => {
        throw new OneTapUnavailableError('A part of this page could not be loaded.', { cause })
      },
    )
    return opened
  }

  return {
    oneTap,
    takeStep(effect, params, signal) {
      if ('connection' in effect) asked = effect
      return takeProofStep({ ...params, linkApi, oneTap }, effect, signal)
    },
    accountInstead: (failure) =>
      asked && findAccountInstead(asked.connection, asked.accountId, failure, linkApi.chains),
    keepsProof: (connectionId) => proofMemory.unanswered !== undefined && proofMemory.connectionId === connectionId,
    originStatement: (topic) =>
      import('./originStatement.ts').then((code) => code.requestOriginStatement(linkApi, topic)),
  }
}
