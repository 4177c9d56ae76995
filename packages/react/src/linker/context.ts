import type { Linker, LinkerState, ModalOptions } from '@hawser/core'
import { createContext, useContext } from 'react'
import { MissingLinkerError } from '../errors.ts'
import type { Locale } from '../messages/matchLocale.ts'
import type { Messages } from '../messages/modal/en.ts'

export type LinkerContextValue = {
  readonly linker: Linker
  /** The first rendered state, on the server as in the browser: hydration starts from it. */
  readonly initialState: LinkerState
  readonly messages: Partial<Messages>
  readonly locale: Locale | 'auto'
  /** Why the modal's code or styles could not be fetched when the visitor tried to open it: the code of the error. */
  readonly modalFailure: string | undefined
  /** Texts of the page's language are gone from the server: English replaces them until the page is reloaded. */
  readonly isLanguageOutdated: boolean
  /** The button that was pressed last, by its `useId`; undefined if the page itself opened the modal. */
  readonly pressed: readonly [button: string | undefined, press: (button: string) => void]
  /** Our present look, in place of the linker's options. */
  readonly look: Pick<ModalOptions, 'themeMode' | 'theme' | 'themeVariables'>
  /** Reports a part that could not be drawn to the host app. */
  readonly onFailure: (part: 'modal' | 'linked wallets' | 'link history' | 'sessions', error: unknown) => void
  /** Fetches the modal's needs ahead of time. */
  readonly preloadModal: () => void
}

export const LinkerContext = createContext<LinkerContextValue | undefined>(undefined)

/** @throws MissingLinkerError - outside a LinkerProvider */
export function useLinkerContext(): LinkerContextValue {
  const value = useContext(LinkerContext)
  if (value === undefined) throw new MissingLinkerError()
  return value
}
