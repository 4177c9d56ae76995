import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Random } from '@hawser/test-kit/random'
import { passWithFaults } from './passWithFaults.ts'

/** The faults of one connection. Bytes are counted over both directions, from 0. */
export type Fault =
  | { readonly kind: 'latency'; readonly ms: number; readonly jitterMs: number }
  | { readonly kind: 'rate'; readonly bytesPerSecond: number }
  /** Every piece is 1 to 5 bytes. */
  | { readonly kind: 'slice' }
  /** RST on both sides once so many bytes have passed. */
  | { readonly kind: 'reset'; readonly atByte: number }
  /** Both sides stay open and nothing passes any more. */
  | { readonly kind: 'blackhole'; readonly atByte: number }
  /** One byte is another one. */
  | { readonly kind: 'corruption'; readonly atByte: number }
  /** RST before anything passes. */
  | { readonly kind: 'refusal' }

export type FaultKind = Fault['kind']

/** A TCP hop on loopback where things go wrong, per connection and by a seed. */
export type FaultProxy = {
  readonly port: number
  readonly url: string
  /** How many faults of each kind were planned for the connections so far, and how many have struck. */
  readonly planned: ReadonlyMap<FaultKind, number>
  readonly fired: ReadonlyMap<FaultKind, number>
  /** How many connections were made so far. */
  connections(): number
  /** How many of them are open. */
  openConnections(): number
  /** These faults, now and until `heal`, for every open and every new connection. */
  impose(faults: readonly Fault[]): void
  heal(): void
  /** RST for every open connection. Bytes that were written to them and not passed are lost. */
  cut(): void
  stop(): Promise<void>
}

/** One connection's faults and how far it has come. */
export type Hop = {
  readonly faults: () => readonly Fault[]
  readonly random: Random
  readonly note: (fault: Fault) => void
  readonly reset: () => void
  bytesPassed: number
}

/**
 * Starts a proxy on a free loopback port in front of `targetPort`.
 * @param options - `schedule` gives each new connection, counted from 0, its faults
 */
export async function startFaultProxy(options: {
  readonly targetPort: number
  readonly random: Random
  readonly schedule?: (connection: number, random: Random) => readonly Fault[]
}): Promise<FaultProxy> {
  const { targetPort, random, schedule = () => [] } = options
  const planned = new Map<FaultKind, number>()
  const fired = new Map<FaultKind, number>()
  const open = new Set<Hop>()
  const struck = new Map<Hop, Set<Fault>>()
  let imposed: readonly Fault[] = []
  let count = 0

  const plan = (faults: readonly Fault[], hops: number) => {
    for (const { kind } of faults) planned.set(kind, (planned.get(kind) ?? 0) + hops)
  }
  const serve = (near: Socket) => {
    const own = schedule(count, random)
    count += 1
    plan([...own, ...imposed], 1)
    const far = connect(targetPort, '127.0.0.1')
    const reset = () => {
      near.resetAndDestroy()
      far.resetAndDestroy()
      open.delete(hop)
      struck.delete(hop)
    }
    const note = (fault: Fault) => {
      const seen = struck.get(hop)
      if (seen === undefined || seen.has(fault)) return
      seen.add(fault)
      fired.set(fault.kind, (fired.get(fault.kind) ?? 0) + 1)
    }
    const hop: Hop = { faults: () => [...own, ...imposed], random, note, reset, bytesPassed: 0 }
    open.add(hop)
    struck.set(hop, new Set())
    for (const socket of [near, far]) {
      socket.setNoDelay(true)
      socket.on('error', reset)
      socket.on('close', () => open.delete(hop))
    }
    const refusal = hop.faults().find(({ kind }) => kind === 'refusal')
    if (refusal !== undefined) {
      note(refusal)
      return reset()
    }
    passWithFaults(near, far, hop)
    passWithFaults(far, near, hop)
  }

  const server = createServer(serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const cut = () => {
    for (const hop of open) hop.reset()
  }
  return {
    port,
    url: `ws://127.0.0.1:${port}`,
    planned,
    fired,
    connections: () => count,
    openConnections: () => open.size,
    impose(faults) {
      imposed = faults
      plan(faults, open.size)
      if (faults.some(({ kind }) => kind === 'refusal')) cut()
    },
    heal() {
      imposed = []
    },
    cut,
    async stop() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
