import { irnLimits, parseUrl } from '@hawser/wire'
import { defaultMailboxLimits, defaultRelayLimits } from '../limits/limits.ts'
import { explainOriginRule, parseOriginRule } from '../limits/originList.ts'
import { choice, list, type Setting, text, wholeNumber, yes } from './setting.ts'

const urlOf = (schemes: readonly string[]) => (item: string) =>
  schemes.includes(parseUrl(item)?.protocol ?? '') ? item : undefined
const redisUrl = urlOf(['redis:', 'rediss:'])
const openRedisUrls = {
  allowed: 'redis:// or rediss:// URLs without a password (HAWSER_RELAY_REDIS_URL may hold one)',
  parse: (item: string) => (redisUrl(item) !== undefined && new URL(item).password === '' ? item : undefined),
}
const redisUrls = { allowed: 'redis:// or rediss:// URLs', parse: redisUrl }
const relayUrls = { allowed: 'ws:// or wss:// URLs', parse: urlOf(['ws:', 'wss:']) }
const origins = { allowed: 'origins such as https://app.example', parse: parseOriginRule, explain: explainOriginRule }

const serviceLink = 'Kubernetes sets it for a service of this name; say enableServiceLinks: false, or --port'

const relay = defaultRelayLimits
const mailbox = defaultMailboxLimits
const million = 1_000_000
const count = [1, million] as const
const length = [1_024, 1024 ** 4] as const
const seconds = [1, 600] as const

/** All options; docs/relay-limits.md shows them. */
export const settings = {
  port: {
    ...wholeNumber('port', [0, 65_535], 4402, 'port to listen on; 0 takes a free one'),
    explain: (text: string) => (/^tcp:/.test(text) ? serviceLink : undefined),
  },
  host: text('host', '127.0.0.1', 'interface to listen on'),
  dataDir: text('data', '.hawser', 'folder of the mailbox and of the relay key, made when missing'),
  redisUrls: list('redis', openRedisUrls, 'Redis, version 7 or later, for mailbox and rates: its URL, or its nodes’'),
  secretRedisUrls: {
    ...list('redis-url', redisUrls, 'the same with a password, which a command line would show to the whole machine'),
    flag: undefined,
  },
  redisUrlFile: text('redis-url-file', undefined, 'a file that holds HAWSER_RELAY_REDIS_URL'),
  acceptsLoss: yes('i-accept-loss', 'start on a Redis that may lose what was acknowledged'),
  keyFile: text('key', undefined, 'file of the relay key (default relay-key in the folder of --data)'),
  audiences: list('audiences', relayUrls, 'public URLs of this relay: a client’s JWT is for one of them (default any)'),
  origins: list(
    'origins',
    origins,
    'pages that may use this relay (default all); its own host and programs without an Origin always may',
  ),
  trustedProxies: wholeNumber('trusted-proxies', [0, 16], 0, 'proxies in front that add to X-Forwarded-For'),
  acceptsPlain: yes('i-accept-plain', 'serve a network with no TLS proxy in front: tokens can be read on the way'),
  metricsPort: wholeNumber('metrics-port', [0, 65_535], undefined, 'port of /metrics (default none)'),
  metricsHost: text('metrics-host', '127.0.0.1', 'interface of /metrics'),
  logLevel: choice(
    'log-level',
    ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    'info',
    'the least that is logged',
  ),
  drainGrace: wholeNumber(
    'drain-grace',
    [0, 600],
    undefined,
    'after SIGTERM still open, not ready (default 3, alone 0)',
    'seconds',
  ),
  drainSpread: wholeNumber(
    'drain-spread',
    [0, 600],
    undefined,
    'then clients are closed over (default 5, alone 0)',
    'seconds',
  ),

  maxConnections: wholeNumber('max-connections', count, undefined, 'open sockets of this relay (default by memory)'),
  maxConnectionsPerAddress: wholeNumber(
    'max-connections-per-address',
    count,
    relay.connectionsPerAddress,
    'open sockets of one address, or of one /64 of IPv6',
  ),
  maxConnectionsPerClient: wholeNumber(
    'max-connections-per-client',
    count,
    relay.connectionsPerClient,
    'open sockets of one client id',
  ),
  maxConnects: wholeNumber(
    'max-connects',
    count,
    relay.connectPace.perSecond * 60,
    'new sockets of one address',
    'per minute',
  ),
  maxConnectBurst: wholeNumber(
    'max-connect-burst',
    count,
    relay.connectPace.burst,
    'new sockets of one address at once',
  ),
  maxHttp: wholeNumber('max-http', count, relay.httpPace.perSecond, 'HTTP requests of one address', 'per second'),
  maxHttpBurst: wholeNumber('max-http-burst', count, relay.httpPace.burst, 'HTTP requests of one address at once'),
  maxPublishes: wholeNumber(
    'max-publishes',
    count,
    relay.publishPace.perSecond,
    'messages published on one connection, and by one client id',
    'per second',
  ),
  maxPublishBurst: wholeNumber('max-publish-burst', count, relay.publishPace.burst, 'messages published at once'),
  maxSubscribes: wholeNumber(
    'max-subscribes',
    count,
    relay.subscribePace.perSecond,
    'topics subscribed to on one connection, and by one client id',
    'per second',
  ),
  maxSubscribeBurst: wholeNumber(
    'max-subscribe-burst',
    count,
    relay.subscribePace.burst,
    'topics subscribed to at once, as after a reconnect',
  ),
  maxReads: wholeNumber(
    'max-reads',
    count,
    relay.readPace.perSecond,
    'topics fetched or unsubscribed and receipts on one connection, and by one client id',
    'per second',
  ),
  maxReadBurst: wholeNumber('max-read-burst', count, relay.readPace.burst, 'topics fetched or unsubscribed at once'),
  maxClientsPerAddress: wholeNumber(
    'max-clients-per-address',
    count,
    relay.clientsPerAddress,
    'one address publishes, subscribes and reads as much as so many client ids',
  ),
  maxWait: wholeNumber(
    'max-wait',
    [0, 60],
    relay.paceWaitMs / 1_000,
    'a request over these rates waits for its turn so long, and is then refused with 3001',
    'seconds',
  ),

  maxMessage: wholeNumber(
    'max-message',
    [1_024, relay.messageLength],
    relay.messageLength,
    'one message; a frame may be twice as long',
    'bytes',
  ),
  maxFragments: wholeNumber('max-fragments', [1, 16_384], relay.fragments, 'fragments of one frame'),
  maxUpload: wholeNumber(
    'max-upload',
    seconds,
    relay.messageMs / 1_000,
    'the arrival of one message; a longer one is closed with 1008',
    'seconds',
  ),
  maxSubscriptions: wholeNumber(
    'max-subscriptions',
    count,
    relay.subscriptionsPerClient,
    'topics one client id is subscribed to, over all its sockets',
  ),
  maxSubscriptionsInAll: wholeNumber(
    'max-subscriptions-in-all',
    count,
    relay.subscriptions,
    'topics all clients of this relay are subscribed to',
  ),
  maxSubscriptionsPerAddress: wholeNumber(
    'max-subscriptions-per-address',
    count,
    relay.subscriptionsPerAddress,
    'topics the clients of one address are subscribed to',
  ),
  maxInFlight: wholeNumber(
    'max-in-flight',
    count,
    relay.requestsInFlight,
    'requests of one connection not answered yet; beyond, its socket is not read',
  ),
  maxInFlightLength: wholeNumber('max-in-flight-length', length, relay.lengthInFlight, 'the same in length', 'bytes'),
  maxUnread: wholeNumber(
    'max-unread',
    length,
    relay.bufferedLength,
    'what waits in memory for a client that does not read; beyond, it stays in the mailbox',
    'bytes',
  ),
  maxStall: wholeNumber(
    'max-stall',
    seconds,
    relay.stalledMs / 1_000,
    'a client that leaves so much unread for so long is closed with 1013',
    'seconds',
  ),
  maxAnswer: wholeNumber(
    'max-answer',
    seconds,
    relay.answerMs / 1_000,
    'an answer over HTTP is read in so long, or its connection is closed',
    'seconds',
  ),
  maxAnswersLength: wholeNumber(
    'max-answers-length',
    length,
    relay.answersLength,
    'answers over HTTP not read yet; beyond, the one that waits longest is given up',
    'bytes',
  ),

  maxQueued: wholeNumber('max-queued', count, mailbox.queuedMessages, 'messages of one topic nobody has taken'),
  maxQueuedLength: wholeNumber('max-queued-length', length, mailbox.queuedLength, 'the same in length', 'bytes'),
  maxClientQueued: wholeNumber(
    'max-client-queued',
    count,
    mailbox.clientMessages,
    'messages of one publishing client id; taken ones make room for more',
  ),
  maxClientQueuedLength: wholeNumber(
    'max-client-queued-length',
    length,
    mailbox.clientLength,
    'the same in length',
    'bytes',
  ),
  maxKept: wholeNumber('max-kept', count, mailbox.keptMessages, 'messages of one topic, taken by some or not'),
  maxKeptLength: wholeNumber('max-kept-length', length, mailbox.keptLength, 'the same in length', 'bytes'),
  maxAddressLength: wholeNumber(
    'max-address-length',
    length,
    undefined,
    'messages of one publishing address; taken ones make room (default 1/16 of --max-store-length)',
    'bytes',
  ),
  maxStoreLength: wholeNumber(
    'max-store-length',
    length,
    mailbox.totalLength,
    'all messages of the store; not with Redis, whose own maxmemory bounds them',
    'bytes',
  ),
  maxTtl: wholeNumber(
    'max-ttl',
    [300, irnLimits.maxTtlSeconds],
    relay.maxTtlSeconds,
    'the time to live of a message; a longer one is refused',
    'seconds',
  ),

  maxHandshakes: wholeNumber(
    'max-handshakes',
    count,
    relay.handshakes,
    'upgrades being checked at one time; beyond, they are answered 503',
  ),
  maxHandshake: wholeNumber('max-handshake', seconds, relay.handshakeMs / 1_000, 'the check of an upgrade', 'seconds'),
  maxHeaders: wholeNumber(
    'max-headers',
    seconds,
    relay.headersMs / 1_000,
    'the arrival of a request’s headers',
    'seconds',
  ),
  maxRequest: wholeNumber('max-request', seconds, relay.requestMs / 1_000, 'the arrival of a whole request', 'seconds'),
  maxRefused: wholeNumber(
    'max-refused',
    [0, million],
    relay.refusedConnections,
    'refused clients kept waiting, so that they do not come back at once',
  ),
  maxStop: wholeNumber(
    'max-stop',
    [0, 600],
    relay.stopMs / 1_000,
    'a relay that stops waits for its clients so long',
    'seconds',
  ),
}

type ValueOf<S> = S extends Setting<infer Value, infer Default> ? Value | Default : never
export type SettingName = keyof typeof settings
/** The value of each setting; undefined if it is neither given nor has a default. */
export type SettingValues = { readonly [Name in SettingName]: ValueOf<(typeof settings)[Name]> }
