import {
  type AuthenticationRequest,
  type Cacao,
  type ChainId,
  checkCacao,
  InvalidCacaoError,
  InvalidLinkBodyError,
  namespaceOf,
  parseAuthenticationRequest,
} from '@hawser/wire'
import { ProofInvalidError, UnsupportedAccountError } from '../errors.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { OneTapChallenge } from '../records/challenge.ts'
import type { LinkStore } from '../records/linkStore.ts'
import { randomId } from '../records/randomId.ts'
import type { ContractReach } from '../verifiers/contractReach.ts'
import { parseEip155Account } from '../verifiers/eip155.ts'
import { verifyEip155Proof } from '../verifiers/eip155Proof.ts'
import type { ProvenAccount } from '../verifiers/provenAccount.ts'
import { challengeLimits, keepChallenge } from './challenge.ts'
import { holdsNow } from './signInTimes.ts'
import { formatStatement } from './statements.ts'

/**
 * Writes what a wallet signs together with its approval, and keeps it as a challenge. The account is not known yet.
 * @throws TooManyWalletsError
 * @throws UnsupportedAccountError - none of the chains is one whose accounts are linked here
 */
export async function issueOneTap(request: {
  readonly store: LinkStore
  readonly hostUser: HostUser
  /** What the page asks for, and what is linked here: the text is for what is in both. */
  readonly asked: { readonly chains: readonly ChainId[]; readonly methods: readonly string[] }
  readonly chains: readonly ChainId[]
  readonly domain: string
  readonly uri: string
  readonly now: number
  readonly randomBytes: (length: number) => Uint8Array
}): Promise<{ readonly challenge: OneTapChallenge; readonly authentication: AuthenticationRequest }> {
  const { hostUser, asked, domain, uri, now, randomBytes } = request
  // A CACAO of ours is ERC-4361: accounts of other namespaces answer a challenge of their own.
  const chains = asked.chains.filter((chain) => request.chains.includes(chain) && namespaceOf(chain) === 'eip155')
  if (chains.length === 0) throw new UnsupportedAccountError('Accounts of these chains cannot be linked here.')
  const id = randomId(randomBytes)
  const expiresAt = now + challengeLimits.lifetimeMs
  const authentication = write({
    chains,
    domain,
    uri,
    nonce: randomId(randomBytes),
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(expiresAt).toISOString(),
    requestId: id,
    statement: formatStatement(hostUser.label, domain),
    methods: asked.methods,
  })
  const challenge: OneTapChallenge = {
    id,
    hostUserId: hostUser.id,
    purpose: 'one-tap',
    accountId: undefined,
    walletName: undefined,
    message: JSON.stringify(authentication),
    expiresAt,
  }
  await keepChallenge(request, challenge)
  return { challenge, authentication }
}

/**
 * Checks the answer to a consumed one-tap challenge: what was signed is, byte for byte, the text of what was issued for the
 * account that signed, with a ReCap that allows no more than was asked for, and the signature is that account's.
 * @returns the proven account
 * @throws ProofInvalidError, UnsupportedAccountError, SignaturePendingError, AccountNotDeployedError, CannotCheckNowError
 */
export async function verifyCacao(request: {
  readonly challenge: OneTapChallenge
  readonly cacao: Cacao
  readonly domain: string
  readonly uri: string
  readonly chains: readonly ChainId[]
  /** Epoch milliseconds. */
  readonly now: number
  readonly reach: ContractReach
}): Promise<ProvenAccount> {
  const { challenge, cacao, reach } = request
  // Our own request, yet read again: a row of another installation, of an earlier configuration, or written by hand is refused.
  const authentication = readIssued(challenge)
  const isOurs =
    authentication.domain === request.domain &&
    authentication.uri === request.uri &&
    authentication.requestId === challenge.id &&
    authentication.expirationTime === new Date(challenge.expiresAt).toISOString() &&
    holdsNow({ expirationTime: undefined, notBefore: undefined, ...authentication }, request.now)
  if (!isOurs)
    throw new ProofInvalidError('The text of this challenge was written for another site.', {
      reason: 'challenge_of_other_site',
    })
  const { accountId, message } = check(cacao, authentication)
  const account = parseEip155Account(accountId)
  if (!request.chains.includes(account.chainId))
    throw new UnsupportedAccountError('Accounts of this chain cannot be linked here.')
  return verifyEip155Proof({ message, account, signature: cacao.s.s, reach, allowsPrepared: true })
}

function write(authentication: AuthenticationRequest): AuthenticationRequest {
  try {
    return parseAuthenticationRequest(authentication)
  } catch (cause) {
    if (!(cause instanceof InvalidCacaoError)) throw cause
    throw new InvalidLinkBodyError('The text for these chains and methods would be too long.')
  }
}

function readIssued({ message }: OneTapChallenge): AuthenticationRequest {
  try {
    return parseAuthenticationRequest(JSON.parse(message))
  } catch (cause) {
    throw new ProofInvalidError('The challenge holds no request to sign in.', {
      cause,
      reason: 'challenge_of_other_site',
    })
  }
}

function check(cacao: Cacao, authentication: AuthenticationRequest): ReturnType<typeof checkCacao> {
  try {
    return checkCacao(cacao, authentication)
  } catch (cause) {
    if (!(cause instanceof InvalidCacaoError)) throw cause
    throw new ProofInvalidError(cause.message, { cause, reason: 'signed_altered_text' })
  }
}
