import type { HonoRequest, MiddlewareHandler } from 'hono'
import { BodyTooLargeError, ForbiddenOriginError, InvalidCredentialsError } from '../../errors.ts'

/** Bytes that are enough for a name and a password in the widest characters, escaped. */
const bodyBytes = 4096

/**
 * Lets a change through only from this page, and only with a JSON body (T-52).
 * @throws ForbiddenOriginError - for any other change
 */
export function requireOwnPage(origin: string): MiddlewareHandler {
  return async ({ req }, next) => {
    if (req.method !== 'POST' && req.method !== 'DELETE') return next()
    // A browser names the origin with every POST and DELETE. A request without an origin comes from an unknown client.
    if (req.header('origin') !== origin)
      throw new ForbiddenOriginError('Only the page of this server may change something here.')
    // Only JSON: a form or text/plain can be sent across origins without a preflight.
    const type = req.header('content-type')?.trim() ?? ''
    if (req.method === 'POST' && !/^application\/json(?: *; *charset="?utf-8"?)?$/i.test(type))
      throw new ForbiddenOriginError('Send the body with "Content-Type: application/json".')
    await next()
  }
}

/** Reads a JSON body (BodyTooLargeError, InvalidCredentialsError). Node refuses the Request that Hono's limit makes. */
export async function readJson({ raw }: HonoRequest): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of raw.body ?? []) {
      size += chunk.byteLength
      if (size > bodyBytes) throw new BodyTooLargeError(`The body may have ${bodyBytes} bytes at most.`)
      chunks.push(chunk)
    }
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw error
    // Without cause: the parser's message quotes the body.
    throw new InvalidCredentialsError('The body is no JSON.')
  }
}
