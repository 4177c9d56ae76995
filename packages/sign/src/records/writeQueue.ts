import type { BaseError } from '@hawser/wire'
import type { Storage } from './storage.ts'

/** The pending writes to a storage: the newest value of each key. */
export type WriteQueue = {
  /** Writes a value soon; undefined removes the key. */
  put(key: string, value: unknown): void
  has(key: string): boolean
  /** Resolves when all values put so far are written. */
  flush(): Promise<void>
}

/** Creates a write queue. `failure` makes the error for a failed write, which stays in the queue. */
export function createWriteQueue(
  storage: Pick<Storage, 'set' | 'remove'>,
  failure: (cause: unknown) => BaseError,
  onFailure: (error: BaseError) => void,
): WriteQueue {
  const queue = new Map<string, unknown>()
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    for (const [key, value] of [...queue]) {
      try {
        if (value === undefined) await storage.remove(key)
        else await storage.set(key, JSON.stringify(value))
      } catch (cause) {
        throw failure(cause)
      }
      if (queue.get(key) === value) queue.delete(key)
    }
  }

  function flush(): Promise<void> {
    const written = writing.then(write)
    writing = written.catch(() => {})
    return written
  }

  return {
    put(key, value) {
      queue.set(key, value)
      flush().catch(onFailure)
    },
    has: (key) => queue.has(key),
    flush,
  }
}
