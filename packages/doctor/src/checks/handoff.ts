import type { Evidence } from '../gather/evidence.ts'
import { type Finding, judgeUnanswered } from './finding.ts'
import { quote, showUrl } from './show.ts'

/**
 * Checks the page that phones open: it is at the address that the modal offers, on the page's own origin, and closed to frames
 * and caches.
 */
export function judgeHandoff({
  handoffPage: answer,
  found,
  origin,
}: Pick<Evidence, 'handoffPage' | 'found' | 'origin'>): readonly Finding[] {
  const { handoff, linkUrl } = found.options
  if (linkUrl === undefined || answer === undefined)
    return handoff
      ? [
          {
            ...{ check: 'handoff', verdict: 'wrong', code: 'handoff_missing' },
            text: 'The page offers a handoff to phones but names no link API, which a handoff needs.',
            mend: 'Give createLinker its link.url, and createLink its handoff.',
          },
        ]
      : [{ check: 'handoff', verdict: 'skipped', text: 'There is no link API, and so no handoff.' }]
  const isThere = answer.status === 'answered' && answer.httpStatus === 200 && isHtml(answer.headers['content-type'])
  // A server that answers every path with one page has no handoff page.
  const isIts = isThere && /noindex/i.test(String(answer.headers['x-robots-tag'] ?? ''))
  if (!handoff)
    return [
      {
        ...{ check: 'handoff', verdict: 'skipped' },
        text: isIts
          ? 'The link API serves a handoff, but the page does not say that it offers it (handoff: true).'
          : 'The page does not offer to link a phone’s wallet from a computer (handoff: true).',
      },
    ]
  if (answer.status === 'failed')
    return [
      judgeUnanswered('handoff', answer, {
        ...{ code: 'handoff_missing', name: 'The page of a handoff' },
        mend: 'Check that the server that mounts link can be reached from outside.',
      }),
    ]
  const shown = showUrl(answer.url)
  if (new URL(answer.url).origin !== origin)
    return [
      {
        ...{ check: 'handoff', verdict: 'wrong', code: 'handoff_other_origin' },
        text: `The page of a handoff is at ${shown}, on another origin than the page (${quote(origin)}): wallets warn about it, and visitors cannot know that it is yours.`,
        mend: 'Mount the link API, or at least its path /handoff, on the page’s own origin, and set handoff.pageUrl to it.',
      },
    ]
  if (!isThere || !isIts)
    return [
      {
        ...{ check: 'handoff', verdict: 'wrong', code: 'handoff_missing' },
        text: `The page offers a handoff, but ${shown} is not its page: it answers HTTP ${answer.httpStatus} and ${quote(answer.headers['content-type'] ?? 'no content type')}.`,
        mend: 'Give createLink the option handoff, and let the proxy pass GET /handoff below the link API; or set handoff: false in the page.',
      },
    ]
  const lacking = lackingHeaders(answer.headers)
  if (lacking.length > 0)
    return [
      {
        ...{ check: 'handoff', verdict: 'wrong', code: 'handoff_unsafe' },
        text: `The page of a handoff at ${shown} lacks headers that keep it safe: ${lacking.join(', ')}.`,
        mend: 'Let the proxy or CDN pass these headers of the link API on unchanged.',
      },
    ]
  return [{ check: 'handoff', verdict: 'good', text: `The page of a handoff is at ${shown}.` }]
}

function isHtml(type: string | undefined): boolean {
  return /^text\/html\b/i.test(type ?? '')
}

function lackingHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): readonly string[] {
  const has = (name: string, pattern: RegExp) => pattern.test(String(headers[name] ?? ''))
  return [
    ...(has('cache-control', /no-store/i) ? [] : ['Cache-Control: no-store']),
    ...(has('referrer-policy', /no-referrer/i) ? [] : ['Referrer-Policy: no-referrer']),
    ...(has('content-security-policy', /frame-ancestors 'none'/i)
      ? []
      : ["Content-Security-Policy: frame-ancestors 'none'"]),
  ]
}
