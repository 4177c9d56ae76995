import { type AccountId, type ChainId, isAccountId, isChainId, isNamespace } from '../caip/caip.ts'
import { InvalidLinkBodyError } from '../errors.ts'
import { given } from '../given.ts'
import { asInteger, asObject, asString, asStrings, field } from '../read.ts'
import { type Listing, parseListing } from '../registry/listing.ts'
import { challengeIdPattern, type LinkedWallet, linkLimits, parseBody, parseLinkedWallet } from './linkApi.ts'

/**
 * A handoff links a phone's wallet from another screen, through the host app's own server. The screen that starts the handoff
 * sends its requests under `screen`, with its session. The phone sends its requests under `phone`, without a session. The page
 * for the phone is at `phone` itself.
 */
export const handoffPaths = { screen: '/handoffs', phone: '/handoff' } as const

/** The stage of a handoff. `linked`, `refused`, `expired` and `elsewhere` end it. */
export type HandoffState = (typeof states)[number]

/** Why a handoff ended without a link. */
export type HandoffEnd = (typeof ends)[number]

/**
 * The request that starts a handoff. `namespaces` limits the accounts; undefined allows every namespace that the host app
 * links.
 */
export type HandoffRequest = { readonly namespaces: readonly string[] | undefined }

/** A handoff that has started. `address` is the text of the code on the screen, with the secret in its fragment. */
export type HandoffStart = {
  readonly id: string
  readonly secret: string
  readonly address: string
  /** Epoch milliseconds, like all times here. */
  readonly expiresAt: number
}

/** A handoff as the screen that started it sees it. */
export type HandoffStatus = {
  readonly state: HandoffState
  /** Counts up with each change. A request with `?after=` and this number waits for the next change. */
  readonly version: number
  /** When the present state ends. Once `linked`: until when this screen can undo the link. */
  readonly expiresAt: number
  /** Whether a phone has asked for a link into a wallet. A new code would end the work on that phone. */
  readonly isOpenedOnPhone: boolean
  /**
   * While `waiting`: whether the page is open in a browser without a wallet. The handoff continues: the visitor can open the
   * page in another browser.
   */
  readonly isWithoutWallet: boolean
  /** From `proven` on: the account that signed. */
  readonly accountId: AccountId | undefined
  /** The wallet's own name: shown, never trusted. */
  readonly walletName: string | undefined
  /** While `proven`: how many attempts at the digits are left. */
  readonly attemptsLeft: number | undefined
  /** The reason of an end without a link. */
  readonly reason: HandoffEnd | undefined
  /** Once `linked`: the wallet. Undefined if it has been unlinked since. */
  readonly wallet: LinkedWallet | undefined
}

/** The answer to a hop: the secret that replaces the one in the address, and the links into wallets to offer. */
export type HandoffHop = {
  readonly secret: string
  readonly expiresAt: number
  /** The namespaces of the requested account, in the host app's order. */
  readonly namespaces: readonly string[]
  /** Whether to offer links of low confidence too. */
  readonly allowsUntested: boolean
  /** The host app's own wallets, which come before those that the page knows. A wallet with the same id replaces the page's. */
  readonly wallets: readonly HandoffWallet[]
}

/** One of the host app's own wallets whose browser opens the page: fields of its listing. */
export type HandoffWallet = Pick<Listing, 'id' | 'name' | 'app' | 'browser'>

/** The answer to a claim: the right to answer one challenge for this account of the host app. */
export type HandoffGrant = {
  /** Sent as `Authorization: Handoff <grant>`. */
  readonly grant: string
  /** The account of the host app, as the text to sign names it. */
  readonly label: string
  readonly domain: string
  readonly chains: readonly ChainId[]
  readonly expiresAt: number
}

/** A handoff as the phone with the grant sees it. */
export type HandoffPhoneStatus = {
  readonly state: HandoffState
  readonly expiresAt: number
  /** While `proven`: the digits to type on the screen that started the handoff. */
  readonly digits: string | undefined
  readonly reason: HandoffEnd | undefined
}

const states = ['waiting', 'opened', 'proven', 'linked', 'refused', 'expired', 'elsewhere'] as const
const ends = ['declined', 'cancelled', 'digits', 'taken', 'time', 'elsewhere'] as const
const secretPattern = /^[A-Za-z0-9_-]{43}$/
const digitsPattern = /^\d{6}$/
/** How many of the host app's own wallets the page of a handoff takes. */
export const handoffWalletLimit = 64
const maxTime = Number.MAX_SAFE_INTEGER

/** Reads a request that starts a handoff. @throws InvalidLinkBodyError - also on an unknown field */
export function parseHandoffRequest(value: unknown): HandoffRequest {
  const given = field(parseBody(value, ['namespaces']), 'namespaces')
  if (given === undefined) return { namespaces: undefined }
  const namespaces = asStrings(given, 8, 8)
  if (namespaces === undefined || namespaces.length === 0 || !namespaces.every(isNamespace))
    throw new InvalidLinkBodyError('namespaces must be names such as "eip155".')
  return { namespaces }
}

/** Reads the secret of a hop, a claim or a page without a wallet. @throws InvalidLinkBodyError */
export function parseHandoffSecret(value: unknown): { readonly secret: string } {
  const secret = field(parseBody(value, ['secret']), 'secret')
  if (typeof secret === 'string' && secretPattern.test(secret)) return { secret }
  throw new InvalidLinkBodyError('secret must be the one in the address of the page.')
}

/** Reads the typed digits and ignores spaces and dashes between them. @throws InvalidLinkBodyError */
export function parseHandoffDigits(value: unknown): { readonly digits: string } {
  const digits = asString(field(parseBody(value, ['digits']), 'digits'), 32)?.replace(/[\s-]/g, '')
  if (digits !== undefined && digitsPattern.test(digits)) return { digits }
  throw new InvalidLinkBodyError('digits must be the six digits that the phone shows.')
}

/** @throws InvalidLinkBodyError */
export function parseHandoffStart(value: unknown): HandoffStart {
  const body = asObject(value) ?? {}
  const { id, secret } = readToken(field(body, 'id'), field(body, 'secret'))
  const address = asString(field(body, 'address'), 2_048)
  if (address === undefined) throw new InvalidLinkBodyError('A handoff needs an address.')
  return { id, secret, address, expiresAt: readTime(body) }
}

/** @throws InvalidLinkBodyError */
export function parseHandoffHop(value: unknown): HandoffHop {
  const body = asObject(value) ?? {}
  const secret = field(body, 'secret')
  const namespaces = asStrings(field(body, 'namespaces'), 8, 8)?.filter(isNamespace)
  if (typeof secret !== 'string' || !secretPattern.test(secret) || !namespaces?.length)
    throw new InvalidLinkBodyError('The answer to a hop needs secret and namespaces.')
  const allowsUntested = field(body, 'allowsUntested') === true
  return { secret, expiresAt: readTime(body), namespaces, allowsUntested, wallets: readWallets(field(body, 'wallets')) }
}

/** @throws InvalidLinkBodyError */
export function parseHandoffGrant(value: unknown): HandoffGrant {
  const body = asObject(value) ?? {}
  const grant = field(body, 'grant')
  const label = asString(field(body, 'label'), 256)
  const domain = asString(field(body, 'domain'), 259)
  const chains = asStrings(field(body, 'chains'), 64, 64)?.filter(isChainId)
  if (typeof grant !== 'string' || !secretPattern.test(grant) || !label || !domain || !chains?.length)
    throw new InvalidLinkBodyError('A grant needs grant, label, domain and chains.')
  return { grant, label, domain, chains, expiresAt: readTime(body) }
}

/** @throws InvalidLinkBodyError */
export function parseHandoffStatus(value: unknown): HandoffStatus {
  const body = asObject(value) ?? {}
  const version = asInteger(field(body, 'version'), 1, maxTime)
  if (version === undefined) throw new InvalidLinkBodyError('A handoff needs a version.')
  const accountId = field(body, 'accountId')
  const wallet = field(body, 'wallet')
  return {
    ...readStage(body),
    version,
    isOpenedOnPhone: field(body, 'isOpenedOnPhone') === true,
    isWithoutWallet: field(body, 'isWithoutWallet') === true,
    accountId: typeof accountId === 'string' && isAccountId(accountId) ? accountId : undefined,
    walletName: asString(field(body, 'walletName'), linkLimits.walletNameLength),
    attemptsLeft: asInteger(field(body, 'attemptsLeft'), 0, 9),
    wallet: wallet === undefined ? undefined : parseLinkedWallet(wallet),
  }
}

/** @throws InvalidLinkBodyError */
export function parseHandoffPhoneStatus(value: unknown): HandoffPhoneStatus {
  const body = asObject(value) ?? {}
  const digits = field(body, 'digits')
  return {
    ...readStage(body),
    digits: typeof digits === 'string' && digitsPattern.test(digits) ? digits : undefined,
  }
}

/** Formats the part after the `#` in the page's address. */
export function formatHandoffToken(token: Pick<HandoffStart, 'id' | 'secret'>): string {
  given('token', token, { id: 'text', secret: 'text' })
  return `h=${token.id}.${token.secret}`
}

/**
 * Reads the token in the address of the page: from its fragment, or from its query, because some wallets drop the fragment and
 * some append a query to it. Returns undefined without a token.
 */
export function parseHandoffToken(address: string): Pick<HandoffStart, 'id' | 'secret'> | undefined {
  const [, id, secret] =
    /[#?&]h=([A-Za-z0-9]{22,64})(?:\.|%2[eE])([A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])/.exec(address) ?? []
  return id === undefined || secret === undefined ? undefined : { id, secret }
}

function readToken(id: unknown, secret: unknown): Pick<HandoffStart, 'id' | 'secret'> {
  if (typeof id === 'string' && challengeIdPattern.test(id) && typeof secret === 'string' && secretPattern.test(secret))
    return { id, secret }
  throw new InvalidLinkBodyError('A handoff needs id and secret.')
}

/** Reads wallets as listings, so that no link of another form gets in. Skips a wallet without a readable browser link. */
function readWallets(value: unknown): readonly HandoffWallet[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, handoffWalletLimit).flatMap((each) => {
    try {
      const { id, name, app, browser } = parseListing(each)
      return browser === undefined ? [] : [{ id, name, app, browser }]
    } catch {
      return []
    }
  })
}

function readStage(body: Readonly<Record<string, unknown>>): Pick<HandoffStatus, 'state' | 'expiresAt' | 'reason'> {
  const state = states.find((known) => known === field(body, 'state'))
  if (state === undefined) throw new InvalidLinkBodyError('A handoff needs a state.')
  const reason = readHandoffEnd(field(body, 'reason'))
  return { state, expiresAt: readTime(body), reason }
}

function readTime(body: Readonly<Record<string, unknown>>): number {
  const expiresAt = asInteger(field(body, 'expiresAt'), 0, maxTime)
  if (expiresAt === undefined) throw new InvalidLinkBodyError('A handoff needs expiresAt.')
  return expiresAt
}

/** Reads why a handoff ended. Undefined for an unknown reason, which a newer server can send. */
export function readHandoffEnd(value: unknown): HandoffEnd | undefined {
  return ends.find((known) => known === value)
}
