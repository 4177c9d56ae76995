import type { Linker, LinkerState, ModalOptions } from '@hawser/core'
import { createContext, useContext } from 'react'
import { MissingLinkerError } from '../errors.ts'
import type { Locale } from '../messages/matchLocale.ts'
import type { Messages } from '../messages/modal/en.ts'

export type LinkerContextValue = {
  readonly linker: Linker
  /** The state of the first render, the same on the server and in the browser, as hydration requires. */
  readonly initialState: LinkerState
  readonly messages: Partial<Messages>
  readonly locale: Locale | 'auto'
  /** The error code if the modal's code or styles could not be fetched when the visitor tried to open the modal. */
  readonly modalFailure: string | undefined
  /** The server no longer has the texts of the page's language: English replaces them until the page is reloaded. */
  readonly isLanguageOutdated: boolean
  /** The `useId` of the last pressed button, and its setter. The id is undefined if the page itself opened the modal. */
  readonly pressed: readonly [button: string | undefined, press: (button: string) => void]
  /** The theme in use, which overrides the linker's options. */
  readonly look: Pick<ModalOptions, 'themeMode' | 'theme' | 'themeVariables'>
  /** Reports a component that failed to render to the host app. */
  readonly onFailure: (part: 'modal' | 'linked wallets' | 'link history' | 'sessions', error: unknown) => void
  /** Fetches the modal's code, styles and texts ahead of time. */
  readonly preloadModal: () => void
}

export const LinkerContext = createContext<LinkerContextValue | undefined>(undefined)

/** @throws MissingLinkerError - outside a LinkerProvider */
export function useLinkerContext(): LinkerContextValue {
  const value = useContext(LinkerContext)
  if (value === undefined) throw new MissingLinkerError()
  return value
}
