import type { LinkPurpose } from '../flow/purpose.ts'
import { isConnecting } from '../flow/views.ts'
import type { FilledOptions } from './defaults.ts'
import type { EventOf } from './eventOwners.ts'
import type { LinkFlow } from './linkFlow.ts'
import type { LinkerParts } from './parts.ts'
import type { StateStore } from './stateStore.ts'

/** Creates what does the events of the modal: it is opened and closed, shows views, copies the link. */
export function createModalEvents(
  { getState, update }: StateStore,
  { platform, openLink, copyText, watchVisibility }: FilledOptions,
  { views, catalog, toasts, appSwitch }: LinkerParts,
  flow: LinkFlow,
): (event: EventOf<'modal'>) => void {
  let unwatchVisibility = () => {}

  function open(purpose: LinkPurpose = { kind: 'link' }): void {
    // A page around this one could have the visitor press what they do not see (T-17).
    if (getState().isFramed || getState().flow.status !== 'closed') return
    update({ purpose })
    unwatchVisibility = watchVisibility((isVisible) => {
      appSwitch.visibilityChanged(isVisible)
      flow.visibilityChanged(isVisible)
      if (isVisible) views.wake()
    })
    flow.advance({ type: 'opened' })
  }

  function close(): void {
    catalog.current()?.pause()
    toasts.hide()
    unwatchVisibility()
    update({ isLinkShown: false })
    flow.advance({ type: 'closed' })
  }

  async function copyLink(): Promise<void> {
    const { pairingUri } = getState()
    if (pairingUri === undefined) return
    try {
      await copyText(pairingUri)
      toasts.show('success', 'linkCopied')
    } catch {
      toasts.show('error', 'failedToCopy')
      // The visitor can still take it by hand.
      if (getState().flow.status !== 'closed') update({ isLinkShown: true })
    }
  }

  function openStore(): void {
    const { view } = getState()
    if (!('listing' in view)) return
    catalog.use(({ storeLinkFor }) => {
      const href = storeLinkFor(view.listing, platform)
      if (href !== undefined) openLink({ href, target: '_blank' })
    })
  }

  return (event) => {
    switch (event.type) {
      case 'opened':
        return open(event.purpose)
      case 'closed':
        return close()
      case 'viewShown':
        // A view about a wallet follows from its choice; any other name is shown as it came (V9).
        if (!isConnecting(event.view)) views.push(event.view)
        if (event.view.name === 'WalletExplorer') catalog.use(({ showExplorer }) => showExplorer())
        return
      case 'wentBack':
        if (!views.goBack()) flow.advance(event)
        return
      case 'retried':
        // Beside the code alone it asks for a code: nobody wants to leave for the wallet that was chosen before.
        return flow.advance(views.isCodeLost() ? { type: 'renewed' } : event)
      case 'linkCopied':
        return void copyLink()
      case 'installWanted':
        return openStore()
    }
  }
}
