import { type AllowedOrigins, allowsOrigin } from './allowedOrigins.ts'
import { checkPreflight } from './checkOrigin.ts'

/** The methods of the routes. */
const methods = 'GET, POST, PATCH, DELETE'
/**
 * How long a browser can cache a preflight. Chromium's own limit is two hours; with ten minutes, a changed list takes effect
 * soon.
 */
const maxAgeSeconds = 600

/**
 * Answers a preflight (Fetch standard §CORS protocol) with the requests that a page of an allowed origin may send, on any path.
 * @throws ForbiddenOriginError
 */
export function answerPreflight(request: Request, allowed: AllowedOrigins): Response {
  checkPreflight(request.headers.get('origin'), allowed)
  const asked = request.headers.get('access-control-request-headers') ?? ''
  // Only the host app knows which headers `isOwnPage` reads, so a page of an allowed origin may send any header.
  const headers = /^[\w-]+(?: *, *[\w-]+){0,31}$/.test(asked) ? asked : 'content-type'
  return new Response(null, {
    status: 204,
    headers: {
      allow: methods,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': headers,
      'access-control-max-age': String(maxAgeSeconds),
      vary: 'Access-Control-Request-Method, Access-Control-Request-Headers',
    },
  })
}

/**
 * Lets a page of an allowed origin read an answer, a refusal included, and send its cookies. Other pages cannot, as without
 * CORS.
 */
export function addCorsHeaders(request: Request, response: Response, allowed: AllowedOrigins): Response {
  const origin = request.headers.get('origin')
  response.headers.append('vary', 'Origin')
  if (origin === null || !allowsOrigin(allowed, origin)) return response
  response.headers.set('access-control-allow-origin', origin)
  response.headers.set('access-control-allow-credentials', 'true')
  response.headers.set('access-control-expose-headers', 'Retry-After')
  return response
}
