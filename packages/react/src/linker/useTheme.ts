import type { LinkerState, ModalOptions } from '@hawser/core'
import { useLinkerContext } from './context.ts'
import { useLinker } from './useLinker.ts'

/** How ours looks now: what the page says, before what the linker was made with. */
export function useTheme(): Pick<ModalOptions, 'themeMode' | 'themeVariables'> {
  const options = useLinker(optionsOf)
  return { ...options, ...useLinkerContext().theme }
}

function optionsOf({ options }: LinkerState): ModalOptions {
  return options
}
