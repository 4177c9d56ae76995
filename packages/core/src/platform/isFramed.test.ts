// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest'
import { isFramedByOthers } from './isFramed.ts'

/** Puts pages around this one, the outermost last. An `undefined` page has an origin that this page cannot read. */
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

/** Sets the browser's list of the pages around this one. */
function sayAncestors(ancestorOrigins: readonly string[] | undefined): void {
  Object.defineProperty(location, 'ancestorOrigins', { value: ancestorOrigins, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(location, 'ancestorOrigins'))
}

test('T-17 a page is framed if any page around it has another origin', () => {
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

test('T-17 every page around it must have an origin that may frame the page', () => {
  const { origin } = window.location
  const safe = 'https://app.safe.global'
  frame(undefined)
  for (const [around, isAllowed] of [
    [[safe], true],
    [[origin, safe], true],
    [[safe, 'https://evil.example'], false],
    [['https://evil.example', safe], false],
    [['https://app.safe.global.evil.example'], false],
    [['null'], false],
    [undefined, false],
  ] as const) {
    sayAncestors(around)
    expect([around, isFramedByOthers([safe])]).toEqual([around, !isAllowed])
    expect(isFramedByOthers()).toBe(true)
  }
})

test('T-17 a page is not framed at the top, or with only pages of its own origin around it', () => {
  const { origin } = window.location
  for (const around of [[], [origin], [origin, origin]]) {
    sayAncestors(around)
    expect(isFramedByOthers()).toBe(false)
  }
})
