import type { LinkedWallet } from '@hawser/wire'

/** How the host app lets a visitor sign in with a linked wallet. Neither method may read the body. */
export type SignInOptions = {
  /**
   * What tells the visitor's own session, signed in or not, from every other for good: its id, of 16 to 256 characters, never
   * given twice. The text is answered in this session only (T-30: nobody is signed in to somebody else's account by a page of a
   * third). Undefined where the request has none.
   */
  session(request: Request): Promise<string | undefined>
  /**
   * A few words in ASCII for the browser that asks, such as `Firefox on Windows`: they stand in the text, so that who holds the
   * wallet can see that the request is not their own. Words of yours, never of the request itself, which may say anything.
   */
  describe?(request: Request): Promise<string | undefined>
  /**
   * Begins a session of this host user in place of the one that asks, under a new id (T-53); resolves to the headers that take
   * it to the browser (`Set-Cookie`; on an https site each with `Secure`). Undefined where this host user may not sign in so: the visitor is told what they are told
   * of a wallet that nobody holds. `session-ended` where the session that asks has ended since it was looked at: begin none.
   */
  complete(
    request: Request,
    signedIn: { readonly hostUserId: string; readonly wallet: LinkedWallet },
  ): Promise<HeadersInit | 'session-ended' | undefined>
}
