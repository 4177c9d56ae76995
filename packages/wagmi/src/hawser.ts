import { ChainNotReachedError, type Eip1193Provider, WalletGoneError, type WalletOrigin } from '@hawser/core/provider'
import { ChainNotConfiguredError, type CreateConnectorFn, createConnector } from '@wagmi/core'
import { type Address, type Chain, getAddress, numberToHex, SwitchChainError } from 'viem'
import { type AddedChain, formatAddedChain } from './addedChain.ts'
import { createConnectionMemory } from './connectionMemory.ts'
import { openProvider } from './openProvider.ts'
import { isDeclined, mayLackChain, toConnectError, toSwitchError } from './viemErrors.ts'

/** The source of the wallets, and the connector's name in a page's list. */
export type HawserOptions = WalletOrigin & {
  /**
   * The time for a person to answer a wallet request, in milliseconds, 300,000 (the default) to 604,800,000. See
   * `createProvider`.
   */
  readonly walletTimeoutMs?: number
  /**
   * The connector's id. Default: `hawser`. Keys in wagmi's storage begin with it, so two of these connectors on a page need two
   * ids.
   */
  readonly id?: string
  /** The connector's name in the page's list. Default: `Hawser`. */
  readonly name?: string
  readonly icon?: string
}

/** The function from which wagmi creates the connector. */
export type HawserConnector = CreateConnectorFn<Eip1193Provider>

/**
 * Creates a wagmi connector over the wallets that Hawser connects: a linker's (its modal opens when wagmi connects), a protocol
 * client's, or a single extension's. Reads use wagmi's own transports.
 * @example
 * createConfig({ chains: [mainnet], connectors: [hawser({ linker, walletTimeoutMs: 3_600_000 })], transports })
 */
export function hawser(options: HawserOptions): HawserConnector {
  const { id = 'hawser', name = 'Hawser', icon } = options
  return createConnector<Eip1193Provider>((config) => {
    const { emitter, chains } = config
    const kept = createConnectionMemory(config.storage, id)
    let opened: Promise<Eip1193Provider> | undefined

    function getProvider(): Promise<Eip1193Provider> {
      opened ??= openProvider(options, config, kept).then((provider) =>
        provider
          .on('accountsChanged', onAccountsChanged)
          .on('chainChanged', onChainChanged)
          .on('disconnect', onDisconnect),
      )
      return opened
    }

    async function ask(method: string, params: readonly unknown[] = []): Promise<unknown> {
      return (await getProvider()).request({ method, params })
    }

    async function askAccounts(method: 'eth_accounts' | 'eth_requestAccounts'): Promise<readonly Address[]> {
      const accounts = await ask(method)
      return Array.isArray(accounts) ? accounts.map((account) => getAddress(account)) : []
    }

    async function hasAccounts(): Promise<boolean> {
      const accounts = await askAccounts('eth_accounts').catch(() => [])
      return accounts.length > 0
    }

    const getChainId = async () => Number(await ask('eth_chainId'))
    // A flag, because wagmi keeps its listener for `connect` after some connections, and a page can add its own.
    let isConnected = false
    let latest: readonly Address[] = []

    async function onAccountsChanged(accounts: readonly string[]): Promise<void> {
      const addresses = accounts.map((account) => getAddress(account))
      latest = addresses
      if (addresses.length === 0) return onDisconnect()
      if (isConnected) return void emitter.emit('change', { accounts: addresses })
      // The linking flow, or unlocking the extension, has brought a wallet.
      const chainId = await getChainId()
      // Meanwhile wagmi has connected the wallet, or the wallet has other accounts or none.
      if (isConnected || latest !== addresses) return
      void kept.setChain(chainId)
      emitter.emit('connect', { accounts: addresses, chainId })
      // While wagmi makes another connection, it ignores this event and adds no listener.
      isConnected = emitter.listenerCount('disconnect') > 0
    }

    function onChainChanged(hex: string): void {
      if (!isConnected) return
      const chainId = Number(hex)
      void kept.setChain(chainId)
      emitter.emit('change', { chainId })
    }

    function onDisconnect(): void {
      if (!isConnected) return
      isConnected = false
      emitter.emit('disconnect')
    }

    async function leave(): Promise<void> {
      const provider = await getProvider()
      provider.disconnect()
      isConnected = false
      await kept.forget()
    }

    async function switchTo(chainId: number): Promise<void> {
      await ask('wallet_switchEthereumChain', [{ chainId: numberToHex(chainId) }])
      if ((await getChainId()) !== chainId) throw new ChainNotReachedError('The wallet did not switch.')
    }

    async function switchChain(chainId: number, added?: AddedChain): Promise<Chain> {
      const chain = chains.find((each) => each.id === chainId)
      if (chain === undefined) throw new SwitchChainError(new ChainNotConfiguredError())
      try {
        await switchTo(chainId).catch(async (error) => {
          if (!mayLackChain(error)) throw error
          await ask('wallet_addEthereumChain', [formatAddedChain(chain, added)])
          // Most wallets switch when they add a chain, so the visitor need not be asked again.
          if ((await getChainId()) !== chainId) await switchTo(chainId)
        })
      } catch (error) {
        throw toSwitchError(error)
      }
      return chain
    }

    /** Returns the requested chain, or the wallet's own chain if the wallet does not switch. */
    async function reach(wanted: number | undefined): Promise<number> {
      const chainId = await getChainId()
      if (wanted === undefined || wanted === chainId) return chainId
      try {
        return (await switchChain(wanted)).id
      } catch (error) {
        if (isDeclined(error)) throw error
        return chainId
      }
    }

    return {
      id,
      name,
      type: 'hawser',
      ...(icon !== undefined && { icon }),
      async setup() {
        // A server connects no wallet, and can create a configuration for every request.
        if (typeof window !== 'undefined') await getProvider()
      },
      async connect({ chainId: wanted, isReconnecting = false, withCapabilities = false } = {}) {
        try {
          const isNew = wanted !== undefined && !isReconnecting && !(await hasAccounts())
          const accounts = await askAccounts(isReconnecting ? 'eth_accounts' : 'eth_requestAccounts')
          if (accounts.length === 0) throw new WalletGoneError('The wallet is not connected. Connect again.')
          const chainId = await reach(wanted).catch(async (error) => {
            // Otherwise the next connect finds this wallet again, and the visitor cannot choose another one.
            if (isNew) await leave()
            throw error
          })
          await kept.setChain(chainId)
          isConnected = true
          const given = withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts
          // A type parameter decides which of the two forms the caller gets. No runtime check can compare it.
          return { accounts: given as never, chainId }
        } catch (error) {
          throw toConnectError(error)
        }
      },
      disconnect: leave,
      getAccounts: () => askAccounts('eth_accounts'),
      getChainId,
      getProvider,
      async isAuthorized() {
        // Otherwise a page whose visitor never connected would fetch the protocol client only to learn that.
        return (await kept.isKept()) && hasAccounts()
      },
      switchChain: ({ chainId, addEthereumChainParameter }) => switchChain(chainId, addEthereumChainParameter),
      onAccountsChanged: (accounts) => void onAccountsChanged(accounts),
      onChainChanged,
      onDisconnect,
    }
  })
}
