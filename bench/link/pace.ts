import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

/**
 * Yields the numbers from 0 at their due times, each with its due time: `perSecond` a second, however long earlier ones took. A
 * number is up to about a millisecond late. With `exactly` it is on time, but the processor is mostly busy, so do not use that
 * on a measured core.
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
