import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pause } from './wait.ts'

/** Measures how long the disk takes for a small write and its fsync, in milliseconds, until the measurement is stopped. */
export function watchSyncs(folder: string): { stop(): Promise<readonly number[]> } {
  const page = Buffer.alloc(4096, 1)
  const tookMs: number[] = []
  let isStopped = false
  async function measure(): Promise<void> {
    const file = await open(join(folder, 'syncs'), 'w')
    try {
      do {
        const startedAt = performance.now()
        await file.write(page, 0, page.length, 0)
        await file.datasync()
        tookMs.push(performance.now() - startedAt)
        await pause(20)
      } while (!isStopped)
    } finally {
      await file.close()
    }
  }
  const done = measure()
  return {
    async stop() {
      isStopped = true
      await done
      return tookMs
    },
  }
}
