import { once } from 'node:events'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

/** A relay that follows the published specification: it has no methods of its own for proposing and approving. */
export type PlainRelay = {
  readonly url: string
  /** The unknown methods that clients called. */
  readonly refused: readonly string[]
  stop(): Promise<void>
}

/** Starts the plain relay in front of a relay that does know those methods. */
export async function startPlainRelay(targetPort: number): Promise<PlainRelay> {
  const refused: string[] = []
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (near, { url = '/' }) => {
    const far = new WebSocket(`ws://127.0.0.1:${targetPort}${url}`)
    const waiting: string[] = []
    near.on('message', (frame: RawData) => {
      const text = String(frame)
      const { id, method }: { id: number; method?: string } = JSON.parse(text)
      if (method?.startsWith('wc_') === true) {
        refused.push(method)
        const error = { code: -32601, message: 'Method not found' }
        near.send(JSON.stringify({ id, jsonrpc: '2.0', error }))
      } else if (far.readyState === WebSocket.OPEN) far.send(text)
      else waiting.push(text)
    })
    far.on('open', () => {
      for (const text of waiting.splice(0)) far.send(text)
    })
    far.on('message', (frame: RawData) => near.send(String(frame)))
    near.on('close', () => far.terminate())
    far.on('close', () => near.terminate())
    for (const socket of [near, far]) socket.on('error', () => socket.terminate())
  })
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `ws://127.0.0.1:${port}`,
    refused,
    async stop() {
      for (const client of server.clients) client.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}
