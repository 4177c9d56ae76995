import type { ChainId, Topic } from '@hawser/wire'
import { ChainNotGrantedError, InvalidRequestError, MethodNotGrantedError } from '../errors.ts'
import type { Session } from '../records/records.ts'
import type { Context } from '../session/context.ts'
import { grantsOfChain, type Sessions } from '../session/session.ts'

export type RequestParameters = {
  readonly topic: Topic
  readonly chainId: ChainId
  readonly request: { readonly method: string; readonly params: unknown }
  /** How long the wallet has, 300 to 604800 seconds. Default 300. */
  readonly expirySeconds?: number
  readonly signal?: AbortSignal
}

// WalletConnect sign/session-requests.
const minExpirySeconds = 300
const maxExpirySeconds = 604_800

/** The dapp's side of a request: asks, and waits for the answer. */
export function createRequest(context: Context, sessions: Sessions): (params: RequestParameters) => Promise<unknown> {
  return async ({ topic, chainId, request, expirySeconds = minExpirySeconds, signal }) => {
    await context.ready()
    const session = sessions.require(topic)
    if (session.role !== 'dapp') throw new MethodNotGrantedError('Only the dapp of a session may send requests.')
    if (!(expirySeconds >= minExpirySeconds && expirySeconds <= maxExpirySeconds)) {
      throw new InvalidRequestError(`expirySeconds is ${minExpirySeconds} to ${maxExpirySeconds}.`)
    }
    checkMethod(session, chainId, request.method)
    const ttlSeconds = Math.floor(expirySeconds)
    const expiryTimestamp = Math.floor(context.now() / 1000) + ttlSeconds
    const params = { request: { ...request, expiryTimestamp }, chainId }
    return context.exchange.ask(topic, 'wc_sessionRequest', params, signal, ttlSeconds)
  }
}

function checkMethod(session: Session, chainId: ChainId, method: string): void {
  const grants = grantsOfChain(session, chainId)
  if (grants.length === 0) throw new ChainNotGrantedError(`The session has no account on ${chainId}.`)
  if (!grants.some(({ methods }) => methods.includes(method))) {
    throw new MethodNotGrantedError(`The session does not grant ${method} on ${chainId}.`)
  }
}
