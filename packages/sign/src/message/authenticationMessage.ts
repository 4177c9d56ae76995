import {
  type AuthenticationRequest,
  accountOfCacao,
  type Cacao,
  type ChainId,
  defaultRecap,
  InvalidCacaoError,
  isRecap,
  mergeRecaps,
  type Properties,
  parseAuthenticationRequest,
  parseCacao,
  parseProperties,
  parseRecap,
  signInReasons,
} from '@hawser/wire'
import { asObject, field } from '@hawser/wire/internal'
import { InvalidSessionMessageError } from '../errors.ts'
import { type Peer, parsePeer, parseTime } from './peer.ts'
import type { Route } from './routes.ts'

/** The method of one-tap, spelled as in a pairing link. */
export const authenticateMethod = 'wc_sessionAuthenticate'

/** Routes of a sign-in request and its answers. Tags and TTLs are those of official clients. */
export const authenticationRoutes = {
  request: { tag: 1116, ttlSeconds: 3600, prompt: true },
  result: { tag: 1117, ttlSeconds: 3600, prompt: false },
  error: { tag: 1118, ttlSeconds: 300, prompt: false },
  refusal: { tag: 1119, ttlSeconds: 300, prompt: false },
} as const satisfies Record<string, Route>

// More accounts than a user signs with. Each CACAO can have several kilobytes.
const maxCacaos = 32

/**
 * Formats the params of wc_sessionAuthenticate (tag 1116). Properties are in the same place as in a proposal; official
 * wallets ignore them.
 */
export function formatAuthenticationParams(
  request: AuthenticationRequest,
  requester: Peer,
  expiresAt: number,
  properties: Properties = {},
): Readonly<Record<string, unknown>> {
  const { chains, domain, uri, nonce, issuedAt, expirationTime, notBefore, requestId, statement } = request
  const recap = defaultRecap(request)
  const resources = [...(request.resources ?? []), ...(recap === undefined ? [] : [recap])]
  return {
    authPayload: {
      type: 'caip122',
      chains,
      statement,
      aud: uri,
      domain,
      version: '1',
      nonce,
      iat: issuedAt,
      exp: expirationTime,
      nbf: notBefore,
      requestId,
      ...((recap !== undefined || request.resources !== undefined) && { resources }),
    },
    requester,
    expiryTimestamp: Math.floor(expiresAt / 1000),
    ...properties,
  }
}

/**
 * Reads the params of wc_sessionAuthenticate (tag 1116). Ignores everything in a ReCap except methods of EVM chains: a
 * wallet that does not know an ability does not grant it.
 * @throws InvalidSessionMessageError | InvalidCacaoError
 */
export function parseAuthenticationParams(value: unknown): {
  readonly request: AuthenticationRequest
  readonly requester: Peer
  /** Epoch milliseconds. */
  readonly expiresAt: number | undefined
  readonly properties: Properties
} {
  const params = asObject(value) ?? {}
  const requester = parsePeer(field(params, 'requester'), signInReasons.malformedRequestParams)
  const payload = asObject(field(params, 'authPayload')) ?? {}
  const read = (name: string) => field(payload, name) ?? undefined
  if (read('version') !== '1') throw malformed('A request to sign in is of version 1.')
  const chains = evmChains(read('chains'))
  const resources = texts(read('resources'))
  const others = resources.filter((resource) => !isRecap(resource))
  const recap = mergeRecaps(resources.filter(isRecap).map((resource) => parseRecap(resource, false)))
  const request = parseAuthenticationRequest({
    chains,
    domain: read('domain'),
    uri: read('aud'),
    nonce: read('nonce'),
    issuedAt: read('iat'),
    expirationTime: read('exp'),
    notBefore: read('nbf'),
    requestId: read('requestId'),
    // Official clients send an empty string if they have no value.
    statement: read('statement') === '' ? undefined : read('statement'),
    ...((others.length > 0 || (resources.length === 0 && read('resources') !== undefined)) && { resources: others }),
    // A method requested on only some of the chains is not granted, because the session could not keep the chains apart.
    methods: Object.entries(recap).flatMap(([method, { chains: limit = chains }]) =>
      chains.every((chain) => limit.some((allowed) => allowed === chain)) ? [method] : [],
    ),
  })
  const expiresAt = parseTime(field(params, 'expiryTimestamp'))
  return { request, requester, expiresAt, properties: parseProperties(params) }
}

/**
 * Reads the answer to wc_sessionAuthenticate (tag 1117). Skips CACAOs that are malformed or for a chain that was not
 * requested, if another CACAO is valid.
 * @throws InvalidSessionMessageError | InvalidCacaoError
 */
export function parseAuthenticationResult(
  value: unknown,
  chains: readonly ChainId[],
): {
  readonly cacaos: readonly Cacao[]
  readonly responder: Peer
} {
  const result = asObject(value) ?? {}
  const cacaos = field(result, 'cacaos')
  if (!Array.isArray(cacaos) || cacaos.length === 0 || cacaos.length > maxCacaos) {
    throw new InvalidCacaoError(`An answer to a sign-in request must have 1 to ${maxCacaos} CACAOs.`)
  }
  let first: unknown
  const readable = cacaos.flatMap((each): readonly Cacao[] => {
    try {
      return [parseCacao(each)]
    } catch (fault) {
      first ??= fault
      return []
    }
  })
  if (readable.length === 0) throw first
  const asked = readable.filter((cacao) => chains.some((chain) => accountOfCacao(cacao).startsWith(`${chain}:`)))
  return {
    cacaos: asked.length > 0 ? asked : readable,
    responder: parsePeer(field(result, 'responder'), signInReasons.malformedResponseParams),
  }
}

/** Drops all but EVM chains. If no chain remains, the whole request is refused. */
function evmChains(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return texts(value)
  return value.slice(0, 512).filter((chain) => typeof chain === 'string' && /^eip155:[1-9]\d{0,31}$/.test(chain))
}

function texts(value: unknown): readonly string[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > 512) throw malformed('Resources are a list of texts.')
  return value.map((text) => (typeof text === 'string' ? text : refuse()))
}

function refuse(): never {
  throw malformed('Resources are a list of texts.')
}

function malformed(message: string): InvalidSessionMessageError {
  return new InvalidSessionMessageError(message, signInReasons.malformedRequestParams)
}
