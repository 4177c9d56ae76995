import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatSettingsTable, InvalidCommandError, readSettings, type Setting } from '@hawser/command'
import { expect, test } from 'vitest'
import { defaultConnections } from '../limits/defaultConnections.ts'
import { defaultMailboxLimits, defaultRelayLimits } from '../limits/limits.ts'
import { mailboxLimitsOf, relayLimitsOf } from './limitsOf.ts'
import { redisUrlsOf } from './redisUrlsOf.ts'
import { prefix, settings } from './settings.ts'

const all = Object.values<Setting<unknown>>(settings)
const variableOf = (name: string) => `HAWSER_RELAY_${name.toUpperCase().replaceAll('-', '_')}`

function read(args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}, file?: string) {
  const { values } = readSettings(settings, { args, environment, prefix })
  const readFile = (path: string) => {
    if (file === undefined) throw new Error(`No ${path}.`)
    return file
  }
  const limits = relayLimitsOf(values, () => 123)
  return { values, limits, mailboxLimits: mailboxLimitsOf(values), redisUrls: redisUrlsOf(values, readFile) }
}

function refusalOf(args: readonly string[], environment: Readonly<Record<string, string>> = {}, file?: string): string {
  try {
    read(args, environment, file)
  } catch (error) {
    if (error instanceof InvalidCommandError) return error.message
    throw error
  }
  throw new Error('Nothing was refused.')
}

test('settings: at most 30, each with a reason, a default it accepts, and a variable of its own', () => {
  expect(all.length).toBeLessThanOrEqual(30)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  for (const { name, defaultValue, parse, reason } of all) {
    expect([name, reason.length > 15]).toEqual([name, true])
    if (defaultValue !== undefined) expect(parse(String(defaultValue), 'flag')).toEqual(defaultValue)
  }
})

test('settings: the defaults are those of createRelay and of the mailboxes', () => {
  const { limits, mailboxLimits } = read()
  expect(limits).toEqual({ ...defaultRelayLimits, connections: 123 })
  expect(mailboxLimits).toEqual(defaultMailboxLimits)
})

test('settings: each limit is set by its flag and by its variable, and the flag wins', () => {
  const changed = all.filter(({ name }) => name.startsWith('max-'))
  expect(changed.length).toBeGreaterThan(8)
  for (const { name, defaultValue } of changed) {
    const text = String(Number(defaultValue ?? 5_000) - 1)
    const base = JSON.stringify(read())
    const byFlag = read([`--${name}`, text])
    expect(JSON.stringify(byFlag)).not.toBe(base)
    expect(read([], { [variableOf(name)]: text })).toEqual(byFlag)
    expect(read([`--${name}`, text], { [variableOf(name)]: '4096' })).toEqual(byFlag)
    expect([byFlag.limits, byFlag.mailboxLimits]).not.toEqual([read().limits, read().mailboxLimits])
  }
})

test('settings: an address’s limits follow from its number of clients', () => {
  expect(read(['--max-clients-per-address', '1000']).limits).toMatchObject({
    ...{ clientsPerAddress: 1_000, connectionsPerAddress: 10_000, subscriptionsPerAddress: 2_000_000 },
    connectPace: { perSecond: 10_000 / 60, burst: 10_000 },
  })
  // Even one client per address gets all the topics of a client.
  expect(read(['--max-clients-per-address', '1']).limits).toMatchObject({
    ...{ connectionsPerAddress: 10, subscriptionsPerAddress: 5_000 },
  })
})

test('settings: rates, topics and mailboxes keep the ratios of the defaults', () => {
  expect(read(['--max-publishes', '500', '--max-requests', '40', '--max-subscriptions', '7000']).limits).toMatchObject({
    ...{ publishPace: { perSecond: 500, burst: 2_000 }, httpPace: { perSecond: 40, burst: 200 } },
    ...{ subscribePace: { perSecond: 40, burst: 7_000 }, readPace: { perSecond: 40, burst: 7_000 } },
    ...{ subscriptionsPerClient: 7_000, subscriptionsPerAddress: 28_000, subscriptions: 700_000 },
  })
  const mebibyte = 1024 ** 2
  expect(read(['--max-queued', '10000']).mailboxLimits).toMatchObject({
    ...{ queuedMessages: 10_000, clientMessages: 100_000, keptMessages: 1_000_000 },
    ...{ queuedLength: 100 * mebibyte, clientLength: 1_000 * mebibyte, keptLength: 6_400 * mebibyte },
  })
  // The longest message fits into the smallest topic queue.
  expect(read(['--max-queued', '1']).mailboxLimits.queuedLength).toBe(defaultRelayLimits.messageLength)
  expect(read(['--max-store-length', '16000']).mailboxLimits).toMatchObject({
    totalLength: 16_000,
    addressLength: 1_000,
  })
})

test('settings: a frame holds two of the longest messages, so 64 KiB make frames of 128 (T-84)', () => {
  expect(read(['--max-message', '65536']).limits).toMatchObject({ messageLength: 65_536, frameLength: 131_072 })
})

test('settings: lists, switches and empty variables', () => {
  const { values } = read(['--origins', 'https://A.example:443/, https://b.example:8443,', '--i-accept-loss'], {
    HAWSER_RELAY_MAX_TTL: '',
    HAWSER_RELAY_AUDIENCES: 'wss://relay.example',
  })
  expect(values.origins).toEqual(['https://a.example', 'https://b.example:8443'])
  expect(values.acceptsLoss).toBe(true)
  expect(values.maxTtl).toBe(604_800)
  expect(values.audiences).toEqual(['wss://relay.example'])
  expect(read([], { HAWSER_RELAY_I_ACCEPT_LOSS: 'true' }).values.acceptsLoss).toBe(true)
})

test.each([
  [['--max-publishes', '0'], {}, /^--max-publishes must be a whole number from 1 to 1000000\.$/],
  [['--max-publishes', '1e3'], {}, /^--max-publishes must be a whole number/],
  [[], { HAWSER_RELAY_MAX_PUBLISHES: '-1' }, /^HAWSER_RELAY_MAX_PUBLISHES must be a whole number from 1 to/],
  [['--max-message', '262145'], {}, /^--max-message must be a whole number from 1024 to 262144/],
  [
    ['--origins', 'https://a.example/path'],
    {},
    /^--origins must be origins such as.*a\.example\/path is more than scheme/,
  ],
  [['--origins', '*'], {}, /^--origins must be origins such as.*: to serve every page, leave it out\.$/],
  [['--origins', 'app.example'], {}, /: app\.example has no scheme such as https:\/\/\./],
  [['--origins', 'https://a.example,wss://a.example'], {}, /: wss:\/\/a\.example is the address of a socket/],
  [
    [],
    { HAWSER_RELAY_ORIGINS: 'https://*.example' },
    /^HAWSER_RELAY_ORIGINS must be .*: https:\/\/\*\.example is too wide/,
  ],
  [['--audiences', 'https://a.example'], {}, /^--audiences must be ws:\/\/ or wss:\/\/ URLs/],
  [['--max-http', '1'], {}, /^--max-http is not an option\./],
  [[], { HAWSER_RELAY_MAX_IN_FLIGHT_LENGTH: '1' }, /^HAWSER_RELAY_MAX_IN_FLIGHT_LENGTH is not a setting\./],
  [[], { HAWSER_RELAY_TRUSTED_PROXY: '1' }, /Did you mean HAWSER_RELAY_TRUSTED_PROXIES\?/],
  [[], { HAWSER_RELAY_PORT: 'tcp://10.0.0.1:4402' }, /^HAWSER_RELAY_PORT must be a whole number.*: Kubernetes sets it/],
] as const)('settings: %j with %j is refused in one sentence', (args, environment, line) => {
  const text = refusalOf(args, environment)
  expect(text).toMatch(line)
  expect(text).not.toContain('\n')
})

test('settings: a Redis password comes from a variable or a file, not from a flag', () => {
  const url = 'rediss://user:canary-password@redis.example:6380'
  expect(read([], { HAWSER_RELAY_REDIS_URL: url }).redisUrls).toEqual([url])
  expect(read(['--redis-url-file', '/run/secret'], {}, `${url}\n`).redisUrls).toEqual([url])
  const environment = { HAWSER_RELAY_REDIS_URL_FILE: '/run/secret' }
  expect(read([], environment, `${url},redis://b`).redisUrls).toEqual([url, 'redis://b'])
  expect(read(['--redis-url', 'redis://a:1,redis://b:2']).redisUrls).toEqual(['redis://a:1', 'redis://b:2'])
  expect(read().redisUrls).toBeUndefined()
  const refusals = [
    refusalOf(['--redis-url', url]),
    refusalOf([], { HAWSER_RELAY_REDIS_URL: `http${url}` }),
    refusalOf(['--redis-url-file', '/run/secret'], {}, `http${url}`),
    refusalOf(['--redis-url-file', '/run/secret']),
  ]
  for (const refusal of refusals) expect(refusal).not.toContain('canary')
})

test('T-88: by default as many sockets as memory and file descriptors allow', () => {
  const gibibyte = 1024 ** 3
  const machine = { memoryLength: 64 * gibibyte, heapLength: 4 * gibibyte, openFiles: undefined }
  expect(defaultConnections(2_000, machine)).toBe(Math.floor((2 * gibibyte) / 20_000))
  expect(defaultConnections(2_000, { ...machine, memoryLength: gibibyte })).toBe(Math.floor(gibibyte / 4 / 20_000))
  // Refused sockets and upgrades being judged need descriptors as well, but get at most half of them.
  expect(defaultConnections(2_000, { ...machine, openFiles: 10_128 })).toBe(7_000)
  expect(defaultConnections(2_000, { ...machine, openFiles: 1_128 })).toBe(450)
  expect(defaultConnections(2_000, { ...machine, openFiles: 64 })).toBe(10)
  expect(defaultConnections(2_000)).toBeGreaterThan(100)
})

test('docs/relay-limits.md lists every setting correctly, and no other', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/relay-limits.md'), 'utf8')
  expect(text).toContain(`\n${formatSettingsTable(settings, prefix)}\n`)
  const rows = text.split('\n').filter((line) => line.startsWith('|') && line.includes('`HAWSER_RELAY_'))
  expect(rows).toHaveLength(all.length)
})
