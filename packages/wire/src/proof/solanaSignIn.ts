import type { AccountId, ChainId } from '../caip/caip.ts'
import { parseAccountId } from '../caip/parseCaip.ts'
import { given } from '../given.ts'
import { type AuthenticationRequest, readAuthenticationRequest, requestShape } from './authenticationRequest.ts'
import { InvalidCacaoError, InvalidSignInMessageError } from './signInErrors.ts'
import { formatSignInMessage, type SignInProfile } from './signInMessage.ts'

/**
 * The text that wallets themselves write for `solana:signIn` (Sign In With Solana, wallet-standard `createSignInMessageText`).
 * All wallets know the main chain by its name. No other chain has a name that all wallets know, so the text has no line for it.
 */
const profile: SignInProfile = {
  standard: 'Sign In With Solana',
  ecosystem: 'Solana',
  omitsEmptyStatement: true,
  omitsEmptyChain: true,
  // Checks only the characters: the check of the signature decides whether the address is a key.
  isAddress: (text) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text),
  isChain: (text) => text === 'mainnet' || text === '',
}
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const anyAddress = '1'.repeat(32)

/**
 * Reads the request that a Solana wallet signs with its approval. The result can be formatted as a text.
 * @throws InvalidCacaoError
 */
export function parseSolanaSignIn(value: unknown): AuthenticationRequest {
  const request = readAuthenticationRequest(value, /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/)
  if (request.methods.length > 0 || request.resources !== undefined)
    throw new InvalidCacaoError('A request to sign in with Solana allows no methods and has no resources.')
  for (const chain of request.chains) formatSolanaSignIn(request, `${chain}:${anyAddress}`)
  return request
}

/** The name of a chain in a request to sign in with a Solana wallet. Undefined for a chain without such a name. */
export function formatSolanaChain(chainId: ChainId): 'mainnet' | undefined {
  return chainId === mainnet ? 'mainnet' : undefined
}

/**
 * The text that an account signs for a request by `solana:signIn`.
 * @throws InvalidCacaoError - the request cannot be written as a text
 */
export function formatSolanaSignIn(request: AuthenticationRequest, accountId: AccountId): string {
  given('request', request, requestShape)
  const { chainId, address } = parseAccountId(accountId)
  const { chains: _, methods: __, ...fields } = request
  try {
    return formatSignInMessage(profile, {
      expirationTime: undefined,
      notBefore: undefined,
      requestId: undefined,
      statement: undefined,
      resources: undefined,
      ...fields,
      address,
      chainId: formatSolanaChain(chainId) ?? '',
    })
  } catch (cause) {
    const what = cause instanceof InvalidSignInMessageError ? ` ${cause.message}` : ''
    throw new InvalidCacaoError(`The request to sign in holds something its text does not allow.${what}`, { cause })
  }
}
