import type { ChainId } from '@hawser/wire'
import type { ProviderRequest } from './providerRequest.ts'

/** The events of a connected wallet. */
export type WalletListener = {
  /** Its chain or its accounts are other ones. */
  changed(): void
  /** The wallet is gone. No event follows. */
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

/** Hands a wallet over. False: the page has disconnected since it was on its way, and it was ended. */
export type Take = (wallet: ConnectedWallet) => boolean

/** Accepts wallets that connect without a request of the provider, by any opener of the linking flow. */
export type WalletTaker = {
  /** The chain to be on, where the wallet grants it. */
  readonly chainId: () => ChainId
  /** Called when a wallet is on its way, before anything is awaited. */
  readonly startTaking: () => Take
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
  /** The page wants none for now: what waits for the visitor rejects, where the visitor can be spared it. */
  leave(): void
  /** Ends everything; pending calls reject. */
  stop(): void
}
