import { readFileSync } from 'node:fs'

// Linux counts processor time in hundredths of a second (USER_HZ).
const tickMicros = 10_000

/** Returns the processor time of processes so far: all threads, user and system. */
export function readCpuMicros(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in parentheses and can contain anything. Fields 14 and 15 of the whole line are the times.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) * tickMicros
  }, 0)
}

/** Returns the resident memory of all processes together, in bytes. */
export function readRss(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return sum + Number(kilobytes) * 1024
  }, 0)
}

/** Returns how many bytes all threads of a process have written to a disk so far. */
export function readWrittenBytes(pid: number): number {
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1])
}
