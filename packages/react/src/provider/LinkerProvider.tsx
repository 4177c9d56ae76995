import type { FailureCode, Linker, ModalOptions } from '@hawser/core'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ViewFailedError, ViewPart } from '../failure/errors.ts'
import { LinkerContext } from '../linker/context.ts'
import type { Locale } from '../messages/matchLocale.ts'
import type { Messages } from '../messages/modal/en.ts'
import { whenIdle } from '../whenIdle.ts'
import { useMessages } from './useMessages.ts'
import { useModal } from './useModal.ts'

export type LinkerProviderProps = {
  /** The linker from `createLinker`, called once outside any component. */
  readonly linker: Linker
  /**
   * The language of the texts. 'auto', the default, takes the page's (`<html lang>`), else the visitor's, else English.
   */
  readonly locale?: Locale | 'auto'
  /** Your own texts; missing texts come from the language. A complete set of texts is a language of your own. */
  readonly messages?: Partial<Messages>
  /**
   * Fetches the modal's stylesheet if it is not part of the page's own: `() => import('@hawser/react/modal.css')`,
   * in addition to `button.css`. Called together with the modal's code; the modal appears only when both are loaded.
   */
  readonly loadStyles?: () => Promise<unknown>
  /**
   * When to fetch the modal's code, styles and language: once the page is idle (`idle`), or only when the visitor points at or
   * focuses the button (`intent`).
   */
  readonly preload?: 'idle' | 'intent'
  /**
   * Called when the visitor tries to open the modal and its code or styles cannot be fetched. The error code is
   * `page_outdated` or `client_unavailable`. A `LinkButton` reports this itself; a page that opens the modal in another
   * way reports it here.
   * @example
   * const tell = (code: string) => setNotice(code === 'page_outdated' ? 'Reload the page.' : 'Try again.')
   * return <LinkerProvider linker={linker} onModalUnavailable={tell}>{page}</LinkerProvider>
   */
  readonly onModalUnavailable?: (code: FailureCode) => void
  /**
   * The theme; a change applies at once, open or closed. Default: that of the linker's `modal` options.
   * @example <LinkerProvider linker={linker} themeMode={isDark ? 'dark' : 'light'}>{page}</LinkerProvider>
   */
  readonly themeMode?: ModalOptions['themeMode']
  /** A ready-made theme; a change applies at once. It needs `themes.css`. Default: that of the linker's `modal` options. */
  readonly theme?: ModalOptions['theme']
  /** The `--hawser-*` variables; a change applies at once. Default: those of the linker's `modal` options. */
  readonly themeVariables?: ModalOptions['themeVariables']
  /**
   * Called when the modal, `<LinkedWallets />`, `<LinkHistory />` or `<Sessions />` fails to render (code `view_failed`). The
   * rest of the page still works. Without this prop, the error goes to the page's `error` event for monitoring.
   */
  readonly onError?: (error: ViewFailedError) => void
  readonly children?: ReactNode
}

const noMessages: Partial<Messages> = {}

/** Provides the linker to the hooks and the button, and renders the modal while it is needed. */
export function LinkerProvider({
  linker,
  locale = 'auto',
  messages: ownMessages = noMessages,
  loadStyles,
  preload = 'idle',
  onModalUnavailable,
  themeMode,
  theme,
  themeVariables,
  onError,
  children,
}: LinkerProviderProps) {
  const { messages, load: loadMessages, isOutdated: isLanguageOutdated } = useMessages(locale, ownMessages)
  // Hydration needs the state that the server rendered, and only the browser knows whether the page is framed.
  const [initialState] = useState(() => ({ ...linker.getState(), isFramed: false }))
  const [button, press] = useState<string>()
  const {
    LinkModal,
    isOpen,
    failure: modalFailure,
    preload: fetchAhead,
    drop,
  } = useModal(linker, loadStyles, onModalUnavailable)
  const look = useMemo(
    () => ({ ...(themeMode && { themeMode }), ...(theme && { theme }), ...(themeVariables && { themeVariables }) }),
    [themeMode, theme, themeVariables],
  )
  const latestOnError = useRef(onError)
  useEffect(() => {
    latestOnError.current = onError
  })
  const onFailure = useCallback(
    (part: ViewPart, error: unknown) => {
      if (part === 'modal') drop('view_failed')
      import('../failure/errors.ts').then((failure) => failure.reportViewFailure(part, error, latestOnError.current))
    },
    [drop],
  )

  const preloadModal = useCallback(() => {
    fetchAhead()
    loadMessages()
  }, [fetchAhead, loadMessages])

  useEffect(() => (preload === 'idle' ? whenIdle(preloadModal) : () => {}), [preload, preloadModal])
  useEffect(() => {
    if (isOpen) loadMessages()
  }, [isOpen, loadMessages])

  const value = useMemo(
    () => ({
      linker,
      initialState,
      messages,
      locale,
      modalFailure,
      isLanguageOutdated,
      look,
      onFailure,
      preloadModal,
      pressed: [button, press] as const,
    }),
    [linker, initialState, messages, locale, modalFailure, isLanguageOutdated, look, onFailure, preloadModal, button],
  )
  return (
    <LinkerContext.Provider value={value}>
      {children}
      {LinkModal !== undefined && <LinkModal />}
    </LinkerContext.Provider>
  )
}
