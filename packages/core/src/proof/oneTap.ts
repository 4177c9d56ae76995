import {
  type AuthenticationChallenge,
  type AuthenticationRequest,
  type ChainId,
  type ChallengeRequest,
  type LinkedWallet,
  linkPaths,
  parseAuthenticationChallenge,
} from '@hawser/wire'
import type { RequestedMethods } from '../connectors/requestedMethods.ts'
import { OneTapUnavailableError } from '../flow/errors.ts'
import type { ApprovalProof } from '../flow/purpose.ts'
import { createLinkCall, type LinkClientOptions, sendProof } from './linkClient.ts'

/**
 * The text that a wallet signs with its approval, and its result. This module is a separate chunk, which only pages with
 * `link.oneTap` fetch.
 */
export type OneTap = {
  /**
   * Returns the request to sign. It is kept and reused for the next code until it nears its expiry.
   * @throws OneTapUnavailableError - the link API refused, or did not answer within two seconds
   */
  challenge(): Promise<AuthenticationChallenge>
  /** @throws LinkRefusedError | LinkUnavailableError */
  sendApproval(proof: ApprovalProof, signal: AbortSignal): Promise<LinkedWallet>
}

export type OneTapOptions = LinkClientOptions & {
  readonly chains: readonly ChainId[]
  readonly methods?: RequestedMethods | undefined
  /** The parser of the requested namespace. Default: the parser of eip155. */
  readonly parse?: ((value: unknown) => AuthenticationRequest) | undefined
  readonly now: () => number
  /** Receives the host app's account as the text names it; undefined while another text is requested. */
  readonly onAccount?: ((account: string | undefined) => void) | undefined
}

type Asked = Extract<ChallengeRequest, { readonly purpose: 'oneTap' }>

// Short, because the screen shows a code meanwhile, which no visitor should scan in vain.
const patienceMs = 2_000
// With less than half of its five minutes left, a slow wallet could sign an expired text.
const reuseMs = 150_000

/** Creates the `OneTap`, which sends nothing until `challenge` is called. */
export function createOneTap(options: OneTapOptions): OneTap {
  const { now, setTimer } = options
  const { chains, parse } = options
  const methods = methodsOf(options.methods)
  const call = createLinkCall(options)
  let kept: AuthenticationChallenge | undefined

  async function ask(): Promise<AuthenticationChallenge> {
    const late = new AbortController()
    const cancelTimer = setTimer(() => late.abort(), patienceMs)
    options.onAccount?.(undefined)
    const body: Asked = { purpose: 'oneTap', chains, methods }
    const read = (answer: unknown) => parseAuthenticationChallenge(answer, parse)
    const given = await call('POST', linkPaths.challenges, late.signal, read, body)
      .catch((cause: unknown) => {
        throw new OneTapUnavailableError('The server of this page gave nothing to sign with the approval.', { cause })
      })
      .finally(cancelTimer)
    // The server's clock is far behind this device's clock (F-L14), so wallets too would consider the text expired. A text
    // signed after the approval has no such expiry.
    if (given.expiresAt <= now()) {
      throw new OneTapUnavailableError('The text to sign has expired by the clock of this device.')
    }
    kept = given
    options.onAccount?.(given.account)
    return given
  }

  return {
    async challenge() {
      return kept !== undefined && kept.expiresAt - now() >= reuseMs ? kept : ask()
    },
    sendApproval(proof, signal) {
      // The text is valid for one answer.
      kept = undefined
      return sendProof(options, call, proof, signal)
    },
  }
}

/** Returns the methods of eip155 (`session.methods`). `requestedMethodsOf` is not used, because it would become a separate file. */
function methodsOf(methods: RequestedMethods | undefined): readonly string[] {
  return (methods === undefined || isList(methods) ? methods : methods.eip155) ?? ['personal_sign']
}

function isList(methods: RequestedMethods): methods is readonly string[] {
  return Array.isArray(methods)
}
