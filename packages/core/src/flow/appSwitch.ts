import type { KeyValue } from '../platform/keyValue.ts'

/** The documented storage key for a device that needs universal links. Its only value is `universal`. */
export const appSwitchKey = 'hawser.appSwitch'

/** Tracks whether the visitor left the page for a wallet. `stayed` means that nothing has opened for 2 s. */
export type AppSwitchState = 'idle' | 'opening' | 'left' | 'stayed'

/** The options of `createAppSwitch`. */
export type AppSwitchOptions = {
  readonly storage: KeyValue
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  readonly set: (appSwitch: AppSwitchState) => void
}

/**
 * Detects whether a tap on a wallet's link reached the wallet. A page cannot ask the system: the page only sees that it is
 * hidden, or that nothing happened.
 */
export type AppSwitch = {
  /** Whether universal links have opened wallets on this device after their own schemes had failed. */
  prefersUniversal(): boolean
  /**
   * Reports that a link is being opened: the wallet's own scheme (`native`), a universal link, or a bare URI (`any`), which
   * says nothing about either.
   */
  opened(kind: 'native' | 'universal' | 'any'): void
  /** Reports that the page is hidden, or visible again. */
  visibilityChanged(isVisible: boolean): void
  /** Stops the watch and sets the state to `idle`. */
  reset(): void
}

const patienceMs = 2_000

/** Creates the watch that detects whether opened links reach a wallet. */
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
    // Safari asks before it opens a scheme, and the visitor can answer later: a page that hides then has opened the wallet.
    if (kind === 'native') isWaiting = hasNativeStayed = true
    // The stored preference for universal links no longer helps, perhaps because the wallet was removed.
    if (kind === 'universal') storage.remove(appSwitchKey)
    set('stayed')
  }

  function left(): void {
    stopWaiting()
    if (kind === 'native') {
      hasNativeStayed = false
      storage.remove(appSwitchKey)
    }
    if (kind === 'universal' && hasNativeStayed) storage.set(appSwitchKey, 'universal')
    set('left')
  }

  return {
    prefersUniversal() {
      const kept = storage.get(appSwitchKey)
      // Other scripts write to this storage too (T-14), so any value except `universal` is removed.
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
