import type { AppSwitch } from '../flow/appSwitch.ts'
import { createProofClients } from '../proof/proofClients.ts'
import type { WalletCatalog, WalletCatalogOptions } from '../wallets/catalog.ts'
import { fillOptions } from './defaults.ts'
import { isFor } from './eventOwners.ts'
import { initialState } from './initialState.ts'
import { createLazyCatalog } from './lazyCatalog.ts'
import { createLazyLinkedWallets } from './lazyLinkedWallets.ts'
import { createLinkerSessions } from './linkerSessions.ts'
import { createLinkFlow } from './linkFlow.ts'
import { createModalEvents } from './modalEvents.ts'
import { createModalViews } from './modalViews.ts'
import type { LinkerOptions } from './options.ts'
import type { ClientLinker } from './state.ts'
import { createStateStore } from './stateStore.ts'
import { createToasts } from './toasts.ts'

// A computer shows the page on while an app opens: there is nothing to be watched.
const noAppSwitch: AppSwitch = { prefersUniversal: () => false, opened() {}, visibilityChanged() {}, reset() {} }

/**
 * Creates a linker whose code is all there but for the parts that nobody needs before the code is drawn: what a visitor may
 * choose from (unless `createCatalog` is given), the protocol client, the link client, extensions. Resolves once a code or a
 * link to a wallet can be made within the event that asks for it: browsers open wallets only for a tap.
 */
export async function createFlowLinker(
  linkerOptions: LinkerOptions,
  createCatalog?: (options: WalletCatalogOptions) => WalletCatalog,
): Promise<ClientLinker> {
  const stopped = new AbortController()
  const store = createStateStore(initialState(linkerOptions), stopped.signal)
  const { getState, update, subscribe, send } = store
  const options = fillOptions(linkerOptions, getState())
  const { linkUrl } = options
  const toasts = createToasts(store, options.setTimer)
  const catalog = createLazyCatalog(store, options, toasts, createCatalog)
  const proof = linkUrl === undefined ? undefined : createProofClients({ ...options, linkUrl })
  const linkedWallets = createLazyLinkedWallets(store, proof?.linkApi, stopped.signal)
  const isPhone = options.platform.device === 'phone'
  const appSwitch = isPhone
    ? await import('../flow/appSwitch.ts').then(
        ({ createAppSwitch }) => createAppSwitch({ ...options, set: (appSwitch) => update({ appSwitch }) }),
        // Without its code a wallet that stays closed is not told of.
        () => noAppSwitch,
      )
    : noAppSwitch
  const sessions = createLinkerSessions(store, options, proof, appSwitch.prefersUniversal)
  const { connector, kept } = sessions
  const views = createModalViews(store, options, connector.renews)
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
  if (isPhone && linkerOptions.connector === undefined) {
    const begun = { ...options, ...store, connector, adopt: flow.adopt, signal: stopped.signal }
    // Where its code cannot be fetched a link ends with its page.
    import('../flow/begunLink.ts')
      .then(({ followBegunLink }) => stopped.signal.aborted || followBegunLink(begun))
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
