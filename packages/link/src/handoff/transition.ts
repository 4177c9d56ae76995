import type { HandoffEnd } from '@hawser/wire'
import type { Handoff, HandoffProof, HandoffStage } from '../records/handoff.ts'

/** Limits of a handoff. */
export const handoffLimits = {
  /** Lifetime of the secret, and of the grant from the claim on. */
  lifetimeMs: 5 * 60_000,
  /** Lifetime of the digits, from the signature on. */
  digitsMs: 2 * 60_000,
  attempts: 3,
  /** How long the screen that made a link can undo it. */
  undoMs: 60_000,
  /** How many secrets of earlier codes and hops of one handoff are remembered. */
  rotations: 20,
} as const

/** An event of a handoff. The sender computes hashes and times. */
export type HandoffEvent =
  /** The screen shows another code. */
  | { readonly type: 'renewed'; readonly secretHash: string }
  /** The phone's browser asks for links into wallets. */
  | { readonly type: 'hopped'; readonly secretHash: string; readonly nextHash: string }
  /** The page has found no wallet in its browser. */
  | { readonly type: 'walletMissed'; readonly secretHash: string }
  /** A wallet was found, and the visitor tapped. */
  | { readonly type: 'claimed'; readonly secretHash: string; readonly grantHash: string }
  | {
      readonly type: 'proven'
      readonly proof: HandoffProof
      readonly digitsSalt: string
      readonly digitsHash: string
    }
  /** Digits were typed on the screen that started the handoff. Correct digits change nothing: the `linked` event does. */
  | { readonly type: 'digitsTyped'; readonly digitsHash: string }
  | { readonly type: 'linked'; readonly walletId: string; readonly undoes: string | undefined }
  | { readonly type: 'ended'; readonly reason: 'declined' | 'cancelled' | 'taken' }

/**
 * `done`: the event applied. `unknown`: the secret does not belong to this handoff. `elsewhere`: the secret was used before.
 * `wrong`: the digits counted as an attempt. `early`: the wallet has not signed yet. `over`: the handoff had ended.
 */
export type HandoffOutcome = 'done' | 'unknown' | 'elsewhere' | 'wrong' | 'early' | 'over'

/**
 * Applies an event to a handoff. It is pure and returns the same object if nothing changes. States only move forward: `waiting
 * → opened → proven → linked`, and from each of the first three to `refused`, `expired` or `elsewhere`.
 */
export function transition(
  given: Handoff,
  event: HandoffEvent,
  now: number,
): { readonly handoff: Handoff; readonly outcome: HandoffOutcome } {
  const handoff = atTime(given, now)
  const { stage } = handoff
  const stay = (outcome: HandoffOutcome) => ({ handoff, outcome })
  const go = (outcome: HandoffOutcome, part: Partial<Handoff>) => ({ handoff: next(handoff, part), outcome })
  const isOpen = stage.state === 'waiting' || stage.state === 'opened' || stage.state === 'proven'

  switch (event.type) {
    case 'renewed': {
      if (!isOpen) return stay(stage.state === 'elsewhere' ? 'elsewhere' : 'over')
      if (isOpenedOnPhone(handoff)) return stay('elsewhere')
      const { secretHash: hash, earlierSecrets } = handoff
      const earlier = [
        ...earlierSecrets.filter(({ expiresAt }) => now < expiresAt),
        { hash, expiresAt: stage.expiresAt },
      ]
      return go('done', {
        secretHash: event.secretHash,
        earlierSecrets: earlier.slice(-handoffLimits.rotations),
        stage: { state: 'waiting', expiresAt: now + handoffLimits.lifetimeMs },
      })
    }
    case 'hopped':
    case 'walletMissed':
    case 'claimed': {
      const isRotated = handoff.rotatedHashes.includes(event.secretHash)
      const earlier = handoff.earlierSecrets.find(({ hash }) => hash === event.secretHash)
      if (!isRotated && !earlier && event.secretHash !== handoff.secretHash) return stay('unknown')
      if (!isOpen) return stay(stage.state === 'elsewhere' || stage.state === 'linked' ? 'elsewhere' : 'over')
      if (isRotated) return stay('elsewhere')
      if (earlier !== undefined && !(now < earlier.expiresAt)) return stay('over')
      if (event.type !== 'claimed' && stage.state !== 'waiting') return stay('elsewhere')
      if (event.type === 'walletMissed')
        return handoff.isWithoutWallet ? stay('done') : go('done', { isWithoutWallet: true })
      if (event.type === 'hopped') {
        // Only one phone continues. Its hop invalidates every code that was shown, not only the scanned one.
        const dead = [...handoff.earlierSecrets.map(({ hash }) => hash), handoff.secretHash]
        const rotatedHashes = [...handoff.rotatedHashes, ...dead].slice(-handoffLimits.rotations)
        return go('done', { secretHash: event.nextHash, earlierSecrets: [], rotatedHashes, isWithoutWallet: false })
      }
      // If two clients hold the secret, one of them is not the visitor, and the server cannot tell which.
      if (stage.state !== 'waiting') return go('elsewhere', { stage: end('elsewhere', 'elsewhere', stage) })
      const expiresAt = now + handoffLimits.lifetimeMs
      return go('done', { grantHash: event.grantHash, stage: { state: 'opened', expiresAt } })
    }
    case 'proven': {
      if (stage.state !== 'opened') return stay(stage.state === 'elsewhere' ? 'elsewhere' : 'over')
      const { type: _, ...proven } = event
      const expiresAt = now + handoffLimits.digitsMs
      return go('done', {
        stage: { state: 'proven', expiresAt, attemptsLeft: handoffLimits.attempts, ...proven },
      })
    }
    case 'digitsTyped': {
      if (stage.state !== 'proven') return stay(notProven(stage))
      if (event.digitsHash === stage.digitsHash) return stay('done')
      const attemptsLeft = stage.attemptsLeft - 1
      if (attemptsLeft > 0) return go('wrong', { stage: { ...stage, attemptsLeft } })
      return go('wrong', { stage: end('refused', 'digits', stage) })
    }
    case 'linked': {
      if (stage.state !== 'proven') return stay(notProven(stage))
      const { walletId, undoes } = event
      return go('done', { stage: { state: 'linked', expiresAt: now + handoffLimits.undoMs, walletId, undoes } })
    }
    case 'ended':
      return isOpen ? go('done', { stage: end('refused', event.reason, stage) }) : stay('over')
  }
}

/** Whether a phone is known to have opened the handoff. Another code would then lead a second phone there. */
export function isOpenedOnPhone({ rotatedHashes, stage }: Pick<Handoff, 'rotatedHashes' | 'stage'>): boolean {
  return rotatedHashes.length > 0 || stage.state !== 'waiting'
}

/** Returns a handoff as of `now`, without writing the expiry to the store. A time that is not a number counts as expired. */
export function atTime(handoff: Handoff, now: number): Handoff {
  const { state, expiresAt } = handoff.stage
  if ((state !== 'waiting' && state !== 'opened' && state !== 'proven') || now < expiresAt) return handoff
  return next(handoff, { stage: end('expired', 'time', handoff.stage) })
}

function next(handoff: Handoff, part: Partial<Handoff>): Handoff {
  return { ...handoff, ...part, version: handoff.version + 1 }
}

function end(
  state: 'refused' | 'expired' | 'elsewhere',
  reason: HandoffEnd,
  { expiresAt }: Pick<HandoffStage, 'expiresAt'>,
): HandoffStage {
  return { state, expiresAt, reason }
}

function notProven({ state }: HandoffStage): HandoffOutcome {
  if (state === 'waiting' || state === 'opened') return 'early'
  return state === 'elsewhere' ? 'elsewhere' : 'over'
}
