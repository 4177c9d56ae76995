import {
  type AuthenticationChallenge,
  type AuthenticationRequest,
  type ChainId,
  type ChallengeRequest,
  type LinkedWallet,
  linkPaths,
  parseAuthenticationChallenge,
} from '@hawser/wire'
import type { AskedMethods } from '../connectors/askedMethods.ts'
import { OneTapUnavailableError } from '../flow/errors.ts'
import type { ApprovalProof } from '../flow/purpose.ts'
import { createLinkCall, type LinkClientOptions, sendProof } from './linkClient.ts'

/**
 * The text that a wallet signs with its approval, and its result. A separate chunk: only pages with `link.oneTap` fetch
 * it.
 */
export type OneTap = {
  /**
   * The request to sign: kept, and reused for the next code until it nears its expiry.
   * @throws OneTapUnavailableError - the link API refused, or did not answer within two seconds
   */
  challenge(): Promise<AuthenticationChallenge>
  /** @throws LinkRefusedError | LinkUnavailableError */
  sendApproval(proof: ApprovalProof, signal: AbortSignal): Promise<LinkedWallet>
}

export type OneTapOptions = LinkClientOptions & {
  readonly chains: readonly ChainId[]
  readonly methods?: AskedMethods | undefined
  /** The parser of the requested namespace. Default: that of eip155. */
  readonly parse?: ((value: unknown) => AuthenticationRequest) | undefined
  readonly now: () => number
  /** Receives the text's name for the host app's account; undefined while another text is requested. */
  readonly onAccount?: ((account: string | undefined) => void) | undefined
}

type Asked = Extract<ChallengeRequest, { readonly purpose: 'oneTap' }>

// Meanwhile the screen shows a code that nobody should scan in vain.
const patienceMs = 2_000
// With less than half of its five minutes left, a slow wallet would sign an expired text.
const reuseMs = 150_000

/** Creates it. It sends nothing before `challenge` is called. */
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
    // By a clock far behind this one (F-L14): wallets, too, would consider it expired. A text signed afterwards has no
    // such expiry.
    if (given.expiresAt <= now()) {
      throw new OneTapUnavailableError('The text to sign with the approval is over by the clock of this device.')
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
      // Valid for one answer.
      kept = undefined
      return sendProof(options, call, proof, signal)
    },
  }
}

/** The methods of eip155 (`session.methods`); without askedMethodsOf, which would become a separate file then. */
function methodsOf(methods: AskedMethods | undefined): readonly string[] {
  return (methods === undefined || isList(methods) ? methods : methods.eip155) ?? ['personal_sign']
}

function isList(methods: AskedMethods): methods is readonly string[] {
  return Array.isArray(methods)
}
