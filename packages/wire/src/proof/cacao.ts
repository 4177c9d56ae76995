import { type AccountId, type ChainId, isAccountId } from '../caip/caip.ts'
import { parseAccountId } from '../caip/parseCaip.ts'
import { given } from '../given.ts'
import { asObject, asString, asTexts, field } from '../read.ts'
import type { Namespaces } from '../session/namespaces.ts'
import {
  type AuthenticationRequest,
  defaultRecap,
  formatAuthenticationMessage,
  grantedParts,
  recapOf,
  requestShape,
} from './authenticationRequest.ts'
import { formatRecapStatement, hasRecapSentence, isRecap, isRecapWithin, parseRecap, type Recap } from './recap.ts'
import { InvalidCacaoError, InvalidSignInMessageError } from './signInErrors.ts'
import { formatSiweMessage } from './signInMessage.ts'

/** A signed sign-in text as its fields (CAIP-74). The names are the standard's. */
export type Cacao = {
  readonly h: { readonly t: 'caip122' | 'eip4361' }
  readonly p: {
    /** `did:pkh:` and the account id. */
    readonly iss: string
    readonly domain: string
    readonly aud: string
    readonly version: string
    readonly nonce: string
    readonly iat: string
    readonly exp?: string
    readonly nbf?: string
    readonly requestId?: string
    readonly statement?: string
    readonly resources?: readonly string[]
  }
  readonly s: { readonly t: 'eip191' | 'eip1271'; readonly s: string }
}

/** The fields that our functions read of an unparsed CACAO. */
const cacaoShape = {
  p: {
    iss: 'string',
    domain: 'string',
    aud: 'string',
    version: 'string',
    nonce: 'string',
    iat: 'string',
    exp: 'string?',
    nbf: 'string?',
    requestId: 'string?',
    statement: 'string?',
    resources: 'texts?',
  },
} as const
const prefix = 'did:pkh:'
const needed = ['iss', 'domain', 'aud', 'version', 'nonce', 'iat'] as const
const optional = ['exp', 'nbf', 'requestId', 'statement'] as const
// Some wallets leave out the 0x, or write capitals. 0x alone means that a contract can have agreed on its chain.
const signaturePattern = /^(?=.)(?:0x)?([0-9a-f]*)$/i
/** 16 KiB in hex: longer than any account's signature, and as much as a body of the link API can contain. */
const maxSignatureLength = 32_770

/**
 * Reads a CACAO. Fields that are not part of a text are left out, or refused with `isStrict`.
 * @throws InvalidCacaoError
 */
export function parseCacao(value: unknown, isStrict = false): Cacao {
  const cacao = parts(value, ['h', 'p', 's'], isStrict)
  const head = parts(field(cacao, 'h'), ['t'], isStrict)
  const payload = parts(field(cacao, 'p'), [...needed, ...optional, 'resources'], isStrict)
  const signed = parts(field(cacao, 's'), ['t', 's'], isStrict)
  const t = field(head, 't')
  const scheme = asString(field(signed, 't'), 8) ?? ''
  const signature = field(signed, 's')
  if (t !== 'caip122' && t !== 'eip4361') return refuse('is of a kind that is not known')
  if (!/^eip(?:191|1271|6492)$/.test(scheme)) return refuse('is signed in a way that is not known')
  const isText = typeof signature === 'string' && signature.length <= maxSignatureLength
  const digits = isText ? signaturePattern.exec(signature.trim())?.[1] : undefined
  if (digits === undefined) return refuse('has no signature in hex')
  const text = (name: string) => asString(field(payload, name), 4096) ?? refuse(`has no text as its ${name}`)
  // Official clients send an empty statement if they have no statement, and write no line for it.
  const isThere = (name: string) => (field(payload, name) ?? '') !== ''
  const resources = isThere('resources')
    ? (asTexts(field(payload, 'resources'), 64, 4096) ?? refuse('has resources that are none'))
    : undefined
  const parsed: Cacao = {
    h: { t },
    p: {
      iss: text('iss'),
      domain: text('domain'),
      aud: text('aud'),
      // CAIP-74 itself has a number here.
      version: field(payload, 'version') === 1 ? '1' : text('version'),
      nonce: text('nonce'),
      iat: text('iat'),
      ...Object.fromEntries(optional.filter(isThere).map((name) => [name, text(name)])),
      ...(resources && { resources }),
    },
    // The signature itself shows whether it is one of ERC-6492.
    s: { t: scheme === 'eip191' ? scheme : 'eip1271', s: `0x${digits.toLowerCase()}` },
  }
  accountOfCacao(parsed)
  return parsed
}

/**
 * The account that the CACAO names as its signer.
 * @throws InvalidCacaoError
 */
export function accountOfCacao(cacao: Cacao): AccountId {
  given('cacao', cacao, { p: { iss: 'string' } })
  const { iss } = cacao.p
  const accountId = iss.slice(prefix.length)
  if (iss.startsWith(prefix) && isAccountId(accountId) && /^eip155:\d+:0x[0-9a-fA-F]{40}$/.test(accountId)) {
    return accountId
  }
  return refuse('names no account of an EVM chain as its iss')
}

/**
 * The text that was signed (ERC-4361). It includes the sentence of the ReCap, even if the statement came without it.
 * @throws InvalidCacaoError
 */
export function formatCacaoMessage(cacao: Cacao): string {
  given('cacao', cacao, cacaoShape)
  const { domain, aud, version, nonce, iat, exp, nbf, requestId, statement, resources } = cacao.p
  const { reference, address } = parseAccountId(accountOfCacao(cacao))
  const recap = recapIn(cacao)
  if (version !== '1') return refuse('is of another version than 1')
  try {
    return formatSiweMessage({
      domain,
      address,
      statement:
        recap === undefined || hasRecapSentence(statement)
          ? statement
          : formatRecapStatement(statement, parseRecap(recap, true)),
      uri: aud,
      chainId: reference,
      nonce,
      issuedAt: iat,
      expirationTime: exp,
      notBefore: nbf,
      requestId,
      resources,
    })
  } catch (cause) {
    if (cause instanceof InvalidCacaoError) throw cause
    const what = cause instanceof InvalidSignInMessageError ? ` ${cause.message}` : ''
    throw new InvalidCacaoError(`The CACAO holds something a sign-in text does not allow (ERC-4361).${what}`, { cause })
  }
}

/**
 * Checks that a CACAO is the answer to a request: its text equals the text of the request for its account byte for byte, and its
 * ReCap allows no more than requested. It does not check the signature: verify it over the returned text before you rely on the
 * account.
 * @throws InvalidCacaoError
 */
export function checkCacao(cacao: Cacao, request: AuthenticationRequest): { accountId: AccountId; message: string } {
  given('cacao', cacao, cacaoShape)
  given('request', request, requestShape)
  const accountId = accountOfCacao(cacao)
  const recap = recapIn(cacao)
  if (!request.chains.includes(parseAccountId(accountId).chainId)) refuse('is for a chain that was not asked for')
  if (recap !== undefined && !isRecapWithin(parseRecap(recap, true), recapOf(request), request.chains)) {
    refuse('allows more than was asked for')
  }
  // A CACAO without the requested ReCap allows less, which is the wallet's right. Hence no default here.
  const { methods: _, ...bare } = request
  const message = formatAuthenticationMessage({ ...bare, methods: [] }, accountId, recap)
  if (formatCacaoMessage(cacao) !== message) refuse('is the answer to another request')
  return { accountId, message }
}

/** Creates a wallet's answer: the request as this account signed it. */
export function createCacao(params: {
  readonly request: AuthenticationRequest
  readonly accountId: AccountId
  readonly signature: string
  /** The granted permissions as a resource, as in the text. Default: everything requested. */
  readonly recap?: string
}): Cacao {
  given('params', params, { request: requestShape, accountId: 'text', signature: 'text', recap: 'text?' })
  const { request, accountId, signature, recap = defaultRecap(request) } = params
  const { domain, uri, nonce, issuedAt, expirationTime, notBefore, requestId } = request
  const { statement, resources } = grantedParts(request, recap)
  return {
    h: { t: 'caip122' },
    p: {
      iss: prefix + accountId,
      domain,
      aud: uri,
      version: '1',
      nonce,
      iat: issuedAt,
      ...(expirationTime !== undefined && { exp: expirationTime }),
      ...(notBefore !== undefined && { nbf: notBefore }),
      ...(requestId !== undefined && { requestId }),
      ...(statement !== undefined && { statement }),
      ...(resources && { resources }),
    },
    s: { t: 'eip191', s: signature },
  }
}

/**
 * The namespaces of a session that CACAOs establish. Such a session has no settlement, so both ends derive them the same way.
 */
export function namespacesOfCacaos(cacaos: readonly Cacao[]): Namespaces {
  given('cacaos', cacaos, 'list')
  const granted = cacaos.map((cacao) => {
    given('cacaos', cacao, cacaoShape)
    const { chainId, address } = parseAccountId(accountOfCacao(cacao))
    const recap = recapIn(cacao)
    const allowed: Recap = recap === undefined ? {} : parseRecap(recap, true)
    const chains = unique([chainId, ...Object.values(allowed).flatMap((limit) => limit.chains ?? [])])
    return { chains, methods: Object.keys(allowed), accounts: chains.map((chain): AccountId => `${chain}:${address}`) }
  })
  return {
    eip155: {
      chains: unique(granted.flatMap(({ chains }): readonly ChainId[] => chains)),
      accounts: unique(granted.flatMap(({ accounts }) => accounts)),
      methods: unique(granted.flatMap(({ methods }) => methods)),
      // Official clients grant these events, on both sides.
      events: ['chainChanged', 'accountsChanged'],
    },
  }
}

/** Only the last resource counts as a ReCap (ERC-5573). Our requests have no ReCap in any other place. */
function recapIn({ p: { resources } }: Cacao): string | undefined {
  const last = resources?.at(-1)
  return last !== undefined && isRecap(last) ? last : undefined
}

function parts(value: unknown, names: readonly string[], isStrict: boolean): Readonly<Record<string, unknown>> {
  const object = asObject(value) ?? refuse('has no head, payload and signature')
  if (isStrict && Object.keys(object).some((name) => !names.includes(name))) refuse('holds a field of no text')
  return object
}

function unique<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Set(items)]
}

function refuse(what: string): never {
  throw new InvalidCacaoError(`The CACAO ${what}.`)
}
