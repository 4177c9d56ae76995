import type { IncomingMessage } from 'node:http'
import {
  type AddressKey,
  formatIrnError,
  formatIrnResult,
  InvalidClientAuthError,
  InvalidIrnFrameError,
  type IrnRequest,
  parseClientFrame,
} from '@hawser/wire'
import { StoreFullError } from '../../errors.ts'
import type { RelayLimits } from '../../limits/limits.ts'
import { loggable, type RelayLogger } from '../../logger.ts'
import type { Mailbox } from '../../mailboxes/mailbox.ts'
import { batchReceive } from '../../rpc/batchReceive.ts'
import type { RpcCaller, RpcOutcome } from '../../rpc/context.ts'
import { peekMessages } from '../../rpc/fetchMessages.ts'
import { publish } from '../../rpc/publish.ts'
import { refusalOf, rpcCodes } from '../../rpc/refusal.ts'
import { classOf, isOverShare, type RelayMetrics } from '../metrics.ts'
import type { createThrottledWarning } from '../throttledWarning.ts'
import { verifyClientAuth } from '../verifyClientAuth.ts'
import type { HttpAnswer } from './httpRoutes.ts'

/** One client's call over HTTP. */
export type HttpCall = {
  readonly http: IncomingMessage
  readonly clientId: string
  readonly request: IrnRequest
}

/** A refusal with its HTTP status. */
type Refusal = { readonly status: number; readonly error: InvalidIrnFrameError }

/**
 * Answers `POST /rpc`: one JSON-RPC call of a client without a socket, with its JWT. Subscriptions need a socket and are
 * refused. Fetched messages stay pending until `irn_batchReceive` names them.
 * @param options - `now` returns epoch milliseconds; `admit` delays a call, or throws its refusal
 * @returns undefined when the client has disconnected
 */
export function createHttpRpc(options: {
  readonly now: () => number
  readonly audiences: readonly string[] | undefined
  readonly limits: RelayLimits
  readonly logger: RelayLogger
  readonly warn: ReturnType<typeof createThrottledWarning>
  readonly mailbox: Mailbox
  readonly admit?: (call: HttpCall) => Promise<void> | undefined
  readonly addressOf: (http: IncomingMessage) => AddressKey | undefined
  readonly metrics: RelayMetrics
}): (http: IncomingMessage) => Promise<HttpAnswer | undefined> {
  const { limits, logger, warn, mailbox, metrics, admit } = options

  const call = async (http: IncomingMessage): Promise<HttpAnswer | undefined> => {
    const refused = refuseHead(http, limits.frameLength)
    if (refused !== undefined) return answerRefusal(refused)
    const caller = await authenticate(http)
    if ('error' in caller) {
      warn('http 401', caller.error.message)
      return answerRefusal(caller)
    }
    const text = await readBody(http, limits.frameLength)
    if (text === undefined) return undefined
    if (typeof text !== 'string') return answerRefusal(text)
    return answerFrame(http, caller.clientId, text)
  }
  const authenticate = async (http: IncomingMessage): Promise<{ readonly clientId: string } | Refusal> => {
    const token = /^Bearer ([\w.-]+)$/i.exec(http.headers.authorization ?? '')?.[1]
    if (token === undefined)
      return refuse(401, 'Send your JWT as "Authorization: Bearer <JWT>".', 'MissingJwt', rpcCodes.auth)
    try {
      return await verifyClientAuth({ token, now: options.now(), audiences: options.audiences })
    } catch (error) {
      if (error instanceof InvalidClientAuthError) return refuse(401, error.message, 'InvalidJwt', rpcCodes.auth)
      throw error
    }
  }
  const answerFrame = async (http: IncomingMessage, clientId: string, text: string): Promise<HttpAnswer> => {
    let idToken: string | undefined
    try {
      const frame = parseClientFrame(text, limits)
      idToken = frame.idToken
      if (frame.kind === 'ack') throw needsSocket(idToken)
      await admit?.({ http, clientId, request: frame.request })
      const outcome = run({ clientId, address: options.addressOf(http), mailbox }, frame.request)
      if (outcome === undefined) throw needsSocket(idToken)
      return { status: 200, text: formatIrnResult(idToken, (await outcome).result), headers: jsonType }
    } catch (error) {
      const refusal = refusalOf(error, idToken)
      if (isOverShare(error)) metrics.overShare(error.bound, classOf(options.addressOf(http)))
      if (refusal.rpcCode === rpcCodes.internal || error instanceof StoreFullError)
        logger.error({ error: loggable(error) }, 'the mailbox failed')
      return answerRefusal({ status: statusOf(refusal), error: refusal })
    }
  }
  return call
}

const jsonType = { 'content-type': 'application/json; charset=utf-8' } as const

/** Undefined if the method needs a socket. */
function run(caller: RpcCaller, request: IrnRequest): Promise<RpcOutcome> | undefined {
  switch (request.method) {
    case 'irn_publish':
      return publish(caller, [request.publish])
    case 'irn_batchPublish':
      return publish(caller, request.publishes)
    case 'irn_fetchMessages':
      return peekMessages(caller, [request.topic])
    case 'irn_batchFetchMessages':
      return peekMessages(caller, request.topics)
    case 'irn_batchReceive':
      return batchReceive(caller, request.receipts)
    default:
      return undefined
  }
}

/** Checks a request before its body is read. */
function refuseHead(http: IncomingMessage, maxLength: number): Refusal | undefined {
  // Only exact JSON is accepted: a form or text/plain can be sent across origins without a preflight.
  if (!/^application\/json(?: *; *charset="?utf-8"?)?$/i.test(http.headers['content-type']?.trim() ?? ''))
    return refuse(415, 'Send the call with "Content-Type: application/json".', 'Serialization')
  if (http.headers['content-encoding'] !== undefined) return refuse(415, 'Send the call uncompressed.', 'Serialization')
  return Number(http.headers['content-length'] ?? 0) > maxLength ? tooLong(maxLength) : undefined
}

/** Counts bytes while reading, because a chunked body announces no length. Undefined if the body broke off. */
async function readBody(http: IncomingMessage, maxLength: number): Promise<string | Refusal | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    // The request object stays open when the read ends early, because its socket must still carry the refusal.
    for await (const chunk of http.iterator({ destroyOnReturn: false })) {
      length += chunk.length
      if (length > maxLength) return tooLong(maxLength)
      chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    return refuse(400, 'The call is not UTF-8.', 'Serialization')
  }
}

function statusOf({ rpcCode }: InvalidIrnFrameError): number {
  if (rpcCode === rpcCodes.handler) return 200
  if (rpcCode === rpcCodes.tooManyRequests) return 429
  return rpcCode === rpcCodes.internal ? 503 : 400
}

function answerRefusal({ status, error }: Refusal): HttpAnswer {
  const headers = {
    ...jsonType,
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(status === 429 || status === 503 ? { 'retry-after': '1' } : {}),
    // The rest of the body is not read, so the connection cannot be reused.
    ...(status === 413 || status === 415 || status === 401 ? { connection: 'close' } : {}),
  }
  return { status, text: formatIrnError(error), headers }
}

function refuse(status: number, message: string, reason: string, code: number = rpcCodes.payload): Refusal {
  return { status, error: new InvalidIrnFrameError(message, code, reason) }
}

const tooLong = (maxLength: number) => refuse(413, `A call may have at most ${maxLength} bytes.`, 'PayloadSizeExceeded')

const needsSocket = (idToken: string) =>
  new InvalidIrnFrameError(
    'This needs a WebSocket: only publish, fetch and receive work over HTTP.',
    rpcCodes.payload,
    'InvalidMethod',
    idToken,
  )
