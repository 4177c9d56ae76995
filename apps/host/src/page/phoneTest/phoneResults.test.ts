import { expect, test } from 'vitest'
import { formatResult, readResults } from './phoneResults.ts'

const now = new Date('2026-11-26T10:00:00Z')

test.each([
  [
    { system: 'ios', systemVersion: '18.1' },
    'works',
    '7.30.1',
    'zerion browser.ios works phone-2026-11-26-ios-18-1-app-7-30-1',
  ],
  [{ system: 'android', systemVersion: '' }, 'fails', ' ', 'zerion browser.android fails phone-2026-11-26-android'],
  [
    { system: 'android', systemVersion: 'Android 15 (beta)' },
    'works',
    'v2',
    'zerion browser.android works phone-2026-11-26-android-android-15-beta-app-v2',
  ],
] as const)('a result is one line: %o, %s, %s', (phone, verdict, appVersion, line) => {
  expect(formatResult(phone, 'zerion', { verdict, appVersion }, now)).toBe(line)
})

test('the name in a result fits a listing, with any input', () => {
  const line = formatResult(
    { system: 'ios', systemVersion: '9'.repeat(99) },
    'zerion',
    { verdict: 'works', appVersion: '…' },
    now,
  )
  expect(line.split(' ').at(-1)).toMatch(/^[a-z0-9][a-z0-9-]{0,63}$/)
})

test('reads stored results again, and drops malformed ones', () => {
  const kept = { system: 'android', systemVersion: '15', byListing: { zerion: { verdict: 'works', appVersion: '' } } }
  expect(readResults(JSON.stringify(kept), 'ios')).toEqual(kept)
  const bad = [
    null,
    '',
    '5',
    '{"system":"windows","systemVersion":"","byListing":{}}',
    JSON.stringify({ ...kept, byListing: { zerion: { verdict: 'maybe', appVersion: '' } } }),
    JSON.stringify({ ...kept, byListing: null }),
  ]
  for (const text of bad) expect(readResults(text, 'ios')).toEqual({ system: 'ios', systemVersion: '', byListing: {} })
})
