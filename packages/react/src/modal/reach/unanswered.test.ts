import type { LinkerState, Pairing } from '@hawser/core'
import { expect, test } from 'vitest'
import { choosing } from '../../linkerStates.fixture.ts'
import { followCode, isUnanswered, type SeenCode } from './unanswered.ts'

type Seconds = readonly [topic: string, secondsLeft: number | undefined, replaces?: Pairing['replaces']]

function stateOf([pairingTopic, codeSecondsLeft, replaces]: Seconds): LinkerState {
  const pairing = {
    pairingTopic,
    replaces,
    pairingUri: '',
    expiresAt: 0,
    relay: 'acknowledged',
    earlier: undefined,
  } as const
  return { ...choosing, codeSecondsLeft, flow: { status: 'choosing', pairing } }
}

test.each<[about: string, seconds: readonly Seconds[], told: readonly boolean[]]>([
  [
    'after 40 seconds',
    [
      ['a', 270],
      ['a', 231],
      ['a', 230],
      ['a', 229],
    ],
    [false, false, true, true],
  ],
  [
    'counted from when it is on screen',
    [
      ['a', 100],
      ['a', 61],
      ['a', 60],
    ],
    [false, false, true],
  ],
  [
    'a code that took its place goes on from there',
    [
      ['a', 3],
      ['b', 270, 'expired'],
    ],
    [false, true],
  ],
  [
    'after a wallet has declined it starts again',
    [
      ['a', 270],
      ['a', 200],
      ['b', 270, 'declined'],
      ['b', 230, 'declined'],
    ],
    [false, true, false, true],
  ],
  [
    'a code that is no longer shown starts again',
    [
      ['a', 270],
      ['a', undefined],
      ['a', 200],
      ['a', 160],
    ],
    [false, false, false, true],
  ],
])('isUnanswered: %s', (_, seconds, told) => {
  let seen: SeenCode | undefined
  const found = seconds.map((each) => {
    const state = stateOf(each)
    seen = followCode(state, seen)
    return isUnanswered(state, seen)
  })
  expect(found).toEqual(told)
})

test('isUnanswered: not without a pairing, as once a wallet has connected', () => {
  const state = { ...choosing, codeSecondsLeft: 100 }
  expect(isUnanswered(state, followCode(state, { topic: 'a', secondsLeft: 270 }))).toBe(false)
})
