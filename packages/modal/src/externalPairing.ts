import type { PairingConnector } from '@hawser/core'
import { PairingExpiredError } from '@hawser/core'
import type { ShownPairing } from './shownPairing.ts'

/** A connector for pairings that other code made. The client that made them receives the wallet's answer. */
export type ExternalPairing = {
  readonly connector: PairingConnector
  /** Sets the pairing to show from the next opening or renewal on. */
  setPairing(pairing: ShownPairing): void
  /** Whether no pairing is left to show. */
  isOver(): boolean
}

/** Creates the connector for given pairings, which sends no request. */
export function createExternalPairing({ now }: { readonly now: () => number }): ExternalPairing {
  let pairing: ShownPairing | undefined
  const isOver = () => pairing === undefined || pairing.expiresAt <= now()
  return {
    isOver,
    setPairing(next) {
      pairing = next
    },
    connector: {
      renews: false,
      propose() {
        if (pairing === undefined || isOver())
          throw new PairingExpiredError('This pairing is over. The page has to make a new one.')
        // The wallet answers the client that made the pairing, so this promise never settles, not even at the expiry. The same
        // pairing can be shown again at once, and a late end of its first showing would count for the second.
        const approval = new Promise<never>(() => {})
        return { ...pairing, published: Promise.resolve(), approval, cancel() {} }
      },
      async signMessage() {
        throw new PairingExpiredError('The client that created the pairing requests the signature.')
      },
      endSession() {},
      stop() {},
    },
  }
}
