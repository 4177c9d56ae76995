import type { LinkedWallet } from '@hawser/wire'

/** How the host app lets a visitor sign in with a linked wallet. Neither method may read the body. */
export type SignInOptions = {
  /**
   * Returns the id of the visitor's session, signed in or not: 16 to 256 characters, never reused. Only this session can answer
   * the text (T-30: no third page signs a visitor in to another account). Returns undefined if the request has no session.
   */
  session(request: Request): Promise<string | undefined>
  /**
   * A short ASCII description of the requesting browser, such as `Firefox on Windows`. The text contains it, so that the owner
   * of the wallet can recognize a foreign request. Use your own words, never text from the request, which can be forged.
   */
  describe?(request: Request): Promise<string | undefined>
  /**
   * Starts a session of this host user in place of the requesting one, under a new id (T-53). Resolves to the headers that
   * carry the session to the browser (`Set-Cookie`; on an https site each with `Secure`). Resolve to undefined if this host
   * user may not sign in this way; the visitor then reads the same message as for a wallet that is not linked. Resolve to
   * `session-ended`, without a new session, if the requesting session has ended in the meantime.
   */
  complete(
    request: Request,
    signedIn: { readonly hostUserId: string; readonly wallet: LinkedWallet },
  ): Promise<HeadersInit | 'session-ended' | undefined>
}
