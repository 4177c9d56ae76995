import { asObject } from '@hawser/wire/internal'
import type { ActiveWallet } from '../activeWallet.ts'
import type { ConnectedWallet } from '../connectedWallet.ts'
import type { ProviderRequest } from '../providerRequest.ts'
import { toProviderRpcError } from '../toProviderRpcError.ts'

// The codes of a wallet that lacks a method.
const unable: readonly number[] = [4200, -32601, -32004]
const revokeMs = 3_000

/**
 * Answers a request about permissions (EIP-2255, and MIP-2 of MetaMask). Many wallets lack these methods, so requests
 * about accounts are answered here.
 * @param found - the wallet that was connected when the page made the request
 */
export async function answerPermissions(
  inUse: ActiveWallet,
  request: ProviderRequest,
  found: Promise<ConnectedWallet | undefined>,
): Promise<unknown> {
  if (!isForAccounts(request)) return (await inUse.require()).request(request)
  const wallet = await found
  if (request.method === 'wallet_revokePermissions') {
    // The page can have connected another wallet in the meantime.
    if (wallet !== undefined && wallet === inUse.current()) inUse.disconnect()
    // A wallet can leave an unknown method unanswered (docs/decisions/0050), and a session has no such permission.
    await wallet?.read?.(request, revokeMs).catch(() => {})
    return null
  }
  if (wallet === undefined || inUse.told().accounts.length === 0) {
    if (request.method === 'wallet_requestPermissions') await inUse.connect()
    return listPermissions(inUse)
  }
  return wallet.request(request).catch((error: unknown) => {
    if (unable.includes(toProviderRpcError(error).code)) return listPermissions(inUse)
    throw error
  })
}

/** Whether a request concerns accounts, and nothing else. */
function isForAccounts({ method, params }: ProviderRequest): boolean {
  if (method === 'wallet_getPermissions') return true
  return Array.isArray(params) && params.flatMap((each) => Object.keys(asObject(each) ?? {})).join() === 'eth_accounts'
}

/** Lists the accounts that the wallet shares, in the form of EIP-2255. */
function listPermissions(inUse: ActiveWallet): readonly object[] {
  const { accounts } = inUse.told()
  const caveats = [{ type: 'restrictReturnedAccounts', value: [...accounts] }]
  const invoker = globalThis.location?.origin ?? ''
  return accounts.length === 0 ? [] : [{ invoker, parentCapability: 'eth_accounts', caveats }]
}
