import type { Topic } from '@hawser/wire'
import { LinkingClosedError, WalletGoneError, WalletNotConnectedError } from '../errors.ts'
import { type Connection, connectionOf, type FlowState } from '../flow/state.ts'
import type { ClientLinker } from '../linker/state.ts'
import { ClientUnavailableError } from '../platform/errors.ts'
import type { SessionRecord } from '../sessions/pairingHistory.ts'
import { findSession, type SourceOptions } from './clientSource.ts'
import type { ConnectedWallet, WalletReceiver, WalletSource } from './connectedWallet.ts'
import { createPageExtensions, type ExtensionMemory } from './pageExtensions.ts'
import { createSessionWallet } from './sessionWallet.ts'

export type LinkerSourceOptions = WalletReceiver & {
  readonly linker: ClientLinker
  /** Where extensions announce themselves. */
  readonly scope: EventTarget | undefined
  readonly extensionMemory: ExtensionMemory | undefined
}

type Waiting = { readonly resolve: (wallet: ConnectedWallet) => void; readonly reject: (error: unknown) => void }

/** Creates the source of the wallets that a linker connects. */
export function createLinkerSource(world: SourceOptions, options: LinkerSourceOptions): WalletSource {
  const { linker, startTaking, chainId } = options
  const extensions = createPageExtensions(world, options.scope, options.extensionMemory, linker.hostWallets)
  const waiting = new Set<Waiting>()
  // Sessions from before are not new connections: `find` returns them.
  const known = new Set(linker.getState().pairingHistory.map(topicOf))
  let taken: string | undefined
  let taking = 0
  let isOpener = false

  async function sessionWallet(topic: Topic | undefined): Promise<ConnectedWallet | undefined> {
    const client = await linker.client()
    if (client === undefined) {
      throw new ClientUnavailableError('The code that talks to wallets could not be loaded, or the linker has none.')
    }
    const session = await findSession(client, topic)
    if (session === undefined) return undefined
    const wallet = createSessionWallet({
      ...world,
      client,
      session,
      chains: [chainId(), ...world.chains],
      openWallet: linker.openWallet,
    })
    known.add(session.topic)
    return wallet
  }

  async function walletOf(connection: Connection): Promise<ConnectedWallet> {
    if (connection.kind === 'session') {
      const wallet = await sessionWallet(connection.id)
      extensions.forget()
      if (wallet !== undefined) return wallet
      throw new WalletNotConnectedError(
        'The session has no account to use, or ended with its link (see `session.keep`).',
      )
    }
    return extensions.open(connection.rdns)
  }

  async function take(connection: Connection): Promise<void> {
    taken = connection.id
    known.add(connection.id)
    taking += 1
    const handOver = startTaking()
    try {
      const wallet = await walletOf(connection)
      if (!handOver(wallet)) throw new WalletGoneError('The page has disconnected meanwhile.')
      settle(({ resolve }) => resolve(wallet))
    } catch (error) {
      settle(({ reject }) => reject(error))
    } finally {
      taking -= 1
    }
    // The requested accounts are known: nothing is left to show.
    if (isOpener && linker.getState().flow.status === 'connected') linker.close()
    isOpener = false
  }

  function settle(how: (each: Waiting) => void): void {
    const all = [...waiting]
    waiting.clear()
    for (const each of all) how(each)
  }

  function follow(): void {
    const { flow, pairingHistory } = linker.getState()
    const connection = connectionIn(flow) ?? (flow.status === 'closed' ? fresh(pairingHistory) : undefined)
    if (connection !== undefined) {
      if (connection.id !== taken) void take(connection)
    } else if (flow.status !== 'closed') {
      taken = undefined
    } else if (taking === 0) {
      isOpener = false
      settle(({ reject }) => reject(new LinkingClosedError('Linking was closed before a wallet was connected.')))
    }
  }

  /** Returns a new connection of a closed flow: the page may have closed the flow before its end was reported. */
  function fresh(sessions: readonly SessionRecord[]): Connection | undefined {
    const record = sessions.findLast((each) => each.session && !hasEnded(each) && !known.has(topicOf(each)))
    return record?.session && connectionOf(record.session)
  }

  const unsubscribe = linker.subscribe(follow)
  follow()

  return {
    findsQuickly: false,
    // An extension that fails does not hide a live session. Without a session, its failure is reported.
    find: () =>
      extensions.find().then(
        async (found) => found ?? sessionWallet(undefined),
        async (error) => (await sessionWallet(undefined)) ?? Promise.reject(error),
      ),
    connect() {
      // The flow shows a wallet that is no longer usable, or a session that has ended.
      const { flow } = linker.getState()
      const isOver = flow.status === 'failed' && flow.error.kind === 'sessionEnded'
      if ((isOver || connectionIn(flow) !== undefined) && taking === 0) linker.close()
      const wallet = new Promise<ConnectedWallet>((resolve, reject) => waiting.add({ resolve, reject }))
      if (linker.getState().flow.status === 'closed' && taking === 0) {
        isOpener = true
        linker.open()
        // Inside a page of another origin the flow does not open, and `follow` rejects the request.
        follow()
      }
      return wallet
    },
    leave() {
      settle(({ reject }) => reject(new WalletGoneError('The page has disconnected meanwhile.')))
      if (isOpener) linker.close()
      isOpener = false
    },
    stop() {
      unsubscribe()
      extensions.stop()
      settle(({ reject }) => reject(world.signal.reason))
    },
  }
}

function connectionIn(flow: FlowState): Connection | undefined {
  const { status } = flow
  if (status !== 'connected' && status !== 'linked' && status !== 'done') return undefined
  const { connection } = flow
  // A wallet of the page with only a Solana or Bitcoin account is useless to an Ethereum provider.
  return connection && 'accounts' in connection && !`${connection.accounts}`.includes('eip155:')
    ? undefined
    : connection
}

function topicOf(record: SessionRecord): Topic {
  return record.session?.topic ?? ''
}

function hasEnded({ stage }: SessionRecord): boolean {
  return stage === 'deleted' || stage === 'expired'
}
