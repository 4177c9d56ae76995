import type { HandoffCode } from '@hawser/core'
import type { enLater } from '../../messages/english/enLater.ts'
import type { HandoffTexts } from '../../messages/handoff/en.ts'
import type { FirstMessages, Messages } from '../../messages/modal/en.ts'
import { detailOf } from '../frame/firstProblem.ts'

/**
 * Why a handoff ended or cannot continue, in the visitor's words. `problems` has the texts of other failures, by code.
 */
export function handoffProblem(
  code: HandoffCode,
  {
    messages,
    texts,
    problems,
  }: {
    messages: FirstMessages & Pick<Messages, keyof typeof enLater>
    texts: HandoffTexts
    problems: Readonly<Record<string, string>>
  },
): string {
  return detailOf({ code, kind: 'connectionFailed' }, '', messages, {
    ...problems,
    declined: texts.declined,
    elsewhere: texts.elsewhere,
    handoff_elsewhere: texts.elsewhere,
    time: texts.timeOver,
    digits: texts.digitsSpent,
    cancelled: texts.codeOver,
    handoff_unknown: texts.codeOver,
    handoff_over: texts.codeOver,
    handoff_not_proven: texts.codeOver,
    taken: messages.alreadyLinked,
    wallet_already_linked: messages.alreadyLinked,
    not_signed_in: messages.notSignedIn,
    too_many_requests: messages.tooManyAttempts,
  })
}
