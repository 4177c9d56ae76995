import { reloadPage } from '@hawser/core'
import type { Texts } from './texts.ts'

/**
 * Asks the visitor to reload the page, because the modal that would ask could not be loaded. The notice is a plain dialog,
 * because its stylesheet might be missing too. Returns a function that removes the notice.
 */
export function showOutdatedNotice(messages: Texts['messages']): () => void {
  const dialog = document.createElement('dialog')
  const text = document.createElement('p')
  text.textContent = messages?.pageOutdated ?? 'This page has been updated. Reload it to continue.'
  dialog.setAttribute('role', 'alertdialog')
  dialog.setAttribute('aria-label', text.textContent)
  dialog.append(
    text,
    createButton(messages?.reload ?? 'Reload', reloadPage),
    ' ',
    createButton(messages?.close ?? 'Close', () => dialog.close()),
  )
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  return () => dialog.remove()
}

function createButton(text: string, onPress: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = text
  button.addEventListener('click', onPress)
  return button
}
