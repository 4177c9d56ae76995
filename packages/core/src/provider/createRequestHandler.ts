import { MethodUnsupportedError } from '../errors.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { ActiveWallet } from './activeWallet.ts'
import { createChainRequests } from './chainRequests.ts'
import { checkSigner, formatChainHex, isForWallet, type ProviderRequest, referenceOf } from './providerRequest.ts'
import type { RpcReader } from './rpcReader.ts'

/**
 * Creates the function that answers a page: from local state, over the RPC URL of the chain, or through the wallet. Rarely used
 * code is a separate chunk.
 */
export function createRequestHandler(
  inUse: ActiveWallet,
  reader: RpcReader,
  signal: AbortSignal,
): (request: ProviderRequest) => Promise<unknown> {
  const { find, findQuickly, told } = inUse
  const { switchChain, addChain } = createChainRequests(inUse, reader)

  return async (request) => {
    switch (request.method) {
      case 'wallet_getPermissions':
      case 'wallet_requestPermissions':
      case 'wallet_revokePermissions': {
        // Some wallets refuse `eth_accounts` before they are connected.
        const found = find().then(inUse.current, inUse.current)
        const { answerPermissions } = await loadPart(() => import('./permissions/answerPermissions.ts'))
        return answerPermissions(inUse, request, found)
      }
      case 'eth_accounts':
        await find()
        return [...told().accounts]
      case 'eth_requestAccounts':
        return inUse.connect()
      case 'eth_coinbase':
        await find()
        return told().accounts[0] ?? null
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
