import { InvalidCommandError, readSettings } from '@hawser/command'
import { expect, test } from 'vitest'
import { checkSafeSettings } from './checkSafeSettings.ts'
import { prefix, settings } from './settings.ts'

const check = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
  return () => checkSafeSettings(readSettings(settings, { args, environment, prefix }).values)
}

test.each([
  [['--host', '0.0.0.0'], {}],
  [['--host', '::'], {}],
  [['--host', '192.0.2.1'], {}],
  [['--host', 'registry.example'], {}],
  [[], { HAWSER_REGISTRY_HOST: '0.0.0.0' }],
] as const)('refuses a network without a TLS proxy in front: %j %j', (args, environment) => {
  expect(check(args, environment)).toThrow(InvalidCommandError)
  expect(check(args, environment)).toThrow(/plain http:\/\/ to the network.*--trusted-proxies 1.*--i-accept-plain/)
  expect(check([...args, '--i-accept-plain'], environment)).not.toThrow()
  expect(check([...args, '--trusted-proxies', '1'], environment)).not.toThrow()
  expect(check(args, { ...environment, HAWSER_REGISTRY_I_ACCEPT_PLAIN: 'true' })).not.toThrow()
})

test.each([[[]], [['--host', 'localhost']], [['--host', '127.0.0.2']], [['--host', '::1']]])(
  'serves this machine alone without one: %j',
  (args) => {
    expect(check(args)).not.toThrow()
  },
)
