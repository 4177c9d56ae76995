import type { FlowFailure } from '@hawser/core'
import { fill } from '../messages/fill.ts'
import type { LinkedWalletsMessages } from '../messages/linkedWallets/en.ts'

/** Why something was not done, in words that say what to do. What has no words of its own is told by its code. */
export function failureText({ code }: FlowFailure, texts: LinkedWalletsMessages): string {
  switch (code) {
    case 'link_unavailable':
    case 'client_unavailable':
      return texts.unreachable
    case 'too_many_requests':
    case 'too_many_challenges':
      return texts.tooMany
    case 'not_signed_in':
      return texts.notSignedIn
    case 'last_factor':
      return texts.lastFactor
    case 'not_found':
      return texts.notFound
    default:
      return fill(texts.actionFailed, { code })
  }
}
