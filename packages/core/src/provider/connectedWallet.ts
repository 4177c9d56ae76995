import type { ChainId } from '@hawser/wire'
import type { ProviderRequest } from './providerRequest.ts'

/** What a connected wallet tells. */
export type WalletListener = {
  /** Its chain or its accounts are other ones. */
  changed(): void
  /** It is not there any more. Nothing is told afterwards. */
  ended(): void
}

/** A wallet that is connected, over a session or as an extension. Chains are `eip155:…`. */
export interface ConnectedWallet {
  chainId(): ChainId
  /** Addresses the page may use on that chain, the wallet's choice first. */
  accounts(): readonly string[]
  /** Asks the wallet on its chain. */
  request(request: ProviderRequest): Promise<unknown>
  /** Reads a chain that has no RPC URL, where the wallet does that. */
  readonly read?: (request: ProviderRequest) => Promise<unknown>
  /** @throws ChainUnrecognizedError - when the wallet neither grants nor adds the chain */
  switchChain(request: ProviderRequest, chainId: ChainId): Promise<void>
  addChain(request: ProviderRequest, chainId: ChainId): Promise<void>
  listen(listener: WalletListener): void
  /** Ends it from this side. */
  disconnect(): void
  /** Leaves it as it is, and follows it no more. */
  release(): void
}

/** Where a provider has its wallet from. */
export interface WalletSource {
  /** `find` takes no time to speak of: even a read waits for it, to know the chain. */
  readonly findsQuickly: boolean
  /** A wallet that is connected already. Nobody is bothered. */
  find(chainId: ChainId): Promise<ConnectedWallet | undefined>
  /**
   * Has the visitor connect one.
   * @param chainId - the chain to be on, where the wallet grants it
   */
  connect(chainId: ChainId): Promise<ConnectedWallet>
  /** Nothing is to go on afterwards; what waits rejects. */
  stop(): void
}
