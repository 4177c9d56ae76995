import type { WalletListener } from './connectedWallet.ts'

/** Creates the listeners of one wallet. `letGo` unsubscribes from the wallet itself. */
export function createWalletListeners(letGo: () => void) {
  const listeners = new Set<WalletListener>()

  function release(): void {
    letGo()
    listeners.clear()
  }

  return {
    add: (listener: WalletListener) => void listeners.add(listener),
    remove: (listener: WalletListener) => void listeners.delete(listener),
    tell(): void {
      for (const { changed } of [...listeners]) changed()
    },
    end(): void {
      const told = [...listeners]
      release()
      for (const { ended } of told) ended()
    },
    release,
  }
}
