import { parseLinkErrorBody, parseLinkedWallets } from '@hawser/wire'
import { parseJson } from '../gather/body.ts'
import type { Answer, LinkEvidence } from '../gather/evidence.ts'
import { type Finding, judgeUnanswered, type Problem, type ProblemCode } from './finding.ts'
import { quote, showUrl } from './show.ts'

/** Checks the link API: whether it is mounted where the page says, and open to the page's origin. Uses no session. */
export function judgeLink({ url, wallets, preflight, post }: LinkEvidence, origin: string): Finding {
  const shown = showUrl(url)
  const problem = (code: ProblemCode, text: string, mend: string): Problem => ({
    ...{ check: 'link', verdict: 'wrong', code, text, mend },
  })
  const failed = [wallets, post].find((answer) => answer.status === 'failed')
  if (failed?.status === 'failed')
    return judgeUnanswered('link', failed, {
      ...{ code: 'link_unreachable', name: 'The link API' },
      mend: 'Check link.url, and that the server that mounts link runs and can be reached where the page says.',
    })
  // The link API lists the wallets of a visitor without a session, or refuses the request in its own form.
  const seen = codeOf(wallets)
  const status = statusOf(wallets)
  if (status >= 500)
    return problem(
      'link_api_failed',
      `The link API at ${shown} fails: GET /wallets answers HTTP ${status}.`,
      'Look into the log of your server: its store or your hostUser throws, or the proxy does not reach it.',
    )
  if ((seen === undefined && !isList(wallets)) || seen === 'not_found') {
    const type = wallets.status === 'answered' ? (wallets.headers['content-type'] ?? 'no content type') : ''
    return problem(
      'link_not_mounted',
      `There is no link API at ${shown}: GET /wallets answers HTTP ${status} and ${quote(type)}; the link API would refuse a stranger in JSON.`,
      'Mount link.fetch where link.url points, before the catch-all route; behind a prefix give createLink its basePath.',
    )
  }
  const isAllowed = allows(preflight, origin)
  if (codeOf(post) === 'forbidden_origin' && !isAllowed)
    return problem(
      'link_origin_refused',
      `The link API at ${shown} refuses pages of ${quote(origin)}: every link fails at its first request.`,
      `Set publicUrl of createLink to ${quote(origin)}, or add that to allowedOrigins.`,
    )
  const isElsewhere = new URL(url).origin !== origin
  if (isElsewhere && !(isAllowed && allows(wallets, origin)))
    return problem(
      'link_origin_refused',
      `The link API at ${shown} is on another origin than the page, and its answers do not let ${quote(origin)} read them with cookies.`,
      `Add ${quote(origin)} to allowedOrigins of createLink, and check that no proxy answers OPTIONS or drops Access-Control headers; or mount it on the page’s own origin.`,
    )
  if (codeOf(post) === undefined && statusOf(post) !== 201)
    return problem(
      'link_api_failed',
      `Something in front of the link API at ${shown} answers POST with HTTP ${statusOf(post)}, and not in the API’s form.`,
      'Let the proxy, firewall or CSRF check of your framework pass POST, PATCH and DELETE below this path: the link API checks the origin itself.',
    )
  const asksMore =
    codeOf(post) === 'forbidden_origin'
      ? ' It also requires a sign of your own page (isOwnPage), which was not checked.'
      : ''
  return {
    ...{ check: 'link', verdict: 'good' },
    text: `The link API answers at ${shown} and accepts requests of ${quote(origin)}.${asksMore}`,
  }
}

function statusOf(answer: Answer): number {
  return answer.status === 'answered' ? answer.httpStatus : 0
}

function isJson(answer: Answer): boolean {
  return answer.status === 'answered' && /^application\/json\b/i.test(answer.headers['content-type'] ?? '')
}

/** Whether a visitor without a session got a list of wallets, as an app with anonymous accounts sends. */
function isList(answer: Answer): boolean {
  if (answer.status === 'failed' || answer.httpStatus !== 200 || !isJson(answer)) return false
  try {
    return parseLinkedWallets(parseJson(answer)).length >= 0
  } catch {
    return false
  }
}

/** The code of a refusal in the link API's form. */
function codeOf(answer: Answer): string | undefined {
  if (answer.status === 'failed' || answer.httpStatus < 400 || !isJson(answer)) return undefined
  try {
    return parseLinkErrorBody(parseJson(answer)).code
  } catch {
    return undefined
  }
}

function allows(answer: Answer, origin: string): boolean {
  if (answer.status === 'failed') return false
  const { headers } = answer
  return headers['access-control-allow-origin'] === origin && headers['access-control-allow-credentials'] === 'true'
}
