import { codeOf } from '../../platform/errors.ts'
import { loadPart } from '../../platform/loadPart.ts'
import type { KnownWallets } from '../knownWallets.ts'
import { excludedIds, recommendedQuery } from '../registryQueries.ts'
import type { ShownWallets } from '../shownWallets.ts'
import type { WalletEntries } from '../walletEntries.ts'
import type { Explorer, ExplorerLoad, ExplorerOptions } from './explorer.ts'

/** The explorer, whose code is fetched once the modal is open: a QR code is drawn without it. */
export type LazyExplorer = {
  /** Calls `run` with the explorer once it is loaded, unless it is paused by then. */
  use(run: (explorer: Explorer) => void): void
  /** Shows the current contents. */
  publish(): void
  /** Builds the lists again, and shows them. */
  redraw(): void
  pause(): void
  resume(): void
}

type LazyExplorerOptions = Omit<
  ExplorerOptions,
  | 'get'
  | 'set'
  | 'setRecommended'
  | 'recommendedQuery'
  | 'excludeIds'
  | 'imageIdOf'
  | 'setImages'
  | 'onImages'
  | 'setUnavailable'
> & {
  /** Where the classic variant gets its whole list. */
  readonly classicUrl: string | undefined
}

/** Creates an explorer that is fetched at its first use. */
export function createLazyExplorer(
  options: LazyExplorerOptions,
  known: KnownWallets,
  entries: WalletEntries,
  shown: ShownWallets,
): LazyExplorer {
  const { classicUrl, modal } = options
  let load: ExplorerLoad = { status: 'idle', search: '', total: 0, isLastPage: false, pages: [] }
  let explorer: Promise<Explorer> | undefined
  let isUnavailable = false
  let isPaused = false

  function publish(): void {
    shown.publish(load, isUnavailable)
  }

  function redraw(): void {
    shown.reset()
    publish()
  }

  function setUnavailable(next: boolean): void {
    if (next === isUnavailable) return
    isUnavailable = next
    redraw()
  }

  const explorerOptions: ExplorerOptions = {
    ...options,
    get: () => load,
    set(next) {
      const page = next.pages.at(-1)
      const isNoticed = page !== undefined && page !== load.pages.at(-1) && known.notice(page)
      // The search decides which known wallets are above the registry's.
      const isAnew = isNoticed || next.search !== load.search
      load = next
      if (isAnew) redraw()
      else publish()
    },
    setRecommended(listings) {
      known.recommend(listings)
      redraw()
    },
    recommendedQuery: recommendedQuery(modal, options.chains),
    excludeIds: (search) => excludedIds(modal, known.ownIds(search)),
    imageIdOf: entries.imageIdOf,
    setImages: entries.setImages,
    onImages: redraw,
    setUnavailable,
  }

  function fetchExplorer(): Promise<Explorer> {
    return classicUrl === undefined
      ? loadPart(async () => (await import('./explorer.ts')).createExplorer(explorerOptions))
      : loadPart(async () => (await import('./classicList.ts')).createClassicList(explorerOptions, classicUrl))
  }

  async function use(run: (explorer: Explorer) => void): Promise<void> {
    explorer ??= fetchExplorer()
    const { errorCode, ...before } = load
    if (errorCode !== undefined) load = before
    try {
      const opened = await explorer
      // If the modal was closed in the meantime, the contents are not requested.
      if (!isPaused) run(opened)
    } catch (error) {
      explorer = undefined
      load = { ...load, status: 'failed', errorCode: codeOf(error) }
      setUnavailable(true)
      publish()
      options.onFailure(error)
    }
  }

  return {
    use: (run) => void use(run),
    publish,
    redraw,
    pause() {
      isPaused = true
      explorer?.then(
        ({ stop }) => {
          if (isPaused) stop()
        },
        () => {},
      )
    },
    resume() {
      isPaused = false
    },
  }
}
