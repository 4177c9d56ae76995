import { SignInNeededError } from '../flow/errors.ts'
import type { FlowEvent } from '../flow/event.ts'
import type { LinkPurpose } from '../flow/purpose.ts'
import { toFlowFailure } from '../flow/toFlowFailure.ts'
import { isConnecting } from '../flow/views.ts'
import { isSignedIn } from '../proof/signInCheck.ts'
import type { ResolvedOptions } from './defaults.ts'
import type { EventOf } from './eventOwners.ts'
import type { LinkFlow } from './linkFlow.ts'
import type { LinkerParts } from './parts.ts'
import type { StateStore } from './stateStore.ts'

type Opened = EventOf<'modal'> & { readonly type: 'opened' }
type Resumed = Extract<FlowEvent, { readonly type: 'resumed' }>
// Few answers take longer, and a second is long for a visitor who wants to scan.
const patienceMs = 500

/** Creates the handler of the modal's events. The handler opens and closes the modal, shows views and copies the link. */
export function createModalEvents(
  { getState, update, send }: StateStore,
  { copyText, watchVisibility, setTimer, onSignInNeeded }: ResolvedOptions,
  { views, catalog, toasts, appSwitch, proof }: LinkerParts,
  flow: LinkFlow,
): (event: EventOf<'modal'> | Resumed) => void {
  let unwatchVisibility = () => {}
  let asking = new AbortController()
  let isVisitorKnown = false

  function open(
    purpose: LinkPurpose = { kind: 'link' },
    event: FlowEvent = { type: 'opened' },
    { asked, isShown }: Pick<Opened, 'asked' | 'isShown'> = {},
  ): void {
    // A surrounding page could make the visitor press a button that they do not see (T-17).
    if (getState().isFramed || getState().flow.status !== 'closed') return
    update({ purpose })
    unwatchVisibility = watchVisibility((isVisible) => {
      appSwitch?.visibilityChanged(isVisible)
      flow.visibilityChanged(isVisible)
      if (isVisible) views.wake()
    })
    checkWhoIsThere(purpose, asked, isShown)
    flow.advance(event)
  }

  /** Checks that the visitor is signed in, so that they do not scan, approve and sign first, only to be refused. */
  async function checkWhoIsThere(purpose: LinkPurpose, asked?: Promise<Response>, isShown = false): Promise<void> {
    if (proof === undefined || purpose.kind === 'signIn') return
    const { signal } = asking
    // The code is made meanwhile. A slow server does not hold it back for long.
    const isNew = !isShown && !isVisitorKnown && getState().linkedWallets.status !== 'ready'
    flow.holdCode(isNew)
    const cancelTimer = setTimer(() => signal.aborted || flow.holdCode(false), patienceMs)
    isVisitorKnown = await isSignedIn(proof.linkApi, signal, asked)
    cancelTimer()
    if (signal.aborted) return
    if (!isVisitorKnown && onSignInNeeded !== undefined) {
      close()
      onSignInNeeded(purpose)
    } else if (!isVisitorKnown) {
      send({ type: 'signInNeeded', error: toFlowFailure(new SignInNeededError('Sign in to the site first.')) })
    }
    flow.holdCode(false)
  }

  function close(): void {
    catalog.current()?.pause()
    toasts.hide()
    unwatchVisibility()
    asking.abort()
    asking = new AbortController()
    update({ isLinkShown: false })
    flow.advance({ type: 'closed' })
    flow.holdCode(false)
  }

  /** Checks again, because a visitor who saw the sign-in text can have signed in meanwhile, in another tab. */
  function askAgain(): void {
    const { flow, purpose } = getState()
    if (flow.status === 'failed' && flow.error.code === 'sign_in_needed') checkWhoIsThere(purpose)
  }

  async function copyLink(link: string | undefined, copied: Promise<void> | undefined): Promise<void> {
    const text = link ?? getState().pairingUri
    if (text === undefined) return
    try {
      await (copied?.catch(() => copyText(text)) ?? copyText(text))
      toasts.show('success', 'linkCopied')
    } catch {
      toasts.show('error', 'failedToCopy')
      // The visitor can still copy the link by hand.
      if (!link && getState().flow.status !== 'closed') update({ isLinkShown: true })
    }
  }

  return (event) => {
    switch (event.type) {
      case 'opened':
        return open(event.purpose, undefined, event)
      case 'resumed':
        return getState().flow.status === 'closed' ? open(event.purpose, event) : flow.advance(event)
      case 'closed':
        return close()
      case 'viewShown':
        // The view of a wallet follows from its choice. Any other name is shown unchanged (V9).
        if (!isConnecting(event.view)) views.push(event.view)
        catalog.use(({ viewShown }) => viewShown(event.view))
        return
      case 'wentBack':
        askAgain()
        if (!views.goBack()) flow.advance(event)
        return
      case 'retried':
        askAgain()
        // On a view with only a code, Retry asks for a code: the visitor does not expect to leave for the wallet chosen before.
        return flow.advance(views.isCodeLost() ? { type: 'renewed' } : event)
      case 'linkCopied':
        return void copyLink(event.link, event.copied)
    }
  }
}
