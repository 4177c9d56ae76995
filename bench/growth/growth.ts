import { median } from '../modal/median.ts'
import type { Bound } from './subject.ts'

/** The cost of one operation at each size, measured in one round. */
export type Costs = readonly [one: number, ten: number, hundred: number]

/** The cost at 10 × and 100 ×, as a multiple of the cost at 1 ×. */
export type Growth = { readonly ten: number; readonly hundred: number }

/**
 * Returns the medians over all rounds. Each round compares its own three costs, so that a machine that slows down between two
 * rounds does not change the result.
 */
export function growthOf(rounds: readonly Costs[]): Growth {
  return {
    ten: median(rounds.map(([one, ten]) => ten / one)),
    hundred: median(rounds.map(([one, , hundred]) => hundred / one)),
  }
}

/** Reports whether the growth is within the bound. Returns false for NaN too: an unmeasured cost passes no bound. */
export function isWithin({ ten, hundred }: Growth, bound: Bound): boolean {
  return ten > 0 && hundred > 0 && ten <= bound.ten && hundred <= bound.hundred
}
