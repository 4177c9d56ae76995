import type { HostUser } from '@hawser/link'

/** The user of a request in the form of the link API. An anonymous visitor has no name. */
export type Visitor = HostUser & { readonly sessionId: string; readonly name: string | undefined }

/** The visitor of a Better Auth session. */
export function toVisitor(
  user: { readonly id: string; readonly name: string; readonly isAnonymous?: boolean | null | undefined },
  session: { readonly id: string },
): Visitor {
  const { id, name, isAnonymous } = user
  return { id, label: name, name: isAnonymous === true ? undefined : name, sessionId: session.id }
}

/** Finds the session's Set-Cookie value in an answer of Better Auth: the last one, which counts in a browser. */
export function readSessionCookie(headers: Headers): string | undefined {
  return headers.getSetCookie().findLast((cookie) => /^(?:__Host-)?hawser_session=/.test(cookie))
}
