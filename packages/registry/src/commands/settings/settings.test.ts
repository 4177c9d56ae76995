import { readFileSync } from 'node:fs'
import { formatSettingsTable, InvalidCommandError, readSettings, type Setting } from '@hawser/command'
import { expect, test } from 'vitest'
import { defaultRegistryLimits } from '../../server/limits.ts'
import { limitsOf, prefix, settings } from './settings.ts'

const all = Object.values<Setting<unknown>>(settings)
const read = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  readSettings(settings, { args, environment, prefix }).values

function refusalOf(args: readonly string[], environment: Readonly<Record<string, string>> = {}): string {
  try {
    read(args, environment)
  } catch (error) {
    if (error instanceof InvalidCommandError) return error.message
    throw error
  }
  throw new Error('Nothing was refused.')
}

test('settings: the defaults are those of listenRegistry', () => {
  expect(limitsOf(read([]))).toEqual(defaultRegistryLimits)
})

test('settings: each has its own name, a reason, and a default that it accepts itself', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  for (const { name, defaultValue, parse, reason } of all) {
    expect([name, reason.length > 15]).toEqual([name, true])
    if (defaultValue !== undefined) expect(parse(String(defaultValue), 'flag')).toEqual(defaultValue)
  }
})

test('settings: each limit is set by its flag and by its variable, and the flag wins', () => {
  const limits = all.filter(({ name }) => name.startsWith('max-'))
  expect(limits.length).toBeGreaterThan(2)
  for (const { name, defaultValue } of limits) {
    const variable = `HAWSER_REGISTRY_${name.toUpperCase().replaceAll('-', '_')}`
    const text = String(Number(defaultValue) - 1)
    const byFlag = limitsOf(read([`--${name}`, text]))
    expect(byFlag).not.toEqual(defaultRegistryLimits)
    expect(limitsOf(read([], { [variable]: text }))).toEqual(byFlag)
    expect(limitsOf(read([`--${name}`, text], { [variable]: '7' }))).toEqual(byFlag)
  }
  expect(limitsOf(read(['--max-requests', '40'])).pace).toEqual({ perSecond: 40, burst: 200 })
})

test('settings: keys, addresses and empty variables', () => {
  const [one, two] = ['ab'.repeat(32), '01'.repeat(32)]
  const environment = { HAWSER_REGISTRY_BUNDLE: '/srv/bundle', HAWSER_REGISTRY_PORT: '' }
  const values = read(
    ['--public-key', `${one}, ${two}`, '--public-url', 'https://Registry.example/wallets/'],
    environment,
  )
  expect(values).toMatchObject({
    ...{ publicKeys: [one, two], publicUrl: 'https://registry.example/wallets', bundle: '/srv/bundle', port: 4403 },
  })
})

test.each([
  [['--port', '70000'], {}, /^--port must be a whole number from 0 to 65535\.$/],
  [['--max-requests', '0'], {}, /^--max-requests must be a whole number from 1 /],
  [[], { HAWSER_REGISTRY_MAX_REQUESTS: '1.5' }, /^HAWSER_REGISTRY_MAX_REQUESTS must be a whole number/],
  [['--public-key', 'AB'], {}, /^--public-key must be public keys of 64 lowercase hex digits/],
  [['--public-url', 'registry.example'], {}, /^--public-url must be an address such as https:/],
  [['--public-url', 'https://user@registry.example'], {}, /^--public-url must be an address/],
  [['--log-level', 'loud'], {}, /^--log-level must be one of debug, info/],
  [['--public-keys', 'ab'], {}, /^--public-keys is not an option\. Did you mean --public-key\?/],
  [[], { HAWSER_REGISTRY_PUBLIC_KEYS: 'ab' }, /^HAWSER_REGISTRY_PUBLIC_KEYS is not a setting\. Did you mean .*_KEY\?/],
  [[], { HAWSER_REGISTRY_PORT: 'tcp://10.0.0.1:4403' }, /^HAWSER_REGISTRY_PORT must be a whole.*: Kubernetes sets it/],
] as const)('settings: %j with %j is refused in one sentence', (args, environment, line) => {
  const text = refusalOf(args, environment)
  expect(text).toMatch(line)
  expect(text).not.toContain('\n')
})

test('docs/registry-runbook.md lists every setting correctly, and no other', () => {
  const text = readFileSync(new URL('../../../../../docs/registry-runbook.md', import.meta.url), 'utf8')
  expect(text).toContain(`\n${formatSettingsTable(settings, prefix)}\n`)
  const rows = text.split('\n').filter((line) => line.startsWith('|') && line.includes('`HAWSER_REGISTRY_'))
  expect(rows).toHaveLength(all.length)
})
