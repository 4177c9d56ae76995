import type { IncomingMessage } from 'node:http'
import { TooManyRequestsError } from '@hawser/wire'
import type { RoutedResponse } from './answers/answer.ts'
import { respondError, respondText } from './answers/respond.ts'
import type { Registry } from './createRegistry.ts'
import { malformed } from './httpServer.ts'
import type { RegistryLogger } from './logger.ts'
import type { RegistryMetrics } from './metrics.ts'
import { normalizePath } from './normalizePath.ts'
import { createRateLimiter, type RateLimit } from './rateLimiter.ts'
import type { VisitorAddress } from './visitorAddress.ts'

export type RequestAnswererOptions = {
  readonly registry: Pick<Registry, 'respond'>
  readonly visitors: Pick<VisitorAddress, 'ofRequest'>
  /** The rate limit of one address. */
  readonly pace: RateLimit
  /** Whether a proxy in front is expected. Without one, the first request that comes through a proxy is logged. */
  readonly isBehindProxy: boolean
  /** Whether the registry is about to stop, which `/readyz` reports. */
  readonly isLeaving: () => boolean
  readonly metrics: RegistryMetrics
  readonly logger: RegistryLogger
}

/**
 * Creates a function that answers `/readyz`, refuses an address that sends too many requests, and passes all other
 * requests to the registry.
 */
export function createRequestAnswerer(
  options: RequestAnswererOptions,
): (request: IncomingMessage) => RoutedResponse | Promise<RoutedResponse> {
  const { registry, visitors, isLeaving, metrics, logger } = options
  const paces = createRateLimiter({ pace: options.pace })
  let hasWarned = options.isBehindProxy

  const warnOfProxy = () => {
    if (hasWarned) return
    hasWarned = true
    logger.warn({}, 'requests come through an unknown proxy: set --trusted-proxies')
  }
  const refuseByPace = (request: IncomingMessage): RoutedResponse | undefined => {
    const address = visitors.ofRequest(request)
    const waitMs = address === undefined ? undefined : paces.take(address)
    if (waitMs === undefined) return undefined
    metrics.refused('pace')
    const retryAfterSeconds = Math.ceil(waitMs / 1_000)
    const error = new TooManyRequestsError('Too many requests from here. Try again later.', { retryAfterSeconds })
    return { ...respondError(429, error, { 'Retry-After': String(retryAfterSeconds) }), route: 'none' }
  }
  return (request) => {
    const { method = '', url = '', headers } = request
    const target = pathOf(url)
    // `/readyz` has no limit: balancers request it often, and from few addresses.
    const isRead = method === 'GET' || method === 'HEAD'
    const path = normalizePath(target.split('?', 1)[0] ?? '')
    if (isRead && path === '/readyz') return isLeaving() ? notReady : ready
    if (headers['x-forwarded-for'] !== undefined) warnOfProxy()
    const refusal = path === '/healthz' ? undefined : refuseByPace(request)
    if (refusal !== undefined) return refusal
    // RFC 9112 §3.2 requires a Host header in HTTP/1.1.
    if (headers.host === undefined && request.httpVersion === '1.1') return { ...malformed, route: 'none' }
    const ifNoneMatch = headers['if-none-match']
    const acceptEncoding = headers['accept-encoding']
    return registry.respond({ method, target, ifNoneMatch, acceptEncoding })
  }
}

const ready: RoutedResponse = { ...respondText(200, 'ready'), route: '/readyz' }
const notReady: RoutedResponse = { ...respondText(503, 'not ready'), route: '/readyz' }

/** Returns the path and query of a request target. A proxy can request the whole address (RFC 9112 §3.2.2). */
function pathOf(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]{0,512}/i, '')
}
