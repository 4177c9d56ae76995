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

/** How often a property is tried: by day a tenth, a hundred times at least. The seeds of the day are in `oneSeed.ts`. */
export function runs(atNight: number): number {
  return isNight ? atNight : Math.max(Math.min(atNight, 100), Math.ceil(atNight / 10))
}
