/**
 * Makes ids as the official relay does: 19 digits, 13 of milliseconds and 6 of chance, always growing, so that none is
 * given twice. They go out as JSON strings and also fit clients that read them as u64.
 */
export function createIdSource(now: () => number, randomBytes: (length: number) => Uint8Array): () => string {
  let last = 0n
  return () => {
    const [high = 0, middle = 0, low = 0] = randomBytes(3)
    const chance = BigInt((high * 65_536 + middle * 256 + low) % 1_000_000)
    // Ids of clients start at 10^18 as well; a clock before 2001 would make shorter ones.
    const next = BigInt(Math.max(Math.floor(now()), 1_000_000_000_000)) * 1_000_000n + chance
    last = next > last ? next : last + 1n
    return String(last)
  }
}
