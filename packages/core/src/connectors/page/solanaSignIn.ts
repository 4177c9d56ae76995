import {
  type AuthenticationRequest,
  type ChainId,
  formatSolanaChain,
  formatSolanaSignIn,
  parseSolanaSignIn,
} from '@hawser/wire'
import { readField, readList } from '../../platform/readField.ts'
import { readSolanaSignature } from '../solanaSigning.ts'
import { accountsOn, type SharedAccounts, type WalletRequestContext } from './createPageConnector.ts'
import { requestSignIn } from './signInPrompt.ts'

// Enough for a text of 4096 characters with the wallet's own prefix.
const maxBytes = 20_000

/**
 * Asks a wallet to sign in (`solana:signIn`): one prompt for account and proof. The returned text must equal, byte for
 * byte, the text that the link API will write for that account. Any other text proves nothing, and the result is
 * undefined. The link API repeats this check, and verifies the signature.
 * @param signIn - asks the wallet; rejects with one of this package's errors
 */
export async function signInWithSolana(
  asking: WalletRequestContext,
  chains: readonly ChainId[],
  signIn: (input: object) => Promise<unknown>,
  readAddress: (account: unknown) => readonly string[],
): Promise<SharedAccounts | undefined> {
  const answered = await requestSignIn(asking, {
    method: 'solana:signIn',
    chains,
    parse: parseSolanaSignIn,
    ask: (request) => signIn(inputOf(request)),
  })
  if (answered === undefined) return undefined
  const { challengeId, authentication, answer } = answered
  // Wallets answer with one output for each input; some omit the list.
  const output = readList(answer)[0] ?? answer
  const [chain = 'solana:', ...others] = authentication.chains
  const accounts = accountsOn([chain, ...others], readAddress(readField(output, 'account')))
  const [accountId] = accounts
  if (
    accountId === undefined ||
    !isText(readField(output, 'signedMessage'), formatSolanaSignIn(authentication, accountId))
  )
    return undefined
  try {
    const signature = readSolanaSignature({ signature: readField(output, 'signature') })
    return { accounts, proof: { purpose: 'oneTap', challengeId, accountId, signature } }
  } catch {
    return undefined
  }
}

/** Returns the fields in the form that wallets expect (solana-wallet-standard, packages/core/features). */
function inputOf({ chains, methods: _, ...fields }: AuthenticationRequest): object {
  const [chain = 'solana:'] = chains
  const chainId = formatSolanaChain(chain)
  return { ...fields, version: '1', ...(chainId && { chainId }) }
}

/** Whether bytes are a text, alone or after the header that some wallets put before it. The link API knows that header. */
function isText(given: unknown, text: string): boolean {
  const bytes = readList(given, maxBytes)
  const wanted = new TextEncoder().encode(text)
  return wanted.every((byte, index) => bytes[bytes.length - wanted.length + index] === byte)
}
