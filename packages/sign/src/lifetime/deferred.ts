import type { BaseError } from '@hawser/wire'

/** A promise with the functions that settle it. Only the first call has an effect. */
export type Deferred<T> = {
  readonly promise: Promise<T>
  resolve(value: T): void
  reject(error: unknown): void
}

/** Creates promises that the client rejects when it stops. */
export type Deferreds = {
  defer<T>(): Deferred<T>
  /** Rejects the open promises, and all later ones. */
  rejectAll(error: BaseError): void
}

export function createDeferreds(): Deferreds {
  const open = new Set<(error: unknown) => void>()
  let stopped: BaseError | undefined
  return {
    defer<T>(): Deferred<T> {
      let fulfil: (value: T) => void = () => {}
      let refuse: (error: unknown) => void = () => {}
      const promise = new Promise<T>((resolve, reject) => {
        fulfil = resolve
        refuse = reject
      })
      // Handled here: a caller that takes only one of several promises must not see an unhandled rejection of another.
      promise.catch(() => {})
      const reject = (error: unknown) => {
        open.delete(reject)
        refuse(error)
      }
      open.add(reject)
      if (stopped !== undefined) reject(stopped)
      return {
        promise,
        reject,
        resolve(value) {
          open.delete(reject)
          fulfil(value)
        },
      }
    },
    rejectAll(error) {
      stopped = error
      for (const reject of [...open]) reject(error)
    },
  }
}
