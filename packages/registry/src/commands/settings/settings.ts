import { choice, list, listenSettings, text, toggle, type ValuesOf, wholeNumber } from '@hawser/command'
import { parseUrl } from '@hawser/wire/internal'
import { defaultRegistryLimits, type RegistryLimits } from '../../server/limits.ts'

const parseKey = (item: string) => (/^[0-9a-f]{64}$/.test(item) ? item : undefined)
/** The form of an option that takes a list of ed25519 public keys. */
export const keyList = {
  placeholder: 'KEY',
  allowed: 'public keys of 64 lowercase hex digits, as hawser registry keygen prints them',
  parseItem: parseKey,
} as const
const limits = defaultRegistryLimits
const count = [1, 1_000_000] as const
const port = [0, 65_535] as const
const seconds = { range: [1, 600], unit: 'seconds' } as const

/** The prefix of the registry's environment variables. */
export const prefix = 'HAWSER_REGISTRY_'

/** Every setting of `hawser registry serve`, as listed in docs/registry-runbook.md. All other limits are fixed. */
export const settings = {
  ...listenSettings(4403),
  bundle: text('bundle', {
    placeholder: 'DIR',
    meaning: 'folder of the bundle to serve (default: this package’s listings, unsigned)',
    reason: 'always in production: clients pin your key',
  }),
  publicKeys: list('public-key', {
    ...keyList,
    meaning: 'keys one of which must have signed the bundle (default: any)',
    reason: 'a bundle of somebody else must never be served',
  }),
  publicUrl: text('public-url', {
    placeholder: 'URL',
    allowed: 'an address such as https://registry.example',
    parse: parsePublicUrl,
    meaning: 'address clients reach this registry by, for image addresses (default: paths)',
    reason: 'clients of other registries need whole addresses of images',
  }),
  trustedProxies: wholeNumber('trusted-proxies', {
    ...{ range: [0, 16], default: 0 },
    meaning: 'proxies in front that add to X-Forwarded-For',
    reason: 'a proxy is in front: without it all visitors count as one address',
  }),
  acceptsPlain: toggle('i-accept-plain', {
    meaning: 'serve a network with no TLS proxy in front: answers can be changed on the way',
    reason: 'the network is your own, such as a test',
  }),

  metricsPort: wholeNumber('metrics-port', {
    range: port,
    meaning: 'port of /metrics (default: none)',
    reason: 'Prometheus reads the registry',
  }),
  metricsHost: text('metrics-host', {
    ...{ placeholder: 'NAME', default: '127.0.0.1' },
    meaning: 'interface of /metrics',
    reason: 'Prometheus runs on another machine',
  }),
  logLevel: choice('log-level', {
    ...{ choices: ['debug', 'info', 'warn', 'error', 'silent'], default: 'info' },
    meaning: 'the lowest level that is logged',
    reason: 'you look for the cause of something, or log less',
  }),
  drainGrace: wholeNumber('drain-grace', {
    ...{ range: [0, 600], default: 0, unit: 'seconds' },
    meaning: 'how long it still answers after SIGTERM, while /readyz already answers 503',
    reason: 'the proxy needs time to notice that a replica leaves',
  }),

  maxRequests: wholeNumber('max-requests', {
    ...{ range: count, default: limits.pace.perSecond, unit: 'per second' },
    meaning: 'requests of one address; five times as many at once',
    reason: 'many visitors share an address',
  }),
  maxConnections: wholeNumber('max-connections', {
    ...{ range: count, default: limits.connections },
    meaning: 'open connections',
    reason: 'the machine has fewer file descriptors',
  }),
  maxConnectionsPerAddress: wholeNumber('max-connections-per-address', {
    ...{ range: count, default: limits.connectionsPerAddress },
    meaning: 'open connections of one address, or of one /64 of IPv6; not counted behind a proxy',
    reason: 'many visitors share an address and no proxy is in front',
  }),
  maxKeepAlive: wholeNumber('max-keep-alive', {
    ...{ ...seconds, default: limits.keepAliveMs / 1_000 },
    meaning: 'a connection without a request; longer than the proxy keeps it',
    reason: 'a proxy keeps idle connections longer: it would answer 502 now and then',
  }),
}

/** The value of each setting; undefined for a setting that is not given and has no default. */
export type SettingValues = ValuesOf<typeof settings>

/** Derives the registry's limits from the settings. */
export function limitsOf(values: SettingValues): RegistryLimits {
  const { maxRequests } = values
  return {
    ...limits,
    pace: { perSecond: maxRequests, burst: (maxRequests * limits.pace.burst) / limits.pace.perSecond },
    connections: values.maxConnections,
    connectionsPerAddress: values.maxConnectionsPerAddress,
    keepAliveMs: values.maxKeepAlive * 1_000,
  }
}

function parsePublicUrl(given: string): string | undefined {
  const url = parseUrl(given)
  if (url === undefined) return undefined
  const { protocol, origin, pathname, search, hash, username } = url
  const isAddress = /^https?:$/.test(protocol) && search === '' && hash === '' && username === ''
  return isAddress ? origin + pathname.replace(/\/{1,8}$/, '') : undefined
}
