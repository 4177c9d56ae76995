import { readField, readList, readNumber, readOptionalText, readText } from './readJson.ts'

/** A session of the visitor. Times are epoch milliseconds. */
export type PageSession = ReturnType<typeof parseSession>

/** A refusal, or an answer that cannot be read. `code` is the server's, or `unreachable`. */
export type Refused = { readonly isDone: false; readonly code: string; readonly retryAfterSeconds: number }
export type Answer<T> = { readonly isDone: true; readonly value: T } | Refused

export type Credentials = { readonly name: string; readonly password: string }

export type HostClient = ReturnType<typeof createHostClient>

/** Creates a client of the page's own server. No method rejects. `onVisitorGone`: the session has ended elsewhere. */
export function createHostClient(options: { readonly fetch?: typeof fetch; readonly onVisitorGone?: () => void } = {}) {
  const ask = options.fetch ?? fetch

  const call = async <T>(
    method: string,
    path: string,
    parse: (body: unknown) => T,
    body?: object,
  ): Promise<Answer<T>> => {
    const content = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    try {
      const response = await ask(path, { method, cache: 'no-store', signal: AbortSignal.timeout(15_000), ...content })
      const answer: unknown = response.status === 204 ? undefined : await response.json()
      if (response.ok) return { isDone: true, value: parse(answer) }
      const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0)
      const code = readOptionalText(answer, 'code') ?? 'unknown'
      if (code === 'visitor_gone') options.onVisitorGone?.()
      return { isDone: false, code, retryAfterSeconds }
    } catch {
      return { isDone: false, code: 'unreachable', retryAfterSeconds: 0 }
    }
  }
  const nothing = () => undefined

  return {
    signUp: (credentials: Credentials) => call('POST', '/account', nothing, credentials),
    signIn: (credentials: Credentials) => call('POST', '/session', nothing, credentials),
    /** Confirms the password. The value of the answer is the number of milliseconds for which the password counts. */
    confirmPassword: (password: string) =>
      call('POST', '/session/password', (body) => readNumber(body, 'mayLinkForMs'), { password }),
    signOut: () => call('DELETE', '/session', nothing),
    sessions: () => call('GET', '/sessions', (body) => readList(body, 'sessions').map(parseSession)),
    endSession: (id: string) => call('DELETE', `/sessions/${encodeURIComponent(id)}`, nothing),
    endOtherSessions: () => call('DELETE', '/sessions', nothing),
  }
}

function parseSession(value: unknown) {
  return {
    id: readText(value, 'id'),
    startedAt: readNumber(value, 'startedAt'),
    seenAt: readNumber(value, 'seenAt'),
    isCurrent: readField(value, 'isCurrent') === true,
    browser: readOptionalText(value, 'browser'),
    system: readOptionalText(value, 'system'),
  }
}
