import type { SessionRequest } from '../records/records.ts'
import type { SupportedNamespace } from '../responder/grantNamespaces.ts'

/**
 * A test wallet's action on a proposal: approve it, decline it, leave it on the screen, die with it on the screen, or
 * approve it and die before the session is settled.
 */
export type OnProposal = 'approve' | 'reject' | 'ignore' | 'die' | 'dieBeforeSettle'

/**
 * A test wallet's action on a request. It signs `personal_sign` and refuses everything else, signs with the key of
 * another account, or signs another text. It declines the request, leaves it on its screen, dies with it on its screen,
 * or answers with the return value of a function. A function that throws a `Reason` (`{ code, message }`) answers that
 * error.
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
 * The actions of a test wallet. The wallet takes the actions of a list one by one, and the last action applies from
 * then on.
 */
export type TestWalletScript = {
  /** Default `approve`. */
  readonly onProposal?: OnProposal | readonly OnProposal[]
  /** Default `sign`. */
  readonly onRequest?: OnRequest | readonly OnRequest[]
  /**
   * The wallet's abilities by namespace, in the form of `grantNamespaces`. Default: its one account on every requested
   * chain of `eip155`.
   */
  readonly supported?: Readonly<Record<string, SupportedNamespace>>
  /** The secret key of the wallet's account, 64 hex characters. */
  readonly secretKey?: string
}

/** Returns a function that returns the next step of a script at each call, and repeats the last one. */
export function readScript<Step>(script: Step | readonly Step[] | undefined, otherwise: Step): () => Step {
  const steps = Array.isArray(script) ? [...script] : script === undefined ? [] : [script]
  let last = otherwise
  return () => {
    last = steps.shift() ?? last
    return last
  }
}
