import { InvalidLinkBodyError, linkLimits } from '@hawser/wire'
import { BodyTooLargeError, ContentTypeNotJsonError } from '../errors.ts'

const maxDepth = 8
/** A body of 32 KiB that takes longer was abandoned. A server's own timeout can be minutes, or infinite. */
const patienceMs = 10_000

/**
 * Reads a request's JSON body and checks type, size, depth and content in this order. The size is counted while reading,
 * because a chunked body announces none. Reading can take ten seconds.
 * @throws ContentTypeNotJsonError, BodyTooLargeError, InvalidLinkBodyError
 */
export async function readJsonBody(request: Request, waitMs = patienceMs): Promise<unknown> {
  // Only JSON: a page of another origin can send a form or text/plain without a preflight (T-52).
  if (!/^application\/json(?: *; *charset="?utf-8"?)?$/i.test(request.headers.get('content-type')?.trim() ?? ''))
    throw new ContentTypeNotJsonError('Send the body with "Content-Type: application/json".')
  if (Number(request.headers.get('content-length') ?? 0) > linkLimits.bodyBytes) throw tooLarge()
  const text = decode(await readInTime(request, waitMs))
  if (depthOf(text) > maxDepth) throw new InvalidLinkBodyError('The body is nested too deep.')
  try {
    return JSON.parse(text)
  } catch {
    // No `cause`: the parser's message quotes the body.
    throw new InvalidLinkBodyError('The body is no JSON.')
  }
}

async function readInTime(request: Request, waitMs: number): Promise<Uint8Array> {
  const reader = request.body?.getReader()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    // Ends the pending read.
    reader?.cancel().catch(() => undefined)
  }, waitMs)
  try {
    const bytes = await readBytes(reader)
    if (isLate) throw new InvalidLinkBodyError('The body took too long.')
    return bytes
  } finally {
    clearTimeout(timer)
  }
}

async function readBytes(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  while (reader !== undefined) {
    const { done, value } = await reader.read().catch(() => {
      throw new InvalidLinkBodyError('The body broke off.')
    })
    if (done) break
    size += value.byteLength
    if (size > linkLimits.bodyBytes) {
      // Not awaited: a sender that never closes must not hold up the refusal.
      reader.cancel().catch(() => undefined)
      throw tooLarge()
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new InvalidLinkBodyError('The body is no UTF-8.')
  }
}

/**
 * Counts how deep brackets nest outside of strings. Done before parsing, because code that walks a parsed bomb overflows the
 * stack (T-94).
 */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (isInString && character === '\\') index += 1
    else if (character === '"') isInString = !isInString
    else if (!isInString && (character === '{' || character === '[')) deepest = Math.max(deepest, ++depth)
    else if (!isInString && (character === '}' || character === ']')) depth -= 1
  }
  return deepest
}

function tooLarge(): BodyTooLargeError {
  return new BodyTooLargeError(`The body may have ${linkLimits.bodyBytes} bytes at most.`)
}
