import type { Linker, LinkerState } from '@hawser/core'
import { useMemo, useSyncExternalStore } from 'react'
import { useLinkerContext } from './context.ts'

/**
 * Returns the linker, to call its methods. State changes never re-render the component.
 * @example
 * const linker = useLinker()
 * return <button onClick={() => linker.open()}>Link a wallet</button>
 * @throws MissingLinkerError - outside a LinkerProvider
 */
export function useLinker(): Linker
/**
 * Returns a part of the linker's state. The component re-renders only when that part changes. Select an existing part of the
 * state: a new object counts as a change each time.
 * @example const isLinking = useLinker((state) => state.flow.status !== 'closed')
 * @throws MissingLinkerError - outside a LinkerProvider
 */
export function useLinker<Selected>(select: (state: LinkerState) => Selected): Selected
export function useLinker<Selected>(select?: (state: LinkerState) => Selected): Linker | Selected | undefined {
  const { linker, initialState } = useLinkerContext()
  const read = useMemo(() => {
    let from: LinkerState | undefined
    let selected: Selected | undefined
    // React reads the same state several times, and treats a new object as a change.
    return (state: LinkerState) => {
      if (state !== from) selected = select?.(state)
      from = state
      return selected
    }
  }, [select])
  const selected = useSyncExternalStore(
    linker.subscribe,
    () => read(linker.getState()),
    () => read(initialState),
  )
  return select === undefined ? linker : selected
}
