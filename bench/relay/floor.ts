import { once } from 'node:events'
import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { collectWhenQuiet, releaseMemory } from '../../packages/relay/src/operator/collectWhenQuiet.ts'

/**
 * The floor: the cost of ws and JSON alone. The server speaks JSON-RPC in the shape of irn_*, with answers and acks. Nothing is
 * stored, checked, ordered or limited, and no client has to prove its id.
 */
const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false })
type Listener = { readonly socket: WebSocket; readonly unacknowledged: Set<string> }
const listeners = new Map<string, Set<Listener>>()
let lastId = 1_795_208_116_000_000

sockets.on('connection', (socket) => {
  const own: Listener = { socket, unacknowledged: new Set() }
  const topics: string[] = []
  socket.on('message', (raw) => {
    const frame = JSON.parse(raw.toString())
    if (frame.method === undefined) return void own.unacknowledged.delete(frame.id)
    const { topic } = frame.params
    if (frame.method === 'irn_subscribe') {
      listeners.set(topic, (listeners.get(topic) ?? new Set()).add(own))
      topics.push(topic)
      return socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: `subscription-${topic}` }))
    }
    socket.send(JSON.stringify({ id: frame.id, jsonrpc: '2.0', result: true }))
    for (const listener of listeners.get(topic) ?? []) {
      if (listener === own) continue
      lastId += 1
      const id = `${lastId}000`
      listener.unacknowledged.add(id)
      const { message, tag } = frame.params
      const params = { id: `subscription-${topic}`, data: { topic, message, publishedAt: Date.now(), tag } }
      listener.socket.send(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscription', params }))
    }
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    for (const topic of topics) listeners.delete(topic)
  })
})
collectWhenQuiet({})
// The load sends this signal before it reads the memory still in use.
process.on('SIGUSR2', releaseMemory)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
console.log(JSON.stringify(server.address()))
process.once('SIGTERM', () => process.exit(0))
