import {
  type ClientLinker,
  createLinker,
  type FailureCode,
  type Linker,
  type LinkerOptions,
  type LinkerState,
  type LinkPurpose,
} from '@hawser/core'
import { LinkerProvider } from '@hawser/react'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { showOutdatedNotice } from './outdatedNotice.ts'
import type { Texts } from './texts.ts'
import { type Theme, withTheme } from './theme.ts'
import { whenShown } from './whenShown.ts'

/** The options of the linker, and the texts of the modal. Its looks and lists of wallets are under `modal`. */
export type CreateModalOptions = LinkerOptions & Texts

/** The linking modal on a page without React. */
export type Modal = {
  /** The linker behind the modal, for its other methods, or for other code such as a provider or a wagmi connector. */
  readonly linker: ClientLinker
  /**
   * Opens the modal, and settles once it is on screen or closed again. `purpose` is the reason why a wallet is needed. Default:
   * to link it.
   * @example await modal.open({ purpose: { kind: 'signIn' } })
   * @throws PageFramedError, PageOutdatedError, ModalUnavailableError, NoPageError - when the modal cannot be shown. If the
   * page's code is gone from the server, the visitor sees a notice and can reload the page.
   */
  open(options?: { readonly purpose?: LinkPurpose | undefined }): Promise<void>
  close(): void
  getState(): LinkerState
  /** Calls `listener` after every change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  /** Changes the looks at once, even while the modal is open. */
  setTheme(theme: Theme): void
  /** Closes the modal and removes everything that it added to the page. */
  stop(): void
}

/**
 * Creates a modal. You can call this before the page has a body. Each call makes an independent modal.
 * @example
 * const modal = createModal({
 *   relay: { url: 'wss://relay.example' },
 *   chains: ['eip155:1'],
 *   metadata: { name: 'Our app', description: '', icons: [] },
 * })
 * await modal.open()
 * @throws InvalidLinkerOptionsError - for an option that has no effect in combination with the others
 */
export function createModal({ locale, messages, ...options }: CreateModalOptions): Modal {
  return createLinkerModal(createLinker(options), { locale, messages })
}

/** Creates the modal of an existing linker. */
export function createLinkerModal(plain: ClientLinker, texts: Texts): Modal {
  const { linker, setTheme } = withTheme(plain)
  let failure: FailureCode | undefined
  let removeNotice = () => {}
  const unmount = mount(linker, texts, (code) => {
    failure = code
    if (code === 'page_outdated') removeNotice = showOutdatedNotice(texts.messages)
  })
  let closing = new AbortController()

  function close(): void {
    closing.abort()
    linker.close()
  }

  return {
    linker,
    async open(options) {
      if (closing.signal.aborted) closing = new AbortController()
      failure = undefined
      removeNotice()
      linker.open(options)
      await whenShown(linker, closing.signal, () => failure)
    },
    close,
    getState: linker.getState,
    subscribe: linker.subscribe,
    setTheme,
    stop() {
      closing.abort()
      removeNotice()
      unmount()
      linker.stop()
    },
  }
}

/** Renders the modal as soon as the page has a body. Returns a function that removes it completely. */
function mount(linker: Linker, texts: Texts, onModalUnavailable: (code: FailureCode) => void): () => void {
  if (typeof document === 'undefined') return () => {}
  if (document.body !== null) return render(linker, texts, onModalUnavailable)
  let unmount = () => {}
  const start = () => {
    unmount = render(linker, texts, onModalUnavailable)
  }
  document.addEventListener('DOMContentLoaded', start, { once: true })
  return () => {
    document.removeEventListener('DOMContentLoaded', start)
    unmount()
  }
}

function render(
  linker: Linker,
  { locale, messages }: Texts,
  onModalUnavailable: (code: FailureCode) => void,
): () => void {
  // This element never enters the page: only the dialog is visible, at the end of the body.
  const root = createRoot(document.createElement('div'))
  const props = { linker, onModalUnavailable, ...(locale && { locale }), ...(messages && { messages }) }
  root.render(createElement(LinkerProvider, props))
  return () => {
    // The dialog is closed before it is removed, because a dialog that is only removed does not return the focus.
    flushSync(() => linker.close())
    root.unmount()
  }
}
