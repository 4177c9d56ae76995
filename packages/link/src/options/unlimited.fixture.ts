import { defaultRateLimits } from './linkRateLimits.ts'

/** More requests than any test makes: those of the limits themselves set them back. */
export const unlimited = Object.fromEntries(Object.keys(defaultRateLimits).map((name) => [name, 1_000_000]))
