import type { RegistryManifest } from '@hawser/wire'
import { InvalidBundleError } from '../errors.ts'

type Times = Pick<RegistryManifest, 'createdAt' | 'expiresAt'>

export const dayMs = 86_400_000
/** The longest validity of a bundle. Without a limit, a bundle could be served for ever. */
export const maxValidDays = 366
// ECMA-262, "Time Values and Time Range".
const lastTime = 8_640_000_000_000_000

/**
 * Refuses a manifest that is valid for longer than `hawser registry build` allows, even if another tool made it.
 * @throws InvalidBundleError
 */
export function checkValidityLength({ createdAt, expiresAt }: Times): void {
  if (expiresAt - createdAt > maxValidDays * dayMs)
    throw new InvalidBundleError(`The bundle is valid for more than ${maxValidDays} days.`)
  if (expiresAt > lastTime) throw new InvalidBundleError('The expiry of the bundle is not a valid year.')
}

/**
 * Compares a manifest with the clock. A creation time up to one day ahead is tolerated.
 * @param now - epoch milliseconds
 * @throws InvalidBundleError - the manifest has expired, or was made in the future
 */
export function checkValidNow({ createdAt, expiresAt }: Times, now: number): void {
  if (expiresAt <= now) throw new InvalidBundleError(`The bundle expired at ${formatTime(expiresAt)}. Build it again.`)
  if (createdAt > now + dayMs)
    throw new InvalidBundleError(
      `The bundle claims to be made at ${formatTime(createdAt)}, after now: ${formatTime(now)}.`,
    )
}

/** Formats a time as UTC text, or as milliseconds if it is out of the range of `Date`. */
export function formatTime(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? `${at} ms` : date.toISOString()
}
