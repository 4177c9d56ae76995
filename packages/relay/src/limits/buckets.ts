/** A rate with a burst: a bucket of `burst` tokens that fills at `perSecond`. */
export type RateLimit = { readonly perSecond: number; readonly burst: number }

/** Token buckets by key, for one relay or shared by several. */
export type Buckets = {
  /**
   * Takes `cost` tokens, in advance if necessary.
   * @returns the milliseconds to wait before the paid work. Undefined, with nothing taken, when the wait exceeds `maxWaitMs`.
   */
  take(key: string, pace: RateLimit, cost: number, maxWaitMs: number): DelayMs | Promise<DelayMs>
  close(): Promise<void>
}

/** Milliseconds, or undefined if the wait is too long. */
export type DelayMs = number | undefined
