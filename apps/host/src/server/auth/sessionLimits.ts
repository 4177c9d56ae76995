/** When sessions end. */
export type SessionLimits = {
  /** A session unused this long ends. */
  readonly idleMs: number
  /** A session this old ends, used or not. */
  readonly absoluteMs: number
}
