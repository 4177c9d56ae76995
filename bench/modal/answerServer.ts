import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { type Listening, listenOnLoopback } from './listenOnLoopback.ts'

/** Answers every message at once: the relay of the floor that waits for answers. */
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
