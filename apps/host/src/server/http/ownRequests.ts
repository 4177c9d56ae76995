import type { HonoRequest, MiddlewareHandler } from 'hono'
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

/**
 * The JSON of a body. Hono's own limit makes a new Request of the server's, which Node refuses.
 * @throws BodyTooLargeError, InvalidCredentialsError
 */
export async function readJson({ raw }: HonoRequest): Promise<unknown> {
  const text = await readText(raw)
  try {
    return JSON.parse(text)
  } catch {
    // Without cause: the parser's message quotes the body.
    throw new InvalidCredentialsError('The body is no JSON.')
  }
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  while (reader !== undefined) {
    const { done, value } = await reader.read().catch(() => {
      throw new InvalidCredentialsError('The body broke off.')
    })
    if (done) break
    size += value.byteLength
    if (size > bodyBytes) {
      // Not awaited: a sender that never closes must not hold up the refusal.
      reader.cancel().catch(() => undefined)
      throw new BodyTooLargeError(`The body may have ${bodyBytes} bytes at most.`)
    }
    chunks.push(value)
  }
  return Buffer.concat(chunks).toString()
}
