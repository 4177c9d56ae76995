import type { RegistryManifest } from '@hawser/wire'
import { InvalidBundleError } from '../errors.ts'

type Times = Pick<RegistryManifest, 'createdAt' | 'expiresAt'>

export const dayMs = 86_400_000
/** A bundle is good for so long at most. One that were good for ever could be served for ever. */
export const maxValidDays = 366
// ECMA-262, "Time Values and Time Range".
const lastTime = 8_640_000_000_000_000

/**
 * Refuses a manifest that is good for longer than `hawser registry build` makes one, whoever made it.
 * @throws InvalidBundleError
 */
export function refuseLongLife({ createdAt, expiresAt }: Times): void {
  if (expiresAt - createdAt > maxValidDays * dayMs)
    throw new InvalidBundleError(`The bundle is good for more than ${maxValidDays} days.`)
  if (expiresAt > lastTime) throw new InvalidBundleError('The bundle expires in no year there is.')
}

/**
 * Holds a manifest against the clock. A day is left for clocks that differ.
 * @param now - epoch milliseconds
 * @throws InvalidBundleError - when it has expired, or was not yet made
 */
export function refuseOtherTime({ createdAt, expiresAt }: Times, now: number): void {
  if (expiresAt <= now) throw new InvalidBundleError(`The bundle expired at ${formatTime(expiresAt)}. Build it anew.`)
  if (createdAt > now + dayMs)
    throw new InvalidBundleError(
      `The bundle says it was made at ${formatTime(createdAt)}, after now: ${formatTime(now)}.`,
    )
}

/** A time as text in UTC; what lies beyond the years of `Date` as milliseconds. */
export function formatTime(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? `${at} ms` : date.toISOString()
}
