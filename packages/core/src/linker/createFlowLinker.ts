import type { Pairing } from '@hawser/sign'
import { createProofClients } from '../proof/proofClients.ts'
import { findOwnRelay } from '../wallets/reach/ownRelay.ts'
import { resolveOptions } from './defaults.ts'
import { isEventOf } from './eventOwners.ts'
import { initialState } from './initialState.ts'
import { createLazyCatalog } from './lazy/lazyCatalog.ts'
import { createLazyLinkedWallets } from './lazy/lazyLinkedWallets.ts'
import { createLinkerSessions } from './linkerSessions.ts'
import { createLinkFlow } from './linkFlow.ts'
import { createModalEvents } from './modalEvents.ts'
import { createModalViews } from './modalViews.ts'
import type { WalletOffer, WalletOfferOptions } from './offer/walletOffer.ts'
import type { LinkerSettings } from './options/settings.ts'
import type { EventLinker } from './state.ts'
import { createStateStore } from './stateStore.ts'
import { createToasts } from './toasts.ts'
import { createWhenDrawn } from './whenDrawn.ts'

/** The pairing and the catalog that can exist before this code is loaded. */
type Begun = {
  /** Returns the pairing on screen, for the first proposal. Undefined if the screen has no pairing. */
  readonly takePairing?: () => Pairing | undefined
  /** Makes the catalog of wallets. Its code is fetched if this function is not given. */
  readonly createCatalog?: (options: WalletOfferOptions) => WalletOffer
}

/**
 * Creates a linker with all its code except the parts that can load after the code is drawn. These parts are the wallets to
 * choose from (unless `createCatalog` is given), the protocol client, the link client and extensions. Resolves once a code or a
 * link to a wallet can be made within the event that asks for it, because browsers open wallets only for a tap.
 */
export async function createFlowLinker(
  settings: LinkerSettings,
  { takePairing, createCatalog }: Begun = {},
): Promise<EventLinker> {
  const stopped = new AbortController()
  const ownRelay = findOwnRelay(settings)
  const store = createStateStore({ ...initialState(settings), ownRelay }, stopped.signal)
  const { getState, update, subscribe, send } = store
  const options = resolveOptions(settings, getState())
  const { linkUrl } = options
  const toasts = createToasts(store, options.setTimer)
  const whenDrawn = createWhenDrawn(store, options)
  const catalog = createLazyCatalog(store, options, toasts, whenDrawn, createCatalog)
  const proof =
    linkUrl === undefined
      ? undefined
      : createProofClients({ ...options, linkUrl, onAccount: (account) => update({ account }) })
  const linkedWallets = createLazyLinkedWallets(store, proof?.linkApi, stopped.signal, options)
  const isPhone = options.platform.device === 'phone'
  // If this chunk cannot be fetched, a wallet that does not open is not reported, and a link ends with its page.
  const phone = isPhone ? await import('../flow/phoneParts.ts').catch(() => undefined) : undefined
  const appSwitch = phone?.phoneParts.createAppSwitch({ ...options, set: (appSwitch) => update({ appSwitch }) })
  const sessions = createLinkerSessions(
    store,
    { ...options, whenDrawn, takePairing },
    proof,
    () => appSwitch?.prefersUniversal() === true,
  )
  const { connector, kept } = sessions
  const views = createModalViews(store, options, connector.renews, catalog)
  const parts = { catalog, linkedWallets, sessions, views, appSwitch, toasts, proof }
  const flow = createLinkFlow(store, options, parts)
  const handleModal = createModalEvents(store, options, parts, flow)
  store.handleWith((event) => {
    if (isEventOf('modal', event) || event.type === 'resumed') handleModal(event)
    else if (isEventOf('catalog', event)) catalog.handle(event)
    else if (isEventOf('linkedWallets', event)) linkedWallets.handle(event)
    else if (isEventOf('keptSessions', event)) kept.use((sessions) => sessions.handle(event))
    else flow.advance(event)
  })
  // If no pairing can be made, the first attempt reports the error.
  await connector.prepare?.()?.catch(() => {})
  if (phone !== undefined && settings.connector === undefined) {
    const begun = { ...options, ...store, connector, adopt: flow.adopt, signal: stopped.signal }
    // A host app's storage can throw. A link then ends with its page.
    Promise.resolve(begun)
      .then(phone.phoneParts.resumeUnfinishedLink)
      .catch(() => {})
  }
  return {
    getState,
    subscribe,
    send,
    client: sessions.client,
    openWallet: (session) => kept.use((sessions) => sessions.open(session)),
    // A phone shows wallets first, not a code.
    preload: () => (isPhone ? catalog.preload() : Promise.resolve()),
    stop() {
      send({ type: 'closed' })
      stopped.abort()
      toasts.hide()
      catalog.current()?.stop()
      kept.current()?.stop()
      flow.stop()
      connector.stop()
    },
  }
}
