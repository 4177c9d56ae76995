import { choice, list, listenSettings, type Source, text, toggle, type ValuesOf, wholeNumber } from '@hawser/command'
import { irnLimits } from '@hawser/wire'
import { parseUrl } from '@hawser/wire/internal'
import { defaultMailboxLimits, defaultRelayLimits } from '../limits/limits.ts'
import { explainOriginRule, parseOriginRule } from '../limits/originList.ts'

const isUrlOf = (item: string, ...schemes: readonly string[]) => schemes.includes(parseUrl(item)?.protocol ?? '')
/** Accepts a password only from the variable: every user of the machine can see a flag. */
const parseRedisUrl = (item: string, source: Source) =>
  isUrlOf(item, 'redis:', 'rediss:') && (source === 'variable' || new URL(item).password === '') ? item : undefined

const relay = defaultRelayLimits
const mailbox = defaultMailboxLimits
const million = 1_000_000
const count = [1, million] as const
const port = [0, 65_535] as const
const length = [1_024, 1024 ** 4] as const
const seconds = { range: [0, 600], unit: 'seconds' } as const

/** The prefix of the relay's environment variables. */
export const prefix = 'HAWSER_RELAY_'

/** All settings, as documented in docs/relay-limits.md. All other limits follow from these or are fixed (limitsOf.ts). */
export const settings = {
  ...listenSettings(4402),
  trustedProxies: wholeNumber('trusted-proxies', {
    ...{ range: [0, 16], default: 0 },
    meaning: 'proxies in front that add to X-Forwarded-For',
    reason: 'a proxy is in front: without it all visitors count as one address',
  }),
  acceptsPlain: toggle('i-accept-plain', {
    meaning: 'serve a network with no TLS proxy in front: tokens can be read on the way',
    reason: 'the network is your own, such as a test',
  }),
  audiences: list('audiences', {
    ...{ allowed: 'ws:// or wss:// URLs', parseItem: (item) => (isUrlOf(item, 'ws:', 'wss:') ? item : undefined) },
    meaning: 'public URLs of this relay: a client’s JWT is for one of them (default any)',
    reason: 'always in production: a token for another relay is then refused',
  }),
  origins: list('origins', {
    ...{ allowed: 'origins such as https://app.example', parseItem: parseOriginRule, explainItem: explainOriginRule },
    meaning: 'pages that may use this relay (default all); its own host and programs without an Origin always may',
    reason: 'only your pages should use the relay',
  }),

  dataDir: text('data', {
    ...{ placeholder: 'DIR', default: '.hawser' },
    meaning: 'folder of the mailbox and of the relay key, made when missing',
    reason: 'always in production: the default is below the current folder',
  }),
  redisUrls: list('redis-url', {
    allowed: 'redis:// or rediss:// URLs, with a password only in HAWSER_RELAY_REDIS_URL or a file',
    parseItem: parseRedisUrl,
    meaning: 'Redis, version 7 or later, for mailbox and rates: its URL, or its nodes’',
    reason: 'more than one relay serves',
  }),
  redisUrlFile: text('redis-url-file', {
    placeholder: 'FILE',
    meaning: 'a file that holds HAWSER_RELAY_REDIS_URL',
    reason: 'secrets come as files, such as credentials of systemd',
  }),
  acceptsLoss: toggle('i-accept-loss', {
    meaning: 'start on a Redis that may lose what was acknowledged',
    reason: 'the Redis is a test’s',
  }),
  keyFile: text('key', {
    placeholder: 'FILE',
    meaning: 'file of the relay key (default relay-key in the folder of --data)',
    reason: 'several relays share a key, or a secret store holds it',
  }),

  metricsPort: wholeNumber('metrics-port', {
    range: port,
    meaning: 'port of /metrics (default none)',
    reason: 'Prometheus reads the relay',
  }),
  metricsHost: text('metrics-host', {
    ...{ placeholder: 'NAME', default: '127.0.0.1' },
    meaning: 'interface of /metrics',
    reason: 'Prometheus runs on another machine',
  }),
  logLevel: choice('log-level', {
    ...{ choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'], default: 'info' },
    meaning: 'the lowest level that is logged',
    reason: 'you look for the cause of something, or log less',
  }),
  drainGrace: wholeNumber('drain-grace', {
    ...seconds,
    meaning:
      'how long the relay still takes clients after SIGTERM, while /readyz already answers 503 (default 3 on Redis, 0 on SQLite)',
    reason: 'the proxy takes longer to notice that a relay leaves',
  }),
  drainSpread: wholeNumber('drain-spread', {
    ...seconds,
    meaning: 'the time over which it then closes its clients, one by one (default 5 on Redis, 0 on SQLite)',
    reason: 'many clients would come back to the other relays at once',
  }),

  maxConnections: wholeNumber('max-connections', {
    range: count,
    meaning: 'open sockets of this relay (default by memory)',
    reason: 'the machine has other work, or memory is not what limits it',
  }),
  maxConnectionsPerClient: wholeNumber('max-connections-per-client', {
    ...{ range: count, default: relay.connectionsPerClient },
    meaning: 'open sockets of one client id',
    reason: 'users keep more tabs of one page open',
  }),
  maxClientsPerAddress: wholeNumber('max-clients-per-address', {
    ...{ range: [1, 100_000], default: relay.clientsPerAddress },
    meaning: 'clients that one address, or one /64 of IPv6, may be: its sockets, rates and topics follow from it',
    reason: 'many people share an address: an office, a mobile network',
  }),
  maxPublishes: wholeNumber('max-publishes', {
    ...{ range: count, default: relay.publishPace.perSecond, unit: 'per second' },
    meaning: 'messages published on one connection, and by one client id; four times as many at once',
    reason: 'a server of yours publishes for many users',
  }),
  maxRequests: wholeNumber('max-requests', {
    ...{ range: count, default: relay.readPace.perSecond, unit: 'per second' },
    meaning:
      'for each client, the topics it subscribes to, and separately those it fetches or unsubscribes and its receipts; for each address, HTTP calls',
    reason: 'a server of yours subscribes for many users',
  }),
  maxSubscriptions: wholeNumber('max-subscriptions', {
    ...{ range: count, default: relay.subscriptionsPerClient },
    meaning: 'topics one client id is subscribed to, over all its sockets; all of this relay may be 100 times as many',
    reason: 'a server of yours keeps more sessions',
  }),

  maxMessage: wholeNumber('max-message', {
    ...{ range: [1_024, relay.messageLength], default: relay.messageLength, unit: 'bytes' },
    meaning: 'one message; a frame may be twice as long',
    reason: 'your dapps send short requests only',
  }),
  maxQueued: wholeNumber('max-queued', {
    ...{ range: [1, 100_000], default: mailbox.queuedMessages },
    meaning:
      'waiting messages of one topic; a client id may have 10 times as many, and a topic 100 times as many with those already taken',
    reason: 'dapps send many messages to a wallet that is away, or Redis has little memory',
  }),
  maxAddressLength: wholeNumber('max-address-length', {
    ...{ range: length, unit: 'bytes' },
    meaning: 'messages of one publishing address; taken ones make room (default 1/16 of --max-store-length)',
    reason: 'a server of yours publishes for many users',
  }),
  maxStoreLength: wholeNumber('max-store-length', {
    ...{ range: length, default: mailbox.totalLength, unit: 'bytes' },
    meaning: 'all messages of the store; not with Redis, whose own maxmemory bounds them',
    reason: 'the disk has more room, or less',
  }),
  maxTtl: wholeNumber('max-ttl', {
    ...{ range: [300, irnLimits.maxTtlSeconds], default: relay.maxTtlSeconds, unit: 'seconds' },
    meaning: 'the time to live of a message; a longer one is refused',
    reason: 'wallets are away for weeks, or storage costs too much',
  }),
}

/** The value of each setting. Undefined if the setting is not given and has no default. */
export type SettingValues = ValuesOf<typeof settings>
