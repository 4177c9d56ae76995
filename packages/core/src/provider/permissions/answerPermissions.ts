import { asObject } from '@hawser/wire/internal'
import { rpcCodes } from '../../platform/providerRpcError.ts'
import type { ActiveWallet } from '../activeWallet.ts'
import type { ProviderRequest } from '../providerRequest.ts'
import { toProviderRpcError } from '../toProviderRpcError.ts'

// The codes of a wallet that lacks a method.
const unable: readonly number[] = [rpcCodes.unsupportedMethod, -32601, -32004]
// Some wallets refuse a quiet look before they are connected.
const ignore = () => {}

/**
 * Answers a request about permissions (EIP-2255, and MIP-2 of MetaMask), first of all the one to see accounts. Many wallets have no such
 * methods: they share accounts, or do not.
 */
export async function answerPermissions(inUse: ActiveWallet, request: ProviderRequest): Promise<unknown> {
  if (!isForAccounts(request)) return (await inUse.require()).request(request)
  await inUse.find().catch(ignore)
  const wallet = inUse.current()
  if (request.method === 'wallet_revokePermissions') {
    // A wallet that keeps its permissions is left, too.
    await wallet?.request(request).catch(ignore)
    inUse.disconnect()
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
  const [asked, ...others] = Array.isArray(params) ? params : []
  return Object.keys(asObject(asked) ?? {}).join() === 'eth_accounts' && others.length === 0
}

/** Lists the accounts that the wallet shares, in the form of EIP-2255. */
function listPermissions(inUse: ActiveWallet): readonly object[] {
  const { accounts } = inUse.told()
  const caveats = [{ type: 'restrictReturnedAccounts', value: [...accounts] }]
  const invoker = globalThis.location?.origin ?? ''
  return accounts.length === 0 ? [] : [{ invoker, parentCapability: 'eth_accounts', caveats }]
}
