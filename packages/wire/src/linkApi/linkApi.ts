import { type AccountId, isAccountId } from '../caip/caip.ts'
import { InvalidLinkBodyError } from '../errors.ts'
import { asInteger, asObject, asString, field } from '../read.ts'
import { visibleText } from '../visibleText.ts'
import { type LinkRefusalCode, linkRefusalCodes } from './linkRefusalCodes.ts'

/**
 * The host app's answer to a request for a text. `message` is the whole text to sign, `expiresAt` is epoch milliseconds.
 * `othersMaySign` is present if the host app gives more time than one person needs, for wallets with several signers. `account`
 * is the host app's account as `message` names it. The page shows it with the request, so that the visitor can compare it with
 * the wallet.
 */
export type ChallengeResponse = {
  readonly challengeId: string
  readonly message: string
  readonly expiresAt: number
  readonly othersMaySign?: true
  readonly account?: string
}

/**
 * Whether a link still counts. `stale`: the person who proved a contract account no longer controls it. `re-prove`: the
 * operator asks every host user for a new proof.
 */
export type LinkStatus = 'active' | 'stale' | 're-prove'

/** A proven account of a host user. Times are epoch milliseconds. A server of an earlier version omits the optional fields. */
export type LinkedWallet = {
  readonly id: string
  readonly accountId: AccountId
  readonly walletName: string | undefined
  readonly linkedAt: number
  /** The host user's own name for the wallet. */
  readonly label?: string | undefined
  readonly isPrimary?: boolean
  readonly lastUsedAt?: number | undefined
  readonly status?: LinkStatus
}

/**
 * The body of every refusal of the link API. `reason` tells the causes of one code apart, if the API names the cause. For an
 * unknown code of a server, `code` is `link_refused` and `reason` is the server's own code.
 */
export type LinkErrorBody = {
  readonly code: LinkRefusalCode | 'link_refused'
  readonly message: string
  readonly reason?: string | undefined
}

/**
 * Bounds of the link API. `messageLength` counts characters of the text to sign, `bodyBytes` the bytes of a request body. The
 * largest bodies contain a smart account's signature. A passkey wallet's with several owner changes (ERC-6492) has more than 8
 * KiB, twice that as hex.
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

/** Reads the name of the host app's account in the text, if a signed text may contain it (ERC-4361). */
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
    // Later versions add these fields to a wallet. An unknown status cannot be relied on, so it asks for a new proof.
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

/** Reads a refusal. An unknown or missing code becomes `link_refused`, with the received code as `reason`. Never throws. */
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
 * Returns the visible characters of a wallet's own name: at most `linkLimits.walletNameLength` UTF-16 units, without cutting a
 * character in two. Undefined if empty.
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

/** Checks that a request body is an object and has no fields but these. */
export function parseBody(value: unknown, fields: readonly string[]): Readonly<Record<string, unknown>> {
  const body = asObject(value)
  if (body === undefined) throw new InvalidLinkBodyError('The body must be a JSON object.')
  if (Object.keys(body).some((name) => !fields.includes(name)))
    throw new InvalidLinkBodyError(`The body may hold ${fields.join(' and ')} only.`)
  return body
}
