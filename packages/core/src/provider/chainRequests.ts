import { ChainUnrecognizedError } from '../errors.ts'
import type { ActiveWallet } from './activeWallet.ts'
import type { ConnectedWallet } from './connectedWallet.ts'
import { type ProviderRequest, parseChainRequest } from './providerRequest.ts'
import type { RpcReader } from './rpcReader.ts'

/** Handles a page's requests about the chain of its wallet (EIP-3326, EIP-3085). */
export type ChainRequests = {
  switchChain(asked: ProviderRequest): Promise<null>
  addChain(asked: ProviderRequest): Promise<null>
}

/** Creates the handler of chain requests. Without a wallet the page can switch to any chain that has an RPC URL. */
export function createChainRequests(inUse: ActiveWallet, { reads }: Pick<RpcReader, 'reads'>): ChainRequests {
  const underway = new Map<string, { readonly of: ConnectedWallet; readonly done: Promise<void> }>()

  /** Joins equal requests that run at the same time, so that the visitor is asked once. */
  function once(name: string, of: ConnectedWallet, ask: (of: ConnectedWallet) => Promise<void>): Promise<void> {
    const same = underway.get(name)
    if (same?.of === of) return same.done
    const done = ask(of).finally(() => {
      if (underway.get(name)?.done === done) underway.delete(name)
    })
    underway.set(name, { of, done })
    return done
  }

  return {
    async switchChain(asked) {
      const { chainId, request } = parseChainRequest(asked)
      await inUse.find()
      const wallet = inUse.current()
      if (wallet !== undefined) await once(`to ${chainId}`, wallet, (one) => one.switchChain(request, chainId))
      else if (reads(chainId)) inUse.tell(chainId)
      else throw new ChainUnrecognizedError(`No RPC URL is configured for ${chainId}, and no wallet is connected.`)
      return null
    },
    async addChain(asked) {
      const { chainId, request } = parseChainRequest(asked)
      await once(`add ${chainId}`, await inUse.require(), (one) => one.addChain(request, chainId))
      return null
    },
  }
}
