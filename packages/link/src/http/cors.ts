import { type AllowedOrigins, allowsOrigin } from './allowedOrigins.ts'
import { checkPreflight } from './checkOrigin.ts'

/** The methods of the routes. */
const methods = 'GET, POST, PATCH, DELETE'
/** How long a browser may go on without asking again. Chromium's own limit is two hours; ten minutes let a list be changed. */
const maxAgeSeconds = 600

/**
 * The answer to a preflight (Fetch standard §CORS protocol): the requests that a page of an allowed origin may send, on any path.
 * @throws ForbiddenOriginError
 */
export function answerPreflight(request: Request, allowed: AllowedOrigins): Response {
  checkPreflight(request.headers.get('origin'), allowed)
  const asked = request.headers.get('access-control-request-headers') ?? ''
  // Which headers `isOwnPage` looks at only the host app knows: a page that may ask at all may send them.
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

/** Lets a page of an allowed origin read an answer, a refusal included, and send its cookies. Others cannot, as without CORS. */
export function shareAnswer(request: Request, response: Response, allowed: AllowedOrigins): Response {
  const origin = request.headers.get('origin')
  response.headers.append('vary', 'Origin')
  if (origin === null || !allowsOrigin(allowed, origin)) return response
  response.headers.set('access-control-allow-origin', origin)
  response.headers.set('access-control-allow-credentials', 'true')
  response.headers.set('access-control-expose-headers', 'Retry-After')
  return response
}
