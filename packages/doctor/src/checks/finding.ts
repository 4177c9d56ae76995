import type { Unanswered } from '../gather/evidence.ts'
import { quote, showUrl } from './show.ts'

/** The checks, in the order of the report. */
export const checkNames = [
  'page',
  'options',
  'relay',
  'clock',
  'registry',
  'link',
  'cookies',
  'policy',
  'handoff',
] as const
export type CheckName = (typeof checkNames)[number]

/** The codes of faults. Each has a section in docs/doctor.md; from a release on none is renamed or reused. */
export const problemCodes = [
  'address_internal',
  'certificate_invalid',
  'clock_off',
  'clock_here',
  'cookie_not_secure',
  'cookie_same_site',
  'handoff_other_origin',
  'handoff_missing',
  'handoff_unsafe',
  'link_not_mounted',
  'link_origin_refused',
  'link_api_failed',
  'link_unreachable',
  'options_missing',
  'options_unreadable',
  'page_not_shown',
  'page_unreachable',
  'plain_http',
  'policy_blocks',
  'policy_missing',
  'registry_expired',
  'registry_not_readable',
  'registry_unreachable',
  'registry_unsigned',
  'registry_untrusted',
  'relay_audience',
  'relay_busy',
  'relay_clock',
  'relay_origin_refused',
  'relay_project_refused',
  'relay_refused',
  'relay_silent',
  'relay_unreachable',
  'websocket_blocked',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** The outcome of a check. `wrong` keeps visitors from linking or is unsafe; `doubtful` may be intended. */
export type Finding =
  | { readonly check: CheckName; readonly verdict: 'good' | 'skipped'; readonly text: string }
  | Problem

export type Problem = {
  readonly check: CheckName
  readonly verdict: 'wrong' | 'doubtful'
  readonly code: ProblemCode
  /** The fault in one sentence. */
  readonly text: string
  /** The remedy. */
  readonly mend: string
  /** A header that would work. */
  readonly header?: string
}

const reasons: Readonly<Record<Unanswered['failure'], string>> = {
  refused: 'nothing listens there',
  unknown_host: 'no server has this name',
  timeout: 'no answer came in time',
  certificate: 'its certificate is not valid for this address',
  internal: 'the address is one of an internal network',
  too_many_redirects: 'it redirects in a circle, or too often',
  broken: 'the connection broke',
}

/** The finding about a server that did not answer. */
export function judgeUnanswered(
  check: CheckName,
  { url, failure, detail }: Unanswered,
  { code, name, mend }: { readonly code: ProblemCode; readonly name: string; readonly mend: string },
): Problem {
  const shown = showUrl(url)
  if (failure === 'internal')
    return {
      ...{ check, verdict: 'wrong', code: 'address_internal' },
      text: `${name} is ${shown}, an address that only this machine or an internal network can reach. The doctor did not contact it.`,
      mend: 'Give the page the public address. If you intend the internal one, give it by a flag, for example --relay.',
    }
  if (failure === 'certificate')
    return {
      ...{ check, verdict: 'wrong', code: 'certificate_invalid' },
      text: `${name} at ${shown} has no certificate that browsers accept (${quote(detail)}).`,
      mend: 'Renew the certificate, check that it names this host, and serve it with its intermediate certificates.',
    }
  const because = detail === '' ? reasons[failure] : `${reasons[failure]} (${quote(detail)})`
  return { check, verdict: 'wrong', code, text: `${name} cannot be reached at ${shown}: ${because}.`, mend }
}
