/**
 * Copies a text where the browser has no clipboard for the page, as over `http:`. Within the visitor's tap, by a field that is
 * in the page for a moment: inside of an open dialog, outside of which nothing takes the focus.
 * @throws Error - when the browser refuses
 */
export function copyByField(text: string): void {
  const { activeElement } = document
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  const place = activeElement?.closest('dialog') ?? document.body
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus()
  if (!isCopied) throw new Error('The browser did not copy the text.')
}
