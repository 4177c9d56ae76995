import type { LinkerState } from '@hawser/core'
import { shownPairing } from '../code/shownPairing.ts'

/** The first observation of a code: its pairing topic, and its remaining time in seconds. */
export type SeenCode = { readonly topic: string; readonly secondsLeft: number }

// Long enough for a visitor to find the phone, open a wallet and scan.
const patienceSeconds = 40

/**
 * Follows the code on screen. Returns the value to pass as `seen` with the next state. A code that replaces an unanswered
 * one continues its time; after a declined code the time starts over. Pure.
 */
export function followCode(state: LinkerState, seen: SeenCode | undefined): SeenCode | undefined {
  const { codeSecondsLeft: secondsLeft } = state
  const pairing = shownPairing(state)
  if (secondsLeft === undefined || pairing === undefined) return undefined
  const { pairingTopic: topic, replaces } = pairing
  if (seen?.topic === topic || (seen !== undefined && replaces === 'expired')) return seen
  return { topic, secondsLeft }
}

/** Whether a code has been on screen for 40 seconds without an answer from a wallet. Pure. */
export function isUnanswered(state: LinkerState, seen: SeenCode | undefined): boolean {
  const { codeSecondsLeft } = state
  if (seen === undefined || codeSecondsLeft === undefined) return false
  return seen.topic !== shownPairing(state)?.pairingTopic || seen.secondsLeft - codeSecondsLeft >= patienceSeconds
}
