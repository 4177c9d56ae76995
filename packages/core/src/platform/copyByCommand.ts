/** Copies text with the command that browsers had before the clipboard API. Returns whether the browser copied it. */
export function copyByCommand(text: string): boolean {
  const { activeElement } = document
  const field = document.createElement('textarea')
  field.value = text
  // Keeps a phone's keyboard closed.
  field.readOnly = true
  field.style.setProperty('position', 'fixed', 'important')
  field.style.setProperty('opacity', '0', 'important')
  // While a modal dialog is open, nothing outside it can be selected.
  const place = activeElement?.closest('dialog') ?? document.querySelector('dialog[open]') ?? document.body
  place.append(field)
  try {
    field.select()
    return document.execCommand('copy')
  } finally {
    field.remove()
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
  }
}
