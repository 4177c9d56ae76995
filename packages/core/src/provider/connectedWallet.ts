import type { ChainId } from '@hawser/wire'
import type { ProviderRequest } from './providerRequest.ts'

/** The events of a connected wallet. */
export type WalletListener = {
  /** The wallet's chain or accounts have changed. */
  changed(): void
  /** The wallet is gone. No event follows. */
  ended(): void
}

/** A connected wallet, over a session or as an extension. Chains are `eip155:…`. */
export interface ConnectedWallet {
  chainId(): ChainId
  /** Returns the addresses that the page may use on the wallet's chain, the wallet's choice first. */
  accounts(): readonly string[]
  /** Sends a request to the wallet, on the wallet's chain. */
  request(request: ProviderRequest): Promise<unknown>
  /** Asks an extension what needs no decision by a person. Undefined for other wallets. */
  readonly read?: (request: ProviderRequest, timeoutMs?: number) => Promise<unknown>
  /** @throws ChainUnrecognizedError - when the wallet neither grants nor adds the chain */
  switchChain(request: ProviderRequest, chainId: ChainId): Promise<void>
  addChain(request: ProviderRequest, chainId: ChainId): Promise<void>
  listen(listener: WalletListener): void
  /** Ends the connection from this side. */
  disconnect(): void
  /** Stops following the wallet, and leaves it connected. */
  release(): void
}

/** Takes over a wallet. Returns false if the page has disconnected in the meantime; the connection is then ended. */
export type AcceptWallet = (wallet: ConnectedWallet) => boolean

/** Accepts wallets that connect without a request of the provider, after any opening of the linking flow. */
export type WalletReceiver = {
  /** The preferred chain, if the wallet grants it. */
  readonly chainId: () => ChainId
  /** Must be called when a wallet is on its way, before any `await`. */
  readonly startTaking: () => AcceptWallet
}

/** A provider's source of wallets. */
export interface WalletSource {
  /** Whether `find` takes almost no time. If so, even a read waits for `find`, to know the chain. */
  readonly findsQuickly: boolean
  /** Finds a wallet that is already connected. Never prompts. */
  find(chainId: ChainId): Promise<ConnectedWallet | undefined>
  /**
   * Asks the visitor to connect a wallet.
   * @param chainId - the preferred chain, if the wallet grants it
   */
  connect(chainId: ChainId): Promise<ConnectedWallet>
  /** The page needs no wallet for now. Calls that wait for the visitor reject, if the source can withdraw the question. */
  leave(): void
  /** Stops the source. Pending calls reject. */
  stop(): void
}
