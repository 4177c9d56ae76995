import {
  type AccountProof,
  type AuthenticationRequest,
  type CacaoProof,
  type ChainId,
  checkCacao,
  formatAuthenticationMessage,
  formatSolanaSignIn,
  InvalidCacaoError,
  InvalidLinkBodyError,
  namespaceOf,
  parseAccountId,
  parseAuthenticationRequest,
  parseSolanaSignIn,
} from '@hawser/wire'
import { asObject, asStrings, field } from '@hawser/wire/internal'
import { ProofInvalidError, UnsupportedAccountError } from '../errors.ts'
import type { HostUser } from '../options/hostUser.ts'
import type { OneTapChallenge } from '../records/challenge.ts'
import type { LinkStore } from '../records/linkStore.ts'
import { randomId } from '../records/randomId.ts'
import type { ContractClient } from '../verifiers/contractClient.ts'
import { verifyEip155Proof } from '../verifiers/eip155Proof.ts'
import { parseLinkAccount } from '../verifiers/linkAccount.ts'
import type { ProvenAccount } from '../verifiers/provenAccount.ts'
import { verifySolanaProof } from '../verifiers/solana.ts'
import { challengeLimits, storeChallenge } from './challenge.ts'
import { isValidAt } from './signInTimes.ts'
import { formatStatement } from './statements.ts'

/**
 * Writes the text that a wallet signs together with its approval, and stores it as a challenge. The account is not known yet.
 * @throws TooManyWalletsError
 * @throws UnsupportedAccountError - this API links accounts of none of these chains
 */
export async function issueOneTap(request: {
  readonly store: LinkStore
  readonly hostUser: HostUser
  /** The request of the page. The text covers the chains that are both in this request and linked here (`chains`). */
  readonly asked: { readonly chains: readonly ChainId[]; readonly methods: readonly string[] }
  readonly chains: readonly ChainId[]
  readonly domain: string
  readonly uri: string
  readonly now: number
  readonly randomBytes: (length: number) => Uint8Array
}): Promise<{ readonly challenge: OneTapChallenge; readonly authentication: AuthenticationRequest }> {
  const { hostUser, asked, domain, uri, now, randomBytes } = request
  // One text belongs to one namespace: ERC-4361, or the format of Solana wallets. Accounts of other namespaces answer separate
  // challenges.
  const linked = asked.chains.filter((chain) => request.chains.includes(chain))
  const namespace = ['eip155', 'solana'].find((each) => linked.some((chain) => namespaceOf(chain) === each))
  const chains = linked.filter((chain) => namespaceOf(chain) === namespace)
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
    methods: namespace === 'solana' ? [] : asked.methods,
  })
  const challenge: OneTapChallenge = {
    id,
    hostUserId: hostUser.id,
    purpose: 'oneTap',
    accountId: undefined,
    walletName: undefined,
    message: JSON.stringify(authentication),
    expiresAt,
  }
  await storeChallenge(request, challenge)
  return { challenge, authentication }
}

/**
 * Checks the answer to a consumed one-tap challenge. The signed text must match the issued one for the signing account byte for
 * byte. Its ReCap must allow no more than requested, and the signature must be that account's.
 * @returns the proven account
 * @throws ProofInvalidError, UnsupportedAccountError, SignaturePendingError, AccountNotDeployedError, CannotCheckNowError
 */
export async function verifyOneTap(request: {
  readonly challenge: OneTapChallenge
  readonly proof: CacaoProof | AccountProof
  readonly domain: string
  readonly uri: string
  readonly chains: readonly ChainId[]
  /** Epoch milliseconds. */
  readonly now: number
  readonly reach: ContractClient
}): Promise<ProvenAccount> {
  const { challenge, proof, reach } = request
  // The row is checked even though this API wrote it: another installation, an earlier configuration or an operator may have
  // written it.
  const authentication = readIssued(challenge)
  const isOurs =
    authentication.domain === request.domain &&
    authentication.uri === request.uri &&
    authentication.requestId === challenge.id &&
    authentication.expirationTime === new Date(challenge.expiresAt).toISOString() &&
    isValidAt({ expirationTime: undefined, notBefore: undefined, ...authentication }, request.now)
  if (!isOurs)
    throw new ProofInvalidError('The text of this challenge was written for another site.', {
      reason: 'challenge_of_other_site',
    })
  const { accountId, message, signature } = readSigned(proof, authentication)
  const account = parseLinkAccount(accountId)
  if (!request.chains.includes(account.chainId))
    throw new UnsupportedAccountError('Accounts of this chain cannot be linked here.')
  if (account.namespace === 'solana') return verifySolanaProof({ message, account, signature })
  if (account.namespace === 'eip155')
    return verifyEip155Proof({ message, account, signature, reach, allowsPrepared: true })
  throw new UnsupportedAccountError('Accounts of this namespace answer a challenge of their own.')
}

/** Rebuilds the issued text for the account that the answer names. */
function readSigned(proof: CacaoProof | AccountProof, authentication: AuthenticationRequest) {
  try {
    if ('cacao' in proof) return { ...checkCacao(proof.cacao, authentication), signature: proof.cacao.s.s }
    const { accountId, signature } = proof
    if (!authentication.chains.includes(parseAccountId(accountId).chainId))
      throw new ProofInvalidError('The account is on a chain that was not asked for.', {
        reason: 'signed_altered_text',
      })
    // A wallet in the page grants no permissions with its signature: it only proves the account.
    const message = isSolana(authentication)
      ? formatSolanaSignIn(authentication, accountId)
      : formatAuthenticationMessage({ ...authentication, methods: [] }, accountId)
    return { accountId, message, signature }
  } catch (cause) {
    if (!(cause instanceof InvalidCacaoError)) throw cause
    throw new ProofInvalidError(cause.message, { cause, reason: 'signed_altered_text' })
  }
}

function isSolana({ chains }: Pick<AuthenticationRequest, 'chains'>): boolean {
  return chains.every((chain) => namespaceOf(chain) === 'solana')
}

function write(authentication: AuthenticationRequest): AuthenticationRequest {
  try {
    return isSolana(authentication) ? parseSolanaSignIn(authentication) : parseAuthenticationRequest(authentication)
  } catch (cause) {
    if (!(cause instanceof InvalidCacaoError)) throw cause
    throw new InvalidLinkBodyError('The text for these chains and methods would be too long.')
  }
}

function readIssued({ message }: OneTapChallenge): AuthenticationRequest {
  try {
    const issued: unknown = JSON.parse(message)
    const [chain] = asStrings(field(asObject(issued) ?? {}, 'chains'), 512, 64) ?? []
    return chain?.startsWith('solana:') ? parseSolanaSignIn(issued) : parseAuthenticationRequest(issued)
  } catch (cause) {
    throw new ProofInvalidError('The challenge holds no request to sign in.', {
      cause,
      reason: 'challenge_of_other_site',
    })
  }
}
