import type { LinkerState } from '@hawser/core'
import type { FirstMessages } from '../messages/modal/en.ts'
import { firstProblemOf } from './frame/firstProblem.ts'

/** A screen reader's text about the first views, in their visible words. Empty if there is nothing to announce. */
export function firstAnnouncement(state: LinkerState, messages: FirstMessages): string {
  const problem = firstProblemOf(state, messages)
  if (problem !== undefined) return `${problem.title}. ${problem.detail}`
  // Without a code on screen, there is no wait for the relay.
  if (state.relay === 'slow' && state.pairingUri !== undefined) return messages.connecting
  // The classic variant announces its list itself.
  const isListLost = state.explorer.isUnavailable && state.options.variant !== 'classic'
  return isListLost && state.flow.status === 'choosing' ? messages.listUnavailable : ''
}
