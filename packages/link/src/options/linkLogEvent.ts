/**
 * An event for a log. `user` and `account` are keyed hashes (`hashKey`): equal hashes mean the same user or account, and nobody
 * learns which one without the key.
 */
export type LinkLogEvent = {
  readonly type:
    | 'challenged'
    | 'stated'
    /** A handoff: started on a screen, claimed by a phone, signed there. It results in `linked` or `refused`. */
    | 'handoff-started'
    | 'handoff-claimed'
    | 'handoff-proven'
    /** Ended on the phone, on the screen, or by a second claim. */
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
  /** Of a refusal. */
  readonly code: string | undefined
}
