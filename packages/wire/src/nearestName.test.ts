import { expect, test } from 'vitest'
import { nearestName } from './nearestName.ts'

const known = ['relayUrl', 'linkUrl', 'port', 'trusted-proxies', 'max-publishes', 'origins']

test.each([
  ['relayURL', 'relayUrl'],
  ['relay_url', 'relayUrl'],
  ['relayUri', 'relayUrl'],
  ['prot', 'port'],
  ['trusted-proxy', 'trusted-proxies'],
  ['max-publihses', 'max-publishes'],
  ['origin', 'origins'],
  ['Origins', 'origins'],
  ['x', undefined],
  ['', undefined],
  ['registry', undefined],
  ['z'.repeat(100_000), undefined],
])('nearestName: %s means %s', (given, meant) => {
  expect(nearestName(given, known)).toBe(meant)
})

test('nearestName: the nearer of two near ones, and nothing for an empty list', () => {
  expect(nearestName('linkUrls', ['linkUri', 'linkUrl'])).toBe('linkUrl')
  expect(nearestName('linkUrl', [])).toBeUndefined()
})
