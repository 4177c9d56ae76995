import { SessionEndedError } from '@hawser/sign'
import { reasons } from '@hawser/wire'
import { loadImageElement, openWindow, setPlatformTimer } from './browser.ts'
import { createWalletConnectConnector } from './connectors/walletConnect.ts'
import { storeLinkFor } from './deepLink.ts'
import { createEffects } from './effects.ts'
import { describeFailure } from './failure.ts'
import { type FlowRules, transition } from './flow.ts'
import type { FlowEvent, MachineEvent } from './flowEvent.ts'
import { choiceOf, isAfterSession, pairingOf } from './flowState.ts'
import { createLinkedWallets, noLinkedWallets } from './linkedWallets.ts'
import type { LinkerOptions } from './linkerOptions.ts'
import type { Linker, LinkerEvent, LinkerState, Toast } from './linkerState.ts'
import { listingsSnapshot } from './listings.snapshot.ts'
import { loadLinkClient } from './loadLinkClient.ts'
import { detectPlatform, readPlatformSigns } from './platform.ts'
import { createLocalKeyValue } from './recentWallet.ts'
import { recordSession, type SessionChange } from './sessions.ts'
import { currentView, followChoice, isConnecting, popView, pushView, resetViews, viewForListing } from './views.ts'
import { createWallets } from './wallets.ts'

const toastMs = 2_200

/**
 * Creates a linker. Nothing is asked of anybody before `opened` or `linkedWalletsWanted` is sent.
 * @throws InvalidListingError - on an id or name of the host's own wallets that no listing may have
 */
export function createLinker(options: LinkerOptions): Linker {
  const { relayUrl, metadata, chains, registryUrl, linkUrl, projectId, randomBytes, createWebSocket } = options
  const {
    methods = ['personal_sign'],
    events = [],
    keepSession = linkUrl === undefined,
    modal = {},
    storage = createLocalKeyValue(),
    platform = detectPlatform(readPlatformSigns()),
    now = Date.now,
    // Called without a receiver: browsers refuse a fetch that hangs on another object.
    fetch = (...args) => globalThis.fetch(...args),
    openLink = openWindow,
    copyText = (text) => navigator.clipboard.writeText(text),
    loadImage = loadImageElement,
    setTimer = setPlatformTimer,
  } = options
  const rules: FlowRules = { platform, linksWallets: linkUrl !== undefined, keepsSession: keepSession }
  const stopped = new AbortController()
  const listeners = new Set<() => void>()
  const queue: (LinkerEvent | MachineEvent)[] = []
  let isDraining = false
  let views = resetViews()
  let cancelToast = () => {}
  let state: LinkerState = {
    flow: { status: 'closed' },
    view: currentView(views),
    canGoBack: false,
    wallets: { shown: [], hasMore: false },
    explorer: { status: 'idle', search: '', entries: [], total: 0, isLastPage: false },
    toast: undefined,
    linkedWallets: noLinkedWallets,
    sessions: [],
    platform,
    installed: [],
    options: modal,
    relay: 'waiting',
    pairingUri: undefined,
    codeSecondsLeft: undefined,
    handOff: 'idle',
    isFramed: false,
  }

  const link = linkUrl === undefined ? undefined : () => loadLinkClient({ linkUrl, fetch, setTimer })
  const linkedWallets = createLinkedWallets({
    link,
    signal: stopped.signal,
    get: () => state.linkedWallets,
    set: (next) => update({ linkedWallets: next }),
  })
  const wallets = createWallets({
    registryUrl,
    projectId,
    fetch,
    builtIn: listingsSnapshot,
    chains,
    options: modal,
    platform,
    announced: () => [],
    storage,
    now,
    setTimer,
    loadImage,
    set: update,
    showToast,
  })
  const connector = createWalletConnectConnector({
    relayUrl,
    metadata,
    chains,
    methods,
    events,
    keepSession,
    now,
    setTimer,
    ...(projectId !== undefined && { projectId }),
    ...(randomBytes && { randomBytes }),
    ...(createWebSocket && { createWebSocket }),
    onRelay: (isConnected) => effects.relayChanged(isConnected),
    onSession: sessionChanged,
  })
  const effects = createEffects({
    connector,
    link,
    platform,
    setTimer,
    openLink,
    send,
    fetchListings: wallets.load,
    rememberWallet: wallets.remember,
    addLinkedWallet: linkedWallets.add,
  })

  /** Events that follow from an event are handled before `send` returns, in order; listeners see the end of it once. */
  function send(event: LinkerEvent | MachineEvent): void {
    if (stopped.signal.aborted) return
    queue.push(event)
    if (isDraining) return
    isDraining = true
    const before = state
    try {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) handle(next)
    } finally {
      isDraining = false
      if (state !== before) notify()
    }
  }

  function handle(event: LinkerEvent | MachineEvent): void {
    switch (event.type) {
      case 'renewed':
        break
      case 'viewShown':
        // A view about a wallet follows from its choice; any other name is shown as it came (V9).
        if (!isConnecting(event.view)) show(pushView(views, event.view))
        if (event.view.name === 'WalletExplorer') wallets.showExplorer()
        break
      case 'searched':
        wallets.search(event.text)
        break
      case 'moreWanted':
        wallets.more()
        break
      case 'linkCopied':
        void copyLink()
        break
      case 'installWanted':
        openStore()
        break
      case 'linkedWalletsWanted':
        linkedWallets.load()
        break
      case 'unlinked':
        linkedWallets.unlink(event.id)
        break
      case 'wentBack':
        if (state.canGoBack && !isConnecting(currentView(views)) && !hasLostSession()) show(popView(views))
        else advance(event)
        break
      default:
        advance(event)
    }
  }

  /** Moves the flow; the views follow it. */
  function advance(event: FlowEvent): void {
    const before = state.flow
    const [flow, todo] = transition(before, event, rules)
    if (event.type === 'opened' && before.status === 'closed') views = resetViews()
    if (event.type === 'closed') {
      wallets.pause()
      hideToast()
    } else views = followChoice(views, choiceOf(flow))
    if (event.type === 'walletChosen' && flow.status !== 'closed' && choiceOf(flow)?.listing !== event.listing) {
      const view = viewForListing(event.listing, platform)
      if (!isConnecting(view)) views = pushView(views, view)
    }
    const pairing = pairingOf(flow)
    const isUnreachable = flow.status === 'failed' && flow.error.kind === 'relayUnreachable'
    const relay = isUnreachable ? 'unreachable' : (pairing?.relay ?? 'waiting')
    if (flow !== before) update({ flow, relay, pairingUri: pairing?.pairingUri })
    show(views)
    for (const effect of todo) effects.run(effect)
  }

  /** What failed is no longer a matter of the view below: Back begins anew. */
  function hasLostSession(): boolean {
    return state.flow.status === 'failed' && isAfterSession(state.flow)
  }

  function show(stack: typeof views): void {
    views = stack
    const view = currentView(views)
    // Once a wallet is connected there is nothing to go back to.
    const isChoosing = ['choosing', 'connecting', 'failed'].includes(state.flow.status)
    const canGoBack = (views.length > 1 && isChoosing) || hasLostSession()
    if (view !== state.view || canGoBack !== state.canGoBack) update({ view, canGoBack })
  }

  function update(change: Partial<LinkerState>): void {
    if (stopped.signal.aborted) return
    state = { ...state, ...change }
    if (!isDraining) notify()
  }

  function notify(): void {
    for (const listener of [...listeners]) listener()
  }

  function showToast(toast: Toast): void {
    if (state.flow.status === 'closed') return
    cancelToast()
    update({ toast })
    cancelToast = setTimer(hideToast, toastMs)
  }

  function hideToast(): void {
    cancelToast()
    if (state.toast !== undefined) update({ toast: undefined })
  }

  async function copyLink(): Promise<void> {
    if (state.pairingUri === undefined) return
    try {
      await copyText(state.pairingUri)
      showToast({ kind: 'success', message: 'linkCopied', text: undefined })
    } catch {
      showToast({ kind: 'error', message: 'failedToCopy', text: undefined })
    }
  }

  function openStore(): void {
    const { view } = state
    const href = 'listing' in view ? storeLinkFor(view.listing, platform) : undefined
    if (href !== undefined) openLink({ href, target: '_blank' })
  }

  function sessionChanged(change: SessionChange): void {
    update({ sessions: recordSession(state.sessions, change) })
    if (change.stage !== 'deleted' && change.stage !== 'expired') return
    const error = describeFailure(new SessionEndedError(reasons.userDisconnected))
    send({ type: 'sessionEnded', topic: change.topic, error })
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send,
    stop() {
      send({ type: 'closed' })
      stopped.abort()
      cancelToast()
      effects.stop()
      connector.stop()
      listeners.clear()
    },
  }
}
