import type { Linker } from '@hawser/core'
import { LinkerProvider } from '@hawser/react'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Texts } from './texts.ts'

/** Renders the modal as soon as the page has a body. Returns the undo, after which nothing of it is left. */
export function mount(linker: Linker, texts: Texts): () => void {
  if (typeof document === 'undefined') return () => {}
  if (document.body !== null) return render(linker, texts)
  let unmount = () => {}
  const start = () => {
    unmount = render(linker, texts)
  }
  document.addEventListener('DOMContentLoaded', start, { once: true })
  return () => {
    document.removeEventListener('DOMContentLoaded', start)
    unmount()
  }
}

function render(linker: Linker, { locale, messages }: Texts): () => void {
  // This element never enters the page: all that is to be seen is the dialog, at the end of the body.
  const root = createRoot(document.createElement('div'))
  root.render(createElement(LinkerProvider, { linker, ...(locale && { locale }), ...(messages && { messages }) }))
  return () => {
    // Closed before it goes: a dialog that is only removed does not give the focus back.
    flushSync(() => linker.send({ type: 'closed' }))
    root.unmount()
  }
}
