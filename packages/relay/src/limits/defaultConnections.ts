import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'

/** The assumed memory of an idle connection, in bytes. Measured: 14 to 20 kB. */
const connectionLength = 20_000
/** File descriptors for the store, logs and Node's own files. */
const otherFiles = 128

/** The limits of a process. `openFiles` is undefined if the system reports no limit. */
export type MachineLimits = {
  readonly memoryLength: number
  readonly heapLength: number
  readonly openFiles: number | undefined
}

/**
 * The default number of open sockets. At 20 kB each, they must fit into a quarter of the memory available to the relay (of the
 * machine or its cgroup) and half of the heap. The sockets and `others` must also fit into nine tenths of its file descriptors,
 * of which the sockets get at least half.
 * @param others - the most other connections: refused ones, and those being judged
 */
export function defaultConnections(others: number, limits: MachineLimits = readMachineLimits()): number {
  const byMemory = Math.min(limits.memoryLength / 4, limits.heapLength / 2) / connectionLength
  const files = descriptorRoom(limits.openFiles) * 0.9
  const byFiles = Number.isFinite(files) ? Math.max(files - others, files / 2) : files
  return Math.max(10, Math.floor(Math.min(byMemory, byFiles)))
}

/** The number of TCP connections that this process has file descriptors for. */
export function readDescriptorRoom(): number {
  return descriptorRoom(readOpenFiles())
}

function descriptorRoom(openFiles: number | undefined): number {
  return openFiles === undefined ? Number.POSITIVE_INFINITY : Math.max(10, openFiles - otherFiles)
}

function readMachineLimits(): MachineLimits {
  const constrained = process.constrainedMemory?.() ?? 0
  const total = totalmem()
  return {
    // `constrainedMemory` is 0, or more than the machine's memory, if no cgroup sets a limit.
    memoryLength: constrained > 0 ? Math.min(constrained, total) : total,
    heapLength: getHeapStatistics().heap_size_limit,
    openFiles: readOpenFiles(),
  }
}

/** Linux only: Node has no API for this limit. */
function readOpenFiles(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}
