import { createCodeClock } from '../flow/codeClock.ts'
import { CodeEndedError } from '../flow/errors.ts'
import type { FlowEvent } from '../flow/event.ts'
import { isWalletFailure } from '../flow/failed.ts'
import { networksFor } from '../flow/purpose.ts'
import { choiceOf, pairingOf } from '../flow/state.ts'
import { toFlowFailure } from '../flow/toFlowFailure.ts'
import {
  currentView,
  followChoice,
  isConnecting,
  placeOfCode,
  popView,
  pushView,
  resetViews,
  type View,
  type ViewStack,
  viewForListing,
} from '../flow/views.ts'
import type { ResolvedOptions } from './defaults.ts'
import type { LazyCatalog } from './lazy/lazyCatalog.ts'
import type { StateStore } from './stateStore.ts'

/** The views of the modal, and the clock of the code that one of them shows. */
export type ModalViews = {
  push(view: View): void
  /** Shows the views that follow from the flow after an event. */
  follow(event: FlowEvent): void
  /** Goes back within the views. False if the flow has to go back. */
  goBack(): boolean
  /** Whether the flow has failed while the code's own view is shown. */
  isCodeLost(): boolean
  /** Checks the clock at once: the browser might have suspended the timers. */
  wake(): void
}

/** Creates the views of the modal. `renews`: whether a new code can be made at any time. */
export function createModalViews(
  { getState, update, send }: StateStore,
  { now, setTimer, platform, modal }: ResolvedOptions,
  renews: boolean,
  catalog: Pick<LazyCatalog, 'use'>,
): ModalViews {
  let views = resetViews()
  const codeClock = createCodeClock({
    now,
    setTimer,
    renews,
    set: (codeSecondsLeft) => update({ codeSecondsLeft }),
    renew: () => send({ type: 'renewed' }),
    expire({ pairingTopic }) {
      const error = toFlowFailure(new CodeEndedError('No wallet answered in time.'))
      send({ type: 'pairingExpired', pairingTopic, error })
    },
  })

  /** Whether the failure no longer concerns the view below, so that Back starts over. */
  function hasLostSession(): boolean {
    const { flow } = getState()
    return flow.status === 'failed' && isWalletFailure(flow)
  }

  function show(stack: ViewStack): void {
    views = stack
    const view = currentView(views)
    // Once a wallet is connected, the visitor cannot go back.
    const { flow, ownRelay } = getState()
    const isChoosing = ['choosing', 'connecting', 'failed'].includes(flow.status)
    const canGoBack = (views.length > 1 && isChoosing) || hasLostSession()
    update({ view, canGoBack })
    if (view.name === 'InstallWallet') catalog.use(({ lookElsewhere }) => lookElsewhere(view.listing))
    codeClock.follow(
      pairingOf(flow),
      placeOfCode(view, choiceOf(flow), platform, modal.variant, ownRelay !== undefined),
    )
  }

  return {
    push: (view) => show(pushView(views, view)),
    follow(event) {
      const { flow, installed, handoff } = getState()
      const choice = choiceOf(flow)
      // A closing modal keeps its contents.
      let next = event.type === 'closed' ? views : followChoice(event.type === 'opened' ? resetViews() : views, choice)
      if (event.type === 'walletChosen' && flow.status !== 'closed' && choice?.listing !== event.listing) {
        const view = viewForListing(event.listing, platform, installed, networksFor(getState()), handoff !== undefined)
        if (!isConnecting(view)) next = pushView(next, view)
      }
      show(next)
    },
    goBack() {
      if (!getState().canGoBack || isConnecting(currentView(views)) || hasLostSession()) return false
      show(popView(views))
      return true
    },
    isCodeLost: () => getState().flow.status === 'failed' && currentView(views).name === 'Qrcode' && !hasLostSession(),
    wake: codeClock.wake,
  }
}
