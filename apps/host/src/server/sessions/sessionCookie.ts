/** 32 random bytes in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** The cookie that carries a visitor's session token, for one public address. */
export type SessionCookie = {
  readonly name: string
  /** The token in a Cookie header, or undefined when there is none, it is malformed, or two differ. */
  read(header: string | null): string | undefined
  /** A Set-Cookie value. */
  format(token: string, maxAgeSeconds: number): string
}

/** Behind https the cookie takes the `__Host-` prefix: no other host and no plain-http page can then plant it (RFC 6265bis §4.1.3.2). */
export function createSessionCookie(publicUrl: URL): SessionCookie {
  const isSecure = publicUrl.protocol === 'https:'
  const name = isSecure ? '__Host-hawser_session' : 'hawser_session'
  return {
    name,
    read(header) {
      const values = (header ?? '')
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1))
      const [token, ...others] = new Set(values)
      return token !== undefined && others.length === 0 && tokenPattern.test(token) ? token : undefined
    },
    format: (token, maxAgeSeconds) =>
      `${name}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  }
}
