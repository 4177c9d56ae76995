import type { BaseError } from '@hawser/wire'

/** A promise and the two ways to settle it. Settling it again does nothing. */
export type Deferred<T> = {
  readonly promise: Promise<T>
  resolve(value: T): void
  reject(error: unknown): void
}

/** Makes promises that all settle when the client stops. */
export type Deferreds = {
  defer<T>(): Deferred<T>
  /** Rejects what is open, and whatever is made later. */
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
      // A caller who takes only one of several promises must not be hit by the rejection of another.
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
