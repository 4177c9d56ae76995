import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { NotFoundError } from '@hawser/wire'
import { InvalidQueryError } from '../../errors.ts'
import type { AnswerCache } from '../answers/answerCache.ts'
import { createStoredAnswer, type StoredAnswer } from '../answers/storedAnswer.ts'
import { z } from './documentedZod.ts'
import { listingId } from './params.ts'
import { readQuery } from './query.ts'

/** The body and media type of a route's answer. */
export type Made = { readonly body: string | Uint8Array<ArrayBuffer>; readonly type: string }

export const jsonType = 'application/json; charset=utf-8'

/** One path of the registry, and its description in the document. */
export type Route = {
  /** The path as in the document: `/v1/wallets/{id}`, with at most one param, which is the last part. */
  readonly path: string
  readonly document: RouteConfig
  /**
   * @param query - the query string without its question mark
   * @param id - the param of the path
   * @throws InvalidQueryError, NotFoundError
   */
  answer(query: string, id: string): StoredAnswer
}

export type RouteOptions<Shape extends z.core.$ZodLooseShape> = {
  readonly path: string
  readonly tag: 'wallets' | 'compatible' | 'document'
  readonly summary: string
  /** The params that the answer depends on. */
  readonly query: Shape
  /** Params that are accepted and ignored. */
  readonly ignored: readonly string[]
  /** The answer's media types, with the schemas of JSON ones. */
  readonly answers: Readonly<Record<string, z.ZodType>>
  readonly maxAgeSeconds: number
  readonly cache: AnswerCache
  /** Makes the answer, or returns undefined if nothing has this id. */
  make(query: z.output<z.ZodObject<Shape>>, id: string): Made | undefined
}

/**
 * Makes a route from the params that its answers depend on. These are the parsed params, so that queries with the same
 * meaning get the same bytes, the second time from memory.
 */
export function createRoute<Shape extends z.core.$ZodLooseShape>(options: RouteOptions<Shape>): Route {
  const { path, ignored, cache, make, maxAgeSeconds } = options
  const schema = z.object(options.query)
  const known = new Set([...Object.keys(options.query), ...ignored])
  // An answer must not be stale, because a client that checks signatures compares it with the newest manifest.
  const cacheControl = `public, max-age=${maxAgeSeconds}`
  return {
    path,
    document: documentOf(options),
    answer(text, id) {
      const query = schema.safeParse(readQuery(text, known))
      if (!query.success) throw new InvalidQueryError(describe(query.error))
      const key = `${path} ${id} ${JSON.stringify(query.data)}`
      const kept = cache.get(key)
      if (kept !== undefined) return kept
      const made = make(query.data, id)
      if (made === undefined) throw new NotFoundError('There is nothing under this id.')
      const bytes = typeof made.body === 'string' ? new Uint8Array(Buffer.from(made.body)) : made.body
      const answer = createStoredAnswer({ route: path, bytes, type: made.type, cacheControl, isKept: false })
      cache.put(key, answer)
      return answer
    },
  }
}

/** Describes the first fault with the texts of `params.ts`, which never repeat the input. */
function describe(error: z.ZodError): string {
  const [issue] = error.issues
  return issue === undefined ? 'The query is malformed.' : `${String(issue.path[0])} ${issue.message}`
}

const failure = z
  .strictObject({
    code: z.string().openapi({ description: 'Stable: docs/errors has a page for each.' }),
    message: z.string().openapi({ description: 'For a person; it may change.' }),
  })
  .openapi('Error')
const refusal = (description: string) => ({ description, content: { 'application/json': { schema: failure } } })
const accepted = z.string().optional().openapi({ description: 'Accepted and not looked at.' })

function documentOf<Shape extends z.core.$ZodLooseShape>(options: RouteOptions<Shape>): RouteConfig {
  const hasId = options.path.endsWith('{id}')
  const ignored = Object.fromEntries(options.ignored.map((name) => [name, accepted]))
  return {
    method: 'get',
    path: options.path,
    tags: [options.tag],
    summary: options.summary,
    request: {
      query: z.object({ ...options.query, ...ignored }),
      ...(hasId && { params: z.object({ id: listingId }) }),
    },
    responses: {
      200: {
        description: 'Found.',
        content: Object.fromEntries(Object.entries(options.answers).map(([type, schema]) => [type, { schema }])),
      },
      304: { description: 'Not changed since the ETag in If-None-Match.' },
      400: refusal('A param is unknown, given twice or out of bounds.'),
      ...(hasId && { 404: refusal('There is nothing under this id.') }),
      429: refusal('Too many requests from this address.'),
    },
  }
}
