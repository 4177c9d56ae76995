import type { LinkerState } from '@hawser/core'
import type { FirstMessages } from '../messages/modal/en.ts'
import { firstProblemOf } from './frame/firstProblem.ts'

/** What a screen reader says about the first views, in their words. Empty while there is nothing to say. */
export function firstAnnouncement(state: LinkerState, messages: FirstMessages): string {
  const problem = firstProblemOf(state, messages)
  if (problem !== undefined) return `${problem.title}. ${problem.detail}`
  // A code that is not on screen has no relay to wait for.
  if (state.relay === 'slow' && state.pairingUri !== undefined) return messages.connecting
  // The classic variant says itself what its list shows.
  const isListLost = state.explorer.isUnavailable && state.options.variant !== 'classic'
  return isListLost && state.flow.status === 'choosing' ? messages.listUnavailable : ''
}
