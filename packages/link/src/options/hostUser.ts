/** A signed-in user of the host app. `label` is how the user knows the account: it stands in the text the wallet signs. */
export type HostUser = {
  readonly id: string
  readonly label: string
  /** The session the request came in: where it is given, a challenge can be answered only in the session that asked for it. */
  readonly sessionId?: string
}
