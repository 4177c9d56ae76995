import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { commonHeaders } from '../../bundle/commonHeaders.ts'
import type { RegistryRequest, RoutedResponse } from './answer.ts'
import { chooseEncoding, type Encoding } from './chooseEncoding.ts'

/** A reusable answer of status 200: its bytes, their ETag, and their compressed forms. */
export type StoredAnswer = {
  /** Answers 304 to a client that names the ETag of its answer. */
  answer(request: RegistryRequest): RoutedResponse | Promise<RoutedResponse>
  /** Makes the compressed forms ahead of time, so that no client waits. */
  compress(): Promise<void>
  /** The approximate number of bytes in memory. */
  readonly length: number
}

type Written = { readonly ok: RoutedResponse; readonly notModified: RoutedResponse; readonly etag: string }

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)
// A shorter answer fits into one network packet uncompressed.
const worthCompressing = 1_200
// The output is an eighth longer than at level 4, but level 4 took longer than half of all searches.
const fastestQuality = 1
// Compressing a shorter answer takes less time than a hand-over to another thread.
const worthAThread = 64 * 1024
const isText = /^(?:text\/|application\/json|image\/svg)/

/**
 * Creates a stored answer.
 * @param options - `route`: a path of the OpenAPI document. `digest`: names the bytes; default: their sha256. `isKept`:
 * whether the answer is kept for long, so that better compression pays. `shorten`: compresses the bytes; default: zlib
 */
export function createStoredAnswer(options: {
  readonly route: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
  readonly cacheControl: string
  readonly digest?: string
  readonly isKept: boolean
  readonly shorten?: typeof shortenAs
}): StoredAnswer {
  const { route, bytes, type, cacheControl, isKept, shorten = shortenAs } = options
  const isCompressed = bytes.length >= worthCompressing && isText.test(type)
  let digest = options.digest
  let identity: Written | undefined
  const written: { [encoding in Encoding]?: Written | Promise<Written> } = {}

  const write = (encoding: Encoding, body: Uint8Array<ArrayBuffer>): Written => {
    digest ??= createHash('sha256').update(bytes).digest('base64url')
    // A strong ETag names exact bytes, so each encoding has its own ETag.
    const etag = encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`
    const cached = { ...commonHeaders, ETag: etag, 'Cache-Control': cacheControl }
    const encoded = encoding === 'identity' ? {} : { 'Content-Encoding': encoding }
    const headers = { ...cached, ...encoded, 'Content-Type': type, 'Content-Length': String(body.length) }
    return {
      etag,
      // A view of the same bytes, which Node writes directly.
      ok: { status: 200, headers, body: Buffer.from(body.buffer, body.byteOffset, body.length), route },
      notModified: { status: 304, headers: cached, body: undefined, route },
    }
  }
  const writeIdentity = () => {
    identity ??= write('identity', bytes)
    return identity
  }
  const compressAs = async (encoding: 'br' | 'gzip'): Promise<Written> => {
    try {
      const made = write(encoding, await shorten(encoding, bytes, isKept))
      written[encoding] = made
      return made
    } catch (error) {
      // Forgotten, so that the next request tries again: memory for zlib can be short for a moment.
      delete written[encoding]
      throw error
    }
  }
  const writtenAs = (encoding: Encoding): Written | Promise<Written> => {
    if (encoding === 'identity' || !isCompressed) return writeIdentity()
    written[encoding] ??= compressAs(encoding)
    return written[encoding]
  }
  return {
    answer({ acceptEncoding, ifNoneMatch }) {
      const found = writtenAs(chooseEncoding(acceptEncoding))
      return found instanceof Promise ? found.then((each) => pick(each, ifNoneMatch)) : pick(found, ifNoneMatch)
    },
    async compress() {
      await writtenAs('br')
      await writtenAs('gzip')
    },
    length: bytes.length + 1_000,
  }
}

function pick({ etag, ok, notModified }: Written, ifNoneMatch: string | undefined): RoutedResponse {
  return namesETag(ifNoneMatch, etag) ? notModified : ok
}

async function shortenAs(
  encoding: 'br' | 'gzip',
  bytes: Uint8Array,
  isKept: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  return encoding === 'br' ? shortenAsBrotli(bytes, isKept) : shortenAsGzip(bytes, isKept)
}

async function shortenAsGzip(bytes: Uint8Array, isKept: boolean): Promise<Uint8Array<ArrayBuffer>> {
  const options = { level: isKept ? 9 : 4 }
  return ownBytes(bytes.length < worthAThread ? gzipSync(bytes, options) : await gzipAsync(bytes, options))
}

async function shortenAsBrotli(bytes: Uint8Array, isKept: boolean): Promise<Uint8Array<ArrayBuffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isKept ? 6 : fastestQuality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const options = { params }
  return ownBytes(bytes.length < worthAThread ? brotliCompressSync(bytes, options) : await brotliAsync(bytes, options))
}

/** Copies zlib's result, which can be a small part of a large buffer that would stay in memory as a whole. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}

// RFC 9110 §13.1.2: `*` or a list. The comparison is weak, so that a client behind a proxy that weakened the tag still
// gets a 304.
function namesETag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((item) => {
    const tag = item.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
