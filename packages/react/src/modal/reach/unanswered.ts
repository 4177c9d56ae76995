import type { LinkerState } from '@hawser/core'
import { shownPairing } from '../code/shownPairing.ts'

/** What was first seen of a code: whose it is, and how long it had left. */
export type SeenCode = { readonly topic: string; readonly secondsLeft: number }

// Long enough to find the phone, open a wallet and scan.
const patienceSeconds = 40

/**
 * Follows the code on screen: `seen` is what to hold against the next state. A code that took the place of one that nobody answered
 * goes on from there; after one that a wallet has declined it begins anew. Pure.
 */
export function followCode(state: LinkerState, seen: SeenCode | undefined): SeenCode | undefined {
  const { codeSecondsLeft: secondsLeft } = state
  const pairing = shownPairing(state)
  if (secondsLeft === undefined || pairing === undefined) return undefined
  const { pairingTopic: topic, replaces } = pairing
  if (seen?.topic === topic || (seen !== undefined && replaces === 'expired')) return seen
  return { topic, secondsLeft }
}

/** Whether a code has been on screen for 40 seconds, and no wallet has answered. Pure. */
export function isUnanswered(state: LinkerState, seen: SeenCode | undefined): boolean {
  const { codeSecondsLeft } = state
  if (seen === undefined || codeSecondsLeft === undefined) return false
  return seen.topic !== shownPairing(state)?.pairingTopic || seen.secondsLeft - codeSecondsLeft >= patienceSeconds
}
