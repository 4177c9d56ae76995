import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { InvalidArgumentError } from '@hawser/wire'
import type { Link } from '../createLink.ts'
import { isStream } from './isStream.ts'
import { type ParsedRequest, toRequest } from './nodeRequest.ts'

/** The part of Fastify that the plugin uses, so that this package does not depend on it. */
export type FastifyScope = {
  readonly prefix: string
  removeAllContentTypeParsers(): void
  addContentTypeParser(
    type: string,
    parser: (request: unknown, payload: unknown, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown
  all(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown
}
type FastifyRequest = { readonly raw: ParsedRequest }
type FastifyReply = {
  readonly raw: ServerResponse
  code(status: number): unknown
  getHeader(name: string): unknown
  header(name: string, value: string): unknown
  send(body?: Uint8Array | Readable): unknown
}

/**
 * Creates a Fastify plugin from the link API. The app's body parsers do not apply to it: the link API reads the body itself,
 * within its own limits.
 * @example
 * app.register(createFastifyPlugin(link), { prefix: '/link' })
 */
export function createFastifyPlugin(
  link: Pick<Link, 'fetch'>,
): (scope: FastifyScope, options: unknown, done: () => void) => void {
  if (typeof link?.fetch !== 'function') throw new InvalidArgumentError('`link` must be what `createLink` gives.')
  return (scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    scope.all('/*', async ({ raw }, reply) => {
      const path = (raw.url ?? '/').slice(scope.prefix.length)
      const answer = await link.fetch(toRequest(raw, reply.raw, path))
      reply.code(answer.status)
      // Fastify keeps the cookies that the app's hooks set, but would drop their `Vary`.
      for (const [name, value] of answer.headers)
        reply.header(name, name === 'vary' ? [reply.getHeader(name) ?? [], value].flat().join(', ') : value)
      // Closing the answer abandons the request, which ends the stream.
      if (isStream(answer) && answer.body !== null) return reply.send(Readable.fromWeb(answer.body as NodeStream))
      const body = new Uint8Array(await answer.arrayBuffer())
      reply.raw.once('finish', () => raw.resume())
      return reply.send(answer.status === 204 ? undefined : body)
    })
    done()
  }
}
