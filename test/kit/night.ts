/** Whether the long forms of the tests run: `npm run test:nightly`, or HAWSER_NIGHTLY=1 with any part of it. */
export const isNight = process.env.HAWSER_NIGHTLY === '1'

/** Cases that the night runs beside those of the day, which has one for each kind. */
export function atNight<Case>(...cases: readonly Case[]): readonly Case[] {
  return isNight ? cases : []
}

/** A bound in time or memory. It holds at night; by day the machine may be busy, and no time is a failure. */
export function nightLimit(limit: number): number {
  return isNight ? limit : Number.POSITIVE_INFINITY
}

/**
 * How many inputs a fuzz test tries. By day a few, always the same ones. At night a fifth of its volume with other seeds each
 * night, since all of it takes two cores longer than a night has. `HAWSER_VOLUME=full npm run test:nightly` tries all of it.
 * @param full - the volume that the fuzz catalogue of docs/reliability.md promises
 */
export function volume(full: number, byDay: number): number {
  if (!isNight) return byDay
  return process.env.HAWSER_VOLUME === 'full' ? full : full / 5
}

/** How often a property is tried: by day a tenth, a hundred times at least. The seeds of the day are in `oneSeed.ts`. */
export function runs(atNight: number): number {
  return isNight ? atNight : Math.max(Math.min(atNight, 100), Math.ceil(atNight / 10))
}
