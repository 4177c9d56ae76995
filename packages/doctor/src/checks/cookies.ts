import type { Evidence } from '../gather/evidence.ts'
import type { Finding } from './finding.ts'
import { isSameSite } from './places.ts'
import { quote } from './show.ts'

/** A cookie as the server set it. Its value is never stored. */
type SetCookie = {
  readonly name: string
  readonly isSecure: boolean
  readonly sameSite: 'strict' | 'lax' | 'none' | undefined
  readonly by: 'page' | 'link'
}

const maxCookies = 20

/**
 * Checks the cookies that the page and the link API set for a visitor without a session: browsers keep them, send them, and
 * keep them from others.
 */
export function judgeCookies({
  page,
  link,
  cookie,
  origin,
}: Pick<Evidence, 'page' | 'link' | 'cookie' | 'origin'>): readonly Finding[] {
  const answers = [
    { by: 'page' as const, answer: page },
    ...(link === undefined ? [] : [link.wallets, link.post].map((answer) => ({ by: 'link' as const, answer }))),
  ]
  const set = answers.flatMap(({ by, answer }) =>
    answer.status === 'failed' ? [] : (answer.headers['set-cookie'] ?? []).map((text) => parse(text, by)),
  )
  const cookies = [...new Map(set.map((each) => [`${each.by} ${each.name}`, each])).values()]
    .filter(({ name }) => cookie === undefined || name === cookie)
    .slice(0, maxCookies)
  const isElsewhere = link !== undefined && !isSameSite(new URL(link.url), new URL(origin))
  if (cookies.length === 0)
    return [
      {
        ...{ check: 'cookies', verdict: 'skipped' },
        text: `A stranger gets no ${cookie === undefined ? 'cookie' : `cookie ${quote(cookie)}`}, so the session's could not be checked: it needs Secure and ${isElsewhere ? 'SameSite=None, because the link API is on another site than the page' : 'SameSite=Lax'}.`,
      },
    ]
  const isSecurePage = origin.startsWith('https:')
  const problems = cookies.flatMap((each) => judge(each, isSecurePage, isElsewhere))
  if (problems.length > 0) return problems
  const names = cookies.map(({ name }) => quote(name)).join(', ')
  return [{ check: 'cookies', verdict: 'good', text: `Browsers keep and send these cookies as they should: ${names}.` }]
}

function judge(
  { name, isSecure, sameSite, by }: SetCookie,
  isSecurePage: boolean,
  isElsewhere: boolean,
): readonly Finding[] {
  const shown = `The cookie ${quote(name)} of the ${by === 'page' ? 'page' : 'link API'}`
  if (!isSecure && (isSecurePage || sameSite === 'none'))
    return [
      {
        ...{ check: 'cookies', verdict: 'wrong', code: 'cookie_not_secure' },
        text: `${shown} has no Secure: ${sameSite === 'none' ? 'browsers drop a cookie with SameSite=None without it' : 'browsers also send it over plain http, where anybody on the way reads it'}.`,
        mend: `Set it with Secure; HttpOnly; Path=/ and the prefix __Host-.`,
      },
    ]
  if (isElsewhere && by === 'link' && sameSite !== 'none')
    return [
      {
        ...{ check: 'cookies', verdict: 'wrong', code: 'cookie_same_site' },
        text: `Browsers do not send ${shown} from the page, which is on another site: it needs SameSite=None.`,
        mend: 'Mount the link API on the page’s own site, or set the cookie with SameSite=None; Secure (some browsers block it even so).',
      },
    ]
  if (!isElsewhere && (sameSite === undefined || sameSite === 'none'))
    return [
      {
        ...{ check: 'cookies', verdict: 'doubtful', code: 'cookie_same_site' },
        text: `${shown} has ${sameSite === undefined ? 'no SameSite' : 'SameSite=None'}: other sites’ pages can send it along.`,
        mend: 'If it is the session’s, set SameSite=Lax. If it is another cookie, name the session’s by --cookie.',
      },
    ]
  return []
}

function parse(text: string, by: SetCookie['by']): SetCookie {
  const [pair = '', ...attributes] = text.split(';').map((part) => part.trim())
  const values = new Map(
    attributes.map((attribute) => {
      const [name = '', value = ''] = attribute.split('=', 2)
      return [name.trim().toLowerCase(), value.trim().toLowerCase()] as const
    }),
  )
  const sameSite = values.get('samesite')
  return {
    ...{ by, isSecure: values.has('secure'), name: pair.split('=', 1)[0] ?? '' },
    sameSite: sameSite === 'strict' || sameSite === 'lax' || sameSite === 'none' ? sameSite : undefined,
  }
}
