import type { LinkerEvent, LinkerState } from '@hawser/core'
import { useSyncExternalStore } from 'react'
import { useLinkerContext } from './context.ts'

/**
 * The linker's state and the way to send it events.
 * @throws MissingLinkerError - outside a LinkerProvider
 */
export function useLinker(): { readonly state: LinkerState; readonly send: (event: LinkerEvent) => void } {
  const { linker, initialState } = useLinkerContext()
  const state = useSyncExternalStore(linker.subscribe, linker.getState, () => initialState)
  return { state, send: linker.send }
}
