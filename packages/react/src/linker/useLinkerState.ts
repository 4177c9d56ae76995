import type { LinkerState } from '@hawser/core'
import { useLinker } from './useLinker.ts'

/** The linker's whole state, for the open modal: there the state changes each second. */
export function useLinkerState(): LinkerState {
  return useLinker(whole)
}

function whole(state: LinkerState): LinkerState {
  return state
}
