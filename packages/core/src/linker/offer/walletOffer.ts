import type { Listing } from '@hawser/wire'
import type { View } from '../../flow/views.ts'
import type { HandoffScreenEvent } from '../../handoff/handoffScreenState.ts'
import { type CatalogEvent, createWalletCatalog, type WalletCatalog } from '../../wallets/catalog.ts'
import type { listRoutes } from '../../wallets/reach/listRoutes.ts'
import type { FilledOptions } from '../defaults.ts'
import type { StateStore } from '../stateStore.ts'
import type { Toasts } from '../toasts.ts'
import { createOfferedHandoff } from './offeredHandoff.ts'

/** The visitor's choices: the catalog of wallets, and the ways to one that is not here. */
export type WalletOffer = Omit<WalletCatalog, 'handle'> & {
  handle(event: CatalogEvent | HandoffScreenEvent | { readonly type: 'installWanted' }): void
  /** A view without a wallet came to the front. */
  viewShown(view: View): void
}

export type WalletOfferOptions = FilledOptions & { readonly store: StateStore; readonly toasts: Toasts }

/** Creates it. A separate chunk with the catalog: the QR code is drawn without it. */
export function createWalletOffer(options: WalletOfferOptions): WalletOffer {
  const { store, toasts, platform, openLink } = options
  const isOwnRelay = store.getState().ownRelay !== undefined
  let routes: typeof listRoutes | undefined
  let areRoutesKnown = !isOwnRelay
  const catalog = createWalletCatalog({
    ...options,
    set: store.update,
    hasRoute,
    isReady: () => areRoutesKnown,
    onFailure: toasts.showFailure,
    onImagesMissing: () => toasts.show('error', 'failedPreloading'),
  })
  const handoff = createOfferedHandoff(options)
  if (isOwnRelay)
    import('../../wallets/reach/listRoutes.ts')
      .then(
        (loaded) => {
          routes = loaded.listRoutes
        },
        // Then all are offered: a wallet without a route says so itself.
        () => {},
      )
      .then(() => {
        areRoutesKnown = true
        catalog.refresh()
      })

  /** On the network's relay every wallet has a route or a store (S4). */
  function hasRoute(listing: Listing): boolean {
    return routes?.(listing, store.getState()).length !== 0
  }

  /** While a wallet signs that the system chose on this phone: a listing has its link. */
  function showReturnLink(): void {
    const { flow, appSwitch, returnLink } = store.getState()
    const isOfSystem = flow.status === 'proving' && flow.choice === undefined && appSwitch !== 'idle'
    const peer = isOfSystem && flow.connection.kind === 'session' ? flow.connection.session.peer.metadata : undefined
    // Once it is set it stays, until the proof is over.
    if ((peer === undefined) === (returnLink === undefined)) return
    const params = { via: 'mobile', platform, preferUniversal: false } as const
    store.update({ returnLink: peer && catalog.formatReturnLink(peer, params) })
  }

  const unfollow = platform.isAndroid ? store.subscribe(showReturnLink) : () => {}

  function openStore(): void {
    const { view } = store.getState()
    if (!('listing' in view)) return
    const href = catalog.storeLinkFor(view.listing, platform)
    if (href !== undefined) openLink({ href, target: '_blank' })
  }

  return {
    ...catalog,
    load() {
      handoff.offer()
      catalog.load()
    },
    pause() {
      handoff.leave()
      catalog.pause()
    },
    handle(event) {
      if (event.type === 'installWanted') openStore()
      else if (event.type === 'handoff') handoff.handle(event)
      else catalog.handle(event)
    },
    viewShown({ name }) {
      if (name === 'WalletExplorer' || name === 'GetWallet') catalog.showExplorer()
    },
    stop() {
      unfollow()
      handoff.leave()
      catalog.stop()
    },
  }
}
