/** A signed-in user of the host app. */
export type HostUser = {
  /** 1 to 256 characters, no control characters. */
  readonly id: string
  /**
   * The user's own name for the account, for example an e-mail address. The text that the wallet signs contains it. That text is
   * ASCII. A label that is not ASCII, or has more than 64 characters, is written in Latin letters with a short id of the user:
   * `Anna Oster #3fa9c1`. Two people therefore never differ by their accents alone.
   */
  readonly label: string
  /**
   * The same in ASCII, where you have it: a handle, say, or how the user spells the name. It takes the place of `label` in the
   * text.
   * @example hostUser: async () => ({ id: 'u7', label: '王芳', asciiLabel: 'Wang Fang (wang@mail.example)' })
   */
  readonly asciiLabel?: string | undefined
  /** The session the request came in: where it is given, a challenge can be answered only in the session that asked for it. */
  readonly sessionId?: string
}
