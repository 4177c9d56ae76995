const firstMilliseconds = 1_000_000_000_000
const chances = 1_000_000

/**
 * Makes ids as the official relay does: 19 digits, 13 for milliseconds and 6 random, always increasing, so that no id repeats.
 * They go out as JSON strings and also fit clients that read them as u64. The random part is drawn once per millisecond;
 * further ids in that millisecond count up from it.
 */
export function createIdSource(now: () => number, randomBytes: (length: number) => Uint8Array): () => string {
  let milliseconds = 0
  let chance = 0
  return () => {
    // Client ids also start at 10^18. A clock before 2001 would make shorter ids.
    const at = Math.max(Math.floor(now()), firstMilliseconds)
    if (at > milliseconds) {
      const [high = 0, middle = 0, low = 0] = randomBytes(3)
      milliseconds = at
      chance = (high * 65_536 + middle * 256 + low) % chances
    } else {
      chance += 1
      if (chance === chances) {
        milliseconds += 1
        chance = 0
      }
    }
    // Joined as text, because the full number exceeds 2^53.
    return `${milliseconds}${String(chance).padStart(6, '0')}`
  }
}
