import { codeOf } from '../platform/errors.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { CatalogEvent, WalletCatalog, WalletCatalogOptions } from '../wallets/catalog.ts'
import type { FilledOptions } from './defaults.ts'
import { createLazy } from './lazy.ts'
import type { StateStore } from './stateStore.ts'
import type { Toasts } from './toasts.ts'

/** The catalog of wallets, whose code is fetched when it is first needed. */
export type LazyCatalog = {
  current(): WalletCatalog | undefined
  /** Uses it once it is there, if the modal is open then: what waited beyond the end of its opening is dropped. */
  use(run: (catalog: WalletCatalog) => void): void
  handle(event: CatalogEvent): void
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
    onFailure: toasts.showFailure,
    onImagesMissing: () => toasts.show('error', 'failedPreloading'),
  }
  const lazy = createLazy(
    async () =>
      (await loadPart(async () => (await import('../wallets/catalog.ts')).createWalletCatalog))(catalogOptions),
    (cause) => {
      update({ wallets: { ...getState().wallets, isReady: true, errorCode: codeOf(cause) } })
      toasts.showFailure(cause)
    },
    createCatalog?.(catalogOptions),
  )

  function use(run: (catalog: WalletCatalog) => void): void {
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
        // What the opening asked for was lost with the code.
        update({ wallets: { ...wallets, isReady: false } })
        load()
      }
      use((catalog) => catalog.handle(event))
    },
    preload: lazy.load,
    fetchListings() {
      // The next task: the code is drawn before anything is fetched for the lists.
      if (lazy.current() === undefined) options.setTimer(load, 0)
      else load()
    },
    remember: (listingId) => lazy.use((catalog) => catalog.remember(listingId)),
  }
}
