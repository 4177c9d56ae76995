import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBrowserLabel } from './browserLabel.ts'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36', 'Chrome', 'Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18 Safari/604', 'Safari', 'iOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605 Version/18 Safari/605', 'Safari', 'macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/142.0 Safari/537.36', 'Chrome', 'Linux'],
  ['curl/8.5.0', undefined, undefined],
  [null, undefined, undefined],
])('parseBrowserLabel: %s', (userAgent, browser, system) => {
  expect(parseBrowserLabel(userAgent)).toEqual({ browser, system })
})

test('parseBrowserLabel: a label has only our words and no markup, for any header', () => {
  const part = fc.constantFrom('<script>', 'Firefox/', 'Chrome/1', '"><img src=x>', 'Linux', ' ', 'Windows', '\u202e')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => parts.join(' ')),
      ),
      (userAgent) => {
        const { browser, system } = parseBrowserLabel(userAgent)
        for (const word of [browser, system]) expect(word ?? '').toMatch(/^[A-Za-z ]*$/)
      },
    ),
  )
})
