import type { Linker, LinkerState } from '@hawser/core'

/** Returns the same linker with its state mapped through `lay`. Call `refresh` when `lay` would return another result. */
export function withOverlay<L extends Linker>(
  linker: L,
  lay: (state: LinkerState) => LinkerState,
): { readonly linker: L; refresh(): void } {
  const listeners = new Set<() => void>()
  let below = linker.getState()
  let state = lay(below)

  function getState(): LinkerState {
    const now = linker.getState()
    if (now !== below) {
      below = now
      state = lay(now)
    }
    return state
  }

  return {
    linker: {
      ...linker,
      getState,
      subscribe(listener) {
        const unsubscribe = linker.subscribe(listener)
        listeners.add(listener)
        return () => {
          unsubscribe()
          listeners.delete(listener)
        }
      },
    },
    refresh() {
      below = linker.getState()
      state = lay(below)
      for (const listener of [...listeners]) listener()
    },
  }
}
