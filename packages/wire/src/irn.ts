import { InvalidIrnFrameError } from './errors.ts'
import { readIdToken } from './idToken.ts'
import { isTopic, type Topic } from './pairingUri.ts'
import { asInteger, asObject, asString, field } from './read.ts'

/** A sealed message on its way into a mailbox. `ttlSeconds` is how long the relay keeps it. */
export type IrnPublish = {
  readonly topic: Topic
  /** The envelope as text. Opaque to the relay. */
  readonly message: string
  readonly ttlSeconds: number
  readonly tag: number
  readonly prompt: boolean
  readonly attestation: string
}

/** A sealed message on its way out of a mailbox. `publishedAt` is epoch milliseconds. */
export type IrnDelivery = {
  readonly topic: Topic
  readonly message: string
  readonly publishedAt: number
  readonly tag: number
  readonly attestation: string
}

/** What a client may ask of a relay. */
export type IrnRequest =
  | { readonly method: 'irn_publish'; readonly publish: IrnPublish }
  | { readonly method: 'irn_subscribe'; readonly topic: Topic }
  | { readonly method: 'irn_batchSubscribe'; readonly topics: readonly Topic[] }
  | { readonly method: 'irn_unsubscribe'; readonly topic: Topic }
  | { readonly method: 'irn_batchFetchMessages'; readonly topics: readonly Topic[] }
  | { readonly method: 'wc_proposeSession'; readonly proposal: IrnPublish }
  | { readonly method: 'wc_approveSession'; readonly response: IrnPublish; readonly settlement: IrnPublish }

/**
 * A frame as the relay reads it. `idToken` is the raw JSON token of the id (a quoted string or a number of any size):
 * some clients send u64 numbers beyond 2^53, so it is echoed and never converted.
 */
export type ClientFrame =
  | { readonly kind: 'request'; readonly idToken: string; readonly request: IrnRequest }
  | { readonly kind: 'ack'; readonly idToken: string }

/** A frame as the client reads it. */
export type RelayFrame =
  | {
      readonly kind: 'delivery'
      readonly idToken: string
      readonly subscriptionId: string
      readonly delivery: IrnDelivery
    }
  | { readonly kind: 'result'; readonly idToken: string; readonly result: unknown }
  | { readonly kind: 'error'; readonly idToken: string; readonly code: number; readonly message: string }

/** Tags of the messages the composite methods publish (WalletConnect sign/rpc-methods). */
export const compositeTags = { proposal: 1100, proposalResponse: 1101, settlement: 1102 } as const

/** Bounds of the relay protocol. Message length counts UTF-16 units of the envelope text. */
export const irnLimits = {
  frameLength: 512 * 1024,
  messageLength: 256 * 1024,
  batchSize: 500,
  minTtlSeconds: 1,
  maxTtlSeconds: 2_592_000,
} as const

const payloadError = -32600
const handlerError = -32000

/**
 * Reads one text frame from a client (relay-server-rpc). Unknown params are ignored.
 * @throws InvalidIrnFrameError - with the JSON-RPC code to answer and, where it could be read, the id to answer under
 */
export function parseClientFrame(text: string): ClientFrame {
  const { object, idToken } = parseFrame(text)
  if (field(object, 'method') === undefined) {
    if (!Object.hasOwn(object, 'result') && !Object.hasOwn(object, 'error')) {
      throw new InvalidIrnFrameError(
        'A frame is a request with a method or a response.',
        payloadError,
        'InvalidMethod',
        idToken,
      )
    }
    return { kind: 'ack', idToken }
  }
  const method = asString(field(object, 'method'), 64)
  const params = asObject(field(object, 'params'))
  const refuse = (message: string, data: string, code = payloadError): never => {
    throw new InvalidIrnFrameError(message, code, data, idToken)
  }
  if (method === undefined) return refuse('The method must be a text.', 'InvalidMethod')
  if (params === undefined) return refuse('The params must be an object.', 'InvalidParams')

  const topic = (name: string): Topic => {
    const value = field(params, name)
    return isTopic(value) ? value : refuse(`${name} must be 64 lower-case hex characters.`, 'InvalidTopic')
  }
  const topics = (): readonly Topic[] => {
    const value = field(params, 'topics')
    if (!Array.isArray(value)) return refuse('topics must be an array.', 'InvalidParams')
    if (value.length === 0) return refuse('topics must not be empty.', 'BatchEmpty')
    if (value.length > irnLimits.batchSize)
      return refuse(`topics may hold ${irnLimits.batchSize} at most.`, 'BatchLimitExceeded')
    return value.every(isTopic) ? value : refuse('Each topic must be 64 lower-case hex characters.', 'InvalidTopic')
  }
  const message = (name: string): string => {
    const value = field(params, name)
    if (typeof value !== 'string' || value === '') return refuse(`${name} must be a text.`, 'InvalidParams')
    if (value.length > irnLimits.messageLength) {
      return refuse(
        `${name} is ${value.length} characters; at most ${irnLimits.messageLength} are kept.`,
        'PayloadSizeExceeded',
      )
    }
    // Half a surrogate pair has no UTF-8 form: two such texts would be one to a store or a hash.
    if (/\p{Surrogate}/u.test(value)) return refuse(`${name} must be well-formed Unicode.`, 'InvalidParams')
    return value
  }
  const ttlSeconds = (): number => {
    const value = field(params, 'ttl')
    if (!Number.isInteger(value)) return refuse('ttl must be a whole number of seconds.', 'InvalidParams')
    if ((value as number) < irnLimits.minTtlSeconds) return refuse('ttl is too short.', 'TtlTooShort', handlerError)
    if ((value as number) > irnLimits.maxTtlSeconds) return refuse('ttl is too long.', 'TtlTooLong', handlerError)
    return value as number
  }
  const attestation = (): string => asString(field(params, 'attestation'), irnLimits.messageLength) ?? ''
  const tag = (): number => {
    const value = field(params, 'tag')
    if (value === undefined) return 0
    return asInteger(value, 0, 0xffffffff) ?? refuse('tag must be a whole number.', 'InvalidParams')
  }

  switch (method) {
    case 'irn_publish': {
      const prompt = field(params, 'prompt') === true
      const publish = {
        topic: topic('topic'),
        message: message('message'),
        ttlSeconds: ttlSeconds(),
        tag: tag(),
        prompt,
        attestation: attestation(),
      }
      return { kind: 'request', idToken, request: { method, publish } }
    }
    case 'irn_subscribe':
    case 'irn_unsubscribe':
      return { kind: 'request', idToken, request: { method, topic: topic('topic') } }
    case 'irn_batchSubscribe':
    case 'irn_batchFetchMessages':
      return { kind: 'request', idToken, request: { method, topics: topics() } }
    case 'wc_proposeSession': {
      const base = { ttlSeconds: ttlSeconds(), attestation: attestation() }
      const proposal = {
        ...base,
        topic: topic('pairingTopic'),
        message: message('sessionProposal'),
        tag: compositeTags.proposal,
        prompt: true,
      }
      return { kind: 'request', idToken, request: { method, proposal } }
    }
    case 'wc_approveSession': {
      const base = { ttlSeconds: ttlSeconds(), attestation: attestation(), prompt: false }
      const response = {
        ...base,
        topic: topic('pairingTopic'),
        message: message('sessionProposalResponse'),
        tag: compositeTags.proposalResponse,
      }
      const settlement = {
        ...base,
        topic: topic('sessionTopic'),
        message: message('sessionSettlementRequest'),
        tag: compositeTags.settlement,
      }
      return { kind: 'request', idToken, request: { method, response, settlement } }
    }
    default:
      return refuse('This relay has no such method.', 'InvalidMethod', -32601)
  }
}

/**
 * Reads one text frame from a relay.
 * @throws InvalidIrnFrameError
 */
export function parseRelayFrame(text: string): RelayFrame {
  const { object, idToken } = parseFrame(text)
  const method = field(object, 'method')
  if (method === undefined) {
    const error = asObject(field(object, 'error'))
    if (error !== undefined) {
      const code = asInteger(field(error, 'code'), Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) ?? -32603
      return { kind: 'error', idToken, code, message: asString(field(error, 'message'), 1024) ?? '' }
    }
    if (Object.hasOwn(object, 'result')) return { kind: 'result', idToken, result: object.result }
    throw new InvalidIrnFrameError(
      'A relay frame is a delivery, a result or an error.',
      payloadError,
      'InvalidParams',
      idToken,
    )
  }
  const params = asObject(field(object, 'params'))
  const data = params && asObject(field(params, 'data'))
  const topic = data && field(data, 'topic')
  const message = data && asString(field(data, 'message'), irnLimits.frameLength)
  if (method !== 'irn_subscription' || data === undefined || !isTopic(topic) || message === undefined) {
    throw new InvalidIrnFrameError(
      'A relay may only push irn_subscription with topic and message.',
      payloadError,
      'InvalidParams',
      idToken,
    )
  }
  const delivery: IrnDelivery = {
    topic,
    message,
    publishedAt: asInteger(field(data, 'publishedAt'), 0, Number.MAX_SAFE_INTEGER) ?? 0,
    tag: asInteger(field(data, 'tag'), 0, 0xffffffff) ?? 0,
    attestation: asString(field(data, 'attestation'), irnLimits.messageLength) ?? '',
  }
  return { kind: 'delivery', idToken, subscriptionId: asString(field(params ?? {}, 'id'), 128) ?? '', delivery }
}

/** A request as a text frame. `idToken` is raw JSON, such as `"1795208116403905123"` with its quotes. */
export function formatIrnRequest(idToken: string, method: string, params: object): string {
  return `{"id":${idToken},"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`
}

/** A success answer as a text frame, under the id token that came in. */
export function formatIrnResult(idToken: string, result: unknown): string {
  return `{"id":${idToken},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`
}

/** An error answer as a text frame. Without an id the answer carries `null`, as JSON-RPC 2.0 §5 asks. */
export function formatIrnError(error: InvalidIrnFrameError): string {
  const body = JSON.stringify({ code: error.rpcCode, message: error.message, data: error.data })
  return `{"id":${error.idToken ?? 'null'},"jsonrpc":"2.0","error":${body}}`
}

/** The params of an `irn_subscription` push. */
export function formatDelivery(subscriptionId: string, delivery: IrnDelivery): object {
  return { id: subscriptionId, data: delivery }
}

function parseFrame(text: string): { object: Readonly<Record<string, unknown>>; idToken: string } {
  if (text.length > irnLimits.frameLength) {
    throw new InvalidIrnFrameError(
      `A frame holds ${irnLimits.frameLength} characters at most.`,
      payloadError,
      'PayloadSizeExceeded',
    )
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InvalidIrnFrameError('A frame is one JSON object.', -32700, 'Serialization')
  }
  const object = asObject(value)
  if (object === undefined) throw new InvalidIrnFrameError('A frame is one JSON object.', payloadError, 'Serialization')
  const idToken = readIdToken(text)
  if (idToken === undefined)
    throw new InvalidIrnFrameError('A frame needs an id: a text or a whole number.', payloadError, 'InvalidRequestId')
  if (field(object, 'jsonrpc') !== '2.0') {
    throw new InvalidIrnFrameError('A frame says jsonrpc "2.0".', payloadError, 'InvalidJsonRpcVersion', idToken)
  }
  return { object, idToken }
}
