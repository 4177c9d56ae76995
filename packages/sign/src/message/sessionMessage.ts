import {
  asInteger,
  asObject,
  asString,
  type ChainId,
  field,
  isChainId,
  isTopic,
  type Namespaces,
  type Properties,
  type ProposalNamespaces,
  parseNamespaces,
  parseOptionalNamespaces,
  parseProperties,
  parseProposalNamespaces,
  type Reason,
  readReason,
  reasons,
  unnamedReason,
} from '@hawser/wire'
import { InvalidSessionMessageError } from '../errors.ts'
import { type Metadata, type Peer, parsePeer } from './metadata.ts'
import { parseSessionConfig, type SessionConfig } from './sessionConfig.ts'

/** What one peer sends the other, inside an envelope. */
export type SessionMessage =
  | { readonly kind: 'request'; readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly reason: Reason }

/** The answer to a peer's request. */
export type Answer = { readonly result: unknown } | { readonly error: Reason }

export function formatRequest(id: number, method: string, params: object): string {
  return JSON.stringify({ id, jsonrpc: '2.0', method, params })
}

export function formatAnswer(id: number, answer: Answer): string {
  // JSON has no undefined: a handler that returns nothing still answers.
  const body = 'error' in answer ? { error: answer.error } : { result: answer.result ?? null }
  return JSON.stringify({ id, jsonrpc: '2.0', ...body })
}

/**
 * Reads an opened envelope. A refusal is one in any form (readReason): an error that says something outweighs a result, and an
 * answer without either is refused, so that nobody takes it for success or waits for another. Only an error that says nothing
 * (`{}`, `null`) beside a result that is there is passed over.
 * @throws InvalidSessionMessageError
 */
export function parseSessionMessage(text: string): SessionMessage {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InvalidSessionMessageError('A message is one JSON object.')
  }
  const object = asObject(value)
  const id = object && parseId(field(object, 'id'))
  if (object === undefined || id === undefined)
    throw new InvalidSessionMessageError('A message has a number as its id.')
  const result = field(object, 'result') ?? undefined
  const wrapped = refusalIn(result)
  const error = field(object, 'error') || wrapped
  const method = field(object, 'method') ?? undefined
  if (method !== undefined && result === undefined && !error) {
    if (typeof method !== 'string' || method.length > 64) throw new InvalidSessionMessageError('A method is a text.')
    return { kind: 'request', id, method, params: field(object, 'params') }
  }
  const reason = readReason(error)
  const isResult = result === undefined ? Object.hasOwn(object, 'result') && !error : !wrapped && reason === undefined
  return isResult
    ? { kind: 'result', id, result: result ?? null }
    : { kind: 'error', id, reason: reason ?? unnamedReason }
}

/** A number, or one written as text: an answer under it is not to be waited for in vain. */
function parseId(id: unknown): number | undefined {
  const number = typeof id === 'string' && /^\d{1,16}$/.test(id) ? Number(id) : id
  return asInteger(number, 1, Number.MAX_SAFE_INTEGER)
}

/** The error of a result that is nothing but an error, as of a wallet that wraps its answer twice. */
function refusalIn(result: unknown): unknown {
  const object = asObject(result) ?? {}
  const isWrapped = Object.keys(object).every((name) => ['id', 'jsonrpc', 'error'].includes(name))
  return isWrapped ? field(object, 'error') : undefined
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
  const expiry = asInteger(field(params, 'expiryTimestamp'), 0, maxSeconds)
  const requiredNamespaces = parseProposalNamespaces(field(params, 'requiredNamespaces') ?? {})
  const optional = field(params, 'optionalNamespaces') ?? {}
  const optionalNamespaces = parseOptionalNamespaces(optional)
  // Nothing of what is asked for can be used: what is wrong with it is said.
  if (Object.keys({ ...requiredNamespaces, ...optionalNamespaces }).length === 0) parseProposalNamespaces(optional)
  return {
    requiredNamespaces,
    optionalNamespaces,
    proposer: parsePeer(field(params, 'proposer'), reasons.invalidSessionProposal),
    expiresAt: expiry === undefined ? undefined : expiry * 1000,
    ...parseProperties(params, requiredNamespaces, optionalNamespaces),
  }
}

/**
 * The wallet's public key in the answer to a proposal (tag 1101), as hex.
 * @throws InvalidSessionMessageError
 */
export function parseProposalResult(value: unknown): string {
  const publicKey = field(asObject(value) ?? {}, 'responderPublicKey')
  if (!isTopic(publicKey)) throw new InvalidSessionMessageError('The answer to a proposal names a public key.')
  return publicKey
}

export type SettleParams = Properties & {
  readonly sessionConfig?: SessionConfig
  readonly controller: { readonly publicKey: string; readonly metadata: Metadata }
  readonly namespaces: Namespaces
  readonly expiresAt: number
}

/**
 * Reads the params of wc_sessionSettle (tag 1102).
 * @throws InvalidSessionMessageError | InvalidNamespacesError
 */
export function parseSettleParams(value: unknown): SettleParams {
  const params = paramsOf(value, reasons.invalidSessionSettleRequest)
  const expiry = asInteger(field(params, 'expiry'), 0, maxSeconds)
  if (expiry === undefined) {
    throw new InvalidSessionMessageError('A settlement says when it ends.', reasons.invalidSessionSettleRequest)
  }
  const namespaces = parseNamespaces(field(params, 'namespaces'))
  return {
    controller: parsePeer(field(params, 'controller'), reasons.invalidSessionSettleRequest),
    namespaces,
    expiresAt: expiry * 1000,
    ...parseProperties(params, namespaces),
    ...parseSessionConfig(params),
  }
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
  if (method === undefined) throw new InvalidSessionMessageError('A request names a method.', reasons.invalidMethod)
  const expiry = asInteger(field(request, 'expiryTimestamp'), 0, maxSeconds)
  return {
    chainId: parseChain(params),
    method,
    params: field(request, 'params'),
    expiresAt: expiry === undefined ? undefined : expiry * 1000,
  }
}

/**
 * Reads the params of wc_sessionEvent (tag 1110). What stands as the chain is for the session to judge.
 * @throws InvalidSessionMessageError
 */
export function parseEventParams(value: unknown): { chainId: unknown; event: { name: string; data: unknown } } {
  const params = paramsOf(value, reasons.invalidEvent)
  const event = paramsOf(field(params, 'event'), reasons.invalidEvent)
  const name = asString(field(event, 'name'), 256)
  if (name === undefined) throw new InvalidSessionMessageError('An event has a name.', reasons.invalidEvent)
  return { chainId: field(params, 'chainId'), event: { name, data: field(event, 'data') } }
}

/**
 * Reads the params of wc_sessionUpdate (tag 1104).
 * @throws InvalidSessionMessageError | InvalidNamespacesError
 */
export function parseUpdateParams(value: unknown): Namespaces {
  const reason = reasons.invalidUpdateRequest
  return parseNamespaces(field(paramsOf(value, reason), 'namespaces'), reason)
}

/** Reads the params of wc_sessionExtend (tag 1106): the specification sends an expiry, JS clients send nothing. */
export function parseExtendParams(value: unknown): number | undefined {
  const expiry = asInteger(field(asObject(value) ?? {}, 'expiry'), 0, maxSeconds)
  return expiry === undefined ? undefined : expiry * 1000
}

const maxSeconds = 100_000_000_000

function paramsOf(value: unknown, reason: Reason): Readonly<Record<string, unknown>> {
  const params = asObject(value)
  if (params === undefined) throw new InvalidSessionMessageError('The params are an object.', reason)
  return params
}

function parseChain(params: Readonly<Record<string, unknown>>): ChainId {
  const chainId = field(params, 'chainId')
  if (typeof chainId !== 'string' || !isChainId(chainId)) {
    throw new InvalidSessionMessageError('A chain id looks like "eip155:1".', reasons.unauthorizedChain)
  }
  return chainId
}
