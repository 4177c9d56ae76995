import type { Linker, LinkerState, ModalOptions } from '@hawser/core'
import { createContext, useContext } from 'react'
import { MissingLinkerError } from '../errors.ts'
import type { Locale } from '../messages/matchLocale.ts'
import type { Messages } from '../messages/modal/en.ts'

export type LinkerContextValue = {
  readonly linker: Linker
  /** What was rendered first, on the server as in the browser: hydration starts from it. */
  readonly initialState: LinkerState
  readonly messages: Partial<Messages>
  readonly locale: Locale | 'auto'
  /** Why the modal's code or styles could not be fetched when the visitor wanted to open it: the code of the error. */
  readonly modalFailure: string | undefined
  /** Texts of the page's language are gone from the server: English stands in until the page is reloaded. */
  readonly isLanguageOutdated: boolean
  /** The button that was pressed last, by its `useId`; undefined where the page has opened the modal by itself. */
  readonly pressed: readonly [button: string | undefined, press: (button: string) => void]
  /** How ours looks now, in place of what the linker was made with. */
  readonly theme: Pick<ModalOptions, 'themeMode' | 'themeVariables'>
  /** Tells the host app of a part that could not be drawn. */
  readonly onFailure: (part: 'modal' | 'linked wallets' | 'link history' | 'sessions', error: unknown) => void
  /** Fetches what the modal needs ahead of its need. */
  readonly preloadModal: () => void
}

export const LinkerContext = createContext<LinkerContextValue | undefined>(undefined)

/** @throws MissingLinkerError - outside a LinkerProvider */
export function useLinkerContext(): LinkerContextValue {
  const value = useContext(LinkerContext)
  if (value === undefined) throw new MissingLinkerError()
  return value
}
