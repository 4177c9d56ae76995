import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** What tells whether a process is busy, and what it holds. */
export type ProcessState = {
  /** The share of the time since it was last asked in which the event loop worked, 0 to 1. */
  utilization(): number
  /** Bytes the heap has taken from the operating system. */
  heapLength(): number
}

export type CollectWhenQuietOptions = {
  /** A full collection; `globalThis.gc`, which is there when Node was started with `--expose-gc`. */
  readonly collect: (() => void) | undefined
  readonly state?: ProcessState
  readonly everyMs?: number
}

const quiet = 0.005
// What V8 takes and gives back by itself all the time.
const worthCollecting = 16 * 1024 ** 2
// A collection stops the process for tens of milliseconds: what is quiet most of the time must not be stopped again and again.
const checksBetween = 12

/**
 * Gives memory back when a rush is over. V8 does so only while it collects, and a process with nothing to do does not: thousands of
 * idle connections would each keep twice what they need.
 */
export function collectWhenQuiet(options: CollectWhenQuietOptions): { stop(): void } {
  const { collect, state = createProcessState(), everyMs = 5_000 } = options
  if (collect === undefined) return { stop() {} }
  let kept = state.heapLength()
  let wait = 0
  let isBegun = false
  const timer = setInterval(() => {
    const isQuiet = state.utilization() < quiet
    wait -= 1
    if (!isQuiet || wait > 0) return
    if (!isBegun && state.heapLength() < kept + worthCollecting) return
    collect()
    // V8 gives the room for what is young back when little was allocated since the collection before: it takes two.
    isBegun = !isBegun
    if (isBegun) return
    kept = state.heapLength()
    wait = checksBetween
  }, everyMs).unref()
  return { stop: () => clearInterval(timer) }
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
    heapLength: () => getHeapStatistics().total_heap_size,
  }
}
