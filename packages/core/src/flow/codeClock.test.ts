import { expect, test } from 'vitest'
import { createCodeClock } from './codeClock.ts'
import type { Pairing } from './state.ts'

// The longest delay of a browser's timer; a longer one fires at once.
const longestMs = 2 ** 31 - 1

test('codeClock: waits for an endless code in steps that fit a timer', () => {
  for (const expiresAt of [Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER]) {
    for (const place of ['shown', 'ready'] as const) {
      const delays: number[] = []
      const clock = createCodeClock({
        now: () => 0,
        setTimer: (_, delayMs) => {
          delays.push(delayMs)
          return () => {}
        },
        renews: false,
        set() {},
        renew() {},
        expire() {},
      })
      const pairing: Pairing = {
        pairingTopic: 'a1',
        pairingUri: 'wc:a1@2',
        expiresAt,
        relay: 'acknowledged',
        replaces: undefined,
        earlier: undefined,
      }
      clock.follow(pairing, place)
      expect(delays).toHaveLength(1)
      expect(delays[0]).toBeGreaterThan(0)
      expect(delays[0]).toBeLessThanOrEqual(longestMs)
    }
  }
})
