import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { InvalidRegistryOptionError } from '../../errors.ts'
import { defaultRegistryLimits } from '../../server/limits.ts'
import { formatHelp } from './formatHelp.ts'
import { readSettings } from './readSettings.ts'
import type { Setting } from './setting.ts'
import { limitsOf, settings } from './settings.ts'

const all = Object.values<Setting<unknown>>(settings)

function refusalOf(args: readonly string[], environment: Readonly<Record<string, string>> = {}): string {
  try {
    readSettings(args, environment)
  } catch (error) {
    if (error instanceof InvalidRegistryOptionError) return error.message
    throw error
  }
  throw new Error('Nothing was refused.')
}

test('settings: without any, the limits are those of listenRegistry', () => {
  expect(limitsOf(readSettings([], {}))).toEqual(defaultRegistryLimits)
})

test('settings: every one has its own flag and variable, and a default it accepts itself', () => {
  expect(new Set(all.map(({ flag }) => flag)).size).toBe(all.length)
  for (const { flag, variable, defaultValue, parse } of all) {
    expect(variable).toBe(`HAWSER_REGISTRY_${flag.toUpperCase().replaceAll('-', '_')}`)
    if (defaultValue !== undefined) expect(parse(String(defaultValue))).toEqual(defaultValue)
  }
})

test('settings: each limit is set by its flag and by its variable, and the flag wins', () => {
  const limits = all.filter(({ flag }) => flag.startsWith('max-'))
  expect(limits.length).toBe(Object.keys(defaultRegistryLimits).length)
  for (const { flag, variable, defaultValue } of limits) {
    const text = String(Number(defaultValue) - 1)
    const byFlag = limitsOf(readSettings([`--${flag}`, text], {}))
    expect(byFlag).not.toEqual(defaultRegistryLimits)
    expect(limitsOf(readSettings([], { [variable]: text }))).toEqual(byFlag)
    expect(limitsOf(readSettings([`--${flag}`, text], { [variable]: '7' }))).toEqual(byFlag)
  }
})

test('settings: keys, addresses and empty variables', () => {
  const [one, two] = ['ab'.repeat(32), '01'.repeat(32)]
  const values = readSettings(['--public-key', `${one}, ${two}`, '--public-url', 'https://Registry.example/wallets/'], {
    HAWSER_REGISTRY_BUNDLE: '/srv/bundle',
    HAWSER_REGISTRY_PORT: '',
  })
  expect(values).toMatchObject({
    ...{ publicKeys: [one, two], publicUrl: 'https://registry.example/wallets', bundle: '/srv/bundle', port: 4403 },
  })
})

test.each([
  [['--port', '70000'], {}, /^--port must be a whole number from 0 to 65535\. See hawser-registry serve --help\.$/],
  [['--max-requests', '0'], {}, /^--max-requests must be a whole number from 1 /],
  [[], { HAWSER_REGISTRY_MAX_REQUESTS: '1.5' }, /^HAWSER_REGISTRY_MAX_REQUESTS must be a whole number/],
  [['--public-key', 'AB'], {}, /^--public-key must be public keys of 64 lowercase hex digits/],
  [['--public-url', 'registry.example'], {}, /^--public-url must be an address such as https:/],
  [['--public-url', 'https://user@registry.example'], {}, /^--public-url must be an address/],
  [['--log-level', 'loud'], {}, /^--log-level must be one of debug, info/],
  [['--nonsense', '1'], {}, /^Unknown option '--nonsense'.*See hawser-registry serve --help\.$/],
  [
    ['--public-keys', 'ab'],
    {},
    /^Unknown option '--public-keys'\. Did you mean --public-key\? See hawser-registry serve/,
  ],
  [['--publicUrl', 'https://a.example'], {}, /Did you mean --public-url\? See/],
  [['--trusted-proxy', '1'], {}, /Did you mean --trusted-proxies\? See/],
  [['--port'], {}, /^Option '--port <value>' argument missing\. See hawser-registry serve --help\.$/],
  [
    [],
    { HAWSER_REGISTRY_PUBLIC_KEYS: 'ab' },
    /^HAWSER_REGISTRY_PUBLIC_KEYS is not a setting\. Did you mean HAWSER_REGISTRY_PUBLIC_KEY\?/,
  ],
  [
    [],
    { HAWSER_REGISTRY_PORT: 'tcp://10.0.0.1:4403' },
    /^HAWSER_REGISTRY_PORT must be a whole number.*: Kubernetes sets it/,
  ],
  [['surplus'], {}, /^Unexpected argument 'surplus'/],
] as const)('settings: %j with %j is refused in one line', (args, environment, line) => {
  const text = refusalOf(args, environment)
  expect(text).toMatch(line)
  expect(text).not.toContain('\n')
})

test('settings: variables that are nearly none of ours, or that Kubernetes sets, are not looked at', () => {
  const environment = {
    HAWSER_REGISTRY_SERVICE_HOST: 'x',
    HAWSER_REGISTRY_PORT_4403_TCP: 'x',
    HAWSER_REGISTRY_IMAGE: 'x',
  }
  expect(readSettings([], environment)).toEqual(readSettings([], {}))
})

test('formatHelp: shows every setting, in lines of 100 columns at most', () => {
  const help = formatHelp()
  for (const { flag } of all) expect(help).toContain(`  --${flag} `)
  for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
})

test('docs/registry-runbook.md shows every setting as it is, and no other', () => {
  const text = readFileSync(new URL('../../../../../docs/registry-runbook.md', import.meta.url), 'utf8')
  const rows = text.split('\n').filter((line) => line.startsWith('|') && line.includes('`HAWSER_REGISTRY_'))
  const expected = all.map(({ flag, variable, defaultValue, unit, meaning }) => {
    const shown = defaultValue === undefined || defaultValue === false ? '' : `${defaultValue} ${unit}`.trim()
    return `| \`--${flag}\` | \`${variable}\` | ${shown} | ${meaning} |`
  })
  expect(rows).toEqual(expected)
})
