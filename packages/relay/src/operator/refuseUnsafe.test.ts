import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, test } from 'vitest'
import { readSettings } from './readSettings.ts'
import { refuseUnsafe } from './refuseUnsafe.ts'

const check =
  (...args: string[]) =>
  () =>
    refuseUnsafe(readSettings({ args, environment: {} }))

test.each([
  [['--host', '0.0.0.0'], /plain ws:\/\/ to the network.*--trusted-proxies 1.*--i-accept-plain/],
  [['--host', '::'], /plain ws:\/\/ to the network/],
  [['--host', '192.0.2.1', '--audiences', 'wss://relay.example'], /plain ws:\/\/ to the network/],
  [['--audiences', 'wss://relay.example,ws://relay.example'], /ws:\/\/relay\.example\/ is not wss/],
  [['--host', '0.0.0.0', '--trusted-proxies', '1', '--audiences', 'ws://relay.example'], /is not wss/],
])('unsafe settings are refused: %s', (args, line) => {
  expect(check(...args)).toThrow(line)
  expect(check(...args, '--i-accept-plain')).not.toThrow()
})

test.each([
  [[]],
  [['--host', 'localhost']],
  [['--host', '127.0.0.2', '--audiences', 'ws://127.0.0.1:4402,ws://[::1]:4402,ws://localhost']],
  [['--host', '::1']],
  [['--host', '0.0.0.0', '--trusted-proxies', '1', '--audiences', 'wss://relay.example']],
])('safe settings are not: %s', (args) => {
  expect(check(...args)).not.toThrow()
})

test('unsafe settings are refused: a secret in a file that everybody may read', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'redis-url')
  writeFileSync(file, 'redis://:secret@127.0.0.1', { mode: 0o600 })
  expect(check('--redis-url-file', file)).not.toThrow()
  chmodSync(file, 0o644)
  expect(check('--redis-url-file', file)).toThrow(/open to every user/)
})

test('unsafe settings are refused: a password on the command line, which is not repeated', () => {
  expect(check('--redis', 'redis://:hunter2@127.0.0.1')).toThrow(
    /--redis must be.*without a password.*HAWSER_RELAY_REDIS_URL/,
  )
  expect(check('--redis', 'redis://:hunter2@127.0.0.1')).not.toThrow(/hunter2/)
  expect(check('--redis-url', 'redis://:hunter2@127.0.0.1')).toThrow(/--redis-url/)
  expect(check('--redis-url', 'redis://:hunter2@127.0.0.1')).not.toThrow(/hunter2/)
})
