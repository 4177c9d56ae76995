import { expect, test } from 'vitest'
import { parseUrl } from './parseUrl.ts'

test.each([
  ['https://bücher.example/ü', undefined, 'https://xn--bcher-kva.example/%C3%BC'],
  ['wss://relay.example', undefined, 'wss://relay.example/'],
  ['/link', 'https://shop.example/a', 'https://shop.example/link'],
  ['', 'https://shop.example/a', 'https://shop.example/a'],
])('parseUrl: reads %j beside %j', (text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href)
})

test.each([
  ['link'],
  [''],
  ['https://'],
  ['https://a:99999'],
  [undefined],
  [null],
  [{}],
  [new URL('https://a.example')],
])('parseUrl: %j is not a URL', (text) => {
  expect(parseUrl(text)).toBeUndefined()
})

test('parseUrl: reads letters beyond ASCII on every call', () => {
  // `URL.canParse` of Node 20 refuses such letters after some thousand calls.
  for (let call = 0; call < 20_000; call++)
    if (parseUrl('https://bücher.example') === undefined) expect.fail(`refused at call ${call}`)
})
