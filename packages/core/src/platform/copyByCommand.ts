/**
 * Copies by the command that browsers had before the clipboard.
 * @throws Error - where the browser does not copy
 */
export function copyByCommand(text: string): void {
  const { activeElement } = document
  const field = document.createElement('textarea')
  field.value = text
  // No keyboard of a phone comes up for it.
  field.readOnly = true
  field.style.setProperty('position', 'fixed', 'important')
  field.style.setProperty('opacity', '0', 'important')
  // What is outside of a modal dialog cannot be selected.
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
