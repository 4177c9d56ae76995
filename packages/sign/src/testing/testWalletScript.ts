import type { SessionRequest } from '../records/records.ts'
import type { SupportedNamespace } from '../responder/grantNamespaces.ts'

/**
 * A test wallet's action on a proposal: it approves it, declines it, leaves it on its screen, dies with it on its
 * screen, or approves and dies before the session is settled.
 */
export type OnProposal = 'approve' | 'reject' | 'ignore' | 'die' | 'dieBeforeSettle'

/**
 * A test wallet's action on a request. It signs `personal_sign` and refuses all else, signs with the key of another
 * account, or signs another text. It declines the request, leaves it on its screen, dies with it on its screen, or answers
 * what a function returns. A function that throws a `Reason` (`{ code, message }`) answers that error.
 */
export type OnRequest =
  | 'sign'
  | 'signWithAnotherAccount'
  | 'signAnotherText'
  | 'reject'
  | 'ignore'
  | 'die'
  | ((request: SessionRequest) => unknown)

/**
 * The actions of a test wallet. It takes the actions of a list one by one; the last one applies to all that follows.
 */
export type TestWalletScript = {
  /** Default `approve`. */
  readonly onProposal?: OnProposal | readonly OnProposal[]
  /** Default `sign`. */
  readonly onRequest?: OnRequest | readonly OnRequest[]
  /** By namespace, as `grantNamespaces` takes it. Default: its one account on every requested chain of `eip155`. */
  readonly supported?: Readonly<Record<string, SupportedNamespace>>
  /** The key of its account, 64 hex characters. */
  readonly secretKey?: string
}

/** The steps of a script, one at each call. */
export function readScript<Step>(script: Step | readonly Step[] | undefined, otherwise: Step): () => Step {
  const steps = Array.isArray(script) ? [...script] : script === undefined ? [] : [script]
  let last = otherwise
  return () => {
    last = steps.shift() ?? last
    return last
  }
}
