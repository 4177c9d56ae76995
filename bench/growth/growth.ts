import { median } from '../modal/median.ts'
import type { Bound } from './subject.ts'

/** The cost of one operation at each size, measured in one round. */
export type Costs = readonly [one: number, ten: number, hundred: number]

/** The cost at 10 × and 100 ×, as a multiple of the cost at 1 ×. */
export type Growth = { readonly ten: number; readonly hundred: number }

/**
 * The medians over all rounds. Each round compares its own three costs, so that a machine that becomes slower between two
 * rounds does not change the result.
 */
export function growthOf(rounds: readonly Costs[]): Growth {
  return {
    ten: median(rounds.map(([one, ten]) => ten / one)),
    hundred: median(rounds.map(([one, , hundred]) => hundred / one)),
  }
}

/** False also for figures that are not numbers: a cost that was not measured passes no bound. */
export function isWithin({ ten, hundred }: Growth, bound: Bound): boolean {
  return ten > 0 && hundred > 0 && ten <= bound.ten && hundred <= bound.hundred
}
