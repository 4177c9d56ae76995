import { connect, createServer, type Socket } from 'node:net'
import { type Listening, listenOnLoopback } from './listenOnLoopback.ts'

/** Forwards bytes to a port of this machine, delayed in each direction by half a round trip. */
export async function startDelayProxy(targetPort: number, roundTripMs: number): Promise<Listening> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('data', (bytes) => void setTimeout(() => to.writable && to.write(bytes), roundTripMs / 2))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const listening = await listenOnLoopback(server)
  return {
    port: listening.port,
    stop() {
      for (const socket of sockets) socket.destroy()
      listening.stop()
    },
  }
}
