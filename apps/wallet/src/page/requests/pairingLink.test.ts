import { formatPairingUri } from '@hawser/wire'
import { expect, test } from 'vitest'
import { findPairingUri, takePairingUri } from './pairingLink.ts'

const uri = formatPairingUri({
  topic: 'a'.repeat(64),
  symKey: 'b'.repeat(64),
  expiresAt: 1_795_208_416_000,
  methods: [],
})
const encoded = encodeURIComponent(uri)

test.each([
  ['the URI', uri],
  ['white space around it', `\n  ${uri}\t`],
  ['a universal link', `https://wallet.example/wc?uri=${encoded}`],
  ['a universal link with more in it', `http://localhost:4401/wc?a=b&uri=${encoded}#top`],
  ['a link of an own scheme', `hawser-demo://wc?uri=${encoded}`],
])('findPairingUri: finds it in %s', (_name, text) => {
  expect(findPairingUri(text)).toBe(uri)
})

test.each(['', 'hello', 'https://example.com/', 'https://example.com/?x=1', 'WC:abc', 'javascript:alert(1)'])(
  'findPairingUri: returns "%s" for the parser to refuse',
  (text) => expect(findPairingUri(text)).toBe(text),
)

function open(pathname: string, search: string, hash = '') {
  const replaced: string[] = []
  const history = { replaceState: (_state: null, _unused: string, url: string) => void replaced.push(url) }
  return { taken: takePairingUri({ location: { pathname, search, hash }, history }), replaced }
}

test('takePairingUri: takes the URI and clears the address bar', () => {
  expect(open('/wc', `?uri=${encoded}`)).toEqual({ taken: uri, replaced: ['/'] })
})

test('takePairingUri: clears an unusable link too', () => {
  expect(open('/wc', '?requestId=1&sessionTopic=ab')).toEqual({ taken: undefined, replaced: ['/'] })
  expect(open('/', '', '#wc:abc')).toEqual({ taken: undefined, replaced: ['/'] })
})

test('takePairingUri: leaves a plain visit alone', () => {
  expect(open('/', '')).toEqual({ taken: undefined, replaced: [] })
})
