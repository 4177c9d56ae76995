import { type AccountId, isAccountId } from '../caip/caip.ts'
import { InvalidLinkBodyError } from '../errors.ts'
import { asInteger, asObject, asString, field } from '../read.ts'
import { visibleText } from '../visibleText.ts'
import { type LinkRefusalCode, linkRefusalCodes } from './linkRefusalCodes.ts'

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
    // Fields that later versions add to a wallet. An unknown status cannot be relied on, so it asks for a new proof.
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
 * The visible characters of a wallet's own name, at most `linkLimits.walletNameLength` UTF-16 units without cutting a character
 * in two, undefined when empty.
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
