import type { LinkerState, ModalOptions } from '@hawser/core'
import { useLinkerContext } from './context.ts'
import { useLinker } from './useLinker.ts'

/** Our present look: the page's choice, before the linker's options. */
export function useTheme(): Pick<ModalOptions, 'themeMode' | 'theme' | 'themeVariables'> {
  const options = useLinker(optionsOf)
  return { ...options, ...useLinkerContext().look }
}

function optionsOf({ options }: LinkerState): ModalOptions {
  return options
}
