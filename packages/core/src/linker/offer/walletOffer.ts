import type { Listing } from '@hawser/wire'
import type { View } from '../../flow/views.ts'
import type { HandoffScreenEvent } from '../../handoff/handoffScreenState.ts'
import { type CatalogEvent, createWalletCatalog, type WalletCatalog } from '../../wallets/catalog.ts'
import type { listRoutes } from '../../wallets/reach/listRoutes.ts'
import type { ResolvedOptions } from '../defaults.ts'
import type { StateStore } from '../stateStore.ts'
import type { Toasts } from '../toasts.ts'
import { createOfferedHandoff } from './offeredHandoff.ts'

/** The visitor's choices: the catalog of wallets, and the ways to a wallet that is not on this device. */
export type WalletOffer = Omit<WalletCatalog, 'handle'> & {
  handle(event: CatalogEvent | HandoffScreenEvent | { readonly type: 'installWanted' }): void
  /** Called when a view without a wallet comes to the front. */
  viewShown(view: View): void
}

export type WalletOfferOptions = ResolvedOptions & { readonly store: StateStore; readonly toasts: Toasts }

/** Creates the visitor's choices. This module is a separate chunk with the catalog: the QR code is drawn without it. */
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
        // All wallets are then offered, and the view of a wallet without a route says so.
        () => {},
      )
      .then(() => {
        areRoutesKnown = true
        catalog.refresh()
      })

  /** Whether a wallet has a route. On the network's relay every wallet has a route or a store (S4). */
  function hasRoute(listing: Listing): boolean {
    return routes?.(listing, store.getState()).length !== 0
  }

  /**
   * Shows the link back to a wallet that the system chose on this phone, while that wallet signs. A chosen listing has its own
   * link.
   */
  function showReturnLink(): void {
    const { flow, appSwitch, returnLink } = store.getState()
    const isOfSystem = flow.status === 'proving' && flow.choice === undefined && appSwitch !== 'idle'
    const peer = isOfSystem && flow.connection.kind === 'session' ? flow.connection.session.peer.metadata : undefined
    // Once set, the link stays until the proof is over.
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
