import {
  type AuthenticationRequest,
  isTopic,
  parseAuthenticationRequest,
  parseProperties,
  signInReasons,
} from '@hawser/wire'
import { asInteger, asObject, field } from '@hawser/wire/internal'
import { InvalidSessionMessageError } from '../errors.ts'
import { parsePeer } from '../message/peer.ts'
import type { Authentication } from '../records/records.ts'

/**
 * Reads a stored sign-in request.
 * @throws InvalidSessionMessageError | InvalidCacaoError
 */
export function parseAuthentication(value: unknown): Authentication {
  const record = asObject(value) ?? {}
  const id = asInteger(field(record, 'id'), 1, Number.MAX_SAFE_INTEGER)
  const expiresAt = asInteger(field(record, 'expiresAt'), 1, Number.MAX_SAFE_INTEGER)
  const pairingTopic = field(record, 'pairingTopic')
  if (id === undefined || expiresAt === undefined || !isTopic(pairingTopic)) {
    throw new InvalidSessionMessageError('A stored record is malformed.')
  }
  const request: AuthenticationRequest = parseAuthenticationRequest(field(record, 'request'))
  const requester = parsePeer(field(record, 'requester'), signInReasons.malformedRequestParams)
  return { kind: 'authentication', id, pairingTopic, requester, request, expiresAt, ...parseProperties(record) }
}
