import { type AccountId, type ChainId, isAccountId, isChainId } from '../caip/caip.ts'
import { canonicalAccountId, canonicalChainId } from '../caip/canonicalChainId.ts'
import { InvalidLinkBodyError } from '../errors.ts'
import { type Cacao, parseCacao } from '../proof/cacao.ts'
import { isRecapMethod } from '../proof/recap.ts'
import { InvalidCacaoError } from '../proof/signInErrors.ts'
import { asObject, asString, asStrings, field } from '../read.ts'
import { challengeIdPattern, cleanWalletName, linkLimits, parseBody } from './linkApi.ts'

/** The purposes of a wallet's signature. Every request for a text and every proof names one. */
export const purposes = ['link', 'signIn', 'unlink', 'release', 'oneTap'] as const
export type Purpose = (typeof purposes)[number]

/** A request for a text to sign. */
export type ChallengeRequest =
  /** For the text that links an account. `walletName` is the wallet's own name: shown, never trusted. */
  | { readonly purpose: 'link'; readonly accountId: AccountId; readonly walletName: string | undefined }
  /** For the text that signs in the host user of this account. */
  | { readonly purpose: 'signIn'; readonly accountId: AccountId }
  /** For the text that this linked wallet signs before it is unlinked. */
  | { readonly purpose: 'unlink'; readonly walletId: string }
  /** For the text that takes a wallet from the other host users who have linked it. */
  | { readonly purpose: 'release'; readonly accountId: AccountId }
  /** For the text that a wallet signs together with its approval, before the account is known. */
  | {
      readonly purpose: 'oneTap'
      /** The chains that the account can be on. The host app uses those that are in its own `chains`. */
      readonly chains: readonly ChainId[]
      /** The permissions of the session. */
      readonly methods: readonly string[]
    }

/**
 * An answer to a challenge. It does not contain the text: the server kept its own. `again` marks a proof that was sent before
 * and whose answer was lost. The API then returns the linked wallet and does not refuse the proof as used.
 */
export type Proof =
  | SignatureProof<'link'>
  | SignatureProof<'signIn'>
  | SignatureProof<'unlink'>
  | SignatureProof<'release'>
  | CacaoProof
  | AccountProof

/** A signature over the text of a challenge. Only `link` has `again`. */
export type SignatureProof<P extends Exclude<Purpose, 'oneTap'> = Exclude<Purpose, 'oneTap'>> = {
  readonly purpose: P
  readonly challengeId: string
  readonly signature: string
  readonly again?: true
}

/** A wallet's answer to a one-tap challenge, and the wallet's own name: shown, never trusted. */
export type CacaoProof = {
  readonly purpose: 'oneTap'
  readonly challengeId: string
  readonly cacao: Cacao
  readonly walletName: string | undefined
  readonly again?: true
}

/**
 * The answer of a wallet in the page (`solana:signIn`, ERC-7846) to a one-tap challenge: the account that signed, and its
 * signature. The server writes the text for that account itself.
 */
export type AccountProof = {
  readonly purpose: 'oneTap'
  readonly challengeId: string
  readonly accountId: AccountId
  readonly signature: string
  readonly walletName: string | undefined
  readonly again?: true
}

/**
 * Hex, base58, base64 or base64url, as wallets write signatures. `0x` alone means that a contract has agreed on its chain. The
 * verifier of the account's namespace knows the bytes.
 */
const signaturePattern = /^(?:0[xX][0-9a-fA-F]*|[A-Za-z0-9+/_-]{64,}={0,2})$/

type Body = Readonly<Record<string, unknown>>

/**
 * Reads a request for a text to sign.
 * @param allowed - the purposes of this route. Default: every purpose
 * @throws InvalidLinkBodyError - another purpose, a malformed field, or a field that the purpose does not have
 * @example
 * parseChallengeRequest({ purpose: 'signIn', accountId: 'eip155:1:0xab16…' })
 */
export function parseChallengeRequest<P extends Purpose = Purpose>(
  value: unknown,
  ...allowed: readonly P[]
): Extract<ChallengeRequest, { readonly purpose: P }> {
  return readChallengeRequest(value, readPurpose(value, allowed)) as Extract<ChallengeRequest, { readonly purpose: P }>
}

/**
 * Reads a proof.
 * @param allowed - the purposes of this route. Default: every purpose
 * @throws InvalidLinkBodyError - another purpose, a malformed field, or a field that the purpose does not have
 * @example
 * parseProof({ purpose: 'link', challengeId, signature }, 'link', 'oneTap')
 */
export function parseProof<P extends Purpose = Purpose>(
  value: unknown,
  ...allowed: readonly P[]
): Extract<Proof, { readonly purpose: P }> {
  return readProof(value, readPurpose(value, allowed)) as Extract<Proof, { readonly purpose: P }>
}

function readPurpose(value: unknown, allowed: readonly Purpose[]): Purpose {
  const body = asObject(value)
  if (body === undefined) throw new InvalidLinkBodyError('The body must be a JSON object.')
  const names: readonly Purpose[] = allowed.length === 0 ? purposes : allowed
  const purpose = names.find((name) => name === field(body, 'purpose'))
  if (purpose === undefined)
    throw new InvalidLinkBodyError(`purpose must be ${names.map((name) => `"${name}"`).join(' or ')}.`)
  return purpose
}

function readChallengeRequest(value: unknown, purpose: Purpose): ChallengeRequest {
  switch (purpose) {
    case 'link': {
      const body = parseBody(value, ['purpose', 'accountId', 'walletName'])
      return { purpose, accountId: readAccountId(body), walletName: readWalletName(body) }
    }
    case 'signIn':
    case 'release':
      return { purpose, accountId: readAccountId(parseBody(value, ['purpose', 'accountId'])) }
    case 'unlink': {
      const walletId = asString(field(parseBody(value, ['purpose', 'walletId']), 'walletId'), 64)
      if (walletId === undefined) throw new InvalidLinkBodyError('walletId must be the id of a linked wallet.')
      return { purpose, walletId }
    }
    case 'oneTap': {
      const body = parseBody(value, ['purpose', 'chains', 'methods'])
      const chains = asStrings(field(body, 'chains'), 64, 64)?.map(canonicalChainId)
      const methods = asStrings(field(body, 'methods'), 32, 64)
      if (chains === undefined || chains.length === 0 || !chains.every(isChainId))
        throw new InvalidLinkBodyError('chains must be CAIP-2 chain ids.')
      if (methods?.every(isRecapMethod) !== true) throw new InvalidLinkBodyError('methods must be names of methods.')
      return { purpose, chains: chains.filter(isChainId), methods }
    }
  }
}

function readProof(value: unknown, purpose: Purpose): Proof {
  if (purpose !== 'oneTap') {
    const canRepeat = purpose === 'link'
    const body = parseBody(value, ['purpose', 'challengeId', 'signature', ...(canRepeat ? ['again'] : [])])
    return { purpose, challengeId: readChallengeId(body), signature: readSignature(body), ...readAgain(body) }
  }
  const isCacao = field(asObject(value) ?? {}, 'cacao') !== undefined
  const signed = isCacao ? ['cacao'] : ['accountId', 'signature']
  const body = parseBody(value, ['purpose', 'challengeId', ...signed, 'walletName', 'again'])
  const challengeId = readChallengeId(body)
  const rest = { walletName: readWalletName(body), ...readAgain(body) }
  if (isCacao) return { purpose, challengeId, cacao: readCacao(field(body, 'cacao')), ...rest }
  return { purpose, challengeId, accountId: readAccountId(body), signature: readSignature(body), ...rest }
}

function readAccountId(body: Body): AccountId {
  const given = field(body, 'accountId')
  const accountId = typeof given === 'string' ? canonicalAccountId(given) : ''
  if (isAccountId(accountId)) return accountId
  throw new InvalidLinkBodyError('accountId must be a CAIP-10 account id.')
}

function readWalletName(body: Body): string | undefined {
  const walletName = field(body, 'walletName')
  if (walletName === undefined || walletName === null) return undefined
  const text = asString(walletName, 1024)
  if (text === undefined) throw new InvalidLinkBodyError('walletName must be a text.')
  return cleanWalletName(text)
}

function readChallengeId(body: Body): string {
  const challengeId = field(body, 'challengeId')
  if (typeof challengeId === 'string' && challengeIdPattern.test(challengeId)) return challengeId
  throw new InvalidLinkBodyError('challengeId is malformed.')
}

function readAgain(body: Body): { readonly again?: true } {
  const again = field(body, 'again')
  if (again === undefined) return {}
  if (again === true) return { again }
  throw new InvalidLinkBodyError('again must be true or absent.')
}

function readSignature(body: Body): string {
  const given = field(body, 'signature')
  const text = typeof given === 'string' ? given.trim() : ''
  // Some wallets write base64 in lines.
  const signature = /^0x/i.test(text) ? text : text.replace(/[\r\n]+/g, '')
  if (signature.length <= linkLimits.bodyBytes && signaturePattern.test(signature)) return signature
  throw new InvalidLinkBodyError('signature must be a text in hex, base58 or base64.')
}

function readCacao(value: unknown): Cacao {
  try {
    return parseCacao(value, true)
  } catch (error) {
    if (!(error instanceof InvalidCacaoError)) throw error
    throw new InvalidLinkBodyError(`cacao is malformed. ${error.message}`)
  }
}
