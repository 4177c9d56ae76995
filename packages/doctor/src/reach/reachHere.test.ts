import { parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import { reachHere } from './reachHere.ts'

const link = { template: 'https://quay.example/{urlEncoded}', confidence: 'high' }
const app = { chrome: 'https://chromewebstore.google.com/detail/quay' }
const browser = { ios: link, namespaces: ['eip155'] }
const store = parseListing({ id: 'store', name: 'Store', app, mobile: { native: 'store://' }, browser })
const own = parseListing({ id: 'own', name: 'Own', mobile: { native: 'own://' }, relays: ['wss://relay.example'] })

test.each([
  [
    'an own relay',
    ['wss://relay.example/'],
    undefined,
    ['extension handoff', 'browser', '', 'pairing', 'pairing', 'pairing'],
  ],
  [
    'the network’s relay',
    ['wss://relay.walletconnect.org/'],
    undefined,
    ['extension pairing handoff', 'pairing browser', 'pairing', 'pairing', 'pairing', 'pairing'],
  ],
  [
    'an own relay that names a wallet',
    ['wss://other.example/'],
    ['store'],
    ['extension pairing handoff', 'pairing browser', 'pairing', '', '', ''],
  ],
  ['no relay', [], undefined, ['extension handoff', 'browser', '', '', '', '']],
] as const)('reachHere: the routes of %s', (_name, relayUrls, relayReach, routes) => {
  const rows = reachHere([store, own], { relayUrls, relayReach, hasHandoff: true })
  expect(rows.flatMap(({ desktop, ios, android }) => [desktop, ios, android].map((each) => each.join(' ')))).toEqual(
    routes,
  )
})

test('reachHere: without a handoff a computer does not reach a phone’s wallet', () => {
  const [row] = reachHere([store], { relayUrls: [], relayReach: undefined, hasHandoff: false })
  expect(row).toEqual({ wallet: 'Store', desktop: ['extension'], ios: ['browser'], android: [] })
})
