import type { FilledOptions } from './defaults.ts'
import type { StateStore } from './stateStore.ts'

/**
 * Resolves in the task after the one that draws the code: later parts are fetched then, and do not delay it. It waits for a code
 * that is held back. A phone shows wallets first, and waits for no code.
 */
export function createWhenDrawn(
  { getState, subscribe }: Pick<StateStore, 'getState' | 'subscribe'>,
  { setTimer, platform }: Pick<FilledOptions, 'setTimer' | 'platform'>,
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
