import { type LinkedWallet, namespaceOf } from '@hawser/wire'
import { isWalletFailure } from '../../flow/failed.ts'
import type { HandoffScreen } from '../../handoff/createHandoffScreen.ts'
import type { HandoffScreenEvent, HandoffScreenState } from '../../handoff/handoffScreenState.ts'
import { codeOf } from '../../platform/errors.ts'
import { loadPart } from '../../platform/loadPart.ts'
import type { WalletPage } from '../../wallets/walletBrowser/walletPage.ts'
import type { ResolvedOptions } from '../defaults.ts'
import type { StateStore } from '../stateStore.ts'

/** The handoff that a linker offers to a visitor. */
export type OfferedHandoff = {
  /** Offers the handoff at each opening of the modal. Only links have a handoff. */
  offer(): void
  /** Ends the handoff, because the visitor has left. */
  leave(): void
  handle(event: HandoffScreenEvent): void
}

/** Creates the handoff of a linker. Its code is fetched when a visitor needs it. */
export function createOfferedHandoff(options: ResolvedOptions & { readonly store: StateStore }): OfferedHandoff {
  const { store, platform, linkUrl, chains } = options
  const { getState, send } = store
  let screen: HandoffScreen | undefined
  /** Counts the visitor's requests, so that code that loads too late is not used. */
  let asked = 0
  let lastView: string | undefined
  const isDesktop = platform.device === 'desktop'
  /** The page for a wallet's own browser, where the visitor has no session: the host app's address, or the handoff's. */
  let ownPage: WalletPage | undefined

  function set(handoff: HandoffScreenState): void {
    const address = handoff.step === 'code' ? handoff.address : ownPage?.address
    store.update({ handoff, ...(!isDesktop && ownPage && address && { walletPage: { ...ownPage, address } }) })
  }

  /**
   * Whether a handoff begins automatically in the current view. On a computer: in the first view, if the relay reaches few
   * wallets. On a phone: in the view of a wallet whose own browser opens its page.
   */
  const isFirst = () => {
    const { ownRelay, view } = getState()
    return isDesktop ? ownRelay !== undefined && view.name === 'ConnectWallet' : view.name === 'WalletBrowser'
  }
  const isShown = () => {
    const { view, flow } = getState()
    if (!(view.name === 'Handoff' || isFirst()) || (flow.status === 'failed' && isWalletFailure(flow))) return false
    return ['choosing', 'connecting', 'failed', 'linked'].includes(flow.status)
  }
  /**
   * Whether to show a code that the visitor has not requested. It waits until the visitor is known to be able to use the code.
   */
  const isDue = () => {
    const { handoff, flow, view, isCodeHeld } = getState()
    if (handoff?.step !== 'offered' || isCodeHeld || !isShown()) return false
    // A handoff needs no relay.
    const isRelayLost = flow.status === 'failed' && flow.error.kind === 'relayUnreachable'
    return view.name !== 'ConnectWallet' || flow.status === 'choosing' || isRelayLost
  }

  function leave(): void {
    asked += 1
    screen?.leave()
  }

  async function load(linkApi: string): Promise<void> {
    const { createHandoffScreen } = await loadPart(() => import('../../handoff/createHandoffScreen.ts'))
    screen ??= createHandoffScreen({
      ...options,
      linkUrl: linkApi,
      namespaces: [...new Set<string>(chains.map(namespaceOf))],
      set,
      onLinked: (wallet: LinkedWallet) => send({ type: 'handoffLinked', wallet }),
      onUndone() {
        // A page that shows no list does not reload the list.
        if (getState().linkedWallets.status !== 'idle') send({ type: 'linkedWalletsWanted' })
      },
    })
  }

  function follow(): void {
    const { handoff, view } = getState()
    if (handoff === undefined || linkUrl === undefined) return
    const isOnPhone = ['onPhone', 'noWallet', 'digits'].includes(handoff.step)
    const isGoing = isFirst() && isOnPhone
    // The handoff continues in its own view. A visitor who comes back from there has given it up.
    const isGivenUp = isGoing && lastView === 'Handoff'
    lastView = view.name
    if (isDue()) void start(linkUrl)
    else if (isGivenUp || (!isShown() && handoff.step !== 'offered')) {
      leave()
      set({ step: 'offered' })
    } else if (isGoing) showView()
  }

  function showView(): void {
    const { view } = getState()
    const listing = view.name === 'WalletBrowser' ? { listing: view.listing } : {}
    send({ type: 'viewShown', view: { name: 'Handoff', ...listing } })
  }

  async function start(linkApi: string): Promise<void> {
    asked += 1
    const mine = asked
    if (getState().handoff?.step === 'offered') ownPage = getState().walletPage
    set({ step: 'starting' })
    try {
      if (screen === undefined) await load(linkApi)
    } catch (error) {
      if (mine === asked) set({ step: 'failed', code: codeOf(error) })
      return
    }
    if (mine === asked) screen?.start()
  }

  if (linkUrl !== undefined && options.handoff === true) store.subscribe(follow)

  return {
    offer() {
      // A host app's own page for wallets' browsers decides who the visitor is there.
      const { walletBrowser = {} } = options
      const opensPage = walletBrowser !== false && walletBrowser.url === undefined
      const isOffered = options.handoff === true && linkUrl !== undefined && (isDesktop || opensPage)
      store.update({ handoff: isOffered && getState().purpose.kind === 'link' ? { step: 'offered' } : undefined })
      // The handoff's code is the first one shown, so the chunk loads while the link API is asked about the visitor. A failed
      // fetch is repeated later.
      if (getState().handoff !== undefined && isFirst()) load(linkUrl ?? '').catch(() => undefined)
    },
    leave,
    handle(event: HandoffScreenEvent) {
      if (linkUrl === undefined || getState().handoff === undefined) return
      if (event.action === 'start') {
        void start(linkUrl)
        if (!isShown()) showView()
      } else if (event.action === 'finish') screen?.finish(event.digits)
      else screen?.undo()
    },
  }
}
