import { type FailureCode, type FlowFailure, type HandoffCode, isAfterSession, type LinkerState } from '@hawser/core'
import { fill } from '../../messages/fill.ts'
import type { FirstMessages } from '../../messages/modal/en.ts'

/** The texts of failures, by code. */
export type TextsByCode = Readonly<Partial<Record<HandoffCode, string>>>

/** The failure that stopped the visitor, as title and one sentence. */
export type Problem = { readonly title: string; readonly detail: string }

/** The code of the flow's error. */
export function failureCode({ flow }: LinkerState): FailureCode | undefined {
  return flow.status === 'failed' ? flow.error.code : undefined
}

/** The texts in place of a part that could not be fetched. */
export function lostText(code: FailureCode | undefined, messages: FirstMessages): string {
  return code === 'page_outdated' ? messages.pageOutdated : messages.viewUnavailable
}

/** The first views' text about a failure; undefined without one. The others say more (problem.ts). */
export function firstProblemOf(state: LinkerState, messages: FirstMessages): Problem | undefined {
  const { flow } = state
  if (flow.status !== 'failed' || isAfterSession(flow)) return undefined
  const { error, choice } = flow
  if (error.kind === 'relayUnreachable' && leadsOnWithoutRelay(state)) return undefined
  if (error.kind === 'declined') return { title: messages.connectionDeclined, detail: messages.declinedDetail }
  if (error.kind === 'expired') return { title: messages.connectionExpired, detail: messages.expiredDetail }
  const title = error.kind === 'relayUnreachable' ? messages.relayUnreachable : messages.connectionFailed
  return { title, detail: detailOf(error, choice?.listing.name ?? '', messages) }
}

/**
 * If the relay is the host app's own, the first view offers other ways: the code of a handoff, or the wallets' own
 * browsers.
 */
function leadsOnWithoutRelay({ ownRelay, view, platform, handoff, walletPage }: LinkerState): boolean {
  const way = platform.device === 'desktop' ? handoff : (walletPage ?? handoff)
  return ownRelay !== undefined && view.name === 'ConnectWallet' && way !== undefined
}

/**
 * The cause and the next step, in a sentence. Only an unknown code is shown itself, for example
 * that of a newer server. `texts` are more than the first views need.
 */
export function detailOf(
  { code, kind, reason }: Pick<FlowFailure, 'kind' | 'reason'> & { readonly code: HandoffCode },
  name: string,
  messages: FirstMessages,
  texts: TextsByCode = {},
): string {
  const known = {
    page_outdated: messages.pageOutdated,
    client_unavailable: messages.viewUnavailable,
    relay_clock: messages.clockDetail,
    ...texts,
    ...messages.problems,
  }
  const told = code === 'link_refused' ? (reason ?? code) : code
  // A server may name its refusal like a property of every object.
  const text = Object.hasOwn(known, told) ? Reflect.get(known, told) : undefined
  if (text !== undefined) return fill(text, { name })
  return kind === 'relayUnreachable' ? messages.relayUnreachableDetail : fill(messages.failureDetail, { code: told })
}
