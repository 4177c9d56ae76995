import { type AccountId, type ChainId, isAccountId, isChainId } from '../caip/caip.ts'
import { canonicalAccountId, canonicalChainId } from '../caip/canonicalChainId.ts'
import { InvalidLinkBodyError } from '../errors.ts'
import { type Cacao, parseCacao } from '../proof/cacao.ts'
import { isRecapMethod } from '../proof/recap.ts'
import { InvalidCacaoError } from '../proof/signInErrors.ts'
import { asInteger, asObject, asString, asStrings, field } from '../read.ts'
import { visibleText } from '../visibleText.ts'
import { type LinkRefusalCode, linkRefusalCodes } from './linkRefusalCodes.ts'

/** Asks the host app for a challenge. `walletName` is what the wallet calls itself: shown, never trusted. */
export type ChallengeRequest = { readonly accountId: AccountId; readonly walletName: string | undefined }

/** Asks the host app for what a wallet signs together with its approval (one-tap), before any account is known. */
export type AuthenticationChallengeRequest = {
  /** The chains an account may be on; the host app takes those it links accounts of. */
  readonly chains: readonly ChainId[]
  /** The permissions of the session. */
  readonly methods: readonly string[]
}

/** Asks for the text that a linked wallet of this id signs before it is unlinked, where the host app wants a proof of that too. */
export type UnlinkChallengeRequest = { readonly unlink: string }

/** Asks for the text by which a wallet is taken from whichever other account of the host app holds it. */
export type ReleaseChallengeRequest = { readonly release: AccountId }

/** Asks for the text that a linked wallet signs to sign its host user in. Nobody learns who that is before it has signed. */
export type SignInChallengeRequest = { readonly signIn: AccountId }

/** Answer to a one-tap challenge: what the wallet signed, and what it calls itself: shown, never trusted. */
export type CacaoProof = {
  readonly challengeId: string
  readonly cacao: Cacao
  readonly walletName: string | undefined
  readonly again?: true
}

/**
 * Answer to a one-tap challenge by a wallet of the page (`solana:signIn`, ERC-7846): which account signed the text of what was
 * issued. The text is not in it: the server writes its own for that account.
 */
export type AccountProof = {
  readonly challengeId: string
  readonly accountId: AccountId
  readonly signature: string
  readonly walletName: string | undefined
  readonly again?: true
}

/**
 * The host app's answer. `message` is the whole text to sign, `expiresAt` epoch milliseconds. `othersMaySign` where the host app
 * gives more time than one person needs: for wallets in which others sign too. `account` is how `message` names the account of the
 * host app: shown beside the request, it is what the visitor compares with the wallet.
 */
export type ChallengeResponse = {
  readonly challengeId: string
  readonly message: string
  readonly expiresAt: number
  readonly othersMaySign?: true
  readonly account?: string
}

/**
 * Answer to a challenge. The text is not in it: the server kept its own. `again` when it was sent before and what came of it
 * was lost: what was linked by it is then told, where a proof that is merely used twice is refused.
 */
export type Proof = { readonly challengeId: string; readonly signature: string; readonly again?: true }

/**
 * Whether a link still counts: `stale` when a contract account is no longer controlled by who proved it, `re-prove` when the
 * operator asks everybody for a new proof.
 */
export type LinkStatus = 'active' | 'stale' | 're-prove'

/** A proven account of a host user. Times are epoch milliseconds. A server of an earlier version omits the optional fields. */
export type LinkedWallet = {
  readonly id: string
  readonly accountId: AccountId
  readonly walletName: string | undefined
  readonly linkedAt: number
  /** The host user's own name for it. */
  readonly label?: string | undefined
  readonly isPrimary?: boolean
  readonly lastUsedAt?: number | undefined
  readonly status?: LinkStatus
}

/**
 * The body of every refusal of the link API. `reason` is which of the causes of the code it was, where the API says. Read from a server
 * whose code is not known here, `code` is `link_refused` and `reason` the server's own code.
 */
export type LinkErrorBody = {
  readonly code: LinkRefusalCode | 'link_refused'
  readonly message: string
  readonly reason?: string | undefined
}

/**
 * Bounds of the link API. `messageLength` counts characters of the text to sign, `bodyBytes` the bytes of a request body. The largest
 * bodies have a smart account's signature: a passkey wallet's with several owner changes (ERC-6492) has more than 8 KiB, twice that as hex.
 */
export const linkLimits = {
  messageLength: 4096,
  walletNameLength: 64,
  bodyBytes: 32 * 1024,
  wallets: 1000,
  historyPage: 100,
} as const

export const challengeIdPattern = /^[A-Za-z0-9]{22,64}$/
/**
 * Hex, base58, base64 or base64url, each as some wallets write it; `0x` alone is what a contract may have agreed to on its chain.
 * Its verifier knows which bytes it means.
 */
const signaturePattern = /^(?:0[xX][0-9a-fA-F]*|[A-Za-z0-9+/_-]{64,}={0,2})$/

/** @throws InvalidLinkBodyError - also on a field that is not of the form */
export function parseChallengeRequest(
  value: unknown,
):
  | ChallengeRequest
  | AuthenticationChallengeRequest
  | UnlinkChallengeRequest
  | ReleaseChallengeRequest
  | SignInChallengeRequest {
  if (field(asObject(value) ?? {}, 'chains') !== undefined) return parseAuthenticationChallengeRequest(value)
  if (field(asObject(value) ?? {}, 'unlink') !== undefined) {
    const unlink = asString(field(parseBody(value, ['unlink']), 'unlink'), 64)
    if (unlink === undefined) throw new InvalidLinkBodyError('unlink must be the id of a linked wallet.')
    return { unlink }
  }
  if (field(asObject(value) ?? {}, 'release') !== undefined)
    return { release: readAccountId(parseBody(value, ['release']), 'release') }
  if (field(asObject(value) ?? {}, 'signIn') !== undefined)
    return { signIn: readAccountId(parseBody(value, ['signIn']), 'signIn') }
  const body = parseBody(value, ['accountId', 'walletName'])
  return { accountId: readAccountId(body, 'accountId'), walletName: parseWalletName(body) }
}

function readAccountId(body: Readonly<Record<string, unknown>>, name: string): AccountId {
  const given = field(body, name)
  const accountId = typeof given === 'string' ? canonicalAccountId(given) : ''
  if (isAccountId(accountId)) return accountId
  throw new InvalidLinkBodyError(`${name} must be a CAIP-10 account id.`)
}

function parseAuthenticationChallengeRequest(value: unknown): AuthenticationChallengeRequest {
  const body = parseBody(value, ['chains', 'methods'])
  const chains = asStrings(field(body, 'chains'), 64, 64)?.map(canonicalChainId)
  const methods = asStrings(field(body, 'methods'), 32, 64)
  if (chains === undefined || chains.length === 0 || !chains.every(isChainId))
    throw new InvalidLinkBodyError('chains must be CAIP-2 chain ids.')
  if (methods?.every(isRecapMethod) !== true) throw new InvalidLinkBodyError('methods must be names of methods.')
  return { chains: chains.filter(isChainId), methods }
}

function parseWalletName(body: Readonly<Record<string, unknown>>): string | undefined {
  const walletName = field(body, 'walletName')
  if (walletName === undefined || walletName === null) return undefined
  const text = asString(walletName, 1024)
  if (text === undefined) throw new InvalidLinkBodyError('walletName must be a text.')
  return cleanWalletName(text)
}

/** @throws InvalidLinkBodyError - also on a field that is not of the form */
export function parseProof(value: unknown): Proof | CacaoProof | AccountProof {
  const isCacao = field(asObject(value) ?? {}, 'cacao') !== undefined
  const isOfAccount = !isCacao && field(asObject(value) ?? {}, 'accountId') !== undefined
  const named = isCacao
    ? ['cacao', 'walletName']
    : isOfAccount
      ? ['accountId', 'signature', 'walletName']
      : ['signature']
  const fields = ['challengeId', ...named, 'again']
  const body = parseBody(value, fields)
  const challengeId = field(body, 'challengeId')
  if (typeof challengeId !== 'string' || !challengeIdPattern.test(challengeId))
    throw new InvalidLinkBodyError('challengeId is malformed.')
  const isAgain = field(body, 'again')
  if (isAgain !== undefined && isAgain !== true) throw new InvalidLinkBodyError('again must be true or absent.')
  const again = isAgain === true ? ({ again: true } as const) : {}
  if (isCacao)
    return { challengeId, cacao: readCacao(field(body, 'cacao')), walletName: parseWalletName(body), ...again }
  const given = field(body, 'signature')
  const signature = typeof given === 'string' ? given.trim() : ''
  if (signature.length > linkLimits.bodyBytes || !signaturePattern.test(signature))
    throw new InvalidLinkBodyError('signature must be a text in hex, base58 or base64.')
  if (!isOfAccount) return { challengeId, signature, ...again }
  const accountId = readAccountId(body, 'accountId')
  return { challengeId, accountId, signature, walletName: parseWalletName(body), ...again }
}

function readCacao(value: unknown): Cacao {
  try {
    return parseCacao(value, true)
  } catch (error) {
    if (!(error instanceof InvalidCacaoError)) throw error
    throw new InvalidLinkBodyError(`cacao is malformed. ${error.message}`)
  }
}

/** @throws InvalidLinkBodyError */
export function parseChallengeResponse(value: unknown): ChallengeResponse {
  const body = asObject(value) ?? {}
  const challengeId = field(body, 'challengeId')
  const message = asString(field(body, 'message'), linkLimits.messageLength)
  const expiresAt = asInteger(field(body, 'expiresAt'), 0, Number.MAX_SAFE_INTEGER)
  if (
    typeof challengeId !== 'string' ||
    !challengeIdPattern.test(challengeId) ||
    message === undefined ||
    expiresAt === undefined
  ) {
    throw new InvalidLinkBodyError('A challenge needs challengeId, message and expiresAt.')
  }
  const others = field(body, 'othersMaySign') === true ? ({ othersMaySign: true } as const) : {}
  return { challengeId, message, expiresAt, ...others, ...readAccountName(body) }
}

/** How the text names the account of the host app, as far as a signed text may hold it (ERC-4361). */
export function readAccountName(body: Readonly<Record<string, unknown>>): { readonly account?: string } {
  const account = asString(field(body, 'account'), linkLimits.walletNameLength)
  return account !== undefined && /^[\x20-\x7e]+$/.test(account) ? { account } : {}
}

/** @throws InvalidLinkBodyError */
export function parseLinkedWallet(value: unknown): LinkedWallet {
  const body = asObject(value) ?? {}
  const id = asString(field(body, 'id'), 64)
  const accountId = field(body, 'accountId')
  const linkedAt = asInteger(field(body, 'linkedAt'), 0, Number.MAX_SAFE_INTEGER)
  if (id === undefined || typeof accountId !== 'string' || !isAccountId(accountId) || linkedAt === undefined) {
    throw new InvalidLinkBodyError('A linked wallet needs id, accountId and linkedAt.')
  }
  const isPrimary = field(body, 'isPrimary')
  const status = field(body, 'status')
  return {
    id,
    accountId,
    walletName: asString(field(body, 'walletName'), linkLimits.walletNameLength),
    linkedAt,
    // What later versions say of a wallet. A status of the future is none to count on, so it asks for a new proof.
    label: asString(field(body, 'label'), linkLimits.walletNameLength),
    ...(typeof isPrimary === 'boolean' && { isPrimary }),
    lastUsedAt: asInteger(field(body, 'lastUsedAt'), 0, Number.MAX_SAFE_INTEGER),
    ...(status !== undefined && { status: status === 'active' || status === 'stale' ? status : 're-prove' }),
  }
}

/** @throws InvalidLinkBodyError */
export function parseLinkedWallets(value: unknown): readonly LinkedWallet[] {
  const wallets = field(asObject(value) ?? {}, 'wallets')
  if (!Array.isArray(wallets) || wallets.length > linkLimits.wallets)
    throw new InvalidLinkBodyError('wallets must be an array.')
  return wallets.map(parseLinkedWallet)
}

/** Reads a refusal. A code that is not known here, or none, becomes `link_refused`, with what came as `reason`. Never throws. */
export function parseLinkErrorBody(value: unknown): LinkErrorBody {
  const body = asObject(value) ?? {}
  const given = asString(field(body, 'code'), 64)
  const code = linkRefusalCodes.find((each) => each === given)
  return {
    code: code ?? 'link_refused',
    message: asString(field(body, 'message'), 1024) ?? 'Unknown Error',
    reason: code === undefined ? given : asString(field(body, 'reason'), 64),
  }
}

/**
 * A wallet's own name as it may be shown: what can be seen of it, at most `linkLimits.walletNameLength` UTF-16 units without
 * cutting a character in two, undefined when empty.
 */
export function cleanWalletName(text: string): string | undefined {
  if (typeof text !== 'string') return undefined
  let name = ''
  for (const character of visibleText(text)) {
    if (name.length + character.length > linkLimits.walletNameLength) break
    name += character
  }
  return name.trimEnd() === '' ? undefined : name.trimEnd()
}

/** A request body whose fields are all of these names. */
export function parseBody(value: unknown, fields: readonly string[]): Readonly<Record<string, unknown>> {
  const body = asObject(value)
  if (body === undefined) throw new InvalidLinkBodyError('The body must be a JSON object.')
  if (Object.keys(body).some((name) => !fields.includes(name)))
    throw new InvalidLinkBodyError(`The body may hold ${fields.join(' and ')} only.`)
  return body
}
