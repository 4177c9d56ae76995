/**
 * An event for a log. `user` and `account` are keyed hashes (`hashKey`): equal hashes mean the same user or account. Without
 * the key, a hash does not reveal which one.
 */
export type LinkLogEvent = {
  readonly type:
    | 'challenged'
    | 'stated'
    /** A handoff was started on a screen, claimed by a phone, or signed there. It results in `linked` or `refused`. */
    | 'handoff-started'
    | 'handoff-claimed'
    | 'handoff-proven'
    /** A handoff was ended on the phone, on the screen, or by a second claim. */
    | 'handoff-ended'
    | 'linked'
    | 'changed'
    | 'unlinked'
    | 'released'
    | 'signed-in'
    | 'refused'
    | 'limited'
  readonly user: string | undefined
  readonly account: string | undefined
  /** The code of a refusal. */
  readonly code: string | undefined
}
