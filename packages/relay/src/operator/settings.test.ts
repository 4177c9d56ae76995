import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { InvalidRelayOptionError } from '../errors.ts'
import { defaultConnections } from '../limits/defaultConnections.ts'
import { defaultMailboxLimits, defaultRelayLimits } from '../limits/limits.ts'
import { readSettings } from './readSettings.ts'
import type { Setting } from './setting.ts'
import { settings } from './settings.ts'

const all = Object.values<Setting<unknown>>(settings)

function read(args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}, file?: string) {
  const readFile = (path: string) => {
    if (file === undefined) throw new Error(`No ${path}.`)
    return file
  }
  return readSettings({ args, environment, readFile, connections: () => 123 })
}

function refusalOf(args: readonly string[], environment: Readonly<Record<string, string>> = {}, file?: string): string {
  try {
    read(args, environment, file)
  } catch (error) {
    if (error instanceof InvalidRelayOptionError) return error.message
    throw error
  }
  throw new Error('Nothing was refused.')
}

test('settings: without any, the defaults are those of createRelay and of the mailboxes', () => {
  const { limits, mailboxLimits } = read()
  expect(limits).toEqual({ ...defaultRelayLimits, connections: 123 })
  expect(mailboxLimits).toEqual(defaultMailboxLimits)
})

test('settings: every one has its own flag and variable, and a default it accepts itself', () => {
  const flags = all.flatMap(({ flag }) => (flag === undefined ? [] : [flag]))
  expect(new Set(flags).size).toBe(flags.length)
  expect(new Set(all.map(({ variable }) => variable)).size).toBe(all.length)
  for (const { variable, defaultValue, parse } of all) {
    expect(variable).toMatch(/^HAWSER_RELAY_[A-Z_]+$/)
    if (defaultValue !== undefined) expect(parse(String(defaultValue))).toEqual(defaultValue)
  }
})

test('settings: each limit is set by its flag and by its variable, and the flag wins', () => {
  const changed = all.filter(({ flag, defaultValue }) => flag?.startsWith('max-') && typeof defaultValue === 'number')
  expect(changed.length).toBeGreaterThan(30)
  for (const { flag, variable, defaultValue } of changed) {
    const text = String(Number(defaultValue) - 1)
    const base = JSON.stringify(read())
    const byFlag = JSON.stringify(read([`--${flag}`, text]))
    expect(byFlag).not.toBe(base)
    expect(JSON.stringify(read([], { [variable]: text }))).toBe(byFlag)
    expect(JSON.stringify(read([`--${flag}`, text], { [variable]: String(defaultValue) }))).toBe(byFlag)
    const { limits, mailboxLimits } = read([`--${flag}`, text])
    expect([limits, mailboxLimits]).not.toEqual([read().limits, read().mailboxLimits])
  }
})

test('settings: a frame holds two of the longest messages, so 64 KiB make frames of 128 (T-84)', () => {
  expect(read(['--max-message', '65536']).limits).toMatchObject({ messageLength: 65_536, frameLength: 131_072 })
})

test('settings: lists, switches and empty variables', () => {
  const { values } = read(['--origins', 'https://A.example:443/, https://b.example:8443,', '--i-accept-loss'], {
    HAWSER_RELAY_MAX_WAIT: '',
    HAWSER_RELAY_AUDIENCES: 'wss://relay.example',
  })
  expect(values.origins).toEqual(['https://a.example', 'https://b.example:8443'])
  expect(values.acceptsLoss).toBe(true)
  expect(values.maxWait).toBe(14)
  expect(values.audiences).toEqual(['wss://relay.example'])
  expect(read([], { HAWSER_RELAY_I_ACCEPT_LOSS: 'true' }).values.acceptsLoss).toBe(true)
})

test.each([
  [['--max-publishes', '0'], {}, /^--max-publishes must be a whole number from 1 to 1000000\. See --help\.$/],
  [['--max-publishes', '1.5'], {}, /^--max-publishes must be a whole number/],
  [['--max-publishes', '1e3'], {}, /^--max-publishes must be a whole number/],
  [[], { HAWSER_RELAY_MAX_PUBLISHES: '-1' }, /^HAWSER_RELAY_MAX_PUBLISHES must be a whole number from 1 to/],
  [['--max-message', '262145'], {}, /^--max-message must be a whole number from 1024 to 262144/],
  [
    ['--origins', 'https://a.example/path'],
    {},
    /^--origins must be origins such as.*a\.example\/path is more than scheme/,
  ],
  [['--origins', '*'], {}, /^--origins must be origins such as.*: to serve every page, leave it out\. See --help\.$/],
  [['--origins', 'app.example'], {}, /: app\.example has no scheme such as https:\/\/\. See/],
  [['--origins', 'https://a.example,wss://a.example'], {}, /: wss:\/\/a\.example is the address of a socket/],
  [
    [],
    { HAWSER_RELAY_ORIGINS: 'https://*.example' },
    /^HAWSER_RELAY_ORIGINS must be .*: https:\/\/\*\.example is too wide/,
  ],
  [['--audiences', 'https://a.example'], {}, /^--audiences must be ws:\/\/ or wss:\/\/ URLs/],
  [[], { HAWSER_RELAY_I_ACCEPT_LOSS: 'yes' }, /^HAWSER_RELAY_I_ACCEPT_LOSS must be true or false/],
  [['--log-level', 'loud'], {}, /^--log-level must be one of trace, debug/],
  [['--max-publihses', '1'], {}, /^Unknown option '--max-publihses'\. Did you mean --max-publishes\? See --help\.$/],
  [['--maxPublishes', '1'], {}, /^Unknown option '--maxPublishes'\. Did you mean --max-publishes\? See/],
  [['--origin', 'https://a.example'], {}, /Did you mean --origins\? See/],
  [['--trusted-proxy', '1'], {}, /Did you mean --trusted-proxies\? See/],
  [['--wholly-else', '1'], {}, /^Unknown option '--wholly-else'\. .*See --help\.$/],
  [['--port'], {}, /^Option '--port <value>' argument missing\. See --help\.$/],
  [['--port', '--host'], {}, /^Option '--port' argument is ambiguous\. See --help\.$/],
  [
    [],
    { HAWSER_RELAY_ORIGIN: 'https://a.example' },
    /^HAWSER_RELAY_ORIGIN is not a setting\. Did you mean HAWSER_RELAY_ORIGINS\?/,
  ],
  [[], { HAWSER_RELAY_TRUSTED_PROXY: '1' }, /Did you mean HAWSER_RELAY_TRUSTED_PROXIES\?/],
  [
    [],
    { HAWSER_RELAY_PORT: 'tcp://10.0.0.1:4402' },
    /^HAWSER_RELAY_PORT must be a whole number.*: Kubernetes sets it.*enableServiceLinks/,
  ],
  [['surplus'], {}, /^Unexpected argument 'surplus'/],
] as const)('settings: %j with %j is refused in one line', (args, environment, line) => {
  const text = refusalOf(args, environment)
  expect(text).toMatch(line)
  expect(text).not.toContain('\n')
})

test('settings: variables that are nearly none of ours, or that Kubernetes sets, are not looked at', () => {
  const environment = {
    HAWSER_RELAY_SERVICE_HOST: '10.0.0.1',
    HAWSER_RELAY_SERVICE_PORT: '4402',
    HAWSER_RELAY_PORT_4402_TCP: 'tcp://10.0.0.1:4402',
    HAWSER_RELAY_IMAGE: 'hawser',
    PORT: '80',
  }
  expect(read([], environment)).toEqual(read())
})

test('settings: a password of Redis comes by a variable or a file, by no flag', () => {
  const url = 'rediss://user:canary-password@redis.example:6380'
  expect(read([], { HAWSER_RELAY_REDIS_URL: url }).redisUrls).toEqual([url])
  expect(read(['--redis-url-file', '/run/secret'], {}, `${url}\n`).redisUrls).toEqual([url])
  expect(read([], { HAWSER_RELAY_REDIS_URL_FILE: '/run/secret' }, `${url},redis://b`).redisUrls).toEqual([
    url,
    'redis://b',
  ])
  expect(read(['--redis', 'redis://a:1,redis://b:2']).redisUrls).toEqual(['redis://a:1', 'redis://b:2'])
  expect(read().redisUrls).toBeUndefined()
  const refusals = [
    refusalOf(['--redis', url]),
    refusalOf([], { HAWSER_RELAY_REDIS: url }),
    refusalOf([], { HAWSER_RELAY_REDIS_URL: `http${url}` }),
    refusalOf(['--redis-url-file', '/run/secret'], {}, `http${url}`),
    refusalOf(['--redis-url-file', '/run/secret']),
  ]
  for (const refusal of refusals) expect(refusal).not.toContain('canary')
  expect(() => read(['--redis-url', url])).toThrow(InvalidRelayOptionError)
})

test('T-88: by default as many sockets as fit into the memory and the file descriptors', () => {
  const gibibyte = 1024 ** 3
  const machine = { memoryLength: 64 * gibibyte, heapLength: 4 * gibibyte, openFiles: undefined }
  expect(defaultConnections(2_000, machine)).toBe(Math.floor((2 * gibibyte) / 20_000))
  expect(defaultConnections(2_000, { ...machine, memoryLength: gibibyte })).toBe(Math.floor(gibibyte / 4 / 20_000))
  // What is refused and what is being judged has descriptors as well, but not more than half.
  expect(defaultConnections(2_000, { ...machine, openFiles: 10_128 })).toBe(7_000)
  expect(defaultConnections(2_000, { ...machine, openFiles: 1_128 })).toBe(450)
  expect(defaultConnections(2_000, { ...machine, openFiles: 64 })).toBe(10)
  expect(defaultConnections(2_000)).toBeGreaterThan(100)
})

/** A row of the table in docs/relay-limits.md. */
function rowOf({ flag, variable, defaultValue, unit, meaning }: Setting<unknown>): string {
  const isShown = defaultValue !== undefined && defaultValue !== false
  const cells = [
    flag === undefined ? '' : `\`--${flag}\``,
    `\`${variable}\``,
    isShown ? `${defaultValue} ${unit}`.trim() : '',
    meaning,
  ]
  return `| ${cells.join(' | ')} |`
}

test('docs/relay-limits.md shows every setting as it is, and no other', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/relay-limits.md'), 'utf8')
  const rows = text.split('\n').filter((line) => line.startsWith('|') && line.includes('`HAWSER_RELAY_'))
  expect(rows).toEqual(all.map(rowOf))
})
