import { randomBytes as nodeRandomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { addressOf } from '@hawser/wire'
import { createIdSource } from '../deliveries/idSource.ts'
import { RelayStoppedError } from '../errors.ts'
import { createAdmission } from '../limits/admission.ts'
import { createMemoryBuckets } from '../limits/buckets/memory.ts'
import type { Buckets } from '../limits/buckets.ts'
import { createClientTopics } from '../limits/clientTopics.ts'
import { defaultRelayLimits, type RelayLimits } from '../limits/limits.ts'
import { createRequestThrottle } from '../limits/requestThrottle.ts'
import { loggable, type RelayLogger, silentLogger } from '../logger.ts'
import type { Mailbox } from '../mailboxes/mailbox.ts'
import { createMemoryMailbox } from '../mailboxes/memory.ts'
import { closeGradually, pause } from './closeGradually.ts'
import { guardHttp } from './http/guardHttp.ts'
import { createHttpRoutes } from './http/httpRoutes.ts'
import { createHttpRpc, type HttpCall } from './http/httpRpc.ts'
import { createHttpServer } from './http/httpServer.ts'
import { createUnreadAnswers } from './http/unreadAnswers.ts'
import { instrumentMailbox } from './instrumentMailbox.ts'
import { type RelayMetrics, silentMetrics } from './metrics.ts'
import { openPort } from './openPort.ts'
import { createReadiness } from './readiness.ts'
import { createConnections } from './socket/connections.ts'
import { createHandshake } from './socket/handshake.ts'
import { endlessPatience } from './socket/heartbeat.ts'
import { stopAll } from './stopAll.ts'
import { type StoreWatch, watchStore } from './storeWatch.ts'
import { createThrottledWarning } from './throttledWarning.ts'
import { throttleErrors } from './throttleErrors.ts'

export type RelayOptions = {
  /** The store of envelopes. The relay owns it: `stop()` closes it. Default: memory. */
  readonly mailbox?: Mailbox
  /** Returns epoch milliseconds. */
  readonly now?: () => number
  readonly randomBytes?: (length: number) => Uint8Array
  /** Called with `fields, text`, like pino. Silent by default. */
  readonly logger?: RelayLogger
  /** The relay's public URLs. If given, a client's JWT must be made for one of them. */
  readonly audiences?: readonly string[] | undefined
  /** The relay's public key as 64 hex digits, the answer to `GET /public-key`. */
  readonly publicKey?: string
  /** The interval between pings. Real clients drop a socket after 31 s without a ping. */
  readonly pingIntervalMs?: number
  readonly limits?: Partial<RelayLimits>
  /**
   * The token buckets: in this relay (default), or shared by all relays on one Redis. The relay owns them: `stop()` closes
   * them.
   */
  readonly buckets?: Buckets | undefined
  /**
   * Origins of the pages that may use the relay. Default: all. Besides `https://app.example`, these can be
   * `https://*.app.example`, `null`, `file://`, `capacitor://localhost`, `chrome-extension://<id>` and similar ones
   * (docs/relay-limits.md, Origins). The relay's own host, and programs that send no Origin, are always admitted.
   * @example origins: ['https://app.example', 'capacitor://localhost', 'moz-extension://*']
   */
  readonly origins?: readonly string[] | undefined
  /** How many proxies in front of the relay add to X-Forwarded-For. Default: 0, and the header is not read. */
  readonly trustedProxies?: number
  /**
   * Set when other relays serve the same mailbox. If this relay cannot reach the mailbox for this many milliseconds, it sends
   * its clients to the others with 1013. Default: clients stay, because there is no other relay.
   */
  readonly storePatienceMs?: number | undefined
  /** Receives the metrics of the relay. Default: no metrics. */
  readonly metrics?: RelayMetrics | undefined
}

export type Relay = {
  /**
   * Opens the port. Port 0 picks a free port.
   * @throws PortTakenError, RelayStoppedError, InvalidRelayOptionError - for a port or host this process cannot use
   */
  listen(address: { readonly port: number; readonly host: string }): Promise<{ port: number; url: string }>
  /**
   * Leaves while other relays take over. `/readyz` is 503 immediately, and the port closes after `graceMs`. Then clients are
   * closed with 1012 over `spreadMs`, each after its requests are answered. The drain ends like `stop()`; calling `stop()` cuts
   * it short.
   */
  drain(pace: { readonly graceMs: number; readonly spreadMs: number }): Promise<void>
  /** Closes every socket with 1001, finishes pending requests, and closes the mailbox. Idempotent. */
  stop(): Promise<void>
}

/** Official clients drop a socket after 31 to 35 s of silence. */
export const defaultPingIntervalMs = 25_000
const purgeIntervalMs = 30_000
const awaySpreadMs = 2_000

/**
 * A WalletConnect v2-compatible relay: WebSocket JSON-RPC on every path, and plain HTTP on the same port. It sees topics, tags,
 * times and client ids, and envelopes that it cannot open.
 * @throws InvalidRelayOptionError - for `origins` that no page can have
 * @example
 * const relay = createRelay({ mailbox: createMemoryMailbox() })
 * const { url } = await relay.listen({ port: 4401, host: '127.0.0.1' })
 */
export function createRelay(options: RelayOptions = {}): Relay {
  const now = options.now ?? Date.now
  const limits = { ...defaultRelayLimits, ...options.limits }
  const logger = throttleErrors(options.logger ?? silentLogger)
  const metrics = options.metrics ?? silentMetrics
  const mailbox = instrumentMailbox(options.mailbox ?? createMemoryMailbox({ now }), metrics)
  const readiness = createReadiness({ mailbox })
  const hurry = new AbortController()
  const nextId = createIdSource(now, options.randomBytes ?? nodeRandomBytes)
  const clientTopics = createClientTopics({
    perClient: limits.subscriptionsPerClient,
    perAddress: limits.subscriptionsPerAddress,
    inAll: limits.subscriptions,
  })
  const timers: NodeJS.Timeout[] = []
  let draining: Promise<void> | undefined
  let stopping: Promise<void> | undefined

  const { audiences, publicKey, origins, trustedProxies = 0 } = options
  const buckets = options.buckets ?? createMemoryBuckets()
  const admission = createAdmission({ limits, buckets, origins, audiences, trustedProxies })
  // Over HTTP no call waits for its turn: a call over the pace is refused with 429.
  const httpThrottle = createRequestThrottle({ buckets, limits: { ...limits, paceWaitMs: 0 } })
  const admit = ({ http, clientId, request }: HttpCall) =>
    httpThrottle.admit({ clientId, address: admission.addressOf(http) }, request)
  const warn = createThrottledWarning(logger)
  const ofHttp = { mailbox, metrics, admit, addressOf: admission.addressOf }
  const rpc = guardHttp({ admission, warn, rpc: createHttpRpc({ now, audiences, limits, logger, warn, ...ofHttp }) })
  const unread = createUnreadAnswers(limits)
  const routes = createHttpRoutes({ isReady: readiness.isReady, publicKey, rpc, unread, logger })
  const throttle = createRequestThrottle({ buckets, limits })
  const connections = createConnections({ mailbox, clientTopics, limits, logger, nextId, metrics, throttle })
  let storeWatch: StoreWatch | undefined
  const isAway = () => storeWatch?.isAway() ?? false
  const sendElsewhere = () => {
    if (connections.open.size > 0)
      logger.warn({ connections: connections.open.size }, 'the mailbox is away: clients are sent elsewhere')
    const reason = 'This relay cannot reach its store. Reconnect to another.'
    void closeGradually(connections, awaySpreadMs, hurry.signal, { code: 1013, reason })
  }
  const handshake = createHandshake({ now, audiences, limits, admission, logger, metrics, connections, isAway })
  // A connection from a proxy has no known client before its first request.
  const addressOfPeer = ({ remoteAddress: peer }: Socket) =>
    trustedProxies === 0 ? addressOf({ peer, forwardedFor: undefined, trustedProxies }) : undefined
  const server = createHttpServer({ limits, routes, upgrade: handshake.upgrade, addressOf: addressOfPeer })
  metrics.observe(() => ({ connections: connections.open.size, ...connections.backlog() }))

  const drain = async (graceMs: number, spreadMs: number): Promise<void> => {
    storeWatch?.stop()
    readiness.leave()
    logger.info({ connections: connections.open.size, graceMs, spreadMs }, 'draining')
    // A load balancer that watches /readyz sends new clients elsewhere. Until it notices, clients are admitted.
    await pause(graceMs, hurry.signal)
    server.close()
    const reason = 'This relay restarts. Reconnect to go on.'
    await closeGradually(connections, spreadMs, hurry.signal, { code: 1012, reason })
    stopping ??= stop(1012)
    await stopping
  }
  const stop = async (code: number): Promise<void> => {
    storeWatch?.stop()
    readiness.leave()
    hurry.abort()
    for (const timer of timers) clearInterval(timer)
    const serverClosed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const connection of connections.open) connections.leave(connection, code, 'The relay is stopping.')
    handshake.stop()
    const allClosed = Promise.all([...connections.open].map(connections.closed))
    const impatience = setTimeout(() => {
      for (const { socket } of connections.open) socket.terminate()
    }, limits.stopMs)
    await allClosed
    clearTimeout(impatience)
    server.closeAllConnections()
    await serverClosed
    await stopAll([() => buckets.close(), () => mailbox.close()])
    logger.info({}, 'stopped')
  }

  return {
    async listen({ port, host }) {
      if (stopping !== undefined) throw new RelayStoppedError('This relay was stopped. Create another one.')
      const boundPort = await openPort({ server, port, host, option: 'port', logger })
      const { pingIntervalMs = defaultPingIntervalMs } = options
      let lastBeatAt = performance.now()
      const beat = () => {
        const now = performance.now()
        // After a late beat, answers that came while this process was busy or suspended are still unread.
        const isLate = now - lastBeatAt > pingIntervalMs * 1.1
        lastBeatAt = now
        connections.beat(isLate ? endlessPatience : { pongMs: pingIntervalMs / 2, messageMs: limits.messageMs })
      }
      const purge = () => {
        mailbox.purge().catch((error) => logger.error({ error: loggable(error) }, 'the mailbox failed'))
      }
      timers.push(setInterval(beat, pingIntervalMs), setInterval(purge, purgeIntervalMs))
      const { storePatienceMs: patienceMs } = options
      if (patienceMs !== undefined) {
        const { isReady } = createReadiness({ mailbox: { check: mailbox.reach ?? mailbox.check } })
        storeWatch = watchStore({ isReady, patienceMs, onAway: sendElsewhere })
      }
      const url = `ws://${host.includes(':') ? `[${host}]` : host}:${boundPort}`
      logger.info({ port: boundPort }, 'listening')
      return { port: boundPort, url }
    },
    drain({ graceMs, spreadMs }) {
      draining ??= stopping ?? drain(graceMs, spreadMs)
      return draining
    },
    stop() {
      stopping ??= stop(1001)
      return stopping
    },
  }
}
