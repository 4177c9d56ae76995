import type { Linker, ModalOptions } from '@hawser/core'
import { withOverlay } from './overlay.ts'

/** The looks that can change while the modal exists. An absent field stays unchanged. */
export type Theme = {
  readonly themeMode?: ModalOptions['themeMode'] | undefined
  readonly theme?: ModalOptions['theme'] | undefined
  readonly themeVariables?: ModalOptions['themeVariables'] | undefined
}

type SetTheme = Pick<ModalOptions, 'themeMode' | 'theme' | 'themeVariables'>

/** Returns a theme with another theme applied on top. */
export function mergeTheme(before: SetTheme, { themeMode, theme, themeVariables }: Theme): SetTheme {
  return {
    ...before,
    ...(themeMode && { themeMode }),
    ...(theme && { theme }),
    ...(themeVariables && { themeVariables }),
  }
}

/** Returns the same linker with a changeable theme, because the linker's own options are fixed. */
export function withTheme<L extends Linker>(plain: L): { readonly linker: L; setTheme(theme: Theme): void } {
  let theme: SetTheme | undefined
  const { linker, refresh } = withOverlay(plain, (state) =>
    theme === undefined ? state : { ...state, options: { ...state.options, ...theme } },
  )
  return {
    linker,
    setTheme(next) {
      theme = mergeTheme(theme ?? {}, next)
      refresh()
    },
  }
}
