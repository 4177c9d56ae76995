import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { type Listening, listenOnLoopback } from './listenOnLoopback.ts'

/** Starts the relay of the floor that waits for answers: it answers every message at once. */
export async function startAnswerServer(): Promise<Listening> {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => socket.on('message', () => socket.send('done')))
  const listening = await listenOnLoopback(server)
  return {
    port: listening.port,
    stop() {
      for (const socket of sockets.clients) socket.terminate()
      listening.stop()
    },
  }
}
