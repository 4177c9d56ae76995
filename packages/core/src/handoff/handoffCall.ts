import { handoffPaths, parseLinkErrorBody } from '@hawser/wire'
import { LinkUnavailableError } from '../errors.ts'
import { LinkRefusedError } from '../flow/errors.ts'
import { type FetchWorld, fetchJson } from '../platform/fetchJson.ts'

/** The address and identity for requests about a handoff. */
export type HandoffCallOptions = FetchWorld & { readonly linkUrl: string; readonly id: string }

/**
 * Sends a request as the phone of a handoff. The phone has no session, so no cookie is sent. Nothing is sent twice, because a
 * second claim would end the handoff.
 * @throws LinkRefusedError - when the API refuses
 * @throws LinkUnavailableError - when the API does not answer as expected
 */
export type HandoffCall = <T>(
  path: string,
  parse: (body: unknown) => T,
  sent?: { readonly body?: object; readonly grant?: string },
) => Promise<T>

// The server can take seconds to check a signature with a contract.
const timeoutMs = 20_000
const maxBytes = 64 * 1024

export function createHandoffCall({ linkUrl, id, ...world }: HandoffCallOptions, signal: AbortSignal): HandoffCall {
  const base = `${linkUrl.replace(/\/{1,8}$/, '')}${handoffPaths.phone}/${id}`
  return async (path, parse, { body, grant } = {}) => {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(grant !== undefined && { authorization: `Handoff ${grant}` }),
    }
    const content = body && { body: JSON.stringify(body) }
    const method = body === undefined ? 'GET' : 'POST'
    const init: RequestInit = { method, credentials: 'omit', cache: 'no-store', headers, ...content }
    try {
      const answer = await fetchJson(world, { url: base + path, init, signal, timeoutMs, maxBytes })
      if (answer.status >= 400) throw new LinkRefusedError(answer.status, parseLinkErrorBody(answer.body))
      return parse(answer.body)
    } catch (cause) {
      if (cause instanceof LinkRefusedError) throw cause
      throw new LinkUnavailableError('The server of this page did not answer as expected. Try again.', { cause })
    }
  }
}
