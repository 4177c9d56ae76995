import { expect, test } from 'vitest'
import { fill } from '../fill.ts'
import { en } from './en.ts'

test('M: the messages of the specification, letter by letter', () => {
  const texts: readonly unknown[] = Object.values(en)
  for (const text of [
    'Link copied',
    'Failed to copy',
    'Failed preloading',
    'Unknown Error',
    'Connection declined',
    'Not Detected',
    'No results found',
    'Connect your wallet',
    'Scan with your wallet',
    'Scan the code',
    'View All',
    'Search wallets',
    'Continue in {name}...',
    'Connection can continue loading if {name} is not installed on your device',
    '{name} web app has opened in a new tab. Go there, accept the connection, and come back',
    "Tap 'Open' to continue…",
    "Still doesn't work?",
    'Try this alternate link',
    'Get {name}',
    'App Store',
    "Scan this QR Code with your phone's camera or inside {name} app",
    'Download {name} to continue. If multiple browser extensions are installed, disable non {name} ones and try again',
    'Not Found',
    "By connecting your wallet to this app, you agree to the app's",
    'RECENT',
  ]) {
    expect(texts).toContain(text)
  }
})

test('fill: inserts values, keeps unknown places, and never reads a value as a pattern', () => {
  expect(fill('Get {name}', { name: 'Rainbow' })).toBe('Get Rainbow')
  expect(fill('{a} {b}', { a: '$& {b}' })).toBe('$& {b} {b}')
})

test('T-13: fill: where both directions may meet, a value cannot disorder the text around it', () => {
  expect(fill('الرمز {topic}', { topic: 'ab12' })).toBe('الرمز \u2068ab12\u2069')
  expect(fill('Get {name}', { name: 'ארנק' })).toBe('Get \u2068ארנק\u2069')
  expect(fill('Get {name}', { name: 'Кошелёк' })).toBe('Get Кошелёк')
})
