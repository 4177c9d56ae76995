import { asObject } from '@hawser/wire/internal'
import { MethodUnsupportedError } from '../errors.ts'
import { rpcCodes } from '../platform/providerRpcError.ts'
import type { ActiveWallet } from './activeWallet.ts'
import { createChainRequests } from './chainRequests.ts'
import { checkSigner, formatChainHex, isForWallet, type ProviderRequest, referenceOf } from './providerRequest.ts'
import type { RpcReader } from './rpcReader.ts'
import { toProviderRpcError } from './toProviderRpcError.ts'

// The codes of a wallet that lacks a method.
const unable: readonly number[] = [rpcCodes.unsupportedMethod, -32601, -32004]

/** Creates the function that answers a page: from local state, over the RPC URL of the chain, or through the wallet. */
export function createRequestHandler(
  inUse: ActiveWallet,
  reader: RpcReader,
  signal: AbortSignal,
): (request: ProviderRequest) => Promise<unknown> {
  const { find, findQuickly, told } = inUse
  const { switchChain, addChain } = createChainRequests(inUse, reader)

  /** Lists the accounts that the wallet shares, in the form of EIP-2255. */
  function listPermissions(): readonly object[] {
    const { accounts } = told()
    const caveats = [{ type: 'restrictReturnedAccounts', value: [...accounts] }]
    const invoker = globalThis.location?.origin ?? ''
    return accounts.length === 0 ? [] : [{ invoker, parentCapability: 'eth_accounts', caveats }]
  }

  /** Asks about the permission to see accounts (EIP-2255). Many wallets have no such method: they share or do not share. */
  async function askPermissions(request: ProviderRequest): Promise<unknown> {
    await find().catch(ignore)
    const wallet = inUse.current()
    if (wallet === undefined || told().accounts.length === 0) {
      if (request.method === 'wallet_requestPermissions') await inUse.connect()
      return listPermissions()
    }
    return wallet.request(request).catch((error: unknown) => {
      if (unable.includes(toProviderRpcError(error).code)) return listPermissions()
      throw error
    })
  }

  /** Leaves the wallet, also one that keeps its permissions. */
  async function revokePermissions(request: ProviderRequest): Promise<null> {
    await find().catch(ignore)
    await inUse.current()?.request(request).catch(ignore)
    inUse.disconnect()
    return null
  }

  return async (request) => {
    switch (request.method) {
      case 'wallet_getPermissions':
        return askPermissions(request)
      case 'wallet_requestPermissions':
        if (isForAccounts(request)) return askPermissions(request)
        break
      case 'wallet_revokePermissions':
        if (isForAccounts(request)) return revokePermissions(request)
        break
      case 'eth_accounts':
        await find()
        return [...told().accounts]
      case 'eth_requestAccounts':
        return inUse.connect()
      case 'eth_chainId':
        await findQuickly()
        return formatChainHex(told().chainId)
      case 'net_version':
        await findQuickly()
        return referenceOf(told().chainId)
      case 'wallet_switchEthereumChain':
        return switchChain(request)
      case 'wallet_addEthereumChain':
        return addChain(request)
      case 'eth_subscribe':
      case 'eth_unsubscribe':
        throw new MethodUnsupportedError('There are no subscriptions over HTTP. Poll instead.')
    }
    if (isForWallet(request)) {
      const wallet = await inUse.require()
      checkSigner(request, told().accounts)
      return wallet.request(request)
    }
    await findQuickly()
    const { chainId } = told()
    const wallet = inUse.current()
    if (wallet?.read !== undefined && !reader.reads(chainId)) return wallet.read(request)
    return reader.read(chainId, request, signal)
  }
}

// Some wallets refuse a quiet look before they are connected.
const ignore = () => {}

/** Whether a request about permissions is for those to see accounts, and no others. */
function isForAccounts({ params }: ProviderRequest): boolean {
  const [asked, ...others] = Array.isArray(params) ? params : []
  return Object.keys(asObject(asked) ?? {}).join() === 'eth_accounts' && others.length === 0
}
