import type { LinkerState, Pairing } from '@hawser/core'

/** The pairing of the code on screen. */
export function shownPairing({ flow }: LinkerState): Pairing | undefined {
  return flow.status === 'choosing' || flow.status === 'connecting' ? flow.pairing : undefined
}

/** Whether the code replaced one that a wallet has scanned and declined. */
export function isNewAfterDeclined(state: LinkerState): boolean {
  return shownPairing(state)?.replaces === 'declined'
}

/** The letters of a topic that a visitor compares between two codes (T-20). */
export function shortTopic(topic: string): string {
  return topic.length > 12 ? `${topic.slice(0, 6)}…${topic.slice(-6)}` : topic
}
