import type { BaseError } from '@hawser/wire'
import type { Storage } from './storage.ts'

/** What is on its way into a storage: of each key the newest value. */
export type WriteQueue = {
  /** Writes a value soon; undefined removes the key. */
  put(key: string, value: unknown): void
  has(key: string): boolean
  /** Resolves when what was put so far is written. */
  flush(): Promise<void>
}

/** `failure` makes the error of a storage that failed to write. What failed stays in the queue. */
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
        // Nothing is held for what is empty.
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
