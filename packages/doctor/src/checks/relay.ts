import type { RelayAnswer, RelayEvidence } from '../gather/evidence.ts'
import { type Finding, judgeUnanswered, type Problem, type ProblemCode } from './finding.ts'
import { quote, showUrl } from './show.ts'

/** Checks a relay: it answers, its socket opens through any proxy in front, and it serves this page. */
export function judgeRelay({ url, fromPage, fromProgram }: RelayEvidence, origin: string): Finding {
  const shown = showUrl(url)
  const problem = (code: ProblemCode, text: string, mend: string): Problem => ({
    ...{ check: 'relay', verdict: 'wrong', code, text, mend },
  })
  if (fromPage.status === 'served')
    return {
      check: 'relay',
      verdict: 'good',
      text: `The relay at ${shown} opens for this page and takes a subscription.`,
    }
  if (fromPage.status === 'failed')
    return judgeUnanswered(
      'relay',
      { ...fromPage, url },
      {
        ...{ code: 'relay_unreachable', name: 'The relay' },
        mend: 'Start the relay, and check its port, the DNS entry, and that a firewall or proxy lets visitors through to it.',
      },
    )
  if (fromPage.status === 'silent')
    return problem(
      'relay_silent',
      `The relay at ${shown} opens its socket, but does not answer a subscription.`,
      'Check that the address is a relay’s, that its store (SQLite, Redis) works (GET /readyz), and that no proxy holds frames back.',
    )
  const said = 'text' in fromPage && fromPage.text.trim() !== '' ? ` It says: "${quote(fromPage.text)}"` : ''
  // Only pages send an origin: if a program gets further, the origin was the reason.
  if (isForbidden(fromPage) && !isForbidden(fromProgram))
    return problem(
      'relay_origin_refused',
      `The relay at ${shown} refuses pages of ${quote(origin)}.${said}`,
      `Add ${quote(origin)} to the relay’s --origins (for the network’s relay: to the allowed origins of the project).`,
    )
  const reason = reasonOf(fromPage)
  if (reason === 'clock')
    return problem(
      'relay_clock',
      `The relay at ${shown} refuses a token of this minute, so its clock or that of this machine is wrong.${said}`,
      'Compare both clocks with the time of day, and correct the wrong one with NTP. The relay refuses visitors’ tokens too.',
    )
  if (reason === 'audience')
    return problem(
      'relay_audience',
      `The relay at ${shown} takes tokens for other addresses than this one.${said}`,
      `Name ${shown} in the relay’s --audiences, as the page has it.`,
    )
  if (reason === 'project')
    return problem(
      'relay_project_refused',
      `The relay at ${shown} refuses the project id, or requires one.${said}`,
      'Give createLinker the projectId of your project, and check that it is not suspended.',
    )
  if (reason === 'busy')
    return problem(
      'relay_busy',
      `The relay at ${shown} is too busy to serve this page, or is going away.${said}`,
      'Try again in a minute. If it persists, look at its limits, its store (GET /readyz), and the share of one address.',
    )
  if (fromPage.status === 'refused' && fromPage.httpStatus >= 500)
    return problem(
      'relay_unreachable',
      `The proxy in front of ${shown} answers HTTP ${fromPage.httpStatus}: it does not reach the relay.${said}`,
      'Start the relay, and check the address to which the proxy passes it on.',
    )
  if (fromPage.status === 'refused' && !isForbidden(fromPage) && fromPage.httpStatus !== 401)
    return problem(
      'websocket_blocked',
      `${shown} answers a WebSocket request with HTTP ${fromPage.httpStatus}: the proxy in front of the relay does not pass the upgrade on, or there is no relay.${said}`,
      'Let the proxy pass on Upgrade and Connection over HTTP/1.1 (nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection "upgrade").',
    )
  const how =
    fromPage.status === 'closed'
      ? `closes the socket with ${fromPage.closeCode}`
      : fromPage.status === 'refused'
        ? `answers HTTP ${fromPage.httpStatus}`
        : 'answers a subscription with an error'
  return problem(
    'relay_refused',
    `The relay at ${shown} ${how}.${said}`,
    'Look into the log of the relay: it gives the reason of each refusal.',
  )
}

function isForbidden(answer: RelayAnswer | undefined): boolean {
  return answer?.status === 'refused' && answer.httpStatus === 403
}

/** Relays, ours and the network's, give their reasons only in words. */
function reasonOf(answer: RelayAnswer): 'clock' | 'audience' | 'project' | 'busy' | undefined {
  const text = 'text' in answer ? answer.text : ''
  if (answer.status === 'closed' && answer.closeCode === 1013) return 'busy'
  if (answer.status === 'refused' && [429, 503].includes(answer.httpStatus)) return 'busy'
  if (answer.status === 'refused' && answer.httpStatus !== 401 && answer.httpStatus !== 403) return undefined
  if (/clock|expired|\biat\b|\bexp\b|\bnbf\b/i.test(text)) return 'clock'
  if (/\baud(?:ience)?\b/i.test(text)) return 'audience'
  return /project/i.test(text) ? 'project' : undefined
}
