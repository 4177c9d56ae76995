import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createRequestAnswerer } from './answerRequest.ts'
import type { RoutedResponse } from './answers/answer.ts'
import type { Registry } from './createRegistry.ts'
import { createHttpServer, sendAnswer } from './httpServer.ts'
import { defaultRegistryLimits, type RegistryLimits } from './limits.ts'
import { loggable, type RegistryLogger, silentLogger } from './logger.ts'
import { type RegistryMetrics, silentMetrics } from './metrics.ts'
import { openPort } from './openPort.ts'
import { createVisitorAddress } from './visitorAddress.ts'
import { watchSlowReaders } from './watchSlowReaders.ts'

export type ListenOptions = {
  /** 0 takes any free port. */
  readonly port: number
  readonly host: string
  /** The number of proxies in front that add to X-Forwarded-For. Without a proxy, this machine itself has no limit. */
  readonly trustedProxies?: number
  readonly limits?: Partial<RegistryLimits>
  readonly metrics?: RegistryMetrics
  readonly logger?: RegistryLogger
}

export type RunningRegistry = {
  readonly url: string
  readonly port: number
  /** The number of open TCP connections. */
  connections(): number
  /**
   * Makes the registry not ready: balancers send no new clients, and present clients are asked to reconnect elsewhere.
   */
  leave(): void
  /** Closes the port, lets answers in progress end, then closes the remaining connections. Idempotent. */
  stop(): Promise<void>
}

/**
 * Serves a registry over HTTP, with limits by address.
 * @throws PortTakenError, InvalidRegistryOptionError - for a port or host that this process cannot have
 * @example
 * const running = await listenRegistry(createRegistry({ bundle }), { port: 4403, host: '127.0.0.1' })
 * await running.stop()
 */
export async function listenRegistry(
  registry: Pick<Registry, 'respond'>,
  options: ListenOptions,
): Promise<RunningRegistry> {
  const { port, host, trustedProxies = 0, metrics = silentMetrics, logger = silentLogger } = options
  const limits = { ...defaultRegistryLimits, ...options.limits }
  const visitors = createVisitorAddress(trustedProxies)
  const readers = watchSlowReaders({ answerMs: limits.answerMs })
  let isLeaving = false
  let count = 0

  const answerTo = createRequestAnswerer({
    ...{ registry, visitors, metrics, logger },
    pace: limits.pace,
    isBehindProxy: trustedProxies > 0,
    isLeaving: () => isLeaving,
  })
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now()
    const send = (made: RoutedResponse) => {
      // The body of a request is not read, so its connection ends with the answer.
      const isLast = isLeaving || hasBody(request)
      const { socket } = request
      readers.beforeAnswer(socket, response)
      sendAnswer(response, { answer: made, isHead: request.method === 'HEAD', isLast })
      readers.afterAnswer(socket, response)
      metrics.answered(made.route, made.status, (performance.now() - startedAt) / 1_000)
    }
    const made = answerTo(request)
    if (made instanceof Promise) void made.then(send)
    else send(made)
  }
  const server = createHttpServer({
    ...{ limits, answer, metrics },
    addressOf: visitors.ofConnection,
  })
  server.on('connection', (socket) => {
    count += 1
    socket.once('close', () => {
      count -= 1
    })
  })
  const boundPort = await openPort(server, { port, host, option: 'port' })
  server.on('error', (error) => logger.error({ error: loggable(error) }, 'the port failed'))
  let stopped: Promise<void> | undefined
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    port: boundPort,
    connections: () => count,
    leave() {
      isLeaving = true
    },
    stop() {
      isLeaving = true
      stopped ??= closeServer(server, limits.stopMs).then(readers.stop)
      return stopped
    },
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

function closeServer(server: Server, patienceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), patienceMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
