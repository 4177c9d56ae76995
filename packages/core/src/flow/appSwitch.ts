import type { KeyValue } from '../platform/keyValue.ts'

/** The documented key that remembers that this device needs universal links. Its only value is `universal`. */
export const appSwitchKey = 'hawser.appSwitch'

/** Whether the visitor has left the page for a wallet: `stayed` if nothing opened within 2 s. */
export type AppSwitchState = 'idle' | 'opening' | 'left' | 'stayed'

/** The options of the watch over opened links. */
export type AppSwitchOptions = {
  readonly storage: KeyValue
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  readonly set: (appSwitch: AppSwitchState) => void
}

/**
 * Whether the visitor reached the wallet after its link was opened. A page cannot ask: it only sees that it is hidden,
 * or that nothing happened.
 */
export type AppSwitch = {
  /** Whether universal links have opened wallets on this device after their own schemes had failed. */
  prefersUniversal(): boolean
  /** A link is being opened: the wallet's own scheme, a universal link, or a bare URI that decides neither. */
  opened(kind: 'native' | 'universal' | 'any'): void
  /** The page is visible again, or hidden. */
  visibilityChanged(isVisible: boolean): void
  /** Nothing is being opened any more. */
  reset(): void
}

const patienceMs = 2_000

/** Creates the watch over opened links. */
export function createAppSwitch({ storage, setTimer, set }: AppSwitchOptions): AppSwitch {
  let kind: 'native' | 'universal' | 'any' | undefined
  let isWaiting = false
  let hasNativeStayed = false
  let cancelTimer = () => {}

  function stopWaiting(): void {
    isWaiting = false
    cancelTimer()
  }

  function stayed(): void {
    stopWaiting()
    if (kind === 'native') hasNativeStayed = true
    // The earlier remedy no longer works, perhaps because the wallet is gone.
    if (kind === 'universal') storage.remove(appSwitchKey)
    set('stayed')
  }

  function left(): void {
    stopWaiting()
    if (kind === 'native') storage.remove(appSwitchKey)
    if (kind === 'universal' && hasNativeStayed) storage.set(appSwitchKey, 'universal')
    set('left')
  }

  return {
    prefersUniversal() {
      const kept = storage.get(appSwitchKey)
      // Other scripts write to this storage too (T-14): any value but our own word is removed.
      if (kept !== undefined && kept !== 'universal') storage.remove(appSwitchKey)
      return kept === 'universal'
    },
    opened(next) {
      stopWaiting()
      kind = next
      isWaiting = true
      set('opening')
      cancelTimer = setTimer(stayed, patienceMs)
    },
    visibilityChanged(isVisible) {
      if (!isVisible && isWaiting) left()
    },
    reset() {
      stopWaiting()
      hasNativeStayed = false
      kind = undefined
      set('idle')
    },
  }
}
