import { BodyTooLargeError, ForbiddenOriginError, InvalidCredentialsError } from '../../errors.ts'

/** Room for a name and a password in the widest characters, escaped. */
const bodyBytes = 4096

/**
 * Lets through what changes something only when this page itself asks for it (T-52).
 * @throws ForbiddenOriginError
 */
export function checkOwnOrigin(request: Request, origin: string): void {
  // A browser names the origin with every POST and DELETE: none means a client we know nothing of.
  if (request.headers.get('origin') !== origin)
    throw new ForbiddenOriginError('Only the page of this server may change something here.')
}

/**
 * The JSON body of a request from this page.
 * @throws ForbiddenOriginError, BodyTooLargeError, InvalidCredentialsError
 */
export async function readOwnJson(request: Request, origin: string): Promise<unknown> {
  checkOwnOrigin(request, origin)
  // Exactly JSON: a form or text/plain can be sent across origins without asking first.
  if (!/^application\/json(?: *; *charset="?utf-8"?)?$/i.test(request.headers.get('content-type')?.trim() ?? ''))
    throw new ForbiddenOriginError('Send the body with "Content-Type: application/json".')
  const text = await readText(request)
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
