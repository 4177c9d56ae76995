import type { WalletListener } from './connectedWallet.ts'

/** Those who follow one wallet. `letGo` is how the wallet itself is followed no more. */
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
