import type { FlowFailure } from '@hawser/core'
import { fill } from '../messages/fill.ts'
import type { LinkedWalletsTexts } from './useLinkedWalletsMessages.ts'

/** Why an action failed, with the next step. A failure without its own text shows its code. */
export function failureText({ code, reason }: Pick<FlowFailure, 'code' | 'reason'>, texts: LinkedWalletsTexts): string {
  switch (code) {
    case 'page_outdated':
      return texts.pageOutdated
    case 'link_unavailable':
    case 'client_unavailable':
    case 'link_failed':
      return texts.unreachable
    case 'too_many_requests':
    case 'too_many_challenges':
      return texts.tooMany
    case 'not_signed_in':
    case 'sign_in_needed':
      return texts.notSignedIn
    case 'last_factor':
      return texts.lastFactor
    case 'not_found':
      return texts.notFound
    // The server is newer than this page: its own code says more.
    case 'link_refused':
      return fill(texts.actionFailed, { code: reason ?? code })
    default:
      return fill(texts.actionFailed, { code })
  }
}
