import {
  type AuthenticationRequest,
  type ChainId,
  formatSolanaChain,
  formatSolanaSignIn,
  parseSolanaSignIn,
} from '@hawser/wire'
import { readField, readList } from '../../platform/readField.ts'
import { readSolanaSignature } from '../solanaSigning.ts'
import { type Asking, accountsOn, type SharedAccounts } from './createPageConnector.ts'
import { askInOnePrompt } from './onePrompt.ts'

// Of a text of 4096 letters, with the wallet's own prefix.
const maxBytes = 20_000

/**
 * Asks a wallet to sign in (`solana:signIn`): one prompt for account and proof. The returned text must equal, byte for
 * byte, the one that the link API will write for that account. Any other text proves nothing, and the result is
 * undefined. The link API checks the same, and the signature.
 * @param signIn - asks the wallet; it rejects with one of our errors
 */
export async function signInWithSolana(
  asking: Asking,
  chains: readonly ChainId[],
  signIn: (input: object) => Promise<unknown>,
  readAddress: (account: unknown) => readonly string[],
): Promise<SharedAccounts | undefined> {
  const answered = await askInOnePrompt(asking, {
    method: 'solana:signIn',
    chains,
    parse: parseSolanaSignIn,
    ask: (request) => signIn(inputOf(request)),
  })
  if (answered === undefined) return undefined
  const { challengeId, authentication, answer } = answered
  // One output for each input; some wallets answer without the list.
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

/** The fields as wallets take them (solana-wallet-standard, packages/core/features). */
function inputOf({ chains, methods: _, ...fields }: AuthenticationRequest): object {
  const [chain = 'solana:'] = chains
  const chainId = formatSolanaChain(chain)
  return { ...fields, version: '1', ...(chainId && { chainId }) }
}

/** Whether bytes are a text, alone or after the header that wallets put before it, which the link API knows. */
function isText(given: unknown, text: string): boolean {
  const bytes = readList(given, maxBytes)
  const wanted = new TextEncoder().encode(text)
  return wanted.every((byte, index) => bytes[bytes.length - wanted.length + index] === byte)
}
