import type { Pairing } from './state.ts'

/** The options of `createCodeClock`. */
export type CodeClockOptions = {
  readonly now: () => number
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  /** Whether a new code can be made at any time. */
  readonly renews: boolean
  /** Receives the seconds left, each second while the code is on screen, then undefined. */
  readonly set: (secondsLeft: number | undefined) => void
  /** Called when it is time for a new code. */
  readonly renew: () => void
  /** Called when a code that cannot be renewed has expired. */
  readonly expire: (pairing: Pairing) => void
}

/**
 * Counts down the code's remaining time. `shown`: the code is on screen. `ready`: the code can appear at any moment. `opened`:
 * the visitor's wallet has the link, so the code must stay unchanged.
 */
export type CodeClock = {
  follow(pairing: Pairing | undefined, place: 'shown' | 'ready' | 'opened'): void
  /** Checks the clock at once: the browser might have suspended the timers. */
  wake(): void
}

// A code that is about to expire is useless to a visitor who is just reaching for the phone.
const leadMs = 30_000
const minimumMs = 1_000
// A browser fires a timer of more than 24 days at once.
const longestMs = 1e9

/** Creates the clock of the code. Without a pairing to follow, the clock keeps no timer. */
export function createCodeClock({ now, setTimer, renews, set, renew, expire }: CodeClockOptions): CodeClock {
  let followed: { readonly pairing: Pairing; readonly endsAt: number } | undefined
  let place: 'shown' | 'ready' | 'opened' = 'ready'
  let cancelTimer = () => {}

  function endOf({ expiresAt }: Pairing): number {
    const lead = renews ? Math.min(leadMs, Math.max(0, expiresAt - now()) / 2) : 0
    return expiresAt - lead
  }

  function tell(): void {
    if (followed === undefined || place !== 'shown') set(undefined)
    else set(Math.max(0, Math.ceil((followed.endsAt - now()) / 1000)))
  }

  function schedule(atLeastMs: number): void {
    cancelTimer()
    cancelTimer = () => {}
    // The protocol client reports the expiry of a pairing whose link was opened.
    if (followed === undefined || (place === 'opened' && renews)) return
    const leftMs = followed.endsAt - now()
    // Seconds count down in step with the expiry.
    const delayMs = place === 'shown' && leftMs > 1_000 ? leftMs % 1_000 || 1_000 : Math.min(leftMs, longestMs)
    cancelTimer = setTimer(tick, Math.max(delayMs, atLeastMs))
  }

  function tick(): void {
    const due = followed
    if (due === undefined) return
    if (now() < due.endsAt) {
      schedule(0)
      tell()
      return
    }
    // Scheduled before the request, so that a failed renewal is tried again.
    schedule(minimumMs)
    tell()
    if (renews) renew()
    else expire(due.pairing)
  }

  return {
    follow(pairing, nextPlace) {
      const before = followed?.pairing
      const isSame = before?.pairingTopic === pairing?.pairingTopic && before?.expiresAt === pairing?.expiresAt
      if (isSame && place === nextPlace) return
      place = nextPlace
      if (!isSame) followed = pairing && { pairing, endsAt: endOf(pairing) }
      // Otherwise a code that expires at once would be renewed in an endless loop.
      schedule(isSame ? 0 : minimumMs)
      tell()
    },
    wake() {
      if (place !== 'opened' || !renews) tick()
    },
  }
}
