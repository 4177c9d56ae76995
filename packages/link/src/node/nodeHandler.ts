import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { InvalidArgumentError } from '@hawser/wire'
import type { Link } from '../createLink.ts'
import { isStream } from './isStream.ts'
import { type ParsedRequest, toRequest } from './nodeRequest.ts'

/** A request listener of Node's server, and a middleware of Express or Connect. */
export type NodeHandler = (request: ParsedRequest, response: ServerResponse) => Promise<void>

/**
 * Creates a handler of Node's server from the link API. Express and Connect remove the mount path from the address. For
 * `createServer`, pass `basePath` to `createLink`.
 * @example
 * app.use('/link', createNodeHandler(link)) // Express
 * createServer(createNodeHandler(link)).listen(3000) // Node, with createLink({ basePath: '/link', … })
 */
export function createNodeHandler(link: Pick<Link, 'fetch'>): NodeHandler {
  if (typeof link?.fetch !== 'function') throw new InvalidArgumentError('`link` must be what `createLink` gives.')
  return async (request, response) => {
    try {
      await reply(link, request, response)
    } catch {
      // Node does not handle the rejection of a listener, and it would end the process.
      if (!response.writableEnded) response.destroy()
    }
  }
}

async function reply(link: Pick<Link, 'fetch'>, request: ParsedRequest, response: ServerResponse): Promise<void> {
  // A body that arrives together with its head is available only after this tick.
  await undefined
  const answer = await link.fetch(toRequest(request, response, request.url ?? '/'))
  if (isStream(answer)) return stream(answer, response)
  const body = Buffer.from(await answer.arrayBuffer())
  // The client has disconnected, or a middleware has answered meanwhile (its timeout).
  if (response.destroyed || response.headersSent) return
  writeHead(answer, response)
  if (answer.status !== 204) response.setHeader('content-length', body.byteLength)
  await new Promise<void>((resolve) => {
    response.once('close', resolve)
    response.end(body, () => {
      // The unread body of a refused request would block the next request on the connection.
      request.resume()
      resolve()
    })
  })
}

/** Sends each part of the answer as soon as it is available. */
async function stream(answer: Response, response: ServerResponse): Promise<void> {
  const reader = answer.body?.getReader()
  if (reader === undefined || response.destroyed || response.headersSent) return reader?.cancel()
  response.once('close', () => reader.cancel().catch(() => undefined))
  writeHead(answer, response)
  response.flushHeaders()
  for (let read = await reader.read(); !read.done; read = await reader.read())
    if (!response.write(read.value)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  response.end()
}

function writeHead({ status, headers }: Response, response: ServerResponse): void {
  response.statusCode = status
  // Each cookie is a header of its own. A middleware may have set cookies and `Vary` already, and `setHeader` would drop them.
  for (const [name, value] of headers)
    if (name === 'set-cookie' || name === 'vary') response.appendHeader(name, value)
    else response.setHeader(name, value)
}
