import type { PairingConnector } from '@hawser/core'
import { PairingExpiredError, ProposalCancelledError } from './errors.ts'
import type { ShownPairing } from './shownPairing.ts'

/** Shows pairings made elsewhere: the client that made them hears the wallet's answer, not we. */
export type HandedPairing = {
  readonly connector: PairingConnector
  /** The pairing to show from the next opening or renewal on. */
  hand(pairing: ShownPairing): void
  /** Whether there is no pairing that could be shown. */
  isOver(): boolean
}

/** Creates the connector that hands out what it is given. It asks nothing of anybody. */
export function createHandedPairing({ now }: { readonly now: () => number }): HandedPairing {
  let pairing: ShownPairing | undefined
  const isOver = () => pairing === undefined || pairing.expiresAt <= now()
  return {
    isOver,
    hand(next) {
      pairing = next
    },
    connector: {
      renews: false,
      propose() {
        if (pairing === undefined || isOver())
          throw new PairingExpiredError('This pairing is over. The page has to make a new one.')
        const { promise: approval, cancel } = untilCancelled()
        return { ...pairing, published: Promise.resolve(), approval, cancel }
      },
      async signMessage() {
        throw new ProposalCancelledError('Whoever made the pairing asks its wallet, not the modal.')
      },
      endSession() {},
      stop() {},
    },
  }
}

function untilCancelled(): { readonly promise: Promise<never>; readonly cancel: () => void } {
  let cancel = () => {}
  const promise = new Promise<never>((_, reject) => {
    cancel = () => reject(new ProposalCancelledError('The pairing is no longer shown.'))
  })
  return { promise, cancel: () => cancel() }
}
