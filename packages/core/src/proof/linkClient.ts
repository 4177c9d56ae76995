import {
  type AccountId,
  type ChallengeResponse,
  type LinkedWallet,
  linkPaths,
  type Proof,
  parseChallengeResponse,
  parseLinkErrorBody,
  parseLinkedWallet,
  type SignatureProof,
} from '@hawser/wire'
import { LinkUnavailableError } from '../errors.ts'
import { LinkRefusedError } from '../flow/errors.ts'
import type { LinkOutcome } from '../flow/purpose.ts'
import type { Connection } from '../flow/state.ts'
import { AnswerUnusableError, type FetchWorld, fetchJson } from '../platform/fetchJson.ts'

/**
 * Requests the text of one purpose, and submits the proof in the API's form for that purpose, as the host user of the browser's
 * cookies. Every method throws LinkRefusedError if the API refuses, and LinkUnavailableError if the API does not answer as
 * expected.
 */
export type ProofClient = {
  /**
   * The answer's `accountId` is the account that signs, if it differs from the given one. The answer is `outcome` if nothing
   * has to be signed: an unanswered proof was sent again, and accepted.
   */
  requestChallenge(
    params: { readonly connection: Connection; readonly accountId: AccountId },
    signal: AbortSignal,
  ): Promise<
    | (ChallengeResponse & { readonly accountId?: AccountId })
    | { readonly outcome: LinkOutcome; readonly accountId?: undefined }
  >
  sendProof(signed: SignedChallenge, signal: AbortSignal): Promise<LinkOutcome>
}

/** A challenge and the wallet's signature of it. The client of a purpose adds the purpose. */
export type SignedChallenge = Pick<SignatureProof, 'challengeId' | 'signature'>

export type LinkClientOptions = FetchWorld & {
  /** The address of the link API, absolute or relative to the page. */
  readonly linkUrl: string
  /** The memory between calls, which only a link client reads and writes. */
  readonly proofMemory?: ProofMemory
}

/**
 * The connection of the latest challenge, its proof if that was sent without an answer, and the fact that the link API
 * redirects.
 */
export type ProofMemory = {
  connectionId?: string
  unanswered?: SignatureProof<'link'> | undefined
  isRedirected?: boolean
}

// Every waiting state ends within 15 seconds (T-66); this leaves time to report it.
const timeoutMs = 10_000
const maxBytes = 512 * 1024
// A proof that failed sooner than this is sent again at once: a second wait still ends in time.
const soonMs = 4_000
const pauseMs = 500

/**
 * Sends a request to the link API, as the host user of the browser's cookies, and reads its answer.
 * @throws LinkRefusedError - when the API refuses
 * @throws LinkUnavailableError - when the API does not answer as expected
 */
export type LinkCall = <T>(
  method: string,
  path: string,
  signal: AbortSignal,
  parse: (body: unknown) => T,
  body?: object,
) => Promise<T>

/** Creates the function that sends requests to the link API. */
export function createLinkCall(options: LinkClientOptions): LinkCall {
  const base = options.linkUrl.replace(/\/{1,8}$/, '')
  return async (method, path, signal, parse, body) => {
    try {
      const content = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const init: RequestInit = { method, credentials: 'include', cache: 'no-store', ...content }
      const request = { url: base + path, init, signal, timeoutMs, maxBytes }
      const answer = await fetchJson(options, request).catch(async (cause) => {
        // A silent server is not asked again. A request after a challenge uses the challenge's findings about redirects.
        // Nothing more is sent if the network fails in between, because the server counts requests.
        const isFirst = method === 'GET' || path === linkPaths.challenges
        const isOdd = cause instanceof TypeError || (cause instanceof AnswerUnusableError && cause.status !== undefined)
        if (!isOdd || (!isFirst && options.proofMemory?.isRedirected !== true)) throw cause
        const { reachLinkApi } = await import('./reachLinkApi.ts')
        return reachLinkApi(options, request, cause)
      })
      if (answer.status >= 400) throw new LinkRefusedError(answer.status, parseLinkErrorBody(answer.body))
      return parse(answer.body)
    } catch (cause) {
      if (cause instanceof LinkRefusedError || cause instanceof LinkUnavailableError) throw cause
      throw new LinkUnavailableError('The server of this page did not answer as expected. Try again.', { cause })
    }
  }
}

/**
 * Whether the server might have carried out the request, or might accept it later. A refusal of its contents does not count.
 * The signers of a shared wallet might not have finished.
 */
function isOpen(error: unknown): boolean {
  if (!(error instanceof LinkRefusedError)) return true
  return error.status === 429 || error.status >= 500 || error.refusal.code === 'signature_pending'
}

/**
 * Sends a proof, and sends it once more after silence or a server error: it links once (F-L15). With `isKept` the proof had no
 * answer before. It is then sent once, because each time counts against the API's limits, and once more only if its challenge
 * is used up. The server might be handling the previous request at this very moment.
 * @throws LinkRefusedError | LinkUnavailableError
 */
export async function sendProof(
  options: Pick<LinkClientOptions, 'setTimer'>,
  call: LinkCall,
  proof: Extract<Proof, { readonly purpose: 'link' | 'oneTap' }>,
  signal: AbortSignal,
  isKept = false,
): Promise<LinkedWallet> {
  const send = (again?: true) =>
    call('POST', linkPaths.proofs, signal, parseLinkedWallet, again ? { ...proof, again } : proof)
  let isSoon = true
  const cancelTimer = options.setTimer(() => {
    isSoon = false
  }, soonMs)
  try {
    return await send(isKept || undefined)
  } catch (first) {
    const isFinal = first instanceof LinkRefusedError ? first.status !== (isKept ? 404 : 500) : isKept
    if (!isSoon || isFinal || signal.aborted) throw first
    await new Promise<void>((resolve, reject) => {
      const endPause = options.setTimer(resolve, pauseMs)
      signal.addEventListener('abort', () => {
        endPause()
        reject(first)
      })
    })
    return await send(true).catch((second: unknown) => {
      // A used-up challenge says less than the earlier failure.
      throw second instanceof LinkRefusedError && second.status === 404 ? first : second
    })
  } finally {
    cancelTimer()
  }
}

/** Creates a link client for linking. It sends nothing until one of its methods is called. */
export function createLinkClient(options: LinkClientOptions): ProofClient {
  const call = createLinkCall(options)
  const { proofMemory: memory = {} } = options
  return {
    async requestChallenge({ connection: { id, walletName }, accountId }, signal) {
      const { unanswered, connectionId } = memory
      if (unanswered && connectionId === id) {
        try {
          return { outcome: { kind: 'link', wallet: await sendProof(options, call, unanswered, signal, true) } }
        } catch (error) {
          if (isOpen(error)) throw error
        }
      }
      memory.connectionId = id
      memory.unanswered = undefined
      return call('POST', linkPaths.challenges, signal, parseChallengeResponse, {
        purpose: 'link',
        accountId,
        walletName,
      })
    },
    async sendProof(signed, signal) {
      const proof = { purpose: 'link', ...signed } as const
      const { connectionId } = memory
      try {
        return { kind: 'link', wallet: await sendProof(options, call, proof, signal) }
      } catch (error) {
        // The wallet has signed, and must not be asked again. Another wallet might have been asked meanwhile.
        if (isOpen(error) && memory.connectionId === connectionId) memory.unanswered = proof
        throw error
      }
    },
  }
}
