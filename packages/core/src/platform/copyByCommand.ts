/**
 * Copies by the command that browsers had before the clipboard.
 * @throws Error - the browser does not copy
 */
export function copyByCommand(text: string): void {
  const { activeElement } = document
  const field = document.createElement('textarea')
  field.value = text
  // Keeps a phone's keyboard closed.
  field.readOnly = true
  field.style.setProperty('position', 'fixed', 'important')
  field.style.setProperty('opacity', '0', 'important')
  // Nothing outside a modal dialog can be selected.
  const place = activeElement?.closest('dialog') ?? document.querySelector('dialog[open]') ?? document.body
  place.append(field)
  try {
    field.select()
    if (!document.execCommand('copy')) throw new Error('The browser did not copy.')
  } finally {
    field.remove()
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
  }
}
