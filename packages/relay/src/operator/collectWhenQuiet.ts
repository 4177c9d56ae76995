import { Session } from 'node:inspector'
import { performance } from 'node:perf_hooks'
import { getHeapSpaceStatistics } from 'node:v8'

/** Measures how busy a process is, and its memory. */
export type ProcessState = {
  /** The share of the time since the last call in which the event loop worked, 0 to 1. */
  utilization(): number
  /** Bytes: the room V8 keeps for young objects, and its live heap. */
  heap(): { readonly youngRoom: number; readonly used: number }
}

const quiet = 0.02
const worthCollecting = 32 * 1024 ** 2

/**
 * Returns memory after a burst of work. V8 enlarges its room for young objects automatically, but reduces it only when told
 * that memory is short. Otherwise thousands of idle connections would each keep twice what they need.
 */
export function collectWhenQuiet(options: {
  readonly state?: ProcessState
  collect?(): void
  readonly everyMs?: number
}): { stop(): void } {
  const { state = createProcessState(), collect = releaseMemory, everyMs = 5_000 } = options
  let wait = 0
  const timer = setInterval(() => {
    const isQuiet = state.utilization() < quiet
    wait -= 1
    if (!isQuiet || wait > 0) return
    const { youngRoom, used } = state.heap()
    // A collection stops the process for a few milliseconds per megabyte in use, so it runs rarely and only to free much
    // memory.
    if (youngRoom < worthCollecting || youngRoom < used / 2) return
    collect()
    wait = 60_000 / everyMs
  }, everyMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** Sends V8's low memory notification, which Node offers only through its inspector. No port is opened for that. */
export function releaseMemory(): void {
  const session = new Session()
  session.connect()
  // The answer arrives within the call. A session that disconnects while it is answered never returns.
  session.post('HeapProfiler.collectGarbage', () => setImmediate(() => session.disconnect()))
}

function createProcessState(): ProcessState {
  let before = performance.eventLoopUtilization()
  return {
    utilization() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
    heap() {
      const spaces = getHeapSpaceStatistics()
      const young = spaces.find(({ space_name }) => space_name === 'new_space')
      const used = spaces.reduce((sum, { space_used_size }) => sum + space_used_size, 0)
      return { youngRoom: young?.space_size ?? 0, used }
    },
  }
}
