// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest'
import { watchPageVisibility } from './browser.ts'
import { isFramedByOthers } from './isFramed.ts'

/** Puts pages around this one, the outermost last. A page that is `undefined` is of an origin that may not be read. */
function frame(...origins: (string | undefined)[]): void {
  const own = Object.getOwnPropertyDescriptor(window, 'parent')
  onTestFinished(() => {
    if (own === undefined) Reflect.deleteProperty(window, 'parent')
    else Object.defineProperty(window, 'parent', own)
  })
  const around = origins.map((origin) => ({
    get location() {
      if (origin === undefined) throw new DOMException('Blocked a frame', 'SecurityError')
      return { origin }
    },
  }))
  const pages = [window, ...around]
  pages.forEach((page, index) => {
    Object.defineProperty(page, 'parent', { value: pages[index + 1] ?? page, configurable: true })
  })
}

test('T-17 a page is framed when any page around it is of another origin', () => {
  expect(isFramedByOthers()).toBe(false)
  const { origin } = window.location
  frame(origin)
  expect(isFramedByOthers()).toBe(false)
  frame(undefined)
  expect(isFramedByOthers()).toBe(true)
  frame('https://evil.example')
  expect(isFramedByOthers()).toBe(true)
  frame(undefined, origin)
  expect(isFramedByOthers()).toBe(true)
  frame(origin, undefined)
  expect(isFramedByOthers()).toBe(true)
})

test('T-67 the page goes out of sight and comes back, by whichever event the browser has', () => {
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
