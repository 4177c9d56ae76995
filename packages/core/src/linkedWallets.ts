import type { LinkedWallet } from '@hawser/wire'
import { describeFailure } from './failure.ts'
import type { LinkClient } from './linkClient.ts'
import type { LinkedWalletsState } from './linkerState.ts'

/** The host user's linked wallets as the page shows them. */
export type LinkedWallets = {
  load(): void
  unlink(id: string): void
  add(wallet: LinkedWallet): void
}

const noLinkedWallets: LinkedWalletsState = { status: 'idle', wallets: [], error: undefined }

/** Keeps the list. `link` is undefined where no link API is configured: the list is then empty and ready. */
export function createLinkedWallets(options: {
  readonly link: (() => Promise<LinkClient>) | undefined
  readonly signal: AbortSignal
  readonly get: () => LinkedWalletsState
  readonly set: (state: LinkedWalletsState) => void
}): LinkedWallets {
  const { link, signal, get, set } = options
  // The answer to an older question must not overwrite what happened since.
  let latest: object | undefined

  function load(): void {
    if (link === undefined) {
      set({ ...noLinkedWallets, status: 'ready' })
      return
    }
    const asked = {}
    latest = asked
    // A list that is there stays there while it is read again.
    if (get().status !== 'ready') set({ ...get(), status: 'loading' })
    const settle = (change: Partial<LinkedWalletsState>) => {
      if (latest !== asked || signal.aborted) return
      latest = undefined
      set({ ...get(), ...change })
    }
    const listed = link().then((client) => client.linkedWallets(signal))
    listed.then(
      (wallets) => settle({ status: 'ready', wallets }),
      (error) => settle({ status: 'failed', error: describeFailure(error) }),
    )
  }

  return {
    load() {
      set({ ...get(), error: undefined })
      load()
    },
    unlink(id) {
      if (link === undefined) return
      const unlinked = link().then((client) => client.unlink(id, signal))
      unlinked.then(
        () => {
          if (signal.aborted) return
          set({ ...get(), wallets: get().wallets.filter((wallet) => wallet.id !== id), error: undefined })
          // A list that is on its way may still name it.
          if (latest !== undefined) load()
        },
        (error) => {
          if (signal.aborted) return
          set({ ...get(), error: describeFailure(error) })
          load()
        },
      )
    },
    add(wallet) {
      const { status, wallets } = get()
      // Whoever never asked for the list gets it whole when they do.
      if (status === 'ready' && latest === undefined)
        set({ ...get(), wallets: [...wallets.filter(({ id }) => id !== wallet.id), wallet] })
      else if (status !== 'idle') load()
    },
  }
}
