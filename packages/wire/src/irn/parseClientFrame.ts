import { InvalidIrnFrameError } from '../errors.ts'
import { asInteger, asObject, asString, field } from '../read.ts'
import type { Topic } from '../topic.ts'
import { isTopic } from '../topic.ts'
import { irnLimits, parseFrame, payloadErrorCode } from './parseFrame.ts'

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

/** Identifies a message that a client received. `messageId` is the sha256 of its text, in hex. */
export type IrnReceipt = { readonly topic: Topic; readonly messageId: string }

type TopicMethod = 'irn_subscribe' | 'irn_subscribeBlocking' | 'irn_unsubscribe' | 'irn_fetchMessages'
type TopicsMethod =
  | 'irn_batchSubscribe'
  | 'irn_batchSubscribeBlocking'
  | 'irn_batchUnsubscribe'
  | 'irn_batchFetchMessages'

/** A client's request to a relay. */
export type IrnRequest =
  | { readonly method: 'irn_publish'; readonly publish: IrnPublish }
  | { readonly method: 'irn_batchPublish'; readonly publishes: readonly IrnPublish[] }
  | { readonly method: TopicMethod; readonly topic: Topic }
  | { readonly method: TopicsMethod; readonly topics: readonly Topic[] }
  | { readonly method: 'irn_batchReceive'; readonly receipts: readonly IrnReceipt[] }
  | { readonly method: 'wc_proposeSession'; readonly proposal: IrnPublish }
  | { readonly method: 'wc_approveSession'; readonly response: IrnPublish; readonly settlement: IrnPublish }

/**
 * A frame from a client to the relay. `idToken` is the raw JSON token of the id (a quoted string or a number of any size). Some
 * clients send u64 numbers beyond 2^53, so the token is echoed and never converted.
 */
export type ClientFrame =
  | { readonly kind: 'request'; readonly idToken: string; readonly request: IrnRequest }
  | { readonly kind: 'ack'; readonly idToken: string }

/** Tags of the messages the composite methods publish (WalletConnect sign/rpc-methods). */
export const compositeTags = { proposal: 1100, proposalResponse: 1101, settlement: 1102 } as const

const handlerErrorCode = -32000
const unknownMethodCode = -32601
const longestSubscriptionId = 128

/** The params of a request before their check, with the id for an error and the limits. */
type Params = {
  readonly fields: Readonly<Record<string, unknown>>
  readonly idToken: string
} & ClientFrameLimits

/** Bounds of one relay, if they are less than the protocol's: UTF-16 units of one envelope, and how long the relay keeps it. */
export type ClientFrameLimits = { readonly messageLength: number; readonly maxTtlSeconds: number }

/**
 * Reads one text frame from a client (relay-server-rpc). It ignores unknown params. `iridium_` and `waku_` are older names of
 * `irn_`.
 * A publish without a ttl is kept for six hours, a proposal or an approval for five minutes (relay-server-rpc).
 * @throws InvalidIrnFrameError - with the JSON-RPC code to answer and, if it could be read, the id to answer under; it contains
 * nothing else of the frame
 */
export function parseClientFrame(text: string, limits: ClientFrameLimits = irnLimits): ClientFrame {
  const { object, idToken } = parseFrame(text)
  const methodField = field(object, 'method')
  if (methodField === undefined) {
    if (Object.hasOwn(object, 'result') || Object.hasOwn(object, 'error')) return { kind: 'ack', idToken }
    const message = 'A frame is a request with a method or a response.'
    throw new InvalidIrnFrameError(message, payloadErrorCode, 'InvalidMethod', idToken)
  }
  const fields = asObject(field(object, 'params'))
  const { messageLength, maxTtlSeconds } = limits
  const params = { fields: fields ?? {}, idToken, messageLength, maxTtlSeconds }
  const method = asString(methodField, 64)?.replace(/^(?:iridium|waku)_/, 'irn_')
  if (method === undefined) return refuse(params, 'The method must be a text.', 'InvalidMethod')
  if (fields === undefined) return refuse(params, 'The params must be an object.', 'InvalidParams')
  return { kind: 'request', idToken, request: requestOf(method, params) }
}

function requestOf(method: string, params: Params): IrnRequest {
  switch (method) {
    case 'irn_publish':
      return { method, publish: publishOf(params) }
    case 'irn_batchPublish':
      return { method, publishes: itemsOf(params, 'messages', publishOf) }
    case 'irn_subscribe':
    case 'irn_subscribeBlocking':
    case 'irn_fetchMessages':
      return { method, topic: topicOf(params, 'topic') }
    case 'irn_batchSubscribe':
    case 'irn_batchSubscribeBlocking':
    case 'irn_batchFetchMessages':
      return { method, topics: topicsOf(params) }
    case 'irn_unsubscribe':
      return { method, topic: subscriptionOf(params) }
    case 'irn_batchUnsubscribe':
      return { method, topics: itemsOf(params, 'subscriptions', subscriptionOf) }
    case 'irn_batchReceive':
      return { method, receipts: itemsOf(params, 'receipts', receiptOf) }
    case 'wc_proposeSession':
      return { method, proposal: compositeOf(params, 'pairingTopic', 'sessionProposal', compositeTags.proposal) }
    case 'wc_approveSession': {
      const { proposalResponse, settlement } = compositeTags
      return {
        method,
        response: compositeOf(params, 'pairingTopic', 'sessionProposalResponse', proposalResponse),
        settlement: compositeOf(params, 'sessionTopic', 'sessionSettlementRequest', settlement),
      }
    }
    default:
      return refuse(params, 'This relay has no such method.', 'InvalidMethod', unknownMethodCode)
  }
}

function publishOf(params: Params): IrnPublish {
  return {
    topic: topicOf(params, 'topic'),
    message: messageOf(params, 'message'),
    ttlSeconds: ttlSecondsOf(params, irnLimits.ttlSeconds),
    tag: tagOf(params),
    prompt: field(params.fields, 'prompt') === true,
    attestation: attestationOf(params),
  }
}

function compositeOf(params: Params, topicName: string, messageName: string, tag: number): IrnPublish {
  return {
    topic: topicOf(params, topicName),
    message: messageOf(params, messageName),
    ttlSeconds: ttlSecondsOf(params, irnLimits.compositeTtlSeconds),
    tag,
    prompt: tag === compositeTags.proposal,
    attestation: attestationOf(params),
  }
}

/** Only the topic counts: clients in use make up the ids of their subscriptions (relay_rpc). */
function subscriptionOf(params: Params): Topic {
  const id = optional(params, 'id')
  if (id !== undefined && asString(id, longestSubscriptionId) === undefined)
    return refuse(params, 'id must be the text that names a subscription.', 'InvalidSubscriptionId')
  return topicOf(params, 'topic')
}

function receiptOf(params: Params): IrnReceipt {
  const topic = topicOf(params, 'topic')
  // relay_rpc writes its names with underscores.
  const messageId = field(params.fields, 'messageId') ?? field(params.fields, 'message_id')
  // A sha256 has the same form as a topic.
  if (!isTopic(messageId)) return refuse(params, 'messageId must be 64 lower-case hex characters.', 'InvalidParams')
  return { topic, messageId }
}

function batchOf(params: Params, name: string): readonly unknown[] {
  const value = field(params.fields, name)
  if (!Array.isArray(value)) return refuse(params, `${name} must be an array.`, 'InvalidParams')
  if (value.length === 0) return refuse(params, `${name} must not be empty.`, 'BatchEmpty')
  if (value.length > irnLimits.batchSize)
    return refuse(params, `${name} may hold ${irnLimits.batchSize} at most.`, 'BatchLimitExceeded')
  return value
}

function itemsOf<T>(params: Params, name: string, read: (params: Params) => T): readonly T[] {
  return batchOf(params, name).map((item) => {
    const fields = asObject(item) ?? refuse(params, `Each of ${name} must be an object.`, 'InvalidParams')
    return read({ ...params, fields })
  })
}

function topicsOf(params: Params): readonly Topic[] {
  const topics = batchOf(params, 'topics')
  if (topics.every(isTopic)) return topics
  return refuse(params, 'Each topic must be 64 lower-case hex characters.', 'InvalidTopic')
}

function topicOf(params: Params, name: string): Topic {
  const value = field(params.fields, name)
  return isTopic(value) ? value : refuse(params, `${name} must be 64 lower-case hex characters.`, 'InvalidTopic')
}

function messageOf(params: Params, name: string): string {
  const value = field(params.fields, name)
  if (typeof value !== 'string' || value === '') return refuse(params, `${name} must be a text.`, 'InvalidParams')
  return boundedText(params, name, value)
}

function attestationOf(params: Params): string {
  const value = optional(params, 'attestation')
  if (value === undefined) return ''
  if (typeof value !== 'string') return refuse(params, 'attestation must be a text.', 'InvalidParams')
  return boundedText(params, 'attestation', value)
}

function boundedText(params: Params, name: string, value: string): string {
  const { messageLength } = params
  if (value.length > messageLength) {
    const message = `${name} is ${value.length} characters; at most ${messageLength} are kept.`
    return refuse(params, message, 'PayloadSizeExceeded')
  }
  // Half a surrogate pair has no UTF-8 form: a store or a hash could not tell two such texts apart.
  if (!value.isWellFormed()) return refuse(params, `${name} must be well-formed Unicode.`, 'InvalidParams')
  return value
}

function ttlSecondsOf(params: Params, defaultSeconds: number): number {
  const { maxTtlSeconds } = params
  // JSON writes NaN as null: a time to live that was not computed is refused.
  const value = field(params.fields, 'ttl')
  if (value === undefined) return Math.min(defaultSeconds, maxTtlSeconds)
  if (typeof value !== 'number' || !Number.isInteger(value))
    return refuse(params, 'ttl must be a whole number of seconds.', 'InvalidParams')
  if (value < irnLimits.minTtlSeconds) return refuse(params, 'ttl is too short.', 'TtlTooShort', handlerErrorCode)
  if (value > maxTtlSeconds) return refuse(params, 'ttl is too long.', 'TtlTooLong', handlerErrorCode)
  return value
}

/** Reads an optional field. The C# SDK writes null for a field that it leaves out. */
function optional({ fields }: Params, name: string): unknown {
  return field(fields, name) ?? undefined
}

function tagOf(params: Params): number {
  const value = optional(params, 'tag')
  if (value === undefined) return 0
  return asInteger(value, 0, 0xffffffff) ?? refuse(params, 'tag must be a whole number.', 'InvalidParams')
}

function refuse({ idToken }: Params, message: string, reason: string, code = payloadErrorCode): never {
  throw new InvalidIrnFrameError(message, code, reason, idToken)
}
