import type { DappClient, Session } from '@hawser/sign'
import type { ChainId } from '@hawser/wire'
import { WalletNotConnectedError } from '../errors.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { ConnectedWallet, WalletReceiver, WalletSource } from './connectedWallet.ts'
import type { ExtensionProvider } from './extensionWallet.ts'
import { createSessionWallet, hasAccounts } from './sessionWallet.ts'

/** Options that every source shares. */
export type SourceOptions = {
  readonly chains: readonly ChainId[]
  readonly signal: AbortSignal
  /** How long a person may take to answer a request, in milliseconds. */
  readonly walletTimeoutMs: number
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
}

/** Finds the newest live session of a client that has an Ethereum account, or the session with `topic` if it has one. */
export async function findSession(client: DappClient, topic?: string): Promise<Session | undefined> {
  await client.ready()
  return client
    .sessions()
    .findLast((session) => (topic === undefined || session.topic === topic) && hasAccounts(session))
}

/** A protocol client, and the session to use. Default: the client's newest session. */
export type ClientOrigin = {
  readonly client: DappClient
  readonly session?: Session
  /** Brings the session's wallet to the front for a request, like a linker's own `openWallet`. */
  readonly openWallet?: (session: Session) => void
}

/** Creates the source of wallets over the sessions of a client that the page made itself. It has no flow to open. */
export function createClientSource(
  world: SourceOptions,
  { client, session, openWallet }: ClientOrigin,
  { chainId, startTaking }: WalletReceiver,
): WalletSource {
  const walletOf = (found: Session, chain: ChainId) =>
    createSessionWallet({ ...world, client, session: found, chains: [chain, ...world.chains], openWallet })
  const find = async (chain: ChainId): Promise<ConnectedWallet | undefined> => {
    const found = await findSession(client, session?.topic)
    return found && walletOf(found, chain)
  }
  const unsubscribe = client.on('sessionSettled', (settled) => {
    if (session === undefined && hasAccounts(settled)) startTaking()(walletOf(settled, chainId()))
  })
  return {
    findsQuickly: true,
    find,
    async connect(chain) {
      const wallet = await find(chain)
      if (wallet !== undefined) return wallet
      throw new WalletNotConnectedError('There is no live session. Propose one, then ask again.')
    },
    leave() {},
    stop: unsubscribe,
  }
}

/** Creates the source for the wallet of one extension. Its code is a separate chunk, which no other wallet needs. */
export function createExtensionSource(world: SourceOptions, extension: ExtensionProvider): WalletSource {
  async function open(asks: boolean): Promise<ConnectedWallet | undefined> {
    const { openExtensionWallet } = await loadPart(() => import('./extensionWallet.ts'))
    return openExtensionWallet({ ...world, extension }, asks)
  }
  return {
    findsQuickly: true,
    find: () => open(false),
    async connect() {
      const wallet = await open(true)
      if (wallet !== undefined) return wallet
      throw new WalletNotConnectedError('The extension shared no account.')
    },
    // The extension's own prompt stays on screen: no page can close it.
    leave() {},
    stop() {},
  }
}
