import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Random } from '@hawser/test-kit/random'
import { passWithFaults } from './passWithFaults.ts'

/** The faults of one connection. Bytes count over both directions, from 0. */
export type Fault =
  | { readonly kind: 'latency'; readonly ms: number; readonly jitterMs: number }
  | { readonly kind: 'rate'; readonly bytesPerSecond: number }
  /** Every piece has 1 to 5 bytes. */
  | { readonly kind: 'slice' }
  /** Resets both sides (RST) once this many bytes have passed. */
  | { readonly kind: 'reset'; readonly atByte: number }
  /** Both sides stay open, and no further data passes. */
  | { readonly kind: 'blackhole'; readonly atByte: number }
  /** Changes one byte. */
  | { readonly kind: 'corruption'; readonly atByte: number }
  /** Resets the connection (RST) before any data passes. */
  | { readonly kind: 'refusal' }

export type FaultKind = Fault['kind']

/** A TCP hop on loopback with faults per connection, derived from a seed. */
export type FaultProxy = {
  readonly port: number
  readonly url: string
  /** How many faults of each kind are planned for the connections so far, and how many have struck. */
  readonly planned: ReadonlyMap<FaultKind, number>
  readonly fired: ReadonlyMap<FaultKind, number>
  /** How many connections clients have made so far. */
  connections(): number
  openConnections(): number
  /** Applies these faults to every open and every new connection until `heal`. */
  impose(faults: readonly Fault[]): void
  heal(): void
  /** Resets every open connection (RST). Buffered bytes that have not passed yet are lost. */
  cut(): void
  stop(): Promise<void>
}

/** One connection's faults and progress. */
export type Hop = {
  readonly faults: () => readonly Fault[]
  readonly random: Random
  readonly note: (fault: Fault) => void
  readonly reset: () => void
  bytesPassed: number
}

/**
 * Starts a proxy on a free loopback port in front of `targetPort`.
 * @param options - `schedule` returns the faults of each new connection, counted from 0
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
