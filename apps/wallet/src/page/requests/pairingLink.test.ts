import { formatPairingUri, parsePairingUri } from '@hawser/wire'
import { expect, test } from 'vitest'
import { takePairingUri } from './pairingLink.ts'

const uri = formatPairingUri({
  topic: 'a'.repeat(64),
  symKey: 'b'.repeat(64),
  expiresAt: 1_795_208_416_000,
  methods: [],
})
const encoded = encodeURIComponent(uri)

function open(pathname: string, search: string, hash = '') {
  const replaced: string[] = []
  const history = { replaceState: (_state: null, _unused: string, url: string) => void replaced.push(url) }
  return { taken: takePairingUri({ location: { pathname, search, hash }, history }), replaced }
}

test.each([
  ['encoded', `?uri=${encoded}`],
  ['encoded, beside others', `?a=b&uri=${encoded}&c=d`],
  ['as written', `?uri=${uri}`],
])('takePairingUri: takes the URI %s and clears the address bar', (_, search) => {
  const { taken, replaced } = open('/wc', search)
  expect(parsePairingUri(taken)).toEqual(parsePairingUri(uri))
  expect(replaced).toEqual(['/'])
})

test('takePairingUri: clears an unusable link too', () => {
  expect(open('/wc', '?requestId=1&sessionTopic=ab')).toEqual({ taken: undefined, replaced: ['/'] })
  expect(open('/', '', '#wc:abc')).toEqual({ taken: undefined, replaced: ['/'] })
})

test('takePairingUri: leaves a plain visit alone', () => {
  expect(open('/', '')).toEqual({ taken: undefined, replaced: [] })
})
