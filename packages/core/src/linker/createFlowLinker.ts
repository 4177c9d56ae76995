import { createProofClients } from '../proof/proofClients.ts'
import { findOwnRelay } from '../wallets/reach/relayReach.ts'
import { fillOptions } from './defaults.ts'
import { isFor } from './eventOwners.ts'
import { initialState } from './initialState.ts'
import { createLazyCatalog } from './lazyCatalog.ts'
import { createLazyLinkedWallets } from './lazyLinkedWallets.ts'
import { createLinkerSessions } from './linkerSessions.ts'
import { createLinkFlow } from './linkFlow.ts'
import { createModalEvents } from './modalEvents.ts'
import { createModalViews } from './modalViews.ts'
import type { WalletOffer, WalletOfferOptions } from './offer/walletOffer.ts'
import type { LinkerSettings } from './options/settings.ts'
import type { EventLinker } from './state.ts'
import { createStateStore } from './stateStore.ts'
import { createToasts } from './toasts.ts'

/**
 * Creates a linker whose code is all there but for the parts that nobody needs before the code is drawn: what a visitor may
 * choose from (unless `createCatalog` is given), the protocol client, the link client, extensions. Resolves once a code or a
 * link to a wallet can be made within the event that asks for it: browsers open wallets only for a tap.
 */
export async function createFlowLinker(
  settings: LinkerSettings,
  createCatalog?: (options: WalletOfferOptions) => WalletOffer,
): Promise<EventLinker> {
  const stopped = new AbortController()
  const ownRelay = findOwnRelay(settings)
  const store = createStateStore({ ...initialState(settings), ownRelay }, stopped.signal)
  const { getState, update, subscribe, send } = store
  const options = fillOptions(settings, getState())
  const { linkUrl } = options
  const toasts = createToasts(store, options.setTimer)
  const catalog = createLazyCatalog(store, options, toasts, createCatalog)
  const proof =
    linkUrl === undefined
      ? undefined
      : createProofClients({ ...options, linkUrl, onAccount: (account) => update({ account }) })
  const linkedWallets = createLazyLinkedWallets(store, proof?.linkApi, stopped.signal)
  const isPhone = options.platform.device === 'phone'
  // Where this code cannot be fetched, a wallet that does not open is not told of, and a link ends with its page.
  const phone = isPhone ? await import('../flow/onPhone.ts').catch(() => undefined) : undefined
  const appSwitch = phone?.onPhone.createAppSwitch({ ...options, set: (appSwitch) => update({ appSwitch }) })
  const sessions = createLinkerSessions(store, options, proof, () => appSwitch?.prefersUniversal() === true)
  const { connector, kept } = sessions
  const views = createModalViews(store, options, connector.renews, catalog)
  const parts = { catalog, linkedWallets, sessions, views, appSwitch, toasts, proof }
  const flow = createLinkFlow(store, options, parts)
  const handleModal = createModalEvents(store, options, parts, flow)
  store.handleWith((event) => {
    if (isFor('modal', event) || event.type === 'resumed') handleModal(event)
    else if (isFor('catalog', event)) catalog.handle(event)
    else if (isFor('linkedWallets', event)) linkedWallets.handle(event)
    else if (isFor('keptSessions', event)) kept.use((sessions) => sessions.handle(event))
    else flow.advance(event)
  })
  // Where no pairing can be made, the first one says so.
  await connector.prepare?.()?.catch(() => {})
  if (phone !== undefined && settings.connector === undefined) {
    const begun = { ...options, ...store, connector, adopt: flow.adopt, signal: stopped.signal }
    // A storage of the host's may throw: then as well a link ends with its page.
    Promise.resolve(begun)
      .then(phone.onPhone.followBegunLink)
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
