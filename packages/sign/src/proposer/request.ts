import { type ChainId, InvalidArgumentError, type Topic } from '@hawser/wire'
import { ChainNotGrantedError, InvalidRequestError, MethodNotGrantedError, RequestExpiredError } from '../errors.ts'
import { toPlain } from '../message/toPlain.ts'
import type { Session } from '../records/records.ts'
import type { Context } from '../session/context.ts'
import { grantsOfChain, type Sessions } from '../session/session.ts'

export type RequestParameters = {
  readonly topic: Topic
  readonly chainId: ChainId
  readonly request: { readonly method: string; readonly params: unknown }
  /** The wallet's time to answer, 300 to 604800 seconds. Default 300. */
  readonly expirySeconds?: number
  /**
   * Sends the request even if the session does not list the method. Some wallets list no methods but sign anyway;
   * others answer with an error. The session must grant the chain either way. Default: false, and the client throws
   * `method_not_granted` without sending.
   * @example
   * ```ts
   * await client.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params }, allowsUngrantedMethod: true })
   * ```
   */
  readonly allowsUngrantedMethod?: boolean
  readonly signal?: AbortSignal
}

// WalletConnect sign/session-requests.
const minExpirySeconds = 300
const maxExpirySeconds = 604_800
// The code of `reasons.sessionRequestExpired`, copied so that a page need not load its text.
const requestExpiredCode = 8000

/** Creates the dapp's `request`, which sends a request and waits for the answer. */
export function createRequest(context: Context, sessions: Sessions): (params: RequestParameters) => Promise<unknown> {
  return async ({ topic, chainId, expirySeconds = minExpirySeconds, signal, ...params }) => {
    const request = toPlain(params.request, 'request')
    if (typeof request?.method !== 'string') throw new InvalidArgumentError('`request.method` must be a text.')
    if (typeof chainId !== 'string') throw new InvalidArgumentError('`chainId` must be a text.')
    await context.ready()
    const session = sessions.require(topic)
    if (session.role !== 'dapp') throw new MethodNotGrantedError('Only the dapp of a session may send requests.')
    if (!(expirySeconds >= minExpirySeconds && expirySeconds <= maxExpirySeconds)) {
      throw new InvalidRequestError(`expirySeconds must be ${minExpirySeconds} to ${maxExpirySeconds}.`)
    }
    checkMethod(session, chainId, request.method, params.allowsUngrantedMethod === true)
    const ttlSeconds = Math.floor(expirySeconds)
    const expiryTimestamp = Math.floor(context.now() / 1000) + ttlSeconds
    const asked = { request: { ...request, expiryTimestamp }, chainId }
    return context.exchange.ask(topic, 'wc_sessionRequest', asked, signal, ttlSeconds).catch((error) => {
      // A wallet whose clock is ahead reports the expiry before it happens here. That is not a refusal.
      throw error.reason?.code === requestExpiredCode
        ? new RequestExpiredError('The peer did not answer in time.')
        : error
    })
  }
}

function checkMethod(session: Session, chainId: ChainId, method: string, allowsUngranted: boolean): void {
  const grants = grantsOfChain(session, chainId)
  if (grants.length === 0) throw new ChainNotGrantedError(`The session has no account on ${chainId}.`)
  if (!allowsUngranted && !grants.some(({ methods }) => methods.includes(method))) {
    throw new MethodNotGrantedError(`The session does not grant ${method} on ${chainId}.`)
  }
}
