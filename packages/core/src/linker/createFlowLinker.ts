import { loadInjectedConnector } from '../connectors/loadInjected.ts'
import { createWalletConnectConnector } from '../connectors/walletConnect.ts'
import { CodeEndedError, LinkUnavailableError } from '../errors.ts'
import { createHandOff } from '../flow/appSwitch.ts'
import { createCodeClock } from '../flow/codeClock.ts'
import { createEffects } from '../flow/effects.ts'
import type { FlowEvent, MachineEvent } from '../flow/event.ts'
import { type FlowRules, transition } from '../flow/flow.ts'
import type { LinkPurpose } from '../flow/purpose.ts'
import { choiceOf, isAfterSession, isSameChoice, pairingOf } from '../flow/state.ts'
import { describeFailure } from '../flow/toFlowFailure.ts'
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
import type { Offer, OfferOptions } from '../wallets/catalog.ts'
import { openWindow, setPlatformTimer, watchPageVisibility } from './browser.ts'
import { firstState } from './initialState.ts'
import { createLater } from './lazy.ts'
import type { LinkerOptions } from './options.ts'
import type { ClientLinker, LinkerEvent, Toast } from './state.ts'
import { createStateStore } from './stateStore.ts'
import { createToasts } from './toasts.ts'

/**
 * Creates a linker whose code is all there but for the parts that nobody needs before the code is drawn: what a visitor may
 * choose from (unless `createOffer` is given), the protocol client, the link client, extensions. Resolves once a code or a
 * link to a wallet can be made within the event that asks for it: browsers open wallets only for a tap.
 */
export async function createFlowLinker(
  options: LinkerOptions,
  createOffer?: (options: OfferOptions) => Offer,
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
  const { getState, update, send, subscribe } = createStateStore(firstState(options), handle, stopped.signal)
  const { platform, options: modal } = getState()
  const link =
    linkUrl === undefined ? undefined : createProofClients({ linkUrl, fetch, setTimer, chains, methods, now })

  const linkedWallets = createLater(
    async () =>
      (await import('../proof/linkedWallets.ts')).createLinkedWallets({
        world: link?.world,
        signal: stopped.signal,
        get: () => getState().linkedWallets,
        set: (next) => update({ linkedWallets: next }),
      }),
    (cause) => {
      const error = describeFailure(new LinkUnavailableError('A part of this page could not be loaded.', { cause }))
      update({ linkedWallets: { ...getState().linkedWallets, status: 'failed', error } })
    },
  )
  const toasts = createToasts({ setTimer, set: (toast) => getState().toast !== toast && update({ toast }) })
  const offerOptions: OfferOptions = {
    registryUrl,
    registryKey,
    projectId,
    fetch,
    chains,
    options: modal,
    platform,
    storage,
    now,
    setTimer,
    scope: extensionScope,
    set: update,
    setInstalled: (installed) => update({ installed }),
    showToast,
  }
  const offer = createLater(
    async () => (await import('../wallets/catalog.ts')).createOffer(offerOptions),
    offerFailed,
    createOffer?.(offerOptions),
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
      ...(options.originStatement && link && { originStatements: link.world }),
      onRelay: (isConnected) => effects.relayChanged(isConnected),
      onSession: sessionChanged,
    })
  const liveSessions = createLater(
    async () => {
      const { createLiveSessions } = await import('../sessions/keptSessions.ts')
      return createLiveSessions({
        ...offerOptions,
        keepSession,
        client: getClient,
        openLink,
        prefersUniversal: () => handOff.prefersUniversal(),
        set: (next) => update({ liveSessions: next }),
      })
    },
    () => update({ liveSessions: { sessions: [], ended: [], ...getState().liveSessions, status: 'failed' } }),
  )
  const handOff = createHandOff({
    storage,
    setTimer,
    set: (next) => getState().handOff !== next && update({ handOff: next }),
  })
  const codeClock = createCodeClock({
    now,
    setTimer,
    renews: connector.renews,
    set: (next) => getState().codeSecondsLeft !== next && update({ codeSecondsLeft: next }),
    renew: () => send({ type: 'renewed' }),
    expire({ pairingTopic }) {
      const error = describeFailure(new CodeEndedError('No wallet answered while the code was valid.'))
      send({ type: 'pairingExpired', pairingTopic, error })
    },
  })
  const effects = createEffects({
    connector,
    extensions: () =>
      loadInjectedConnector({
        discovery: {
          providerOf: (rdns) => offer.current()?.providerOf(rdns),
          wallets: () => offer.current()?.wallets() ?? [],
        },
        chains,
        setTimer,
      }),
    link,
    purpose: () => getState().purpose,
    platform,
    setTimer,
    withDeepLinks: withOffer,
    openLink,
    onHandOff: handOff.opened,
    send,
    fetchListings,
    rememberWallet: (listingId) => offer.use(({ remember }) => remember(listingId)),
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
        if (event.view.name === 'WalletExplorer') withOffer(({ showExplorer }) => showExplorer())
        break
      case 'searched':
        withOffer(({ search }) => search(event.text))
        break
      case 'moreWanted':
        withOffer(({ more }) => more())
        break
      case 'imagesWanted':
        withOffer(({ wantImages }) => wantImages(event.listings))
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
        liveSessions.use((live) => live.handle(event))
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
      handOff.visibilityChanged(isVisible)
      effects.visibilityChanged(isVisible)
      if (isVisible) codeClock.wake()
    })
    advance({ type: 'opened' })
  }

  function fetchListings(): void {
    const load = () => withOffer((lists) => lists.load())
    // The next task: the code is drawn before anything is fetched for the lists.
    if (offer.current() === undefined) setTimer(load, 0)
    else load()
  }

  /** What had to wait for its code until after the end of this opening is not done any more. */
  function withOffer(run: (offer: Offer) => void): void {
    offer.use((it) => {
      if (getState().flow.status !== 'closed') run(it)
    })
  }

  function wantWallets(event: LinkedWalletsEvent): void {
    const { linkedWallets: shown } = getState()
    if (event.type === 'linkedWalletsWanted' && shown.status !== 'ready')
      update({ linkedWallets: { ...shown, status: 'loading', error: undefined } })
    linkedWallets.use((wallets) => wallets.handle(event))
  }

  function offerFailed(error: unknown): void {
    update({ wallets: { ...getState().wallets, isReady: true } })
    const { message } = describeFailure(error)
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
      prefersUniversal: platform.device === 'phone' && handOff.prefersUniversal(),
    }
  }

  /** Moves the flow; the views follow it. */
  function advance(event: FlowEvent): void {
    const before = getState().flow
    const [flow, todo] = transition(before, event, rules())
    if (event.type === 'closed') {
      offer.current()?.pause()
      toasts.hide()
      unwatchVisibility()
    } else views = followChoice(views, choiceOf(flow))
    if (event.type === 'walletChosen' && flow.status !== 'closed' && choiceOf(flow)?.listing !== event.listing) {
      const view = viewForListing(event.listing, platform, getState().installed)
      if (!isConnecting(view)) views = pushView(views, view)
    }
    if (flow.status === 'closed' || !isSameChoice(choiceOf(before), choiceOf(flow))) handOff.reset()
    const pairing = pairingOf(flow)
    const isUnreachable = flow.status === 'failed' && flow.error.kind === 'relayUnreachable'
    const relay = isUnreachable ? 'unreachable' : (pairing?.relay ?? 'waiting')
    if (flow !== before) {
      update({ flow, relay, pairingUri: pairing?.pairingUri })
      if (keepSession && event.type === 'sessionSettled') {
        liveSessions.use((live) => live.settled(event.session, choiceOf(before)))
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
    withOffer(({ storeLinkFor }) => {
      const href = storeLinkFor(view.listing, platform)
      if (href !== undefined) openLink({ href, target: '_blank' })
    })
  }

  function sessionChanged(change: SessionChange): void {
    update({ sessions: recordSession(getState().sessions, change) })
    // What was lost is remembered, whether or not sessions are shown.
    if (keepSession && ('lost' in change || liveSessions.current())) liveSessions.use((live) => live.changed(change))
    if (change.stage !== 'deleted' && change.stage !== 'expired') return
    const error = { kind: 'sessionEnded', code: 'session_ended', message: 'The wallet ended the session.' } as const
    send({ type: 'sessionEnded', topic: change.topic, error })
  }

  async function getClient(): ReturnType<ClientLinker['client']> {
    // Wallets are brought to the front within a tap.
    if (keepSession && platform.device === 'phone') void liveSessions.load()
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
    openWallet: (session) => liveSessions.use((live) => live.open(session)),
    preload: () => (platform.device === 'phone' ? offer.load() : Promise.resolve()),
    stop() {
      send({ type: 'closed' })
      stopped.abort()
      toasts.hide()
      offer.current()?.stop()
      liveSessions.current()?.stop()
      effects.stop()
      connector.stop()
    },
  }
}
