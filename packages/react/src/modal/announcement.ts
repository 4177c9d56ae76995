import type { LinkerState } from '@hawser/core'
import { fill } from '../messages/fill.ts'
import type { Messages } from '../messages/modal/en.ts'
import { codeAnnouncement, firstAnnouncement } from './firstAnnouncement.ts'
import { lostText } from './frame/firstProblem.ts'
import { problemOf } from './frame/problem.ts'
import { walletCount } from './wallet/walletName.ts'

/** What a screen reader says about the state, in the words that stand in the view. Empty while there is nothing to say. */
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
    if (explorer.errorCode !== undefined) return lostText(explorer.errorCode, messages)
    if (explorer.isUnavailable) return messages.listUnavailable
    if (explorer.status === 'loading') return messages.loading
    if (explorer.status === 'failed') return messages.viewUnavailable
    if (explorer.entries.length === 0) return messages.noResults
    return walletCount(explorer.total, messages)
  }
  // Its heading is the wallet's name alone.
  if (view.name === 'InstallWallet') {
    const { otherNetwork } = state
    if (otherNetwork?.listingId === view.listing.id)
      return fill(messages.otherNetwork, { name: view.listing.name, network: otherNetwork.network })
    return state.platform.device === 'phone'
      ? fill(messages.installOnPhone, { name: view.listing.name })
      : messages.notDetected
  }
  if (view.name === 'ChooseNetwork') return fill(messages.chooseNetworkDetail ?? '', { name: view.listing.name })
  if (flow.status !== 'connecting') return firstAnnouncement(state, messages)
  const aboutCode = codeAnnouncement(state, messages)
  if (aboutCode !== undefined) return aboutCode
  const values = { name: flow.listing.name }
  if (flow.via === 'extension') return fill(messages.extensionDetail, values)
  if (flow.via === 'mobile')
    return fill(state.appSwitch === 'stayed' ? messages.walletStayed : messages.tapOpen, values)
  return fill(flow.via === 'qrcode' ? messages.scanDetail : messages.continueIn, values)
}
