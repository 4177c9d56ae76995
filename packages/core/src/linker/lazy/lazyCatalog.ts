import { codeOf } from '../../platform/errors.ts'
import { loadPart } from '../../platform/loadPart.ts'
import type { ResolvedOptions } from '../defaults.ts'
import type { EventOf } from '../eventOwners.ts'
import type { WalletOffer, WalletOfferOptions } from '../offer/walletOffer.ts'
import type { StateStore } from '../stateStore.ts'
import type { Toasts } from '../toasts.ts'
import { createLazy } from './lazy.ts'

/** The catalog of wallets, whose code is fetched when it is first needed. */
export type LazyCatalog = {
  current(): WalletOffer | undefined
  /**
   * Uses the catalog once it is loaded, if the modal is still open. A use that waited beyond the end of its opening is dropped.
   */
  use(run: (catalog: WalletOffer) => void): void
  handle(event: EventOf<'catalog'>): void
  /** Fetches the code ahead of its use. */
  preload(): Promise<void>
  fetchListings(): void
  remember(listingId: string): void
}

/** Creates the lazy catalog. `createCatalog`, if given, makes the catalog at once. */
export function createLazyCatalog(
  store: StateStore,
  options: ResolvedOptions,
  toasts: Toasts,
  whenDrawn: () => Promise<void>,
  createCatalog?: (options: WalletOfferOptions) => WalletOffer,
): LazyCatalog {
  const { getState, update } = store
  const offerOptions = { ...options, store, toasts }
  const lazy = createLazy(
    async () => (await loadPart(async () => (await import('../offer/walletOffer.ts')).createWalletOffer))(offerOptions),
    (cause) => {
      update({ wallets: { ...getState().wallets, isReady: true, errorCode: codeOf(cause) } })
      toasts.showFailure(cause)
    },
    createCatalog?.(offerOptions),
  )

  function use(run: (catalog: WalletOffer) => void): void {
    lazy.use((catalog) => {
      if (getState().flow.status !== 'closed') run(catalog)
    })
  }

  const load = () => use((catalog) => catalog.load())

  return {
    current: lazy.current,
    use,
    handle(event) {
      const { errorCode, ...wallets } = getState().wallets
      if (errorCode !== undefined && lazy.current() === undefined) {
        // The requests of the opening were lost with the code.
        update({ wallets: { ...wallets, isReady: false } })
        load()
      }
      use((catalog) => catalog.handle(event))
    },
    preload: lazy.load,
    fetchListings() {
      if (lazy.current() === undefined) void whenDrawn().then(load)
      else load()
    },
    remember: (listingId) => lazy.use((catalog) => catalog.remember(listingId)),
  }
}
