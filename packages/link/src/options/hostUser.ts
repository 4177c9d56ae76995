/** A signed-in user of the host app. */
export type HostUser = {
  /** 1 to 256 characters, no control characters. */
  readonly id: string
  /**
   * How the user knows the account, an e-mail address for example: it stands in the text the wallet signs. That text is ASCII:
   * a label that is not, or has more than 64 characters, is written in Latin letters and followed by a short id of the user, as
   * in `Anna Oster #3fa9c1`, so that two people are never told apart by their accents alone.
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
