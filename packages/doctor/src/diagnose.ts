import { judgeClocks } from './checks/clock.ts'
import { judgeCookies } from './checks/cookies.ts'
import { type CheckName, checkNames, type Finding } from './checks/finding.ts'
import { judgeHandoff } from './checks/handoff.ts'
import { judgeLink } from './checks/link.ts'
import { judgeOptions } from './checks/options.ts'
import { judgePage } from './checks/page.ts'
import { judgePolicy } from './checks/policy.ts'
import { judgeRegistry, readListings } from './checks/registry.ts'
import { judgeRelay } from './checks/relay.ts'
import type { Evidence } from './gather/evidence.ts'
import { gather } from './gather/gather.ts'
import type { PageOptions } from './gather/pageOptions.ts'
import { createSendRequest } from './gather/sendRequest.ts'
import { type ReachRow, reachHere } from './reach/reachHere.ts'

export type DiagnoseOptions = {
  /** The address of the page, as visitors open it. */
  readonly pageUrl: string
  /**
   * Options of the linker that the page does not state, or states differently. These override the page's, and may be
   * internal addresses.
   */
  readonly given?: Partial<PageOptions>
  /** The name of the session's cookie. Default: all cookies are checked. */
  readonly cookie?: string | undefined
  /** The time limit of one answer. Default: 10,000. */
  readonly timeoutMs?: number
  /** Epoch milliseconds. */
  readonly now?: () => number
}

/** The findings, and the wallets that the page reaches. */
export type Diagnosis = {
  readonly pageUrl: string
  /** Whether nothing is wrong. Doubts do not count. */
  readonly isWell: boolean
  readonly findings: readonly Finding[]
  /** Undefined if no registry could be read. */
  readonly reach: readonly ReachRow[] | undefined
}

const defaultTimeoutMs = 10_000

/**
 * Checks a page, and the servers it names, from outside, as its visitors reach them. Never rejects because of a server.
 * @example
 * const { isWell, findings } = await diagnose({ pageUrl: 'https://app.example', cookie: 'session' })
 */
export async function diagnose(options: DiagnoseOptions): Promise<Diagnosis> {
  const { pageUrl, given = {}, cookie, timeoutMs = defaultTimeoutMs, now = Date.now } = options
  const ask = createSendRequest({ timeoutMs, now })
  return judge(await gather({ ask, pageUrl, given, cookie, timeoutMs, now }), now())
}

/** Judges everything that was fetched. */
export function judge(evidence: Evidence, now: number): Diagnosis {
  const { pageUrl, origin, relays, registry, link, found } = evidence
  const { registryKeys: keys, relayUrls, relayReach, registryUrl, linkUrl } = found.options
  const skip = (check: CheckName, isNamed: boolean, what: string): readonly Finding[] =>
    isNamed ? [] : [{ check, verdict: 'skipped', text: `${what} is named.` }]
  const handoff = judgeHandoff(evidence)
  const findings = [
    ...judgePage(evidence),
    ...judgeOptions(evidence),
    ...skip('relay', relayUrls.length > 0, 'No relay'),
    ...relays.map((relay) => judgeRelay(relay, origin)),
    ...judgeClocks(evidence),
    ...skip('registry', registryUrl !== undefined, 'No registry, so the page shows its built-in wallets: none'),
    ...(registry === undefined ? [] : judgeRegistry(registry, { origin, keys, now })),
    ...skip('link', linkUrl !== undefined, 'No link API, so wallets connect and are not linked: none'),
    ...(link === undefined ? [] : [judgeLink(link, origin)]),
    ...judgeCookies(evidence),
    ...judgePolicy(evidence),
    ...handoff,
  ].sort((one, other) => checkNames.indexOf(one.check) - checkNames.indexOf(other.check))
  const listings = registry === undefined ? [] : readListings(registry)
  const hasHandoff = handoff.some(({ verdict }) => verdict === 'good')
  return {
    pageUrl,
    isWell: findings.every(({ verdict }) => verdict !== 'wrong'),
    findings,
    reach: listings.length === 0 ? undefined : reachHere(listings, { relayUrls, relayReach, hasHandoff }),
  }
}
