import type { HonoRequest, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { BodyTooLargeError, ForbiddenOriginError, InvalidCredentialsError } from '../../errors.ts'

/** Room for a name and a password in the widest characters, escaped. */
const bodyBytes = 4096

/**
 * Lets through what changes something only when this page itself asks for it, with a body that is JSON (T-52).
 * @throws ForbiddenOriginError
 */
export function requireOwnPage(origin: string): MiddlewareHandler {
  return async ({ req }, next) => {
    // A browser names the origin with every POST and DELETE: none means a client we know nothing of.
    if (req.header('origin') !== origin)
      throw new ForbiddenOriginError('Only the page of this server may change something here.')
    // Exactly JSON: a form or text/plain can be sent across origins without asking first.
    const type = req.header('content-type')?.trim() ?? ''
    if (req.method === 'POST' && !/^application\/json(?: *; *charset="?utf-8"?)?$/i.test(type))
      throw new ForbiddenOriginError('Send the body with "Content-Type: application/json".')
    await next()
  }
}

/** @throws BodyTooLargeError */
export const limitBody = bodyLimit({
  maxSize: bodyBytes,
  onError() {
    throw new BodyTooLargeError(`The body may have ${bodyBytes} bytes at most.`)
  },
})

/** @throws InvalidCredentialsError */
export function readJson(request: HonoRequest): Promise<unknown> {
  return request.json().catch(() => {
    // Without cause: the parser's message quotes the body.
    throw new InvalidCredentialsError('The body is no JSON.')
  })
}
