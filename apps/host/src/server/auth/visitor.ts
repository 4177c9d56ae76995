import type { HostUser } from '@hawser/link'

/** The user of a request, as the link API knows them. An anonymous visitor has no name. */
export type Visitor = HostUser & { readonly sessionId: string; readonly name: string | undefined }

/** The visitor of a Better Auth session. */
export function toVisitor(
  user: { readonly id: string; readonly name: string; readonly isAnonymous?: boolean | null | undefined },
  session: { readonly id: string },
): Visitor {
  const { id, name, isAnonymous } = user
  return { id, label: name, name: isAnonymous === true ? undefined : name, sessionId: session.id }
}

/** The Set-Cookie value of the session among those Better Auth answers with: the last, which counts in a browser. */
export function readSessionCookie(headers: Headers): string | undefined {
  return headers.getSetCookie().findLast((cookie) => /^(?:__Host-)?hawser_session=/.test(cookie))
}
