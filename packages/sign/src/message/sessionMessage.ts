import {
  type ChainId,
  isChainId,
  isTopic,
  type Properties,
  type ProposalNamespaces,
  parseOptionalNamespaces,
  parseProperties,
  parseProposalNamespaces,
  type Reason,
  reasons,
  unnamedReason,
} from '@hawser/wire'
import { asInteger, asObject, asString, field } from '@hawser/wire/internal'
import { InvalidSessionMessageError } from '../errors.ts'
import type { SessionMessage } from './openedMessage.ts'
import { type Peer, parsePeer, parseTime } from './peer.ts'

/** The answer to a peer's request. */
export type Answer = { readonly result: unknown } | { readonly error: Reason }

export function formatRequest(id: number, method: string, params: object): string {
  return JSON.stringify({ id, jsonrpc: '2.0', method, params })
}

export function formatAnswer(id: number, answer: Answer): string {
  // JSON has no undefined. A handler that returns nothing answers with null.
  const body = 'error' in answer ? { error: answer.error } : { result: answer.result ?? null }
  return JSON.stringify({ id, jsonrpc: '2.0', ...body })
}

/**
 * Reads an opened envelope. Fetches the code for answers that deviate from JSON-RPC only when one arrives.
 * @throws InvalidSessionMessageError
 */
export async function readSessionMessage(text: string): Promise<SessionMessage> {
  const object = asObject(parseJson(text))
  if (object === undefined) throw new InvalidSessionMessageError('A message must be one JSON-RPC object.')
  const message = parseSessionMessage(object)
  if (message !== undefined) return message
  const odd = await import('./nonstandardMessages.ts').catch(() => undefined)
  if (odd !== undefined) return odd.parseNonstandardMessage(object)
  const id = asInteger(field(object, 'id'), 1, Number.MAX_SAFE_INTEGER)
  if (id === undefined || field(object, 'method') !== undefined) {
    throw new InvalidSessionMessageError('A message must be one JSON-RPC object.')
  }
  // Without that code, the answer counts as a refusal, so that the caller neither takes it for success nor waits for another.
  return { kind: 'error', id, reason: unnamedReason }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns undefined if the message deviates from JSON-RPC. */
function parseSessionMessage(object: Readonly<Record<string, unknown>>): SessionMessage | undefined {
  const id = asInteger(field(object, 'id'), 1, Number.MAX_SAFE_INTEGER)
  if (id === undefined) return undefined
  const method = field(object, 'method')
  const result = field(object, 'result')
  const error = field(object, 'error') ?? undefined
  if (method !== undefined) {
    if (typeof method !== 'string' || method.length > 64 || result !== undefined || error !== undefined)
      return undefined
    return { kind: 'request', id, method, params: field(object, 'params') }
  }
  if (error === undefined) {
    const answer = asObject(result)
    return result === undefined || answer?.error || answer?.code ? undefined : { kind: 'result', id, result }
  }
  const reason = result === undefined && isPlain(error) ? parseReason(error) : undefined
  return reason && { kind: 'error', id, reason }
}

/** Whether an error contains only its number and its message. */
function isPlain(error: unknown): boolean {
  const { code, message, ...more } = asObject(error) ?? {}
  return typeof message === 'string' && Object.keys(more).length === 0
}

/**
 * Reads a reason of the protocol, or returns undefined. The message beside another number can say more: a negative one of
 * JSON-RPC, one above 20000, as those of JSON-RPC without their sign, or one up to 500, as sample wallets have.
 */
export function parseReason(value: unknown): Reason | undefined {
  const object = asObject(value) ?? {}
  const code = asInteger(field(object, 'code'), 501, 20_000)
  const message = field(object, 'message')
  return code === undefined ? undefined : { code, message: typeof message === 'string' ? message.slice(0, 1024) : '' }
}

export type ProposalParams = Properties & {
  readonly requiredNamespaces: ProposalNamespaces
  readonly optionalNamespaces: ProposalNamespaces
  readonly proposer: Peer
  /** Epoch milliseconds. */
  readonly expiresAt: number | undefined
}

/**
 * Reads the params of wc_sessionPropose (tag 1100).
 * @throws InvalidSessionMessageError | InvalidNamespacesError
 */
export function parseProposalParams(value: unknown): ProposalParams {
  const params = paramsOf(value, reasons.invalidSessionProposal)
  const requiredNamespaces = parseProposalNamespaces(field(params, 'requiredNamespaces') ?? {})
  const optional = field(params, 'optionalNamespaces') ?? {}
  const optionalNamespaces = parseOptionalNamespaces(optional)
  // If no part of the proposal is usable, parse it strictly, so that the error names the fault.
  if (Object.keys({ ...requiredNamespaces, ...optionalNamespaces }).length === 0) parseProposalNamespaces(optional)
  return {
    requiredNamespaces,
    optionalNamespaces,
    proposer: parsePeer(field(params, 'proposer'), reasons.invalidSessionProposal),
    expiresAt: parseTime(field(params, 'expiryTimestamp')),
    ...parseProperties(params, requiredNamespaces, optionalNamespaces),
  }
}

/**
 * Reads the wallet's public key in the answer to a proposal (tag 1101), as hex.
 * @throws InvalidSessionMessageError
 */
export function parseProposalResult(value: unknown): string {
  const publicKey = field(asObject(value) ?? {}, 'responderPublicKey')
  if (!isTopic(publicKey)) throw new InvalidSessionMessageError('The answer to a proposal must have a public key.')
  return publicKey
}

export type RequestParams = {
  readonly chainId: ChainId
  readonly method: string
  readonly params: unknown
  readonly expiresAt: number | undefined
}

/**
 * Reads the params of wc_sessionRequest (tag 1108).
 * @throws InvalidSessionMessageError
 */
export function parseRequestParams(value: unknown): RequestParams {
  const params = paramsOf(value, reasons.invalidMethod)
  const request = paramsOf(field(params, 'request'), reasons.invalidMethod)
  const method = asString(field(request, 'method'), 256)
  if (method === undefined) throw new InvalidSessionMessageError('A request must name a method.', reasons.invalidMethod)
  return {
    chainId: parseChain(params),
    method,
    params: field(request, 'params'),
    expiresAt: parseTime(field(request, 'expiryTimestamp')),
  }
}

/** @throws InvalidSessionMessageError */
export function paramsOf(value: unknown, reason: Reason): Readonly<Record<string, unknown>> {
  const params = asObject(value)
  if (params === undefined) throw new InvalidSessionMessageError('The params must be an object.', reason)
  return params
}

function parseChain(params: Readonly<Record<string, unknown>>): ChainId {
  const chainId = field(params, 'chainId')
  if (typeof chainId !== 'string' || !isChainId(chainId)) {
    throw new InvalidSessionMessageError('A chain id must look like "eip155:1".', reasons.unauthorizedChain)
  }
  return chainId
}
