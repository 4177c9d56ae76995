// @vitest-environment happy-dom
import type { Handoff, HandoffState } from '@hawser/core/handoff'
import { expect, onTestFinished, test } from 'vitest'
import { readPageWords } from '../pageWords.ts'
import { createHandoffRenderer } from './createHandoffRenderer.ts'

const address = 'https://app.example/link/handoff#h=x'
const linked: HandoffState = { step: 'start', wallets: [], isLooking: true, links: { address, wallets: [] } }
const digits: HandoffState = { step: 'digits', digits: '012345', expiresAt: 1 }
const refuse = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))

/** Shows a state in a browser with this clipboard, whose older command copies the selected field or nothing. */
function open(state: HandoffState, clipboard: object | undefined, doesCommand = false) {
  const place = document.createElement('main')
  document.body.append(place)
  const copied: unknown[] = []
  const execCommand = () => {
    const { activeElement } = document
    if (doesCommand && activeElement instanceof HTMLTextAreaElement) copied.push(activeElement.value)
    return doesCommand
  }
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  Object.defineProperty(document, 'execCommand', { value: execCommand, configurable: true })
  onTestFinished(() => {
    place.remove()
    Reflect.deleteProperty(navigator, 'clipboard')
    Reflect.deleteProperty(document, 'execCommand')
  })
  const stage = createHandoffRenderer({
    place,
    words: readPageWords(''),
    site: 'app.example',
    onLanguage: async () => undefined,
  })
  const show = (next: HandoffState) => stage.show({} as Handoff, next)
  show(state)
  const button = () => place.querySelector<HTMLButtonElement>('button.plain')
  const press = async () => {
    button()?.click()
    await expect.poll(() => button()?.disabled).toBe(false)
  }
  return { show, press, copied, button, field: () => place.querySelector('textarea') }
}

test.each([
  ['a refusal', { writeText: refuse }],
  ['no clipboard', undefined],
])('a link that the browser does not copy is shown for copying by hand: %s', async (_, clipboard) => {
  const { show, press, field } = open(linked, clipboard)
  expect(field()).toBeNull()
  await press()
  expect(field()).toMatchObject({ value: address, readOnly: true, selectionStart: 0, selectionEnd: address.length })
  expect(document.activeElement).toBe(field())
  expect(field()?.getAttribute('aria-label')).toBe('Copy the link')
  // The end of the search for wallets draws the state again.
  show({ ...linked, isLooking: false })
  expect(field()?.value).toBe(address)
})

test('digits that the browser does not copy are shown for copying by hand', async () => {
  const { press, field } = open(digits, { writeText: refuse })
  await press()
  expect(field()).toMatchObject({ value: '012345' })
})

test('the older command copies where the clipboard is refused', async () => {
  const { press, copied, button, field } = open(linked, { writeText: refuse }, true)
  await press()
  expect([copied, field()]).toEqual([[address], null])
  expect(button()?.textContent).toBe('Copied. Paste it in the browser of your wallet.')
  expect(document.activeElement).toBe(button())
})

test('the field goes once the browser copies', async () => {
  const clipboard = { writeText: refuse }
  const { press, button, field } = open(linked, clipboard)
  await press()
  clipboard.writeText = async () => undefined as never
  await press()
  expect([button()?.textContent, field()]).toEqual(['Copied. Paste it in the browser of your wallet.', null])
})
