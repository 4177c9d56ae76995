import type { LinkerState, ModalOptions } from '@hawser/core'
import { useLinkerContext } from './context.ts'
import { useLinker } from './useLinker.ts'

/** The theme in use: the provider's props override the linker's options. */
export function useTheme(): Pick<ModalOptions, 'themeMode' | 'theme' | 'themeVariables'> {
  const options = useLinker(optionsOf)
  return { ...options, ...useLinkerContext().look }
}

function optionsOf({ options }: LinkerState): ModalOptions {
  return options
}
