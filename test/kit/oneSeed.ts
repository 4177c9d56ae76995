import fc from 'fast-check'
import { isNight } from './night.ts'

// What passes by day passes again: a change is not refused for what another one broke. `HAWSER_SEED` repeats a night's.
const given = Number(process.env.HAWSER_SEED)
if (given > 0 || !isNight) fc.configureGlobal({ seed: given > 0 ? given : 1 })
