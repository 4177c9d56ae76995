import { InvalidLinkBodyError } from '../errors.ts'
import { type AuthenticationRequest, parseAuthenticationRequest } from '../proof/authenticationRequest.ts'
import { asInteger, asObject, field } from '../read.ts'
import { challengeIdPattern, readAccountName } from './linkApi.ts'

// A module of its own, so that pages without one-tap do not carry the code that reads its requests.

/**
 * The host app's answer to a page that asks for one-tap. `expiresAt` is epoch milliseconds; `account` is the host app's account
 * as the text names it.
 */
export type AuthenticationChallenge = {
  readonly challengeId: string
  readonly authentication: AuthenticationRequest
  readonly expiresAt: number
  readonly account?: string
}

/**
 * Reads the host app's answer.
 * @param parseRequest - reads the request of the namespace that the page asked for. Default: eip155
 * @throws InvalidLinkBodyError | InvalidCacaoError
 */
export function parseAuthenticationChallenge(
  value: unknown,
  parseRequest: (value: unknown) => AuthenticationRequest = parseAuthenticationRequest,
): AuthenticationChallenge {
  const body = asObject(value) ?? {}
  const challengeId = field(body, 'challengeId')
  const authentication = asObject(field(body, 'authentication'))
  const expiresAt = asInteger(field(body, 'expiresAt'), 0, Number.MAX_SAFE_INTEGER)
  if (
    typeof challengeId !== 'string' ||
    !challengeIdPattern.test(challengeId) ||
    expiresAt === undefined ||
    authentication === undefined
  )
    throw new InvalidLinkBodyError('A challenge needs challengeId, authentication and expiresAt.')
  return { challengeId, authentication: parseRequest(authentication), expiresAt, ...readAccountName(body) }
}
