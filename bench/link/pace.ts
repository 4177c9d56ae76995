import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

/** The numbers from 0, each when it is due, with the time it was due at: so many a second, however long those before took. */
export async function* pace(count: number, perSecond: number): AsyncGenerator<readonly [number: number, due: number]> {
  const start = performance.now()
  for (let number = 0; number < count; number += 1) {
    const due = start + (number * 1000) / perSecond
    while (performance.now() < due) await (due - performance.now() > 3 ? sleep(1) : setImmediate())
    yield [number, due]
  }
}
