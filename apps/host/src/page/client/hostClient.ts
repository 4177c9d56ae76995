import { readField, readList, readNumber, readText } from './readJson.ts'

/** A session of the visitor. Times are epoch milliseconds. */
export type PageSession = {
  readonly id: string
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly startedAt: number
  readonly seenAt: number
  readonly isCurrent: boolean
}

/** A refusal, or an answer that cannot be read. `code` is the server's, or `unreachable`. */
export type Refused = { readonly isDone: false; readonly code: string; readonly retryAfterSeconds: number }
export type Answer<T> = { readonly isDone: true; readonly value: T } | Refused

/** Speaks to the page's own server. No method rejects. */
export type HostClient = {
  signUp(credentials: { readonly name: string; readonly password: string }): Promise<Answer<undefined>>
  signIn(credentials: { readonly name: string; readonly password: string }): Promise<Answer<undefined>>
  /** Gives the password once more; the answer is for how many milliseconds it counts. */
  confirmPassword(password: string): Promise<Answer<number>>
  signOut(): Promise<Answer<undefined>>
  sessions(): Promise<Answer<readonly PageSession[]>>
  endSession(id: string): Promise<Answer<undefined>>
  endOtherSessions(): Promise<Answer<undefined>>
}

/** @param options - `onVisitorGone` is called when the session has ended elsewhere: the page then shows the data of nobody */
export function createHostClient(
  options: { readonly fetch?: typeof fetch; readonly onVisitorGone?: () => void } = {},
): HostClient {
  const ask = options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request))

  const call = async <T>(method: string, path: string, parse: (body: unknown) => T, body?: object) => {
    const content = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    try {
      const response = await ask(path, { method, cache: 'no-store', signal: AbortSignal.timeout(15_000), ...content })
      const answer: unknown = response.status === 204 ? undefined : await response.json()
      if (response.ok) return { isDone: true, value: parse(answer) } as const
      const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0)
      const code = readOptionalText(answer, 'code') ?? 'unknown'
      if (code === 'visitor_gone') options.onVisitorGone?.()
      return { isDone: false, code, retryAfterSeconds } as const
    } catch {
      return { isDone: false, code: 'unreachable', retryAfterSeconds: 0 } as const
    }
  }
  const nothing = () => undefined

  return {
    signUp: (credentials) => call('POST', '/account', nothing, credentials),
    signIn: (credentials) => call('POST', '/session', nothing, credentials),
    confirmPassword: (password) =>
      call('POST', '/session/password', (body) => readNumber(body, 'mayLinkForMs'), { password }),
    signOut: () => call('DELETE', '/session', nothing),
    sessions: () => call('GET', '/sessions', (body) => readList(body, 'sessions').map(parseSession)),
    endSession: (id) => call('DELETE', `/sessions/${encodeURIComponent(id)}`, nothing),
    endOtherSessions: () => call('DELETE', '/sessions', nothing),
  }
}

function parseSession(value: unknown): PageSession {
  return {
    id: readText(value, 'id'),
    startedAt: readNumber(value, 'startedAt'),
    seenAt: readNumber(value, 'seenAt'),
    isCurrent: readField(value, 'isCurrent') === true,
    browser: readOptionalText(value, 'browser'),
    system: readOptionalText(value, 'system'),
  }
}

function readOptionalText(value: unknown, name: string): string | undefined {
  const text = readField(value, name)
  return typeof text === 'string' ? text : undefined
}
