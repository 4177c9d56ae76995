import fc from 'fast-check'
import { isNight } from './night.ts'

// By day the seed is fixed, so a test that passed keeps passing and never blocks an unrelated change. `HAWSER_SEED` repeats a
// nightly run.
const given = Number(process.env.HAWSER_SEED)
if (given > 0 || !isNight) fc.configureGlobal({ seed: given > 0 ? given : 1 })
