import type { ChainId } from '@hawser/wire'
import type { ProviderRequest } from './providerRequest.ts'

/** The events of a connected wallet. */
export type WalletListener = {
  /** Its chain or its accounts have changed. */
  changed(): void
  /** The wallet is gone. No event follows. */
  ended(): void
}

/** A connected wallet, over a session or as an extension. Chains are `eip155:…`. */
export interface ConnectedWallet {
  chainId(): ChainId
  /** Addresses the page may use on that chain, the wallet's choice first. */
  accounts(): readonly string[]
  /** Asks the wallet on its chain. */
  request(request: ProviderRequest): Promise<unknown>
  /** Reads a chain without an RPC URL, if the wallet can do that. */
  readonly read?: (request: ProviderRequest) => Promise<unknown>
  /** @throws ChainUnrecognizedError - when the wallet neither grants nor adds the chain */
  switchChain(request: ProviderRequest, chainId: ChainId): Promise<void>
  addChain(request: ProviderRequest, chainId: ChainId): Promise<void>
  listen(listener: WalletListener): void
  /** Ends it from this side. */
  disconnect(): void
  /** Leaves it unchanged, and stops following it. */
  release(): void
}

/** Hands a wallet over. False: the page has disconnected in the meantime, and the wallet was ended. */
export type Take = (wallet: ConnectedWallet) => boolean

/** Accepts wallets that connect without a request of the provider, after any opening of the linking flow. */
export type WalletTaker = {
  /** The preferred chain, if the wallet grants it. */
  readonly chainId: () => ChainId
  /** Called when a wallet is on its way, before any await. */
  readonly startTaking: () => Take
}

/** A provider's source of wallets. */
export interface WalletSource {
  /** `find` takes almost no time: even a read waits for it, to know the chain. */
  readonly findsQuickly: boolean
  /** A wallet that is already connected. It prompts nobody. */
  find(chainId: ChainId): Promise<ConnectedWallet | undefined>
  /**
   * Asks the visitor to connect one.
   * @param chainId - the preferred chain, if the wallet grants it
   */
  connect(chainId: ChainId): Promise<ConnectedWallet>
  /** The page needs no wallet for now: waits for the visitor reject, if the visitor can be spared. */
  leave(): void
  /** Ends everything; pending calls reject. */
  stop(): void
}
