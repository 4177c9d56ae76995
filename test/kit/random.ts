/** Randomness that a seed makes again, for runs that must be repeatable. */
export type Random = {
  /** 0 … 2^32 - 1 */
  word(): number
  /** 0 … below - 1 */
  integer(below: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  bytes(length: number): Buffer
}

/** The seed of this run: HAWSER_SEED, or a new one. It is printed, so that a failed run can be had again. */
export function chooseSeed(name: string): number {
  const seed = Number(process.env.HAWSER_SEED ?? Math.floor(Math.random() * 2 ** 32))
  console.log(`${name}: HAWSER_SEED=${seed}`)
  return seed
}

/** mulberry32: small, quick, and good enough to choose bytes with. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const word = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const integer = (below: number) => word() % below
  return {
    word,
    integer,
    chance: (probability) => word() < probability * 2 ** 32,
    pick: (list) => list[integer(list.length)] ?? list[0],
    bytes(length) {
      const bytes = Buffer.allocUnsafe(length)
      for (let index = 0; index < length; index += 1) bytes[index] = word()
      return bytes
    },
  }
}
