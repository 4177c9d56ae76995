import { once } from 'node:events'
import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'

/** Bare ws: the server forwards a publisher's frame unchanged to the listeners of its topic. No JSON, no answers, no acks. */
const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false })
const listeners = new Map<string, Set<WebSocket>>()

sockets.on('connection', (socket) => {
  const topics: string[] = []
  socket.on('message', (raw: Buffer) => {
    const topic = raw.toString('latin1', 1, 65)
    if (raw[0] === 'S'.charCodeAt(0)) {
      listeners.set(topic, (listeners.get(topic) ?? new Set()).add(socket))
      topics.push(topic)
      return socket.send(Buffer.from('R'))
    }
    for (const listener of listeners.get(topic) ?? []) listener.send(raw, { binary: true })
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    for (const topic of topics) listeners.delete(topic)
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
console.log(JSON.stringify(server.address()))
process.once('SIGTERM', () => process.exit(0))
