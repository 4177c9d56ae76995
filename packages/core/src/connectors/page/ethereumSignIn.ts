import { type AuthenticationRequest, type ChainId, formatAuthenticationMessage } from '@hawser/wire'
import { readField, readList } from '../../platform/readField.ts'
import { createPersonalSigning } from '../personalSign.ts'
import { accountsOn, type SharedAccounts, type WalletRequestContext } from './createPageConnector.ts'
import { requestSignIn } from './signInPrompt.ts'

type WalletRequest = { readonly method: string; readonly params: readonly unknown[] }

const method = 'wallet_connect'

/**
 * Asks a wallet to connect and to sign in (ERC-7846 `wallet_connect` with `signInWithEthereum`): one prompt for account
 * and proof. The wallet writes the text, which is a proof only if it equals the link API's text: every field as issued,
 * and no other fields. Otherwise the accounts are shared, and nothing is proven. Undefined if the wallet shared no
 * accounts this way.
 * @param request - asks the wallet; rejects with one of this package's errors
 */
export async function signInWithEthereum(
  asking: WalletRequestContext,
  chains: readonly ChainId[],
  request: (request: WalletRequest) => Promise<unknown>,
): Promise<SharedAccounts | undefined> {
  const answered = await requestSignIn(asking, {
    method,
    chains,
    ask: (authentication) => request({ method, params: [paramsOf(authentication)] }),
  })
  if (answered === undefined) return undefined
  const { challengeId, authentication, answer } = answered
  const shared = readList(readField(answer, 'accounts'))
  const [first, ...others] = shared.map((account) => readField(account, 'address') ?? account).filter(isAddress)
  if (first === undefined) return undefined
  const signed = readField(readField(shared[0], 'capabilities'), 'signInWithEthereum')
  const message = readField(signed, 'message')
  // The capitals of the address can differ between the text and the list. The wallet signed the spelling of the text.
  const written = typeof message === 'string' ? (message.split('\n', 2)[1] ?? '') : ''
  const address = written.toLowerCase() === first.toLowerCase() ? written : first
  const accounts = accountsOn(authentication.chains, [address, ...others])
  const accountId = accounts.find(
    (account) => message === formatAuthenticationMessage({ ...authentication, methods: [] }, account),
  )
  if (accountId === undefined) return { accounts }
  try {
    const signature = await createPersonalSigning('', address).readSignature(readField(signed, 'signature'))
    const rest = accounts.filter((account) => account !== accountId)
    return { accounts: [accountId, ...rest], proof: { purpose: 'oneTap', challengeId, accountId, signature } }
  } catch {
    return { accounts }
  }
}

/** Returns the params of `wallet_connect` (ERC-7846), with `chainId` in hex. */
function paramsOf({ chains, methods: _, ...fields }: AuthenticationRequest): object {
  const [chain = ''] = chains
  const chainId = `0x${Number(chain.split(':')[1]).toString(16)}`
  return { version: '1', capabilities: { signInWithEthereum: { ...fields, version: '1', chainId } } }
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value)
}
