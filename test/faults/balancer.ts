import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP balancer on loopback, like those in front of relays: it sends no client to a relay that is not ready. */
export type Balancer = {
  /** The address for clients. */
  readonly url: string
  /** Returns the targets that currently receive clients. */
  ready(): readonly string[]
  stop(): Promise<void>
}

const checkMs = 250
const checkTimeoutMs = 1_000

/** @param targets - `http://` addresses of relays; the balancer polls `/readyz` of each four times a second */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const sockets = new Set<Socket>()
  const ready = new Set<string>()
  let turn = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  /** Connects a client to the next ready relay, skipping one that refuses. A client that finds no relay is disconnected. */
  const join = (near: Socket, left: readonly string[]) => {
    const target = left[0]
    if (target === undefined) return void near.destroy()
    const far = keep(connect(Number(new URL(target).port), '127.0.0.1'))
    let isOpen = false
    far.once('connect', () => {
      isOpen = true
      far.pipe(near)
      near.pipe(far)
      near.resume()
    })
    near.once('close', () => far.destroy())
    far.on('error', () => {})
    far.once('close', () => (isOpen || near.destroyed ? near.destroy() : join(near, left.slice(1))))
  }
  const server = createServer({ pauseOnConnect: true }, (near) => {
    keep(near).on('error', () => {})
    turn += 1
    const order = targets.map((_, index) => targets[(index + turn) % targets.length] ?? '')
    join(
      near,
      order.filter((target) => ready.has(target)),
    )
  })
  const check = async (target: string) => {
    const signal = AbortSignal.timeout(checkTimeoutMs)
    const isReady = await fetch(new URL('/readyz', target), { signal }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) ready.add(target)
    else ready.delete(target)
  }
  const checkAll = () => Promise.all(targets.map(check))
  await checkAll()
  const timer = setInterval(checkAll, checkMs)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `ws://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    ready: () => [...ready],
    async stop() {
      clearInterval(timer)
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
