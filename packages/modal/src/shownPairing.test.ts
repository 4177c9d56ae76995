import { expect, test } from 'vitest'
import { parseAnyShownPairing, parseShownPairing } from './shownPairing.ts'

const topic = 'ab'.repeat(32)
const key = 'cd'.repeat(32)
const now = 1_700_000_000_000
const version2 = `wc:${topic}@2?relay-protocol=irn&symKey=${key}`
const version1 = `wc:8a5e5bdc-a0e4-4702-ba63-8f1a5655744f@1?bridge=https%3A%2F%2Fbridge.example&key=${key}`

test('parseShownPairing: takes the expiry of the URI, else five minutes', () => {
  expect(parseShownPairing(version2, now)).toEqual({
    pairingTopic: topic,
    pairingUri: version2,
    expiresAt: now + 300_000,
  })
  expect(parseShownPairing(`${version2}&expiryTimestamp=1700000100`, now).expiresAt).toBe(1_700_000_100_000)
})

test.each([
  ['nothing', undefined],
  ['a web address', 'https://example.com'],
  ['version 1', version1],
  ['a cut-off URI', version2.slice(0, -10)],
])('T-21 parseShownPairing: refuses %s, and never repeats it', (_, uri) => {
  let message = ''
  try {
    parseShownPairing(uri, now)
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_pairing_uri' })
    message = String(error)
  }
  expect(message).not.toBe('')
  expect(message).not.toContain(key.slice(0, 20))
})

const full = `${version2}&expiryTimestamp=1700000100&methods=wc_sessionPropose,wc_sessionAuthenticate`
test.each([
  ['encoded as a whole', encodeURIComponent(full)],
  ['of a wallet', `https://wallet.example/wc?uri=${encodeURIComponent(full)}`],
  ['with ampersands as in HTML', full.replaceAll('&', '&amp;')],
  ['with methods in quotation marks', full.replace(/methods=(\w+),(\w+)/, 'methods=["$1","$2"]')],
  ['with its expiry in milliseconds', full.replace('1700000100', '1700000100000')],
  ['of an old form', full.replace('wc:', 'wc://')],
  ['in another order', `wc:${topic}@2?symKey=${key}&${full.split('?')[1]}`],
])('parseShownPairing: shows a link %s as wallets read it', (_, given) => {
  const shown = { pairingTopic: topic, pairingUri: full, expiresAt: 1_700_000_100_000 }
  expect(parseShownPairing(given, now)).toEqual(shown)
  expect(parseAnyShownPairing(given, now)).toEqual(shown)
})

test('parseAnyShownPairing: accepts version 1 too, unchanged', () => {
  expect(parseAnyShownPairing(version2, now).pairingTopic).toBe(topic)
  expect(parseAnyShownPairing(version1, now)).toEqual({
    pairingTopic: '8a5e5bdc-a0e4-4702-ba63-8f1a5655744f',
    pairingUri: version1,
    expiresAt: now + 300_000,
  })
})

test.each([
  ['without a key', version1.replace(/&key=.*/, '')],
  ['without a bridge', version1.replace(/bridge=[^&]*&/, '')],
  ['with a bridge that is no address', version1.replace(/bridge=[^&]*/, 'bridge=nowhere')],
  ['of version 3', version1.replace('@1', '@3')],
  ['of 5,000 characters', `${version1}&more=${'x'.repeat(5_000)}`],
])('parseAnyShownPairing: refuses a URI %s', (_, uri) => {
  expect(() => parseAnyShownPairing(uri, now)).toThrow(expect.objectContaining({ code: 'invalid_pairing_uri' }))
})
