import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

/**
 * The numbers from 0, each when it is due, with the time it was due at: so many a second, however long those before took. Up to
 * about a millisecond late, or `exactly`, which keeps the processor busy for the most part: not beside what is measured.
 */
export async function* pace(
  count: number,
  perSecond: number,
  exactly = false,
): AsyncGenerator<readonly [number: number, due: number]> {
  const start = performance.now()
  for (let number = 0; number < count; number += 1) {
    const due = start + (number * 1000) / perSecond
    for (let ms = due - performance.now(); ms > 0; ms = due - performance.now())
      await (exactly && ms < 3 ? setImmediate() : sleep(exactly ? 1 : Math.max(1, Math.floor(ms))))
    yield [number, due]
  }
}
