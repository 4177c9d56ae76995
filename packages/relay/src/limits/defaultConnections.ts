import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'

/** The assumed memory of an idle connection; measured: 14 to 20 kB. */
const connectionLength = 20_000
/** Descriptors for the store, logs and Node's own files. */
const otherFiles = 128

/** The limits of a process; undefined if the system reports none. */
export type MachineLimits = {
  readonly memoryLength: number
  readonly heapLength: number
  readonly openFiles: number | undefined
}

/**
 * The default number of open sockets. They must fit into a quarter of the memory the relay may use (of the machine or
 * its cgroup) and half of the heap, at 20 kB each. They must also fit into nine tenths of its file descriptors less
 * those that the others may take, but at least half of them.
 * @param others - other connections there may be: refused ones, and those being judged
 */
export function defaultConnections(others: number, limits: MachineLimits = readMachineLimits()): number {
  const byMemory = Math.min(limits.memoryLength / 4, limits.heapLength / 2) / connectionLength
  const files = descriptorRoom(limits.openFiles) * 0.9
  const byFiles = Number.isFinite(files) ? Math.max(files - others, files / 2) : files
  return Math.max(10, Math.floor(Math.min(byMemory, byFiles)))
}

/** How many TCP connections this process has descriptors for. */
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
    // 0, or more than there is, if no cgroup sets a limit.
    memoryLength: constrained > 0 ? Math.min(constrained, total) : total,
    heapLength: getHeapStatistics().heap_size_limit,
    openFiles: readOpenFiles(),
  }
}

/** Linux only: Node has no call for it. */
function readOpenFiles(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}
