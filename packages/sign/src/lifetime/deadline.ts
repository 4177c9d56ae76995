// The clocks of both peers can each be five minutes off (F-L14).
const clockToleranceMs = 600_000
const questionMs = 300_000

/**
 * Converts an expiry set by another clock to this clock. Both are epoch milliseconds. A relay drops expired messages
 * by its own clock. So a message that arrives now but looks expired comes from a clock behind this one. Within the
 * tolerance, such a message gets the five minutes of a request.
 */
export function toLocalDeadline(expiresAt: number, now: number, toleranceMs = clockToleranceMs): number {
  return expiresAt <= now && expiresAt > now - toleranceMs ? now + questionMs : expiresAt
}
