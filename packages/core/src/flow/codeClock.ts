import type { Pairing } from './state.ts'

/** The options of the code's clock. */
export type CodeClockOptions = {
  readonly now: () => number
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  /** Whether a new code can be made at any time. */
  readonly renews: boolean
  /** Called each second while the code is on screen, and with undefined once it is not. */
  readonly set: (secondsLeft: number | undefined) => void
  /** It is time for a new code. */
  readonly renew: () => void
  /** The code has expired and nobody can make another. */
  readonly expire: (pairing: Pairing) => void
}

/**
 * Counts down the code. `shown`: it is on screen. `ready`: it is not, but may be at any moment. `opened`: its link was
 * opened, so the visitor's wallet has it and it must stay unchanged.
 */
export type CodeClock = {
  follow(pairing: Pairing | undefined, place: 'shown' | 'ready' | 'opened'): void
  /** Timers may have been suspended: checks the clock at once. */
  wake(): void
}

// A code that is about to expire is useless to a visitor who is just reaching for the phone.
const leadMs = 30_000
const minimumMs = 1_000
// A browser's timer above 24 days fires at once.
const longestMs = 1e9

/** Creates the clock of the code. Without a pairing to follow it keeps no timer. */
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
    // The link was opened: the protocol client reports its expiry.
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
    // Before the request: a renewal that fails is tried again.
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
      // A code that expires as soon as it is made would otherwise be made without end.
      schedule(isSame ? 0 : minimumMs)
      tell()
    },
    wake() {
      if (place !== 'opened' || !renews) tick()
    },
  }
}
