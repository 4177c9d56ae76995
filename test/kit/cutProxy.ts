import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy on loopback whose connections can be cut, as a phone's network cuts a socket. */
export type CutProxy = {
  readonly url: string
  /** Destroys every open connection; new connections still pass. */
  cut(): void
  /** Destroys every open connection and refuses new connections until `restore`. */
  block(): void
  restore(): void
  /** The number of connections that have passed so far. */
  connections(): number
  stop(): Promise<void>
}

/** Starts a proxy on a free loopback port in front of `targetPort`. */
export async function startCutProxy(targetPort: number): Promise<CutProxy> {
  const open = new Set<Socket>()
  let isBlocked = false
  let count = 0
  const server = createServer((near) => {
    if (isBlocked) {
      near.destroy()
      return
    }
    count += 1
    const far = connect(targetPort, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `ws://127.0.0.1:${port}`,
    cut,
    block() {
      isBlocked = true
      cut()
    },
    restore() {
      isBlocked = false
    },
    connections: () => count,
    async stop() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
