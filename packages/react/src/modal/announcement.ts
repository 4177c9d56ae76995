import type { LinkerState } from '@hawser/core'
import { fill } from '../messages/fill.ts'
import type { Messages } from '../messages/modal/en.ts'
import { isNewAfterDeclined, shownPairing } from './code/shownPairing.ts'
import { firstParts } from './firstParts.ts'
import { loadFailureText } from './frame/firstProblem.ts'
import { problemOf } from './frame/problem.ts'
import { walletCount } from './wallet/walletName.ts'

/** A screen reader's text about the state, in the view's visible words. Empty if there is nothing to announce. */
export function announcementOf(state: LinkerState, messages: Messages): string {
  const { flow, view, explorer } = state
  const problem = problemOf(state, messages)
  if (problem !== undefined) return `${problem.title}. ${problem.detail}`
  if (flow.status === 'linked') return messages.walletLinked
  if (flow.status === 'done') return messages.fulfilled ?? messages.done
  if (flow.status === 'connected') return messages.walletConnected
  if (flow.status === 'proving') {
    return { challenge: messages.stepChallenge, signature: messages.stepSignature, checking: messages.stepChecking }[
      flow.step
    ]
  }
  if (view.name === 'WalletExplorer') {
    if (explorer.errorCode !== undefined) return loadFailureText(explorer.errorCode, messages)
    if (explorer.isUnavailable) return messages.listUnavailable
    if (explorer.status === 'loading') return messages.loading
    if (explorer.status === 'failed') return messages.viewUnavailable
    if (explorer.entries.length === 0) return messages.noResults
    return walletCount(explorer.total, messages)
  }
  // The heading of this view is only the wallet's name.
  if (view.name === 'InstallWallet') {
    // If installing the wallet might not help, the view itself says so.
    if (state.ownRelay !== undefined) return ''
    const { otherNetwork } = state
    if (otherNetwork?.listingId === view.listing.id)
      return fill(messages.otherNetwork, { name: view.listing.name, network: otherNetwork.network })
    return state.platform.device === 'phone'
      ? fill(messages.installOnPhone, { name: view.listing.name })
      : messages.notDetected
  }
  if (view.name === 'ChooseNetwork') return fill(messages.chooseNetworkDetail ?? '', { name: view.listing.name })
  const aboutCode = codeAnnouncement(state, messages)
  if (aboutCode !== undefined) return aboutCode
  if (flow.status !== 'connecting') return firstParts.firstAnnouncement(state, messages)
  const values = { name: flow.listing.name }
  if (flow.via === 'extension') return fill(messages.extensionDetail, values)
  if (flow.via === 'mobile')
    return fill(state.appSwitch === 'stayed' ? messages.walletStayed : messages.tapOpen, values)
  return fill(flow.via === 'qrcode' ? messages.scanDetail : messages.continueIn, values)
}

const soonSeconds = 30

/**
 * The announcement about the code: the relay is slow, the code is new, or (once) the code will expire soon. It never counts
 * the seconds.
 */
function codeAnnouncement(state: LinkerState, messages: Messages): string | undefined {
  if (state.relay === 'slow' && state.pairingUri !== undefined) return messages.connecting
  const { codeSecondsLeft } = state
  const isDeclined = isNewAfterDeclined(state)
  if (codeSecondsLeft === undefined) {
    // A phone's first view shows wallets, not the code.
    const isShown = isDeclined && state.view.name === 'ConnectWallet'
    return isShown ? `${messages.connectionDeclined}. ${messages.declinedDetail}` : undefined
  }
  if (codeSecondsLeft <= soonSeconds) {
    const text = state.codeRenews ? messages.codeSoonRenewed : messages.codeEndsIn
    return fill(text, { time: firstParts.formatTime(soonSeconds, messages.language) })
  }
  if (isDeclined) return `${messages.connectionDeclined}. ${messages.codeAfterDeclined}`
  return shownPairing(state)?.replaces === 'expired' ? messages.codeRenewed : undefined
}
