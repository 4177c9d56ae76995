import type { LinkerState } from '@hawser/core'
import type { FirstMessages } from '../messages/modal/en.ts'
import { firstProblemOf } from './frame/firstProblem.ts'

/** A screen reader's text about the first views, in their words. Empty while there is nothing to say. */
export function firstAnnouncement(state: LinkerState, messages: FirstMessages): string {
  const problem = firstProblemOf(state, messages)
  if (problem !== undefined) return `${problem.title}. ${problem.detail}`
  // A code that is not on screen has no relay to wait for.
  if (state.relay === 'slow' && state.pairingUri !== undefined) return messages.connecting
  // The classic variant announces its list itself.
  const isListLost = state.explorer.isUnavailable && state.options.variant !== 'classic'
  return isListLost && state.flow.status === 'choosing' ? messages.listUnavailable : ''
}
