import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '@hawser/command'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, test } from 'vitest'
import { checkSafeSettings } from './checkSafeSettings.ts'
import { settings } from './settings.ts'

const check =
  (...args: string[]) =>
  () =>
    checkSafeSettings(readSettings(settings, { args }).values)

test.each([
  [['--host', '0.0.0.0'], /plain ws:\/\/ to the network.*--trusted-proxies 1.*--i-accept-plain/],
  [['--host', '::'], /plain ws:\/\/ to the network/],
  [['--host', '192.0.2.1', '--audiences', 'wss://relay.example'], /plain ws:\/\/ to the network/],
  [['--audiences', 'wss://relay.example,ws://relay.example'], /ws:\/\/relay\.example\/ is not wss/],
  [['--host', '0.0.0.0', '--trusted-proxies', '1', '--audiences', 'ws://relay.example'], /is not wss/],
])('refuses unsafe settings: %s', (args, line) => {
  expect(check(...args)).toThrow(line)
  expect(check(...args, '--i-accept-plain')).not.toThrow()
})

test.each([
  [[]],
  [['--host', 'localhost']],
  [['--host', '127.0.0.2', '--audiences', 'ws://127.0.0.1:4402,ws://[::1]:4402,ws://localhost']],
  [['--host', '::1']],
  [['--host', '0.0.0.0', '--trusted-proxies', '1', '--audiences', 'wss://relay.example']],
])('accepts safe settings: %s', (args) => {
  expect(check(...args)).not.toThrow()
})

test('refuses unsafe settings: a secret in a file that everybody may read', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'redis-url')
  writeFileSync(file, 'redis://:secret@127.0.0.1', { mode: 0o600 })
  expect(check('--redis-url-file', file)).not.toThrow()
  chmodSync(file, 0o644)
  expect(check('--redis-url-file', file)).toThrow(/open to every user/)
})

test('refuses unsafe settings: a password on the command line, without repeating it', () => {
  expect(check('--redis-url', 'redis://:hunter2@127.0.0.1')).toThrow(
    /--redis-url must be.*with a password only in HAWSER_RELAY_REDIS_URL/,
  )
  expect(check('--redis-url', 'redis://:hunter2@127.0.0.1')).not.toThrow(/hunter2/)
})
