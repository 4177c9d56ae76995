import { expect, test } from 'vitest'
import { createIdSource } from './idSource.ts'

/** An id source whose clock the test sets. */
function createStage(bytes: readonly number[]) {
  const clock = { at: 1_795_208_116_403 }
  const nextId = createIdSource(
    () => clock.at,
    (length) => Uint8Array.from(bytes.slice(0, length)),
  )
  return { clock, nextId }
}

test('idSource: 19 digits, 13 of the clock and 6 random', () => {
  expect(createStage([0, 0, 7]).nextId()).toBe('1795208116403000007')
  expect(createStage([255, 255, 255]).nextId()).toBe('1795208116403777215')
  const { clock, nextId } = createStage([0, 0, 0])
  clock.at = 5
  expect(nextId()).toBe('1000000000000000000')
})

test('idSource: always grows, with many ids in a millisecond and any change of the clock', () => {
  const { clock, nextId } = createStage([15, 66, 60])
  let last = 0n
  const isGrowing = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const next = BigInt(nextId())
      if (next <= last || String(next).length !== 19) return false
      last = next
    }
    return true
  }
  expect(isGrowing(10)).toBe(true)
  expect(last).toBeGreaterThan(1_795_208_116_404_000_000n)
  clock.at -= 10_000
  expect(isGrowing(1_000_001)).toBe(true)
  clock.at += 20_000
  expect(isGrowing(10)).toBe(true)
})
