// The clocks of two ends may each be five minutes off (F-L14).
const clockToleranceMs = 600_000
const questionMs = 300_000

/**
 * The end of something that another clock has set, as this one takes it. A relay drops what is over by its own clock, so what has
 * just come and looks over here was sent by a clock behind this one: within the tolerance it lasts as long as a question does.
 */
export function deadlineHere(expiresAt: number, now: number, toleranceMs = clockToleranceMs): number {
  return expiresAt <= now && expiresAt > now - toleranceMs ? now + questionMs : expiresAt
}
