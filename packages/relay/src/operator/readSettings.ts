import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { nearestName } from '@hawser/wire'
import { InvalidRelayOptionError } from '../errors.ts'
import { defaultConnections } from '../limits/defaultConnections.ts'
import {
  addressesPerStore,
  defaultMailboxLimits,
  defaultRelayLimits,
  type MailboxLimits,
  type RelayLimits,
} from '../limits/limits.ts'
import { readSetting, type Setting } from './setting.ts'
import { type SettingValues, settings } from './settings.ts'

/** The settings of `hawser-relay`, from flags, environment and files. */
export type RelaySettings = {
  readonly values: SettingValues
  /** The addresses of the Redis to use, with passwords. Undefined: no Redis. */
  readonly redisUrls: readonly string[] | undefined
  readonly limits: RelayLimits
  readonly mailboxLimits: MailboxLimits
  readonly isHelp: boolean
  readonly isVersion: boolean
}

/**
 * Reads the command line and the environment; a flag wins over its variable.
 * @param options - `args` without program and script; `readFile` and `connections` default to this machine's
 * @throws InvalidRelayOptionError
 */
export function readSettings(options: {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly readFile?: (path: string) => string
  /** The default number of open sockets on this machine. */
  readonly connections?: (others: number) => number
}): RelaySettings {
  const flags = readFlags(options.args)
  refuseMistyped(options.environment)
  const read = <Value>(setting: Setting<Value>) => readSetting(setting, flags, options.environment)
  const entries = Object.entries(settings).map(([name, setting]) => [name, read<unknown>(setting)])
  // The table says which type each name has, and `readSetting` returns what its parser made.
  const values = Object.fromEntries(entries) as SettingValues
  const readFile = options.readFile ?? ((path) => readFileSync(path, 'utf8'))
  return {
    values,
    redisUrls: redisUrlsOf(values, readFile),
    limits: limitsOf(values, options.connections ?? defaultConnections),
    mailboxLimits: mailboxLimitsOf(values),
    isHelp: flags.help === true,
    isVersion: flags.version === true,
  }
}

function readFlags(args: readonly string[]): Readonly<Record<string, unknown>> {
  const flags = Object.values<Setting<unknown>>(settings).flatMap(({ flag, isSwitch }) =>
    flag === undefined ? [] : [[flag, { type: isSwitch === true ? 'boolean' : 'string' }] as const],
  )
  const options = { ...Object.fromEntries(flags), help: { type: 'boolean' }, version: { type: 'boolean' } } as const
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const [line = ''] = text.split('\n', 1)
    const [, unknown] = /^Unknown option '--([^']{1,100})'/.exec(line) ?? []
    const meant = unknown === undefined ? undefined : nearestName(unknown, Object.keys(options))
    const said =
      meant === undefined ? `${line.replace(/\.$/, '')}.` : `Unknown option '--${unknown}'. Did you mean --${meant}?`
    throw new InvalidRelayOptionError(`${said} See --help.`, { cause: error })
  }
}

const prefix = 'HAWSER_RELAY_'
/** Variables that Kubernetes sets in every container for a service named hawser-relay. */
const serviceLinks = /^(SERVICE_|PORT_\d)/

/** A variable that is nearly one of ours: the operator believes that it works. */
function refuseMistyped(environment: Readonly<Record<string, string | undefined>>): void {
  const known = Object.values<Setting<unknown>>(settings).map(({ variable }) => variable.slice(prefix.length))
  for (const variable of Object.keys(environment)) {
    const name = variable.slice(prefix.length)
    if (!variable.startsWith(prefix) || known.includes(name) || serviceLinks.test(name)) continue
    const meant = nearestName(name, known)
    if (meant !== undefined)
      throw new InvalidRelayOptionError(`${variable} is not a setting. Did you mean ${prefix}${meant}? See --help.`)
  }
}

function redisUrlsOf(values: SettingValues, readFile: (path: string) => string): readonly string[] | undefined {
  if (values.redisUrls !== undefined) return values.redisUrls
  if (values.secretRedisUrls !== undefined || values.redisUrlFile === undefined) return values.secretRedisUrls
  const { parse, allowed } = settings.secretRedisUrls
  let text: string
  try {
    text = readFile(values.redisUrlFile)
  } catch (cause) {
    throw new InvalidRelayOptionError('--redis-url-file names a file that cannot be read.', { cause })
  }
  const urls = parse(text.trim())
  if (urls === undefined) throw new InvalidRelayOptionError(`The file of --redis-url-file must hold ${allowed}.`)
  return urls
}

function limitsOf(values: SettingValues, connections: (others: number) => number): RelayLimits {
  return {
    messageLength: values.maxMessage,
    maxTtlSeconds: values.maxTtl,
    // Two messages of a composite method, or one written with escapes; and always a batch of 500 topics or receipts.
    frameLength: Math.max(values.maxMessage * 2, 96 * 1024),
    fragments: values.maxFragments,
    messageMs: values.maxUpload * 1_000,
    subscriptionsPerClient: values.maxSubscriptions,
    subscriptions: values.maxSubscriptionsInAll,
    subscriptionsPerAddress: values.maxSubscriptionsPerAddress,
    requestsInFlight: values.maxInFlight,
    lengthInFlight: values.maxInFlightLength,
    bufferedLength: values.maxUnread,
    stalledMs: values.maxStall * 1_000,
    answerMs: values.maxAnswer * 1_000,
    answersLength: values.maxAnswersLength,
    refusalDelayMs: defaultRelayLimits.refusalDelayMs,
    refusedConnections: values.maxRefused,
    stopMs: values.maxStop * 1_000,
    connections: values.maxConnections ?? connections(values.maxRefused + values.maxHandshakes),
    connectionsPerAddress: values.maxConnectionsPerAddress,
    connectionsPerClient: values.maxConnectionsPerClient,
    handshakes: values.maxHandshakes,
    handshakeMs: values.maxHandshake * 1_000,
    headersMs: values.maxHeaders * 1_000,
    requestMs: values.maxRequest * 1_000,
    connectPace: { perSecond: values.maxConnects / 60, burst: values.maxConnectBurst },
    httpPace: { perSecond: values.maxHttp, burst: values.maxHttpBurst },
    publishPace: { perSecond: values.maxPublishes, burst: values.maxPublishBurst },
    subscribePace: { perSecond: values.maxSubscribes, burst: values.maxSubscribeBurst },
    readPace: { perSecond: values.maxReads, burst: values.maxReadBurst },
    clientsPerAddress: values.maxClientsPerAddress,
    paceWaitMs: values.maxWait * 1_000,
  }
}

function mailboxLimitsOf(values: SettingValues): MailboxLimits {
  return {
    queuedMessages: values.maxQueued,
    queuedLength: values.maxQueuedLength,
    clientMessages: values.maxClientQueued,
    clientLength: values.maxClientQueuedLength,
    keptMessages: values.maxKept,
    keptLength: values.maxKeptLength,
    addressLength: values.maxAddressLength ?? Math.floor(values.maxStoreLength / addressesPerStore),
    totalLength: values.maxStoreLength,
    pageMessages: defaultMailboxLimits.pageMessages,
    pageLength: defaultMailboxLimits.pageLength,
  }
}
