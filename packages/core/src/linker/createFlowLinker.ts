import { loadInjectedConnector } from '../connectors/loadInjected.ts'
import { createWalletConnectConnector } from '../connectors/walletConnect.ts'
import { CodeEndedError, LinkUnavailableError } from '../errors.ts'
import { createAppSwitch } from '../flow/appSwitch.ts'
import { createCodeClock } from '../flow/codeClock.ts'
import { createEffects } from '../flow/effects.ts'
import type { FlowEvent, MachineEvent } from '../flow/event.ts'
import { transition } from '../flow/flow.ts'
import type { LinkPurpose } from '../flow/purpose.ts'
import type { FlowRules } from '../flow/rules.ts'
import { choiceOf, isAfterSession, isSameChoice, pairingOf } from '../flow/state.ts'
import { toFlowFailure } from '../flow/toFlowFailure.ts'
import {
  currentView,
  followChoice,
  isConnecting,
  placeOfCode,
  popView,
  pushView,
  resetViews,
  viewForListing,
} from '../flow/views.ts'
import { createLocalKeyValue } from '../platform/keyValue.ts'
import type { LinkedWalletsEvent } from '../proof/linkedWalletChanges.ts'
import { createProofClients } from '../proof/proofClients.ts'
import { recordSession, type SessionChange } from '../sessions/pairingHistory.ts'
import type { WalletCatalog, WalletCatalogOptions } from '../wallets/catalog.ts'
import { openWindow, setPlatformTimer, watchPageVisibility } from './browser.ts'
import { initialState } from './initialState.ts'
import { createLazy } from './lazy.ts'
import type { LinkerOptions } from './options.ts'
import type { ClientLinker, LinkerEvent } from './state.ts'
import { createStateStore } from './stateStore.ts'
import { createToasts, type Toast } from './toasts.ts'

/**
 * Creates a linker whose code is all there but for the parts that nobody needs before the code is drawn: what a visitor may
 * choose from (unless `createCatalog` is given), the protocol client, the link client, extensions. Resolves once a code or a
 * link to a wallet can be made within the event that asks for it: browsers open wallets only for a tap.
 */
export async function createFlowLinker(
  options: LinkerOptions,
  createCatalog?: (options: WalletCatalogOptions) => WalletCatalog,
): Promise<ClientLinker> {
  const { relayUrl, metadata, chains, registryUrl, registryKey, linkUrl, projectId, randomBytes, createWebSocket } =
    options
  const {
    methods,
    events = [],
    keepSession = linkUrl === undefined,
    storage = createLocalKeyValue(),
    now = Date.now,
    // Called without a receiver: browsers refuse a fetch that hangs on another object.
    fetch = (...args) => globalThis.fetch(...args),
    openLink = openWindow,
    copyText = (text) => navigator.clipboard.writeText(text),
    setTimer = setPlatformTimer,
    watchVisibility = watchPageVisibility,
    extensionScope = globalThis.window,
  } = options
  const stopped = new AbortController()
  let views = resetViews()
  let unwatchVisibility = () => {}
  const { getState, update, send, subscribe } = createStateStore(initialState(options), handle, stopped.signal)
  const { platform, options: modal } = getState()
  const link =
    linkUrl === undefined ? undefined : createProofClients({ linkUrl, fetch, setTimer, chains, methods, now })

  const linkedWallets = createLazy(
    async () =>
      (await import('../proof/linkedWallets.ts')).createLinkedWallets({
        linkApi: link?.linkApi,
        signal: stopped.signal,
        get: () => getState().linkedWallets,
        set: (next) => update({ linkedWallets: next }),
      }),
    (cause) => {
      const error = toFlowFailure(new LinkUnavailableError('A part of this page could not be loaded.', { cause }))
      update({ linkedWallets: { ...getState().linkedWallets, status: 'failed', error } })
    },
  )
  const toasts = createToasts({ setTimer, set: (toast) => getState().toast !== toast && update({ toast }) })
  const catalogOptions: WalletCatalogOptions = {
    registryUrl,
    registryKey,
    projectId,
    fetch,
    chains,
    modal,
    platform,
    storage,
    now,
    setTimer,
    scope: extensionScope,
    set: update,
    setInstalled: (installed) => update({ installed }),
    onFailure: showFailure,
    onImagesMissing: () => showToast({ kind: 'error', message: 'failedPreloading', text: undefined }),
  }
  const catalog = createLazy(
    async () => (await import('../wallets/catalog.ts')).createWalletCatalog(catalogOptions),
    catalogFailed,
    createCatalog?.(catalogOptions),
  )
  const connector =
    options.connector ??
    createWalletConnectConnector({
      relayUrl,
      metadata,
      chains,
      methods,
      events,
      keepSession,
      // To sign in, a linked wallet is wanted.
      linkedWallets: () => (getState().purpose.kind === 'signIn' ? [] : getState().linkedWallets.wallets),
      now,
      setTimer,
      ...(projectId !== undefined && { projectId }),
      ...(randomBytes && { randomBytes }),
      ...(createWebSocket && { createWebSocket }),
      ...(options.oneTap &&
        link && {
          challenge: () =>
            getState().purpose.kind === 'link' ? link.oneTap().then((oneTap) => oneTap.challenge()) : undefined,
        }),
      ...(options.originStatement && link && { originStatement: link.originStatement }),
      onRelay: (isConnected) => effects.relayChanged(isConnected),
      onSession: sessionChanged,
    })
  const keptSessions = createLazy(
    async () => {
      const { createKeptSessions } = await import('../sessions/keptSessions.ts')
      return createKeptSessions({
        ...catalogOptions,
        keepSession,
        client: getClient,
        openLink,
        prefersUniversal: () => appSwitch.prefersUniversal(),
        set: (next) => update({ keptSessions: next }),
      })
    },
    () => update({ keptSessions: { sessions: [], ended: [], ...getState().keptSessions, status: 'failed' } }),
  )
  const appSwitch = createAppSwitch({
    storage,
    setTimer,
    set: (next) => getState().appSwitch !== next && update({ appSwitch: next }),
  })
  const codeClock = createCodeClock({
    now,
    setTimer,
    renews: connector.renews,
    set: (next) => getState().codeSecondsLeft !== next && update({ codeSecondsLeft: next }),
    renew: () => send({ type: 'renewed' }),
    expire({ pairingTopic }) {
      const error = toFlowFailure(new CodeEndedError('No wallet answered while the code was valid.'))
      send({ type: 'pairingExpired', pairingTopic, error })
    },
  })
  const effects = createEffects({
    connector,
    extensions: () =>
      loadInjectedConnector({
        discovery: {
          providerOf: (rdns) => catalog.current()?.providerOf(rdns),
          wallets: () => catalog.current()?.wallets() ?? [],
        },
        chains,
        setTimer,
      }),
    proof: link,
    purpose: () => getState().purpose,
    platform,
    setTimer,
    withDeepLinks: withCatalog,
    openLink,
    onAppSwitch: appSwitch.opened,
    send,
    fetchListings,
    rememberWallet: (listingId) => catalog.use(({ remember }) => remember(listingId)),
    tellOutcome(outcome) {
      linkedWallets.current()?.tellOutcome(outcome)
      if (outcome.kind === 'signIn') options.onSignedIn?.(outcome.wallet)
    },
  })

  function handle(event: LinkerEvent | MachineEvent): void {
    switch (event.type) {
      case 'opened':
        open(event.purpose)
        break
      case 'viewShown':
        // A view about a wallet follows from its choice; any other name is shown as it came (V9).
        if (!isConnecting(event.view)) show(pushView(views, event.view))
        if (event.view.name === 'WalletExplorer') withCatalog(({ showExplorer }) => showExplorer())
        break
      case 'searched':
        withCatalog(({ search }) => search(event.text))
        break
      case 'moreWanted':
        withCatalog(({ more }) => more())
        break
      case 'imagesWanted':
        withCatalog(({ wantImages }) => wantImages(event.listings))
        break
      case 'retried':
        // Beside the code alone it asks for a code: nobody wants to leave for the wallet that was chosen before.
        advance(isCodeLost() ? { type: 'renewed' } : event)
        break
      case 'linkCopied':
        void copyLink()
        break
      case 'installWanted':
        openStore()
        break
      case 'linkedWalletsWanted':
      case 'unlinked':
      case 'walletChanged':
      case 'historyWanted':
      case 'walletFailureRead':
        wantWallets(event)
        break
      case 'sessionsWanted':
      case 'sessionRevoked':
      case 'allSessionsRevoked':
      case 'endedSessionsRead':
        keptSessions.use((kept) => kept.handle(event))
        break
      case 'wentBack':
        if (getState().canGoBack && !isConnecting(currentView(views)) && !hasLostSession()) show(popView(views))
        else advance(event)
        break
      default:
        advance(event)
    }
  }

  function open(purpose: LinkPurpose = { kind: 'link' }): void {
    // Whoever is around this page could have the visitor press what they do not see (T-17).
    if (getState().isFramed || getState().flow.status !== 'closed') return
    update({ purpose })
    views = resetViews()
    unwatchVisibility = watchVisibility((isVisible) => {
      appSwitch.visibilityChanged(isVisible)
      effects.visibilityChanged(isVisible)
      if (isVisible) codeClock.wake()
    })
    advance({ type: 'opened' })
  }

  function fetchListings(): void {
    const load = () => withCatalog((lists) => lists.load())
    // The next task: the code is drawn before anything is fetched for the lists.
    if (catalog.current() === undefined) setTimer(load, 0)
    else load()
  }

  /** What had to wait for its code until after the end of this opening is not done any more. */
  function withCatalog(run: (catalog: WalletCatalog) => void): void {
    catalog.use((it) => {
      if (getState().flow.status !== 'closed') run(it)
    })
  }

  function wantWallets(event: LinkedWalletsEvent): void {
    const { linkedWallets: shown } = getState()
    if (event.type === 'linkedWalletsWanted' && shown.status !== 'ready')
      update({ linkedWallets: { ...shown, status: 'loading', error: undefined } })
    linkedWallets.use((wallets) => wallets.handle(event))
  }

  function catalogFailed(error: unknown): void {
    update({ wallets: { ...getState().wallets, isReady: true } })
    showFailure(error)
  }

  function showFailure(error: unknown): void {
    const { message } = toFlowFailure(error)
    showToast({ kind: 'error', message: 'unknownError', text: message === '' ? undefined : message })
  }

  function rules(): FlowRules {
    return {
      platform,
      linksWallets: linkUrl !== undefined,
      keepsSession: keepSession,
      installed: getState().installed,
      renewsCode: connector.renews,
      // Asked on phones only, where it is of use: the first look into a browser's storage takes its time.
      prefersUniversal: platform.device === 'phone' && appSwitch.prefersUniversal(),
    }
  }

  /** Moves the flow; the views follow it. */
  function advance(event: FlowEvent): void {
    const before = getState().flow
    const [flow, todo] = transition(before, event, rules())
    if (event.type === 'closed') {
      catalog.current()?.pause()
      toasts.hide()
      unwatchVisibility()
    } else views = followChoice(views, choiceOf(flow))
    if (event.type === 'walletChosen' && flow.status !== 'closed' && choiceOf(flow)?.listing !== event.listing) {
      const view = viewForListing(event.listing, platform, getState().installed)
      if (!isConnecting(view)) views = pushView(views, view)
    }
    if (flow.status === 'closed' || !isSameChoice(choiceOf(before), choiceOf(flow))) appSwitch.reset()
    const pairing = pairingOf(flow)
    const isUnreachable = flow.status === 'failed' && flow.error.kind === 'relayUnreachable'
    const relay = isUnreachable ? 'unreachable' : (pairing?.relay ?? 'waiting')
    if (flow !== before) {
      update({ flow, relay, pairingUri: pairing?.pairingUri })
      if (keepSession && event.type === 'sessionSettled') {
        keptSessions.use((kept) => kept.settled(event.session, choiceOf(before)))
      }
    }
    show(views)
    for (const effect of todo) effects.run(effect)
  }

  function isCodeLost(): boolean {
    return getState().flow.status === 'failed' && currentView(views).name === 'Qrcode' && !hasLostSession()
  }

  /** What failed is no longer a matter of the view below: Back begins anew. */
  function hasLostSession(): boolean {
    const { flow } = getState()
    return flow.status === 'failed' && isAfterSession(flow)
  }

  function show(stack: typeof views): void {
    views = stack
    const view = currentView(views)
    // Once a wallet is connected there is nothing to go back to.
    const { flow, ...shown } = getState()
    const isChoosing = ['choosing', 'connecting', 'failed'].includes(flow.status)
    const canGoBack = (views.length > 1 && isChoosing) || hasLostSession()
    if (view !== shown.view || canGoBack !== shown.canGoBack) update({ view, canGoBack })
    codeClock.follow(pairingOf(flow), placeOfCode(view, choiceOf(flow), platform, modal.variant))
  }

  function showToast(toast: Toast): void {
    if (getState().flow.status !== 'closed') toasts.show(toast)
  }

  async function copyLink(): Promise<void> {
    const { pairingUri } = getState()
    if (pairingUri === undefined) return
    try {
      await copyText(pairingUri)
      showToast({ kind: 'success', message: 'linkCopied', text: undefined })
    } catch {
      showToast({ kind: 'error', message: 'failedToCopy', text: undefined })
    }
  }

  function openStore(): void {
    const { view } = getState()
    if (!('listing' in view)) return
    withCatalog(({ storeLinkFor }) => {
      const href = storeLinkFor(view.listing, platform)
      if (href !== undefined) openLink({ href, target: '_blank' })
    })
  }

  function sessionChanged(change: SessionChange): void {
    update({ pairingHistory: recordSession(getState().pairingHistory, change) })
    // What was lost is remembered, whether or not sessions are shown.
    if (keepSession && ('lost' in change || keptSessions.current())) keptSessions.use((kept) => kept.changed(change))
    if (change.stage !== 'deleted' && change.stage !== 'expired') return
    const error = { kind: 'sessionEnded', code: 'session_ended', message: 'The wallet ended the session.' } as const
    send({ type: 'sessionEnded', topic: change.topic, error })
  }

  async function getClient(): ReturnType<ClientLinker['client']> {
    // Wallets are brought to the front within a tap.
    if (keepSession && platform.device === 'phone') void keptSessions.load()
    return connector.client?.()
  }

  // Where no pairing can be made, the first one says so.
  await connector.prepare?.()?.catch(() => {})
  return {
    getState,
    subscribe,
    send,
    // A phone shows wallets first, not a code.
    client: getClient,
    openWallet: (session) => keptSessions.use((kept) => kept.open(session)),
    preload: () => (platform.device === 'phone' ? catalog.load() : Promise.resolve()),
    stop() {
      send({ type: 'closed' })
      stopped.abort()
      toasts.hide()
      catalog.current()?.stop()
      keptSessions.current()?.stop()
      effects.stop()
      connector.stop()
    },
  }
}
