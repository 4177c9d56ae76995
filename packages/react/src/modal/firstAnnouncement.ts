import type { LinkerState } from '@hawser/core'
import { fill } from '../messages/fill.ts'
import { formatTime } from '../messages/formatTime.ts'
import type { FirstMessages } from '../messages/modal/en.ts'
import { isNewAfterDeclined, shownPairing } from './code/shownPairing.ts'
import { firstProblemOf } from './frame/firstProblem.ts'

/** What a screen reader says about the first views, in their words. Empty while there is nothing to say. */
export function firstAnnouncement(state: LinkerState, messages: FirstMessages): string {
  const problem = firstProblemOf(state, messages)
  if (problem !== undefined) return `${problem.title}. ${problem.detail}`
  const aboutCode = codeAnnouncement(state, messages)
  if (aboutCode !== undefined) return aboutCode
  // The classic variant says itself what its list shows.
  const isListLost = state.explorer.isUnavailable && state.options.variant !== 'classic'
  return isListLost && state.flow.status === 'choosing' ? messages.listUnavailable : ''
}

const soonSeconds = 30

/**
 * What is said of the code: that the relay is slow, that it is new, and once that it will not live much longer. Never the
 * seconds themselves.
 */
export function codeAnnouncement(state: LinkerState, messages: FirstMessages): string | undefined {
  if (state.relay === 'slow') return messages.connecting
  const { codeSecondsLeft } = state
  const isDeclined = isNewAfterDeclined(state)
  if (codeSecondsLeft === undefined) {
    // A phone's first view shows wallets, not the code.
    const isShown = isDeclined && state.view.name === 'ConnectWallet'
    return isShown ? `${messages.connectionDeclined}. ${messages.declinedDetail}` : undefined
  }
  if (codeSecondsLeft <= soonSeconds) {
    const text = state.codeRenews ? messages.codeSoonRenewed : messages.codeEndsIn
    return fill(text, { time: formatTime(soonSeconds, messages.language) })
  }
  if (isDeclined) return `${messages.connectionDeclined}. ${messages.codeAfterDeclined}`
  return shownPairing(state)?.replaces === 'expired' ? messages.codeRenewed : undefined
}
