import type { Evidence } from '../gather/evidence.ts'
import { type Finding, judgeUnanswered } from './finding.ts'
import { isPotentiallyTrustworthy } from './places.ts'
import { quote, showUrl } from './show.ts'

/** Checks the page itself: it loads, it is HTML, and no one on the way can change it. */
export function judgePage({
  page,
  pageUrl,
  origin,
}: Pick<Evidence, 'page' | 'pageUrl' | 'origin'>): readonly Finding[] {
  if (page.status === 'failed')
    return [
      judgeUnanswered('page', page, {
        ...{ code: 'page_unreachable', name: 'The page' },
        mend: 'Check the address, the DNS entry, and that the web server runs and can be reached from outside.',
      }),
    ]
  const type = page.headers['content-type'] ?? ''
  if (page.httpStatus !== 200 || !/^text\/html\b|^application\/xhtml\+xml\b/i.test(type))
    return [
      {
        ...{ check: 'page', verdict: 'wrong', code: 'page_not_shown' },
        text: `The page at ${showUrl(page.url)} answers HTTP ${page.httpStatus} and ${type === '' ? 'no content type' : quote(type)}, not HTML.`,
        mend: 'Give the address of the page that has the button, as visitors see it without signing in.',
      },
    ]
  const moved = page.redirects.length > 0 && origin !== new URL(pageUrl).origin
  const shown = `The page at ${showUrl(page.url)} answers${moved ? `, after a redirect from ${showUrl(pageUrl)}: its origin is ${quote(origin)}` : ''}.`
  if (!isPotentiallyTrustworthy(new URL(page.url)))
    return [
      {
        ...{ check: 'page', verdict: 'wrong', code: 'plain_http' },
        text: `The page at ${showUrl(page.url)} is served by plain http: anybody on the way can read sessions and change the page.`,
        mend: 'Serve it over https and redirect http to it. Browsers give http pages no camera, clipboard or secure cookies.',
      },
    ]
  return [{ check: 'page', verdict: 'good', text: shown }]
}
