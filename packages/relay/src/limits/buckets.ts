/** A rate with a burst: a bucket of `burst` tokens that fills at `perSecond`. */
export type Pace = { readonly perSecond: number; readonly burst: number }

/** Token buckets by key, of one relay or shared by many. */
export type Buckets = {
  /**
   * Takes `cost` tokens, in advance if necessary.
   * @returns how many milliseconds to wait before the paid work; undefined, with nothing taken, when that exceeds
   * `maxWaitMs`
   */
  take(key: string, pace: Pace, cost: number, maxWaitMs: number): Wait | Promise<Wait>
  close(): Promise<void>
}

/** Milliseconds; undefined: too many. */
export type Wait = number | undefined
