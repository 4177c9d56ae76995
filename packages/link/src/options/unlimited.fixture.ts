import { defaultRateLimits } from './linkRateLimits.ts'

/** Limits that no test reaches. Tests of the limits themselves set lower ones. */
export const unlimited = Object.fromEntries(Object.keys(defaultRateLimits).map((name) => [name, 1_000_000]))
