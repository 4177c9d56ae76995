import { type Costs, type Growth, growthOf, isWithin } from './growth.ts'
import type { Operation, Place, Subject } from './subject.ts'
import type { World } from './world.ts'

export type Curve = { readonly subject: Subject; readonly operation: Operation; readonly growth: Growth }

/**
 * Opens a subject at its three sizes and measures each operation on them in turn, so that other work on the machine disturbs
 * all sizes alike. A curve above its bound is measured again with twice the rounds.
 */
export async function measureSubject(subject: Subject, rounds: number, world: World): Promise<readonly Curve[]> {
  const places: Place[] = []
  try {
    for (const size of subject.sizes) places.push(await subject.open(size, world))
    const curves: Curve[] = []
    for (const operation of subject.operations) {
      await measureRounds(places, operation, Math.ceil(rounds / 4))
      const costs = await measureRounds(places, operation, rounds)
      if (!isWithin(growthOf(costs), operation.bound))
        costs.push(...(await measureRounds(places, operation, 2 * rounds)))
      curves.push({ subject, operation, growth: growthOf(costs) })
    }
    return curves
  } finally {
    for (const place of places) await place.close()
  }
}

async function measureRounds(places: readonly Place[], { name, count }: Operation, rounds: number): Promise<Costs[]> {
  const taken: Costs[] = []
  for (let round = 0; round < rounds; round += 1) {
    const costs: [number, number, number] = [Number.NaN, Number.NaN, Number.NaN]
    // The first size rotates: the first measurement after a pause finds colder caches.
    for (const turn of places.keys()) {
      const index = (round + turn) % places.length
      const place = places[index]
      if (place !== undefined) costs[index] = (await place.run(name, count)) / count
    }
    taken.push(costs)
  }
  return taken
}
