import {
  type AccountId,
  type ChallengeResponse,
  type LinkedWallet,
  linkPaths,
  type Proof,
  parseChallengeResponse,
  parseLinkErrorBody,
  parseLinkedWallet,
  parseLinkedWallets,
} from '@hawser/wire'
import { LinkRefusedError, LinkUnavailableError } from './errors.ts'
import { type FetchWorld, fetchJson } from './fetchJson.ts'

/**
 * Speaks to the host app's link API, as the host user the browser's cookies name.
 * Every method throws LinkRefusedError when the API refuses and LinkUnavailableError when it does not answer as it should.
 */
export type LinkClient = {
  requestChallenge(
    params: { readonly accountId: AccountId; readonly walletName: string | undefined },
    signal: AbortSignal,
  ): Promise<ChallengeResponse>
  sendProof(proof: Proof, signal: AbortSignal): Promise<LinkedWallet>
  linkedWallets(signal: AbortSignal): Promise<readonly LinkedWallet[]>
  unlink(id: string, signal: AbortSignal): Promise<void>
}

export type LinkClientOptions = FetchWorld & {
  /** Where the link API is mounted, absolute or relative to the page. */
  readonly linkUrl: string
}

// Every waiting state ends within 15 seconds (T-66); this leaves time to say so.
const timeoutMs = 10_000
const maxBytes = 512 * 1024

/** Asks the link API and reads its answer. */
export type LinkCall = <T>(
  method: string,
  path: string,
  signal: AbortSignal,
  parse: (body: unknown) => T,
  body?: object,
) => Promise<T>

/** What the methods of a link client are made of. */
export function createLinkCall(options: LinkClientOptions): LinkCall {
  const base = options.linkUrl.replace(/\/{1,8}$/, '')
  return async (method, path, signal, parse, body) => {
    try {
      const content = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const init: RequestInit = { method, credentials: 'include', cache: 'no-store', ...content }
      const answer = await fetchJson(options, { url: base + path, init, signal, timeoutMs, maxBytes })
      if (answer.status >= 400) throw new LinkRefusedError(answer.status, parseLinkErrorBody(answer.body))
      return parse(answer.body)
    } catch (cause) {
      if (cause instanceof LinkRefusedError) throw cause
      throw new LinkUnavailableError('The server of this page did not answer as expected. Try again.', { cause })
    }
  }
}

/** Creates a link client. Nothing is asked before one of its methods is called. */
export function createLinkClient(options: LinkClientOptions): LinkClient {
  const call = createLinkCall(options)
  return {
    requestChallenge: (params, signal) => call('POST', linkPaths.challenges, signal, parseChallengeResponse, params),
    sendProof: (proof, signal) => call('POST', linkPaths.proofs, signal, parseLinkedWallet, proof),
    linkedWallets: (signal) => call('GET', linkPaths.wallets, signal, parseLinkedWallets),
    unlink: (id, signal) => call('DELETE', `${linkPaths.wallets}/${encodeURIComponent(id)}`, signal, () => {}),
  }
}
