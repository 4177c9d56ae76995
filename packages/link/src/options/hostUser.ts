/** A signed-in user of the host app. */
export type HostUser = {
  /** 1 to 256 characters, no control characters. */
  readonly id: string
  /**
   * The user's own name for the account, for example an e-mail address. The text that the wallet signs contains it. That text
   * is ASCII. A label that is not ASCII, or has more than 64 characters, is written in Latin letters with a short id of the
   * user: `Anna Oster #3fa9c1`. The labels of two people therefore never differ by accents alone.
   */
  readonly label: string
  /**
   * The label in ASCII, if you have one: a handle, or the user's own spelling of the name. It replaces `label` in the text.
   * @example hostUser: async () => ({ id: 'u7', label: '王芳', asciiLabel: 'Wang Fang (wang@mail.example)' })
   */
  readonly asciiLabel?: string | undefined
  /** The session of the request. If given, only the session that asked for a challenge can answer it. */
  readonly sessionId?: string
}
