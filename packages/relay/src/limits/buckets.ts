/** A rate with a burst: a bucket of `burst` tokens that fills at `perSecond`. */
export type Pace = { readonly perSecond: number; readonly burst: number }

/** Token buckets by key, of one relay or shared by many. */
export type Buckets = {
  /**
   * Takes `cost` tokens, in advance if need be.
   * @returns how many milliseconds to wait before what they pay for may be done; undefined when that would be more than
   * `maxWaitMs`, and nothing is taken
   */
  take(key: string, pace: Pace, cost: number, maxWaitMs: number): Wait | Promise<Wait>
  close(): Promise<void>
}

/** Milliseconds; undefined: too many. */
export type Wait = number | undefined
