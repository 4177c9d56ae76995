import { type BrowserLabel, parseBrowserLabel } from './browserLabel.ts'
import type { SessionCookie } from './sessionCookie.ts'
import type { Visitor, VisitorSessions } from './visitorSessions.ts'

/** Who asks: the session of the request, if it has a live one, and its browser. */
export type Asker = {
  readonly token: string | undefined
  readonly visitor: Visitor | undefined
  readonly browser: BrowserLabel
}

/** The session of a request, by its cookie. */
export type CookieSessions = {
  readToken(request: Request): string | undefined
  findVisitor(request: Request): Promise<Visitor | undefined>
  findAsker(request: Request): Promise<Asker>
  /** A Set-Cookie value; without a token one that removes the cookie. */
  formatCookie(token: string | undefined): string
}

/** Finds sessions by the cookie of a request. */
export function createCookieSessions(options: {
  readonly cookie: SessionCookie
  readonly sessions: Pick<VisitorSessions, 'find'>
  /** The age at which a session ends. */
  readonly absoluteMs: number
}): CookieSessions {
  const { cookie, sessions, absoluteMs } = options
  const readToken = (request: Request) => cookie.read(request.headers.get('cookie'))
  const findVisitor = async (request: Request): Promise<Visitor | undefined> => {
    const token = readToken(request)
    return token === undefined ? undefined : sessions.find(token)
  }
  return {
    readToken,
    findVisitor,
    findAsker: async (request) => ({
      token: readToken(request),
      visitor: await findVisitor(request),
      browser: parseBrowserLabel(request.headers.get('user-agent')),
    }),
    formatCookie: (token) =>
      token === undefined ? cookie.format('', 0) : cookie.format(token, Math.floor(absoluteMs / 1000)),
  }
}
