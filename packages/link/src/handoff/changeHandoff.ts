import {
  DigitsWrongError,
  HandoffElsewhereError,
  HandoffNotProvenError,
  HandoffOverError,
  HandoffUnknownError,
  type LinkError,
} from '../errors.ts'
import type { Handoff } from '../records/handoff.ts'
import type { HandoffContext } from './handoffContext.ts'
import { atTime, type HandoffEvent, type HandoffOutcome, transition } from './transition.ts'

/** Names a handoff and checks its owner. A handoff of another owner counts as unknown. */
export type HandoffKey = { readonly id: string; readonly isFor: (handoff: Handoff) => boolean }

/** Reads a handoff in its current state. @throws HandoffUnknownError */
export async function readHandoff(
  { store, now }: Pick<HandoffContext, 'store' | 'now'>,
  { id, isFor }: HandoffKey,
): Promise<Handoff> {
  const handoff = await store.handoff(id)
  if (handoff === undefined || !isFor(handoff)) throw refuseHandoff('unknown')
  return atTime(handoff, now())
}

/**
 * Applies an event to a handoff in the store. If another change came first, it reads the handoff again and retries. States only
 * move forward, so the loop ends.
 * @returns the handoff after the event, if the outcome is `done`
 * @throws HandoffUnknownError, HandoffElsewhereError, HandoffOverError, HandoffNotProvenError, DigitsWrongError
 */
export async function changeHandoff(
  { store, now, changes }: Pick<HandoffContext, 'store' | 'now' | 'changes'>,
  { id, isFor }: HandoffKey,
  happens: (handoff: Handoff) => HandoffEvent,
): Promise<Handoff> {
  for (;;) {
    const found = await store.handoff(id)
    if (found === undefined || !isFor(found)) throw refuseHandoff('unknown')
    const { handoff, outcome } = transition(found, happens(found), now())
    if (handoff !== found) {
      if (!(await store.changeHandoff(handoff))) continue
      changes.notify(id)
    }
    if (outcome === 'done') return handoff
    throw refuseHandoff(outcome, handoff)
  }
}

/**
 * Checks that the wallet may be asked: the handoff is claimed and not signed yet. @throws HandoffElsewhereError,
 * HandoffOverError
 */
export function checkOpened(handoff: Handoff): void {
  const { state } = handoff.stage
  if (state !== 'opened') throw refuseHandoff(state === 'elsewhere' ? 'elsewhere' : 'over', handoff)
}

export function refuseHandoff(outcome: Exclude<HandoffOutcome, 'done'>, handoff?: Handoff): LinkError {
  switch (outcome) {
    case 'unknown':
      return new HandoffUnknownError('This code is unknown or was replaced by a newer one. Start again.')
    case 'elsewhere':
      return new HandoffElsewhereError('This was opened somewhere else too. Start again on the screen where you began.')
    case 'wrong':
      return new DigitsWrongError('These are not the digits that the phone shows. Look again, and type all six.')
    case 'early':
      return new HandoffNotProvenError('No wallet has signed yet. Go on on your phone first.')
    case 'over':
      return new HandoffOverError('This has ended. Start again on the screen where you began.', {
        reason: handoff && reasonOf(handoff),
      })
  }
}

/** Returns a snake_case word for an error. One code can expire while a later code of the same handoff is still valid. */
function reasonOf({ stage }: Handoff): string {
  if ('reason' in stage) return stage.reason
  return stage.state === 'waiting' ? 'time' : stage.state
}
