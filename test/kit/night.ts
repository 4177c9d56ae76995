/** Whether the long forms of the tests run: with `npm run test:nightly`, or with HAWSER_NIGHTLY=1 for any part of it. */
export const isNight = process.env.HAWSER_NIGHTLY === '1'

/** Cases that run by night in addition to the day's cases, which cover each kind once. */
export function atNight<Case>(...cases: readonly Case[]): readonly Case[] {
  return isNight ? cases : []
}

/** A limit of time or memory that applies by night only. By day the machine can be busy, so no measurement is a failure. */
export function nightLimit(limit: number): number {
  return isNight ? limit : Number.POSITIVE_INFINITY
}

/**
 * How many inputs a fuzz test tries. By day a few, always the same. By night a fifth of the full volume, with new seeds each
 * night: the full volume takes two cores longer than a night. `HAWSER_VOLUME=full npm run test:nightly` tries all of it.
 * @param full - the volume that the fuzz catalogue of docs/reliability.md promises
 */
export function volume(full: number, byDay: number): number {
  if (!isNight) return byDay
  return process.env.HAWSER_VOLUME === 'full' ? full : full / 5
}

/**
 * How often a property runs. By day a tenth of `atNight`, but at least 100 times, or `atNight` times if that is fewer.
 * `oneSeed.ts` sets the seed of the day.
 */
export function runs(atNight: number): number {
  return isNight ? atNight : Math.max(Math.min(atNight, 100), Math.ceil(atNight / 10))
}
