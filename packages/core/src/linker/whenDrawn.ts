import type { ResolvedOptions } from './defaults.ts'
import type { StateStore } from './stateStore.ts'

/**
 * Returns a function that resolves in the task after the code is drawn, so that fetching later parts does not delay the code.
 * The function also waits for a code that is held back. A phone shows wallets first, and waits for no code.
 */
export function createWhenDrawn(
  { getState, subscribe }: Pick<StateStore, 'getState' | 'subscribe'>,
  { setTimer, platform }: Pick<ResolvedOptions, 'setTimer' | 'platform'>,
): () => Promise<void> {
  const isHeld = () => platform.device === 'desktop' && getState().isCodeHeld === true
  return async () => {
    if (isHeld())
      await new Promise<void>((resolve) => {
        const unsubscribe = subscribe(() => {
          if (isHeld()) return
          unsubscribe()
          resolve()
        })
      })
    await new Promise<void>((resolve) => setTimer(resolve, 0))
  }
}
