/**
 * Names the first cookie of a new session that looks wrong: browsers would also send it over plain http, or drop it (RFC
 * 6265bis §5.7). Returns undefined if all cookies are safe. The sentence never contains a cookie's value.
 * @param now - epoch milliseconds
 */
export function explainSessionCookies(
  headers: Headers,
  { uri, now }: { readonly uri: string; readonly now: number },
): string | undefined {
  const isSecureSite = new URL(uri).protocol === 'https:'
  for (const text of headers.getSetCookie()) {
    const [pair = '', ...rest] = text.split(';').map((part) => part.trim())
    const name = pair.split('=', 1)[0] ?? ''
    const attributes = new Map(rest.map(readAttribute))
    const wrong = deletes(attributes, now) ? undefined : explain(name, attributes, isSecureSite)
    if (wrong !== undefined) return `\`signIn.complete\` sets the cookie "${showName(name)}" ${wrong}`
  }
  return undefined
}

/** Whether the browser deletes the cookie (RFC 6265 §5.2.1, §5.2.2), which then carries no session. */
function deletes(attributes: ReadonlyMap<string, string>, now: number): boolean {
  const maxAge = attributes.get('max-age') ?? ''
  // A valid `Max-Age` overrides `Expires`.
  if (/^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0
  const date = attributes.get('expires')?.replaceAll('-', ' ') ?? ''
  const at = new Date(date)
  // Browsers ignore a malformed date, which `Date` may still read. The cookie would then last for the session.
  return at.getTime() <= now && at.toUTCString().toLowerCase() === date
}

function explain(name: string, attributes: ReadonlyMap<string, string>, isSecureSite: boolean): string | undefined {
  const isSecure = attributes.has('secure')
  if (!isSecure && isSecureSite) return 'without `Secure`: it would be sent by plain http too.'
  if (!isSecure && attributes.get('samesite') === 'none')
    return 'with `SameSite=None` and without `Secure`: browsers drop it.'
  if (!isSecure && /^__(?:host|secure)-/i.test(name)) return 'with a prefix that needs `Secure`: browsers drop it.'
  if (/^__host-/i.test(name) && (attributes.has('domain') || attributes.get('path') !== '/'))
    return 'with the prefix `__Host-`, which needs `Path=/` and takes no `Domain`: browsers drop it.'
  return undefined
}

function readAttribute(text: string): readonly [string, string] {
  const [name = '', value = ''] = text.split('=', 2)
  return [name.trim().toLowerCase(), value.trim().toLowerCase()]
}

/** Makes a cookie name safe for a log: a name can contain any character that a header can. */
function showName(name: string): string {
  return name.replace(/[^\w.!#$%&'*+^|~-]/g, '?').slice(0, 64)
}
