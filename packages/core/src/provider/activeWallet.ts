import { BaseError, type ChainId } from '@hawser/wire'
import { AccountNotGrantedError, WalletGoneError, WalletNotConnectedError } from '../errors.ts'
import { rpcCodes } from '../platform/providerRpcError.ts'
import type { AcceptWallet, ConnectedWallet, WalletReceiver, WalletSource } from './connectedWallet.ts'
import type { Listeners, ProviderEvents } from './providerEvents.ts'
import { formatChainHex } from './providerRequest.ts'
import { toProviderRpcError } from './toProviderRpcError.ts'

/** The state that listeners know: the chain, the accounts, and whether a wallet is connected. */
type Told = { readonly chainId: ChainId; readonly accounts: readonly string[]; readonly isConnected: boolean }

/** The wallet that a provider speaks to, and its last reported state. */
export type ActiveWallet = {
  current(): ConnectedWallet | undefined
  told(): Told
  /** Reports the changes since the last report, on the wallet's chain or on the given one. */
  tell(chainId?: ChainId): void
  /** Looks, once, for a wallet that is already connected. */
  find(): Promise<void>
  /** Like `find`, but only if the source finds quickly. Ignores a failure, which leaves the chain unchanged. */
  findQuickly(): Promise<void>
  /** Asks for a wallet. Resolves to the accounts that the wallet shares. */
  connect(): Promise<readonly string[]>
  /** Resolves to the connected wallet. Rejects if no connected wallet shares accounts. */
  require(): Promise<ConnectedWallet>
  /** Leaves the wallet. Also works while a wallet is still being found or opened. */
  disconnect(): void
  /** Releases the wallet, which stays connected. */
  stop(): void
}

/** Creates the wallet in use. It sends nothing before its first use, and reports nothing after `signal` aborts. */
export function createActiveWallet({
  firstChain,
  signal,
  emit,
  openSource,
}: {
  readonly firstChain: ChainId
  readonly signal: AbortSignal
  readonly emit: Listeners<ProviderEvents>['emit']
  readonly openSource: (taker: WalletReceiver) => WalletSource
}): ActiveWallet {
  let told: Told = { chainId: firstChain, accounts: [], isConnected: false }
  let wallet: ConnectedWallet | undefined
  let finding: Promise<void> | undefined
  let hasLooked = false
  let connecting: Promise<unknown> | undefined
  /** How many times the page has disconnected. */
  let departures = 0
  let takeConnected = startTaking()
  const source = openSource({ chainId: () => told.chainId, startTaking })

  function tell(chainId = wallet?.chainId() ?? told.chainId): void {
    if (signal.aborted) return
    const before = told
    const isConnected = wallet !== undefined
    const accounts = wallet?.accounts() ?? []
    told = { chainId, accounts, isConnected }
    const hex = formatChainHex(chainId)
    if (isConnected && !before.isConnected) emit('connect', { chainId: hex })
    if (chainId !== before.chainId) emit('chainChanged', hex)
    if (accounts.join() !== before.accounts.join()) emit('accountsChanged', [...accounts])
    if (!isConnected && before.isConnected) {
      emit('disconnect', toProviderRpcError(new WalletGoneError('The wallet is not connected any more.')))
    }
  }

  function adopt(found: ConnectedWallet): void {
    if (found === wallet) return
    if (signal.aborted) {
      found.release()
      return
    }
    wallet?.release()
    wallet = found
    // Once it is disconnected, the page does not take it up again by itself.
    finding ??= Promise.resolve()
    found.listen({
      changed: () => tell(),
      ended() {
        wallet = undefined
        tell()
      },
    })
    tell()
  }

  function startTaking(): AcceptWallet {
    const before = departures
    return (found) => {
      const isWanted = before === departures
      if (isWanted) adopt(found)
      else found.disconnect()
      return isWanted
    }
  }

  function find(): Promise<void> {
    const take = startTaking()
    finding ??= source.find(told.chainId).then(
      (found) => {
        hasLooked = true
        // The wallet may enter the page later.
        if (found === undefined && wallet === undefined && departures === 0) finding = undefined
        if (wallet !== undefined) found?.release()
        else if (found !== undefined) take(found)
      },
      (error) => {
        finding = undefined
        throw error
      },
    )
    return finding
  }

  return {
    current: () => wallet,
    told: () => told,
    tell,
    find,
    async findQuickly() {
      if (source.findsQuickly && !hasLooked) await find().catch(() => {})
    },
    async connect() {
      const before = departures
      await find().catch((error) => {
        // The page itself cannot go on. But a wallet that fails or refuses until it is connected can still be connected.
        if (error instanceof BaseError && toProviderRpcError(error).code === rpcCodes.disconnected) throw error
      })
      if (before === departures && told.accounts.length === 0) {
        // Concurrent callers wait for the same wallet. A caller that asks after the page has disconnected wants that
        // wallet again.
        takeConnected = startTaking()
        connecting ??= source
          .connect(told.chainId)
          .then((found) => takeConnected(found))
          .finally(() => {
            connecting = undefined
          })
        await connecting
      }
      if (before !== departures) throw new WalletGoneError('The page has disconnected meanwhile.')
      if (told.accounts.length > 0) return [...told.accounts]
      throw new AccountNotGrantedError('The wallet shared no account on this chain.')
    },
    async require() {
      await find()
      if (wallet !== undefined && told.accounts.length > 0) return wallet
      throw new WalletNotConnectedError('No wallet is connected. Ask for eth_requestAccounts first.')
    },
    disconnect() {
      // A wallet from before a reload is connected even if the page has not asked for it yet.
      if (wallet === undefined && !signal.aborted) find().catch(() => {})
      departures += 1
      source.leave()
      wallet?.disconnect()
    },
    stop() {
      wallet?.release()
      source.stop()
    },
  }
}
