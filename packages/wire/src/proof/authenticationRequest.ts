import { type AccountId, type ChainId, isChainId } from '../caip/caip.ts'
import { parseAccountId } from '../caip/parseCaip.ts'
import { given } from '../given.ts'
import { asObject, asString, asStrings, asTexts, field } from '../read.ts'
import { formatRecap, formatRecapStatement, isRecap, isRecapMethod, parseRecap, type Recap } from './recap.ts'
import { InvalidCacaoError, InvalidSignInMessageError } from './signInErrors.ts'
import { formatSiweMessage } from './signInMessage.ts'

/**
 * The request to sign a text together with the approval of a session (CAIP-122, wc_sessionAuthenticate). Times are ISO 8601,
 * exactly as in the text.
 */
export type AuthenticationRequest = {
  /** Chains of one namespace; the wallet chooses the one it signs for. */
  readonly chains: readonly ChainId[]
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly statement?: string
  /** Without the ReCap, whose permissions are in `methods`. */
  readonly resources?: readonly string[]
  /** The permissions of the session. If empty, the text grants nothing and only proves the account. */
  readonly methods: readonly string[]
}

/** The fields that our functions read of an unparsed request. */
export const requestShape = {
  chains: 'texts',
  domain: 'text',
  uri: 'text',
  nonce: 'text',
  issuedAt: 'text',
  expirationTime: 'text?',
  notBefore: 'text?',
  requestId: 'string?',
  statement: 'string?',
  resources: 'texts?',
  methods: 'texts',
} as const
const optionalNames = ['expirationTime', 'notBefore', 'requestId', 'statement'] as const
const zeroAddress = `0x${'0'.repeat(40)}`

/**
 * Reads a request to sign. The result can be formatted as a text.
 * @throws InvalidCacaoError
 */
export function parseAuthenticationRequest(value: unknown): AuthenticationRequest {
  const request = readAuthenticationRequest(value, /^eip155:[1-9]\d*$/)
  const { chains, methods } = request
  if (!methods.every(isRecapMethod) || request.resources?.some(isRecap)) {
    refuse('chains, methods by their names, and no ReCap of its own')
  }
  // A request whose text cannot be written for any account is refused before a person is asked.
  formatAuthenticationMessage(request, `${chains[0] ?? 'eip155:1'}:${zeroAddress}`)
  return request
}

/**
 * Reads the fields of a request for chains of one namespace. It does not check yet whether the text can be written.
 * @throws InvalidCacaoError
 */
export function readAuthenticationRequest(value: unknown, chainPattern: RegExp): AuthenticationRequest {
  const body = asObject(value) ?? refuse('an object')
  const text = (name: string) => asString(field(body, name), 2048) ?? refuse(`a text as its ${name}`)
  const needed = (name: string) => text(name) || refuse(`a text as its ${name}`)
  const chains = (asStrings(field(body, 'chains'), 512, 64) ?? refuse('chains')).map((chain) =>
    isChainId(chain) && chainPattern.test(chain) ? chain : refuse('chains of one namespace only'),
  )
  const methods = asStrings(field(body, 'methods'), 64, 64) ?? refuse('methods')
  const resources = field(body, 'resources')
  if (chains.length === 0) refuse('chains')
  return {
    chains,
    domain: needed('domain'),
    uri: needed('uri'),
    nonce: needed('nonce'),
    issuedAt: needed('issuedAt'),
    ...Object.fromEntries(
      // Some clients send an empty text for a missing field, and write no line for it.
      optionalNames.flatMap((name) => (field(body, name) ? [[name, text(name)]] : [])),
    ),
    ...(resources !== undefined && { resources: asTexts(resources, 64, 2048) ?? refuse('texts as its resources') }),
    methods,
  }
}

/** The permissions that the request asks for. */
export function recapOf(request: AuthenticationRequest): Recap {
  given('request', request, { methods: 'texts' })
  const { methods } = request
  return Object.fromEntries(methods.map((method) => [method, { chains: undefined }]))
}

/** All requested permissions, written as a resource. Undefined if the request has no methods. */
export function defaultRecap(request: AuthenticationRequest): string | undefined {
  given('request', request, { methods: 'texts' })
  return request.methods.length > 0 ? formatRecap(recapOf(request)) : undefined
}

/** The statement and the resources of the text, including the ReCap that the wallet grants. */
export function grantedParts(
  request: AuthenticationRequest,
  recap: string | undefined,
): { readonly statement: string | undefined; readonly resources: readonly string[] | undefined } {
  const { statement, resources } = request
  if (recap === undefined) return { statement, resources }
  return {
    statement: formatRecapStatement(statement, parseRecap(recap, true)),
    resources: [...(resources ?? []), recap],
  }
}

/**
 * The text that an account signs for a request. `recap` is the wallet's grant, written as a resource. Default: all requested
 * permissions.
 * @throws InvalidCacaoError - the request cannot be written as a text
 */
export function formatAuthenticationMessage(
  request: AuthenticationRequest,
  accountId: AccountId,
  recap: string | undefined = defaultRecap(request),
): string {
  given('request', request, requestShape)
  given('recap', recap, 'text?')
  const { reference, address } = parseAccountId(accountId)
  const { domain, uri, nonce, issuedAt, expirationTime, notBefore, requestId } = request
  try {
    return formatSiweMessage({
      domain,
      address,
      uri,
      chainId: reference,
      nonce,
      issuedAt,
      expirationTime,
      notBefore,
      requestId,
      ...grantedParts(request, recap),
    })
  } catch (cause) {
    if (cause instanceof InvalidCacaoError) throw cause
    const what = cause instanceof InvalidSignInMessageError ? ` ${cause.message}` : ''
    throw new InvalidCacaoError(`The request to sign in holds something its text does not allow (ERC-4361).${what}`, {
      cause,
    })
  }
}

function refuse(what: string): never {
  throw new InvalidCacaoError(`A request to sign in has ${what}.`)
}
