// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest'
import { copyInBrowser, watchPageVisibility } from './browser.ts'

test('T-67 detects that the page hides and returns, by any event the browser has', () => {
  const seen: boolean[] = []
  const undo = watchPageVisibility((isVisible) => seen.push(isVisible))
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
  const turn = (state: string) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  turn('hidden')
  turn('visible')
  window.dispatchEvent(new Event('pagehide'))
  window.dispatchEvent(new Event('pageshow'))
  expect(seen).toEqual([false, true, false, true])
  undo()
  turn('hidden')
  window.dispatchEvent(new Event('pagehide'))
  expect(seen).toHaveLength(4)
})

/** Emulates a browser with this clipboard. Its older command copies the selection, or does nothing. */
function copying(writeText: ((text: string) => Promise<void>) | undefined, doesCommand: boolean): readonly string[] {
  const copied: string[] = []
  const clipboard = writeText && { writeText }
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  Object.defineProperty(document, 'execCommand', {
    configurable: true,
    value: (command: string) => {
      const field = document.querySelector('textarea')
      if (command === 'copy' && doesCommand && field !== null)
        copied.push(`${field.value} in ${field.parentElement?.localName}`)
      return doesCommand
    },
  })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'clipboard')
    Reflect.deleteProperty(document, 'execCommand')
  })
  return copied
}

test.each([
  ['missing, as on http:', undefined],
  ['refused, as in a frame', () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))],
  ['out of focus', () => Promise.reject(new DOMException('Document is not focused.', 'NotAllowedError'))],
  [
    'throwing at once',
    () => {
      throw new TypeError('writeText is broken')
    },
  ],
] as const)('F10a with a clipboard %s the older command copies', async (_, writeText) => {
  const copied = copying(writeText, true)
  await copyInBrowser('wc:1')
  const dialog = document.createElement('dialog')
  dialog.append(document.createElement('button'))
  document.body.append(dialog)
  onTestFinished(() => dialog.remove())
  dialog.querySelector('button')?.focus()
  await copyInBrowser('wc:2')
  expect(copied).toEqual(['wc:1 in body', 'wc:2 in dialog'])
  expect(document.querySelector('textarea')).toBeNull()
  expect(document.activeElement?.localName).toBe('button')
})

test('F10a rejects if neither copies, and leaves nothing behind', async () => {
  copying(undefined, false)
  await expect(copyInBrowser('wc:1')).rejects.toThrow('writeText')
  expect(document.querySelector('textarea')).toBeNull()
})
