import type { Linker } from '@hawser/core'
import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { LinkerContext } from './context.ts'
import type { Messages } from './messages/en.ts'
import type { Locale } from './messages/matchLocale.ts'
import { useMessages } from './useMessages.ts'
import { whenIdle } from './whenIdle.ts'

export type LinkerProviderProps = {
  /** Made once by `createLinker`, outside of any component. */
  readonly linker: Linker
  /** The language of the texts. 'auto', the default, takes the page's (`<html lang>`), else the visitor's, else English. */
  readonly locale?: Locale | 'auto'
  /** Texts of your own; every one left out comes from the language. All of them together are a language of your own. */
  readonly messages?: Partial<Messages>
  /**
   * When the modal's code and its language are fetched: once the page is idle, or only when the visitor points at or
   * focuses the button.
   */
  readonly preload?: 'idle' | 'intent'
  readonly children?: ReactNode
}

const noMessages: Partial<Messages> = {}

/** Gives the hooks and the button their linker, and renders the modal while it is needed. */
export function LinkerProvider({
  linker,
  locale = 'auto',
  messages: ownMessages = noMessages,
  preload = 'idle',
  children,
}: LinkerProviderProps) {
  const { messages, load: loadMessages } = useMessages(locale, ownMessages)
  const [firstState] = useState(() => linker.getState())
  const [LinkModal, setLinkModal] = useState<ComponentType>()
  const [isModalUnavailable, setModalUnavailable] = useState(false)
  const isOpen = useSyncExternalStore(
    linker.subscribe,
    () => linker.getState().flow.status !== 'closed',
    () => false,
  )

  const isClassic = useSyncExternalStore(
    linker.subscribe,
    () => linker.getState().options.variant === 'classic',
    () => false,
  )

  const loadModal = useCallback(async () => {
    const Modal = isClassic
      ? (await import('./classic/ClassicModal.tsx')).ClassicModal
      : (await import('./modal/LinkModal.tsx')).LinkModal
    setLinkModal(() => Modal)
  }, [isClassic])
  const preloadModal = useCallback(() => {
    // A failure here is nobody's concern yet: opening tries again, and says so if it fails then.
    loadModal().catch(() => {})
    loadMessages()
  }, [loadModal, loadMessages])

  useEffect(() => (preload === 'idle' ? whenIdle(preloadModal) : undefined), [preload, preloadModal])
  useEffect(() => {
    if (isOpen) loadMessages()
  }, [isOpen, loadMessages])
  useEffect(() => {
    if (!isOpen) return
    setModalUnavailable(false)
    loadModal().catch(() => {
      // Nothing can be shown, so nothing may stay open behind the visitor's back.
      setModalUnavailable(true)
      linker.send({ type: 'closed' })
    })
  }, [isOpen, linker, loadModal])

  const value = useMemo(
    () => ({ linker, firstState, messages, isModalUnavailable, preloadModal }),
    [linker, firstState, messages, isModalUnavailable, preloadModal],
  )
  return (
    <LinkerContext.Provider value={value}>
      {children}
      {LinkModal !== undefined && <LinkModal />}
    </LinkerContext.Provider>
  )
}
