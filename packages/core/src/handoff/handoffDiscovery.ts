import { createBitcoinDiscovery } from '../wallets/discovery/bitcoinDiscovery.ts'
import { createDiscovery } from '../wallets/discovery/discovery.ts'
import { findRdns, groupWallets, type PageWallet } from '../wallets/discovery/pageWallets.ts'
import { createStandardDiscovery } from '../wallets/discovery/standardDiscovery.ts'

// A wallet's own browser injects its providers seconds after the page has loaded, and some wallets dispatch no event.
const lateMs = [250, 500, 1_000, 2_000, 3_000, 4_000, 6_000, 8_000]

/** Finds the wallets in the page of a handoff, of all namespaces: the requested namespaces are known only after the claim. */
export function createHandoffDiscovery({
  scope,
  setTimer,
  onChange,
}: {
  readonly scope: EventTarget
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  readonly onChange: () => void
}) {
  const ethereum = createDiscovery({ scope, onChange, allowsInjected: true })
  const standard = createStandardDiscovery({ scope, onChange })
  const bitcoin = createBitcoinDiscovery({ scope, onChange })
  let left = lateMs.length
  let timers: readonly (() => void)[] = []

  function look(): void {
    for (const discovery of [ethereum, standard, bitcoin]) discovery.start()
  }

  function wallets(): readonly PageWallet[] {
    return groupWallets([
      { namespace: 'eip155', wallets: ethereum.wallets() },
      { namespace: 'solana', wallets: standard.wallets() },
      { namespace: 'bip122', wallets: bitcoin.wallets() },
    ])
  }

  return {
    /** Asks wallets to announce themselves, and looks again for late wallets. No wallet receives any other request. */
    start() {
      look()
      timers = lateMs.map((delayMs) =>
        setTimer(() => {
          left -= 1
          look()
          if (left === 0) onChange()
        }, delayMs),
      )
    },
    stop() {
      for (const cancel of timers) cancel()
      for (const discovery of [ethereum, standard, bitcoin]) discovery.stop()
    },
    isLooking: () => left > 0,
    all: wallets,
    providerOf: ethereum.providerOf,
    standardOf: standard.walletOf,
    bitcoinOf: bitcoin.walletOf,
    wallets: () => [...ethereum.wallets(), ...standard.wallets(), ...bitcoin.wallets()],
    wayOf: (rdns: string, namespace?: string) => findRdns(wallets(), rdns, [], namespace),
  }
}
