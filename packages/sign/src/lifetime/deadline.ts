// The clocks of two ends may each be five minutes off (F-L14).
const clockToleranceMs = 600_000
const questionMs = 300_000

/**
 * An end time set by another clock, as this clock reads it. A relay drops expired messages by its own clock. So a
 * message that arrives now and looks expired here was sent by a clock behind this one. Within the tolerance it then
 * lasts as long as a request does.
 */
export function deadlineHere(expiresAt: number, now: number, toleranceMs = clockToleranceMs): number {
  return expiresAt <= now && expiresAt > now - toleranceMs ? now + questionMs : expiresAt
}
