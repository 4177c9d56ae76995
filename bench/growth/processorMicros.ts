import { readdirSync, readFileSync } from 'node:fs'

/** Measures the processor time that some work takes in this process and in others, in microseconds. */
export async function processorMicros(work: () => Promise<void>, others: readonly number[] = []): Promise<number> {
  const start = process.cpuUsage()
  const ofOthers = await microsOfOthers(work, others)
  const { user, system } = process.cpuUsage(start)
  return user + system + ofOthers
}

/**
 * Measures the processor time in other processes only. A process that ends meanwhile, such as an idle PostgreSQL connection,
 * counts nothing.
 */
export async function microsOfOthers(work: () => Promise<void>, pids: readonly number[]): Promise<number> {
  const before = pids.map((pid) => ({ pid, micros: readMicros(pid) ?? 0 }))
  await work()
  return before.reduce((sum, { pid, micros }) => sum + (readMicros(pid) ?? micros) - micros, 0)
}

/**
 * Reads the processor time of all threads of a process from `schedstat`, in nanoseconds. Linux's `stat` only has hundredths of
 * a second.
 */
function readMicros(pid: number): number | undefined {
  try {
    const files = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`)
    return files.reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ')[0]) / 1_000, 0)
  } catch {
    return undefined
  }
}
