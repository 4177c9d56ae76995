import type { WalletCatalog, WalletCatalogOptions } from '../wallets/catalog.ts'
import type { FilledOptions } from './defaults.ts'
import { createLazy } from './lazy.ts'
import type { StateStore } from './stateStore.ts'
import type { Toasts } from './toasts.ts'

/** The catalog of wallets, whose code is fetched when it is first needed. */
export type LazyCatalog = {
  current(): WalletCatalog | undefined
  /** Uses it once it is there, if the modal is open then: what waited beyond the end of its opening is dropped. */
  use(run: (catalog: WalletCatalog) => void): void
  /** Fetches the code ahead of its use. */
  preload(): Promise<void>
  fetchListings(): void
  remember(listingId: string): void
}

/** Creates it. `createCatalog`, when given, makes the catalog at once. */
export function createLazyCatalog(
  { getState, update }: StateStore,
  options: FilledOptions,
  toasts: Toasts,
  createCatalog?: (options: WalletCatalogOptions) => WalletCatalog,
): LazyCatalog {
  const catalogOptions: WalletCatalogOptions = {
    ...options,
    set: update,
    setInstalled: (installed) => update({ installed }),
    onFailure: toasts.showFailure,
    onImagesMissing: () => toasts.show('error', 'failedPreloading'),
  }
  const lazy = createLazy(
    async () => (await import('../wallets/catalog.ts')).createWalletCatalog(catalogOptions),
    (error) => {
      update({ wallets: { ...getState().wallets, isReady: true } })
      toasts.showFailure(error)
    },
    createCatalog?.(catalogOptions),
  )

  function use(run: (catalog: WalletCatalog) => void): void {
    lazy.use((catalog) => {
      if (getState().flow.status !== 'closed') run(catalog)
    })
  }

  return {
    current: lazy.current,
    use,
    preload: lazy.load,
    fetchListings() {
      const load = () => use((catalog) => catalog.load())
      // The next task: the code is drawn before anything is fetched for the lists.
      if (lazy.current() === undefined) options.setTimer(load, 0)
      else load()
    },
    remember: (listingId) => lazy.use((catalog) => catalog.remember(listingId)),
  }
}
