import { parseUrl } from '@hawser/wire'
import { defaultRegistryLimits, type RegistryLimits } from '../../server/limits.ts'
import { choice, list, readSetting, type Setting, text, wholeNumber, yes } from './setting.ts'

const publicKeys = {
  allowed: 'public keys of 64 lowercase hex digits, as hawser-registry keygen prints them',
  isAllowed: (item: string) => /^[0-9a-f]{64}$/.test(item),
}
const serviceLink = 'Kubernetes sets it for a service of this name; say enableServiceLinks: false, or --port'
const limits = defaultRegistryLimits
const count = [1, 1_000_000] as const
const seconds = [1, 600] as const

/** All options of `hawser-registry serve`; docs/registry-runbook.md shows them. */
export const settings = {
  port: {
    ...wholeNumber('port', [0, 65_535], 4403, 'port to listen on; 0 takes a free one'),
    explain: (text: string) => (/^tcp:/.test(text) ? serviceLink : undefined),
  },
  host: text('host', '127.0.0.1', 'interface to listen on'),
  bundle: text('bundle', undefined, 'folder of the bundle to serve (default: this package’s listings, unsigned)'),
  publicKeys: list('public-key', publicKeys, 'keys one of which must have signed the bundle (default: any)'),
  publicUrl: {
    ...text('public-url', undefined, 'address clients reach this registry by, for image addresses (default: paths)'),
    allowed: 'an address such as https://registry.example',
    parse: parsePublicUrl,
  },
  trustedProxies: wholeNumber('trusted-proxies', [0, 16], 0, 'proxies in front that add to X-Forwarded-For'),
  acceptsPlain: yes('i-accept-plain', 'serve a network with no TLS proxy in front: answers can be changed on the way'),

  metricsPort: wholeNumber('metrics-port', [0, 65_535], undefined, 'port of /metrics (default: none)'),
  metricsHost: text('metrics-host', '127.0.0.1', 'interface of /metrics'),
  logLevel: choice('log-level', ['debug', 'info', 'warn', 'error', 'silent'], 'info', 'the least that is logged'),
  drainGrace: wholeNumber('drain-grace', [0, 600], 0, 'after SIGTERM still open, not ready', 'seconds'),

  maxRequests: wholeNumber('max-requests', count, limits.pace.perSecond, 'requests of one address', 'per second'),
  maxRequestBurst: wholeNumber('max-request-burst', count, limits.pace.burst, 'requests of one address at once'),
  maxConnections: wholeNumber('max-connections', count, limits.connections, 'open connections'),
  maxConnectionsPerAddress: wholeNumber(
    'max-connections-per-address',
    count,
    limits.connectionsPerAddress,
    'open connections of one address, or of one /64 of IPv6; not counted behind a proxy',
  ),
  maxHeaders: wholeNumber('max-headers', seconds, limits.headersMs / 1_000, 'the arrival of headers', 'seconds'),
  maxRequest: wholeNumber('max-request', seconds, limits.requestMs / 1_000, 'the arrival of a request', 'seconds'),
  maxKeepAlive: wholeNumber(
    'max-keep-alive',
    seconds,
    limits.keepAliveMs / 1_000,
    'a connection without a request; longer than the proxy keeps it',
    'seconds',
  ),
  maxAnswer: wholeNumber('max-answer', seconds, limits.answerMs / 1_000, 'the reading of an answer', 'seconds'),
  maxStop: wholeNumber('max-stop', [0, 600], limits.stopMs / 1_000, 'wait for answers under way at the end', 'seconds'),
}

type ValueOf<S> = S extends Setting<infer Value, infer Default> ? Value | Default : never
/** The value of each setting; undefined if it is neither given nor has a default. */
export type SettingValues = { readonly [Name in keyof typeof settings]: ValueOf<(typeof settings)[Name]> }

/** The value of every setting: from its flag, else its variable, else its default. */
export function readValues(
  flags: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
): SettingValues {
  const entries = Object.entries(settings).map(([name, setting]) => {
    return [name, readSetting<unknown>(setting, flags, environment)]
  })
  // The table says which type each name has, and `readSetting` returns what its parser made.
  return Object.fromEntries(entries) as SettingValues
}

/** The limits that the settings give. */
export function limitsOf(values: SettingValues): RegistryLimits {
  return {
    pace: { perSecond: values.maxRequests, burst: values.maxRequestBurst },
    connections: values.maxConnections,
    connectionsPerAddress: values.maxConnectionsPerAddress,
    headersLength: limits.headersLength,
    headersMs: values.maxHeaders * 1_000,
    requestMs: values.maxRequest * 1_000,
    keepAliveMs: values.maxKeepAlive * 1_000,
    answerMs: values.maxAnswer * 1_000,
    stopMs: values.maxStop * 1_000,
  }
}

function parsePublicUrl(given: string): string | undefined {
  const url = parseUrl(given)
  if (url === undefined) return undefined
  const { protocol, origin, pathname, search, hash, username } = url
  const isAddress = /^https?:$/.test(protocol) && search === '' && hash === '' && username === ''
  return isAddress ? origin + pathname.replace(/\/{1,8}$/, '') : undefined
}
