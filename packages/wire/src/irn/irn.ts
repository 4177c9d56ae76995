import { InvalidIrnFrameError } from '../errors.ts'
import { given } from '../given.ts'
import { asInteger, asObject, asString, checkText, field } from '../read.ts'
import type { Topic } from '../topic.ts'
import { isTopic } from '../topic.ts'
import { irnLimits, parseJson, payloadErrorCode } from './parseFrame.ts'

const deliveryShape = {
  idToken: 'text',
  subscriptionId: 'string',
  delivery: { topic: 'text', message: 'string', publishedAt: 'number', tag: 'number', attestation: 'string' },
} as const

/** A sealed message on its way out of a mailbox. `publishedAt` is epoch milliseconds. */
export type IrnDelivery = {
  readonly topic: Topic
  readonly message: string
  readonly publishedAt: number
  readonly tag: number
  readonly attestation: string
}

/** A frame from a relay to a client. */
export type RelayFrame =
  | {
      readonly kind: 'delivery'
      readonly idToken: string
      readonly subscriptionId: string
      readonly delivery: IrnDelivery
    }
  | { readonly kind: 'result'; readonly idToken: string; readonly result: unknown }
  /** `data` is the relay's word for the error, or empty. The id of a request that the relay could not read is `null` or `0`. */
  | {
      readonly kind: 'error'
      readonly idToken: string
      readonly code: number
      readonly message: string
      readonly data: string
    }

/**
 * Reads one text frame from a relay. It ignores unknown fields.
 * @throws InvalidIrnFrameError - its message contains nothing of the frame
 */
export function parseRelayFrame(text: string): RelayFrame {
  const object = typeof text !== 'string' || text.length > irnLimits.frameLength ? undefined : asObject(parseJson(text))
  const error = object && asObject(field(object, 'error'))
  const idToken = object && idTokenOf(text, field(object, 'id'), error !== undefined)
  if (object === undefined || idToken === undefined || field(object, 'jsonrpc') !== '2.0') {
    throw refusal(idToken)
  }
  const method = field(object, 'method')
  if (method === undefined) {
    if (error !== undefined) {
      const code = asInteger(field(error, 'code'), Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER) ?? -32603
      const text = (name: string) => asString(field(error, name), 1024) ?? ''
      return { kind: 'error', idToken, code, message: text('message'), data: text('data') }
    }
    if (Object.hasOwn(object, 'result')) return { kind: 'result', idToken, result: object.result }
    throw refusal(idToken)
  }
  const params = asObject(field(object, 'params'))
  const data = params && asObject(field(params, 'data'))
  const topic = data && field(data, 'topic')
  const message = data && asString(field(data, 'message'), irnLimits.frameLength)
  if (method !== 'irn_subscription' || data === undefined || !isTopic(topic) || message === undefined) {
    throw refusal(idToken)
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

// One text for every fault, because clients carry it.
function refusal(idToken: string | undefined): InvalidIrnFrameError {
  const message = 'A relay frame is irn_subscription, a result or an error, with an id.'
  return new InvalidIrnFrameError(message, payloadErrorCode, 'InvalidParams', idToken)
}

/**
 * Returns an id as raw JSON. Relays count their pushes beyond 2^53, where a parsed number would be a different one. Such an id
 * is looked up in the text, so that the ack carries it unchanged.
 */
function idTokenOf(text: string, id: unknown, isError: boolean): string | undefined {
  // JSON-RPC 2.0 §5: the answer to a request whose id could not be read.
  if (id === null && isError) return 'null'
  if (typeof id === 'string') return id.length <= 64 ? JSON.stringify(id) : undefined
  if (asInteger(id, 0, Number.MAX_SAFE_INTEGER) !== undefined) return String(id)
  for (const [, token] of text.matchAll(/"id"\s*:\s*([1-9]\d{15,31})(?=[,}\s])/g))
    if (Number(token) === id) return token
  return undefined
}

/** A request as a text frame. `idToken` is raw JSON, such as `"1795208116403905123"` with its quotes. */
export function formatIrnRequest(idToken: string, method: string, params: object): string {
  checkText('idToken', idToken)
  checkText('method', method)
  checkText('params', JSON.stringify(asObject(params)))
  return `{"id":${idToken},"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`
}

/** A success answer as a text frame, under the id token of the request. */
export function formatIrnResult(idToken: string, result: unknown): string {
  checkText('idToken', idToken)
  return `{"id":${idToken},"jsonrpc":"2.0","result":${JSON.stringify(result ?? null)}}`
}

/** An error answer as a text frame. Without an id the answer carries `null`, as JSON-RPC 2.0 §5 requires. */
export function formatIrnError(error: InvalidIrnFrameError): string {
  given('error', error, { rpcCode: 'number', message: 'string', data: 'string' })
  const body = JSON.stringify({ code: error.rpcCode, message: error.message, data: error.data })
  return `{"id":${error.idToken ?? 'null'},"jsonrpc":"2.0","error":${body}}`
}

/**
 * An `irn_subscription` push as a text frame. Every message takes this path, so a template writes the frame, and only texts
 * that can need escapes go through JSON.
 */
export function formatDelivery(idToken: string, subscriptionId: string, delivery: IrnDelivery): string {
  // `isDelivery` is the fast check. `given` runs only after it fails, and names the field.
  if (!isDelivery(idToken, subscriptionId, delivery))
    given('delivery', { idToken, subscriptionId, delivery }, deliveryShape)
  const { topic, message, publishedAt, tag, attestation } = delivery
  const texts = `"message":${JSON.stringify(message)},"publishedAt":${publishedAt},"tag":${tag}`
  const data = `{"topic":"${topic}",${texts},"attestation":${JSON.stringify(attestation)}}`
  return `{"id":${idToken},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"${subscriptionId}","data":${data}}}`
}

function isDelivery(idToken: unknown, subscriptionId: unknown, delivery: Partial<IrnDelivery> | undefined): boolean {
  return (
    typeof idToken === 'string' &&
    idToken !== '' &&
    typeof subscriptionId === 'string' &&
    typeof delivery?.topic === 'string' &&
    typeof delivery.message === 'string' &&
    typeof delivery.attestation === 'string' &&
    Number.isFinite(delivery.publishedAt) &&
    Number.isFinite(delivery.tag)
  )
}
