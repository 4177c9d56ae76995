import { type Namespaces, type Properties, parseNamespaces, parseProperties, reasons } from '@hawser/wire'
import { field } from '@hawser/wire/internal'
import { InvalidSessionMessageError } from '../errors.ts'
import { type Metadata, parsePeer, parseSessionConfig, parseTime, type SessionConfig } from './peer.ts'
import { paramsOf } from './sessionMessage.ts'

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
  const expiresAt = parseTime(field(params, 'expiry'))
  if (expiresAt === undefined) {
    throw new InvalidSessionMessageError('A settlement must say when it ends.', reasons.invalidSessionSettleRequest)
  }
  const namespaces = parseNamespaces(field(params, 'namespaces'))
  return {
    controller: parsePeer(field(params, 'controller'), reasons.invalidSessionSettleRequest),
    namespaces,
    expiresAt,
    ...parseProperties(params, namespaces),
    ...parseSessionConfig(params),
  }
}
