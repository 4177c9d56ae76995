import { type ReachOptions, resolveReach } from './relayReach.ts'

// Apart: a page loads with its button which wallets the relay reaches, and this only with the modal.

/** The host of a relay that reaches only the wallets that name it; undefined if the wallets of the stores listen. */
export function findOwnRelay(options: ReachOptions): string | undefined {
  if (resolveReach(options) === 'network') return undefined
  return /\/\/([^/?#,]+)/.exec(String(options.relayUrl))?.[1] ?? options.metadata.name
}
