import { type ReachOptions, resolveReach } from './relayReach.ts'

// A module of its own: a page loads `relayReach` with its button, and this code only with the modal.

/** Returns the host of a relay that reaches only wallets that name it. Undefined if the stores' wallets listen on it. */
export function findOwnRelay(options: ReachOptions): string | undefined {
  if (resolveReach(options) === 'network') return undefined
  return /\/\/([^/?#,]+)/.exec(String(options.relayUrl))?.[1] ?? options.metadata.name
}
