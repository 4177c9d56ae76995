import { InvalidIrnFrameError } from '../errors.ts'
import { asObject, field } from '../read.ts'
import { scanFrame } from './scanFrame.ts'

/** Bounds of the relay protocol. Message length counts UTF-16 units of the envelope text. */
export const irnLimits = {
  frameLength: 512 * 1024,
  messageLength: 256 * 1024,
  /** Levels of nested brackets. A batch of publishes with every field that clients send has six. */
  depth: 8,
  batchSize: 500,
  minTtlSeconds: 1,
  maxTtlSeconds: 2_592_000,
  /** The ttl of a publish without one; `compositeTtlSeconds` is the same for a proposal or an approval. */
  ttlSeconds: 21_600,
  compositeTtlSeconds: 300,
} as const

/** The JSON-RPC code for a frame that cannot be read (relay_rpc); `data` gives the reason. */
export const payloadErrorCode = -32600

/**
 * Reads the fields that all frames of clients share. It checks the size first, then nesting, then content.
 * @throws InvalidIrnFrameError - its message contains nothing of the frame
 */
export function parseFrame(text: string): { object: Readonly<Record<string, unknown>>; idToken: string } {
  const refuse = (message: string, reason: string, idToken?: string) =>
    new InvalidIrnFrameError(message, payloadErrorCode, reason, idToken)
  if (typeof text !== 'string') throw refuse('A frame is a text.', 'Serialization')
  if (text.length > irnLimits.frameLength)
    throw refuse(`A frame holds ${irnLimits.frameLength} characters at most.`, 'PayloadSizeExceeded')
  const { idToken, isTooDeep } = scanFrame(text, irnLimits.depth)
  if (isTooDeep) throw refuse(`A frame nests ${irnLimits.depth} levels at most.`, 'InvalidParams', idToken)
  const object = asObject(parseJson(text))
  if (object === undefined) throw refuse('A frame is one JSON object.', 'Serialization')
  if (idToken === undefined) throw refuse('A frame needs an id: a text or a whole number.', 'InvalidRequestId')
  if (field(object, 'jsonrpc') !== '2.0') throw refuse('A frame says jsonrpc "2.0".', 'InvalidJsonRpcVersion', idToken)
  return { object, idToken }
}

/** Parses JSON. Returns undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The platform's message would quote the frame.
    return undefined
  }
}
