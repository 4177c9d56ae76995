import {
  type AuthenticationChallenge,
  type AuthenticationRequest,
  type ChainId,
  type LinkedWallet,
  linkPaths,
  parseAuthenticationChallenge,
} from '@hawser/wire'
import type { AskedMethods } from '../connectors/askedMethods.ts'
import { OneTapUnavailableError } from '../flow/errors.ts'
import type { ApprovalProof } from '../flow/purpose.ts'
import { createLinkCall, type LinkClientOptions, sendProof } from './linkClient.ts'

/** What a wallet signs with its approval, and what becomes of it. Code of its own: only pages with `oneTap` fetch it. */
export type OneTap = {
  /**
   * What is to be signed: kept, and given again for the next code until it nears its end.
   * @throws OneTapUnavailableError - the link API refused, or did not answer within two seconds
   */
  challenge(): Promise<AuthenticationChallenge>
  /** @throws LinkRefusedError | LinkUnavailableError */
  sendApproval(proof: ApprovalProof, signal: AbortSignal): Promise<LinkedWallet>
}

export type OneTapOptions = LinkClientOptions & {
  readonly chains: readonly ChainId[]
  readonly methods?: AskedMethods | undefined
  /** What reads the request to sign of the namespace that is asked for. Default: that of eip155. */
  readonly parse?: ((value: unknown) => AuthenticationRequest) | undefined
  readonly now: () => number
  /** Hears how the text names the account of the host app; undefined while another text is asked for. */
  readonly onAccount?: ((account: string | undefined) => void) | undefined
}

// A code is on screen meanwhile that nobody should scan in vain.
const patienceMs = 2_000
// With less than half of its five minutes left, a wallet that takes its time would sign something that is over.
const reuseMs = 150_000

/** Creates it. Nothing is asked before `challenge` is called. */
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
    try {
      const body = { chains, methods }
      const given = await call(
        'POST',
        linkPaths.challenges,
        late.signal,
        (answer) => parseAuthenticationChallenge(answer, parse),
        body,
      )
      // By a clock far behind this one (F-L14): wallets, too, would find it over. What they sign afterwards has no such end.
      if (given.expiresAt <= now()) throw new Error('The challenge is over by the clock of this device.')
      kept = given
      options.onAccount?.(given.account)
      return given
    } catch (cause) {
      throw new OneTapUnavailableError('The server of this page gave nothing to sign with the approval.', { cause })
    } finally {
      cancelTimer()
    }
  }

  return {
    async challenge() {
      return kept !== undefined && kept.expiresAt - now() >= reuseMs ? kept : ask()
    },
    sendApproval(proof, signal) {
      // Good for one answer.
      kept = undefined
      return sendProof(options, call, proof, signal)
    },
  }
}

/** The methods of eip155 (`session.methods`); not by askedMethodsOf, which would be fetched as a file of its own then. */
function methodsOf(methods: AskedMethods | undefined): readonly string[] {
  return (methods === undefined || isList(methods) ? methods : methods.eip155) ?? ['personal_sign']
}

function isList(methods: AskedMethods): methods is readonly string[] {
  return Array.isArray(methods)
}
