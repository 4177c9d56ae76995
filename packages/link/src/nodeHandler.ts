import type { ServerResponse } from 'node:http'
import type { Link } from './createLink.ts'
import { type ParsedRequest, toRequest } from './nodeRequest.ts'

/** A request listener of Node's server, and a middleware of Express or Connect. */
export type NodeHandler = (request: ParsedRequest, response: ServerResponse) => Promise<void>

/**
 * The link API for `app.use('/link', createNodeHandler(link))` of Express or Connect, which take the path they are mounted on
 * off the address, and for `createServer(createNodeHandler(link))`, where `createLink` is told its `basePath`.
 */
export function createNodeHandler(link: Pick<Link, 'fetch'>): NodeHandler {
  return async (request, response) => {
    const answer = await link.fetch(toRequest(request, response, request.url ?? '/'))
    const body = Buffer.from(await answer.arrayBuffer())
    // Whoever is gone hears nothing.
    if (response.destroyed) return
    response.statusCode = answer.status
    for (const [name, value] of answer.headers) response.setHeader(name, value)
    if (answer.status !== 204) response.setHeader('content-length', body.byteLength)
    await new Promise<void>((resolve) => {
      response.once('close', resolve)
      response.end(body, () => {
        // A body that was refused unread would keep the connection from its next request.
        request.resume()
        resolve()
      })
    })
  }
}
