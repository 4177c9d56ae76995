import { parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import { findOwnRelay } from './ownRelay.ts'
import { createReachFilter } from './reachFilter.ts'
import { type RelayReach, resolveReach } from './relayReach.ts'

const own = 'wss://relay.example'
const network = 'wss://relay.walletconnect.com'

test.each<[relayUrl: string | readonly string[], reach: string]>([
  [network, 'network'],
  ['wss://relay.walletconnect.org', 'network'],
  ['wss://relay.walletconnect.org/?projectId=abc', 'network'],
  ['WSS://RELAY.walletconnect.com:443', 'network'],
  // Several addresses lead to the same mailboxes.
  [['wss://mirror.example', network], 'network'],
  [own, 'own'],
  [[own, 'wss://other.example'], 'own'],
  ['wss://relay.walletconnect.com.evil.example', 'own'],
  ['wss://evil.example/relay.walletconnect.com', 'own'],
  ['wss://notrelay.walletconnect.com', 'own'],
  ['ws://localhost:4402', 'own'],
  ['', 'own'],
])('resolveReach: by default %j is %s', (relayUrl, reach) => {
  expect(resolveReach({ relayUrl })).toBe(reach)
})

test('resolveReach: the host app decides; its own connector brings codes with their own relay', () => {
  expect(resolveReach({ relayUrl: network, relayReach: 'own' })).toBe('own')
  expect(resolveReach({ relayUrl: own, relayReach: ['quay'] })).toEqual(['quay'])
  expect(resolveReach({ relayUrl: '', connector: {} })).toBe('network')
  expect(resolveReach({ relayUrl: '', connector: {}, relayReach: 'own' })).toBe('own')
})

test('findOwnRelay: the host of a relay that reaches few wallets, else the host app’s name', () => {
  const metadata = { name: 'Shop' }
  const find = (relayUrl: string | readonly string[], relayReach?: RelayReach) =>
    findOwnRelay({ metadata, relayUrl, ...(relayReach && { relayReach }) })
  expect(find(network)).toBeUndefined()
  expect(find(own, 'network')).toBeUndefined()
  expect(find(own)).toBe('relay.example')
  expect(find('ws://localhost:4402/path?query', ['quay'])).toBe('localhost:4402')
  expect(find([own, 'wss://other.example'])).toBe('relay.example')
  expect(find('')).toBe('Shop')
})

const links = { native: 'quay://', universal: 'https://quay.example/' }
const quay = parseListing({ id: 'quay', name: 'Quay', mobile: links, desktop: links })
const ours = parseListing({
  id: 'ours',
  name: 'Ours',
  mobile: links,
  desktop: links,
  relays: ['wss://Relay.example:443/'],
})
const noLinks = { native: undefined, universal: undefined }
const never = () => false

test('createReachFilter: an unreachable wallet has no pairing link, in one stable listing', () => {
  const reached = createReachFilter({ relayUrl: own }, never)
  expect(reached(quay)).toEqual({ ...quay, mobile: noLinks, desktop: noLinks })
  expect(reached(quay)).toBe(reached(quay))
})

test.each<[about: string, relayUrl: string | readonly string[], reach: RelayReach | undefined, ids: readonly string[]]>(
  [
    ['the network', network, undefined, ['quay', 'ours']],
    ['said to be the network', own, 'network', ['quay', 'ours']],
    ['named by the listing', own, undefined, ['ours']],
    ['named with another spelling', 'wss://relay.example/?auth=x', undefined, ['ours']],
    ['one of several', ['wss://other.example', own], 'own', ['ours']],
    ['another relay', 'wss://other.example', undefined, []],
    ['named by the host app', 'wss://other.example', ['quay'], ['quay']],
    ['an id that is a part of a word', 'wss://other.example', 'own', []],
  ],
)('createReachFilter: %s', (_, relayUrl, relayReach, ids) => {
  const reached = createReachFilter({ relayUrl, ...(relayReach && { relayReach }) }, never)
  // `o` is a part of the word "own", but the id of no wallet of the host app.
  const listings = [quay, ours, { ...quay, id: 'o' }]
  const found = listings.filter((listing) => reached(listing) === listing).map(({ id }) => id)
  expect(found).toEqual(relayReach === 'network' || relayUrl === network ? [...ids, 'o'] : ids)
})

test('createReachFilter: wallets that the host app names are reached', () => {
  const reached = createReachFilter({ relayUrl: own }, ({ id }) => id === 'quay')
  expect(reached(quay)).toBe(quay)
})
