import { isChainId, isTopic, parseNamespaces, parseProperties, parseProposalNamespaces, reasons } from '@hawser/wire'
import { asInteger, asObject, asString, asStrings, field } from '@hawser/wire/internal'
import { InvalidSessionMessageError } from '../errors.ts'
import { parsePeer, parseSessionConfig } from '../message/peer.ts'
import type { PairingRecord, Proposal, ProposedRecord, Session, SessionRecord, SessionRequest } from './records.ts'

// Storage is untrusted input: it can contain values of another program, of an older version, or half-written ones. Each
// parser throws on unknown values, and the client drops the record.

type Fields = Readonly<Record<string, unknown>>

/** @throws InvalidSessionMessageError */
export function parsePairingRecord(value: unknown): PairingRecord {
  const record = fields(value)
  return {
    ...keyOfTopic(record),
    expiresAt: time(record, 'expiresAt'),
    role: role(record),
    ...(field(record, 'answeredId') !== undefined && { answeredId: time(record, 'answeredId') }),
    ...(field(record, 'authenticates') === true && { authenticates: true as const }),
  }
}

/** @throws InvalidSessionMessageError | InvalidNamespacesError */
export function parseProposedRecord(value: unknown): ProposedRecord {
  const record = fields(value)
  const approved = field(record, 'approved')
  return {
    id: time(record, 'id'),
    pairingTopic: hex(record, 'pairingTopic'),
    privateKey: hex(record, 'privateKey'),
    publicKey: hex(record, 'publicKey'),
    requiredNamespaces: parseProposalNamespaces(field(record, 'requiredNamespaces')),
    optionalNamespaces: parseProposalNamespaces(field(record, 'optionalNamespaces')),
    expiresAt: time(record, 'expiresAt'),
    ...(approved !== undefined && {
      approved: { ...keyOfTopic(fields(approved)), responderPublicKey: hex(fields(approved), 'responderPublicKey') },
    }),
  }
}

/** @throws InvalidSessionMessageError | InvalidNamespacesError */
export function parseProposal(value: unknown): Proposal {
  const record = fields(value)
  return {
    kind: 'proposal',
    id: time(record, 'id'),
    pairingTopic: hex(record, 'pairingTopic'),
    proposer: parsePeer(field(record, 'proposer'), reasons.invalidSessionProposal),
    requiredNamespaces: parseProposalNamespaces(field(record, 'requiredNamespaces')),
    optionalNamespaces: parseProposalNamespaces(field(record, 'optionalNamespaces')),
    expiresAt: time(record, 'expiresAt'),
    ...parseProperties(record),
  }
}

/** @throws InvalidSessionMessageError | InvalidNamespacesError */
export function parseSessionRecord(value: unknown): SessionRecord {
  const record = fields(value)
  const session = fields(field(record, 'session'))
  const newest = asObject(field(record, 'newestIds')) ?? {}
  const { topic, symKey } = keyOfTopic({ topic: field(session, 'topic'), symKey: field(record, 'symKey') })
  return {
    symKey,
    settleId: asInteger(field(record, 'settleId'), 1, Number.MAX_SAFE_INTEGER),
    newestIds: Object.fromEntries(
      Object.entries(newest).flatMap(([name, id]) => (typeof id === 'number' ? [[name, id] as const] : [])),
    ),
    session: {
      topic,
      pairingTopic: hex(session, 'pairingTopic'),
      peer: parsePeer(field(session, 'peer'), reasons.invalidSessionSettleRequest),
      self: parsePeer(field(session, 'self'), reasons.invalidSessionSettleRequest),
      role: role(session),
      controller: hex(session, 'controller'),
      namespaces: parseNamespaces(field(session, 'namespaces')),
      requiredNamespaces: parseProposalNamespaces(field(session, 'requiredNamespaces')),
      optionalNamespaces: parseProposalNamespaces(field(session, 'optionalNamespaces')),
      expiresAt: time(session, 'expiresAt'),
      acknowledged: field(session, 'acknowledged') === true,
      ...parseProperties(session),
      ...parseSessionConfig(session),
      ...parseChoice(session),
    },
  }
}

/** Reads the choice of a session. A malformed choice is left out: the session matters more. */
function parseChoice(session: Fields): Pick<Session, 'choice'> {
  const choice = asObject(field(session, 'choice')) ?? {}
  const chainId = asString(field(choice, 'chainId'), 64)
  const addresses = asStrings(field(choice, 'addresses'), 4096, 128)
  if (chainId === undefined || !isChainId(chainId) || addresses === undefined) return {}
  return { choice: { chainId, addresses } }
}

/** @throws InvalidSessionMessageError */
export function parseStoredRequest(value: unknown): SessionRequest {
  const record = fields(value)
  const chainId = asString(field(record, 'chainId'), 64) ?? ''
  const method = asString(field(record, 'method'), 256)
  if (!isChainId(chainId) || method === undefined) return refuse()
  const id = time(record, 'id')
  const expiresAt = asInteger(field(record, 'expiresAt'), 0, Number.MAX_SAFE_INTEGER)
  return { id, topic: hex(record, 'topic'), chainId, method, params: field(record, 'params'), expiresAt }
}

function refuse(): never {
  throw new InvalidSessionMessageError('A stored record is malformed.')
}

function fields(value: unknown): Fields {
  return asObject(value) ?? refuse()
}

function hex(record: Fields, name: string): string {
  const value = field(record, name)
  return isTopic(value) ? value : refuse()
}

function time(record: Fields, name: string): number {
  return asInteger(field(record, name), 1, Number.MAX_SAFE_INTEGER) ?? refuse()
}

function role(record: Fields): 'dapp' | 'wallet' {
  const value = field(record, 'role')
  return value === 'dapp' || value === 'wallet' ? value : refuse()
}

function keyOfTopic(record: Fields): { topic: string; symKey: string } {
  return { topic: hex(record, 'topic'), symKey: hex(record, 'symKey') }
}
