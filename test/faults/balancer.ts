import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP balancer on loopback, like those before relays: it sends nobody to one that is not ready. */
export type Balancer = {
  /** For clients. */
  readonly url: string
  /** Which targets it sends clients to now. */
  ready(): readonly string[]
  stop(): Promise<void>
}

const checkMs = 250
const checkTimeoutMs = 1_000

/** @param targets - `http://` addresses of relays; each is asked for `/readyz` four times a second */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const sockets = new Set<Socket>()
  const ready = new Set<string>()
  let turn = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  /** The next ready one; one that refuses is passed over, and a client that finds no relay is sent away. */
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
