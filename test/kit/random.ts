import { isNight } from './night.ts'

/** Random numbers that a seed reproduces, for repeatable runs. */
export type Random = {
  /** 0 … 2^32 - 1 */
  word(): number
  /** 0 … below - 1 */
  integer(below: number): number
  /** At least 0, below 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  bytes(length: number): Buffer
}

/**
 * The seed of this run: HAWSER_SEED, or a new one at night. By day the seed is always the same, so that a change that passes
 * keeps passing. The seed is printed, so that a failed run can be repeated.
 */
export function chooseSeed(name: string): number {
  const seed = Number(process.env.HAWSER_SEED ?? (isNight ? Math.floor(Math.random() * 2 ** 32) : 1))
  console.log(`${name}: HAWSER_SEED=${seed}`)
  return seed
}

/** mulberry32: 32 bits of state, the same numbers for the same seed on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const word = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const integer = (below: number) => word() % below
  const next = () => word() / 2 ** 32
  return {
    word,
    integer,
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => word() < probability * 2 ** 32,
    pick<T>(list: readonly T[]) {
      if (list.length === 0) throw new RangeError('There is nothing to pick from.')
      return list[integer(list.length)] as T
    },
    bytes(length) {
      const bytes = Buffer.allocUnsafe(length)
      for (let index = 0; index < length; index += 1) bytes[index] = word()
      return bytes
    },
  }
}
