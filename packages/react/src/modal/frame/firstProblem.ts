import { type FailureCode, type FlowFailure, type HandoffCode, isWalletFailure, type LinkerState } from '@hawser/core'
import { fill } from '../../messages/fill.ts'
import type { FirstMessages } from '../../messages/modal/en.ts'

/** The texts of failures, by code. */
export type TextsByCode = Readonly<Partial<Record<HandoffCode, string>>>

/** The failure that stopped the visitor: a title and one sentence. */
export type Problem = { readonly title: string; readonly detail: string }

/** The error code of a failed flow. */
export function failureCode({ flow }: LinkerState): FailureCode | undefined {
  return flow.status === 'failed' ? flow.error.code : undefined
}

/** The text that replaces a component whose code could not be fetched. */
export function loadFailureText(code: FailureCode | undefined, messages: FirstMessages): string {
  return code === 'page_outdated' ? messages.pageOutdated : messages.viewUnavailable
}

/** The first views' text about a failure; undefined if nothing failed. problem.ts has the texts of the later views. */
export function firstProblemOf(state: LinkerState, messages: FirstMessages): Problem | undefined {
  const { flow } = state
  if (flow.status !== 'failed' || isWalletFailure(flow)) return undefined
  const { error, choice } = flow
  if (error.kind === 'relayUnreachable' && leadsOnWithoutRelay(state)) return undefined
  if (error.kind === 'declined') return { title: messages.connectionDeclined, detail: messages.declinedDetail }
  if (error.kind === 'expired') return { title: messages.connectionExpired, detail: messages.expiredDetail }
  const title = error.kind === 'relayUnreachable' ? messages.relayUnreachable : messages.connectionFailed
  return { title, detail: detailOf(error, choice?.listing.name ?? '', messages) }
}

/**
 * Whether the first view offers other ways although the host app's own relay fails: the code of a handoff, or the wallets'
 * own browsers.
 */
function leadsOnWithoutRelay({ ownRelay, view, platform, handoff, walletPage }: LinkerState): boolean {
  const way = platform.device === 'desktop' ? handoff : (walletPage ?? handoff)
  return ownRelay !== undefined && view.name === 'ConnectWallet' && way !== undefined
}

/**
 * The cause and the next step, in one sentence. An unknown code, for example that of a newer server, is shown as it is.
 * `texts` are additional texts that the first views do not need.
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
  // A server could name its refusal like a property of `Object.prototype`.
  const text = Object.hasOwn(known, told) ? Reflect.get(known, told) : undefined
  if (text !== undefined) return fill(text, { name })
  return kind === 'relayUnreachable' ? messages.relayUnreachableDetail : fill(messages.failureDetail, { code: told })
}
