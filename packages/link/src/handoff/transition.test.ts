import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { handoffOf, handoffProof } from '../records/handoff.fixture.ts'
import type { Handoff, HandoffStage } from '../records/handoff.ts'
import { now } from '../records/linkRows.fixture.ts'
import { atTime, type HandoffEvent, type HandoffOutcome, handoffLimits, transition } from './transition.ts'

const later = now + 1_000
const proven = {
  state: 'proven',
  expiresAt: now + 120_000,
  proof: handoffProof,
  digitsSalt: 'salt',
  digitsHash: 'right',
  attemptsLeft: 3,
} as const
const stages: Readonly<Record<HandoffStage['state'], HandoffStage>> = {
  waiting: { state: 'waiting', expiresAt: now + 300_000 },
  opened: { state: 'opened', expiresAt: now + 300_000 },
  proven,
  linked: { state: 'linked', expiresAt: now + 60_000, walletId: 'w', undoes: 'challenge-h' },
  refused: { state: 'refused', expiresAt: now + 60_000, reason: 'declined' },
  expired: { state: 'expired', expiresAt: now + 60_000, reason: 'time' },
  elsewhere: { state: 'elsewhere', expiresAt: now + 60_000, reason: 'elsewhere' },
}
const events = {
  renewal: { type: 'renewed', secretHash: 'next' },
  'hop, current secret': { type: 'hopped', secretHash: 'secret-h', nextHash: 'next' },
  'hop, rotated secret': { type: 'hopped', secretHash: 'old', nextHash: 'next' },
  'hop, other secret': { type: 'hopped', secretHash: 'other', nextHash: 'next' },
  'no wallet, current secret': { type: 'walletMissed', secretHash: 'secret-h' },
  'no wallet, rotated secret': { type: 'walletMissed', secretHash: 'old' },
  'no wallet, other secret': { type: 'walletMissed', secretHash: 'other' },
  'claim, current secret': { type: 'claimed', secretHash: 'secret-h', grantHash: 'grant' },
  'claim, rotated secret': { type: 'claimed', secretHash: 'old', grantHash: 'grant' },
  'claim, other secret': { type: 'claimed', secretHash: 'other', grantHash: 'grant' },
  proof: { type: 'proven', proof: handoffProof, digitsSalt: 'salt', digitsHash: 'right' },
  'right digits': { type: 'digitsTyped', digitsHash: 'right' },
  'wrong digits': { type: 'digitsTyped', digitsHash: 'wrong' },
  link: { type: 'linked', walletId: 'w', undoes: 'challenge-h' },
  end: { type: 'ended', reason: 'declined' },
} as const satisfies Readonly<Record<string, HandoffEvent>>
type Row = Readonly<Record<keyof typeof events, readonly [HandoffStage['state'], HandoffOutcome]>>

const over = (state: HandoffStage['state'], used: HandoffOutcome, others: HandoffOutcome): Row => {
  const outcome = (name: keyof typeof events): HandoffOutcome => {
    if (name.endsWith('other secret')) return 'unknown'
    if (name.endsWith('secret')) return used
    return name === 'end' ? 'over' : others
  }
  const names = Object.keys(events) as (keyof typeof events)[]
  return Object.fromEntries(names.map((name) => [name, [state, outcome(name)]])) as unknown as Row
}

/** Every state × every event: the next state, and the answer to the sender. */
const table: Readonly<Record<HandoffStage['state'], Row>> = {
  waiting: {
    renewal: ['waiting', 'elsewhere'],
    'hop, current secret': ['waiting', 'done'],
    'hop, rotated secret': ['waiting', 'elsewhere'],
    'hop, other secret': ['waiting', 'unknown'],
    'no wallet, current secret': ['waiting', 'done'],
    'no wallet, rotated secret': ['waiting', 'elsewhere'],
    'no wallet, other secret': ['waiting', 'unknown'],
    'claim, current secret': ['opened', 'done'],
    'claim, rotated secret': ['waiting', 'elsewhere'],
    'claim, other secret': ['waiting', 'unknown'],
    proof: ['waiting', 'over'],
    'right digits': ['waiting', 'early'],
    'wrong digits': ['waiting', 'early'],
    link: ['waiting', 'early'],
    end: ['refused', 'done'],
  },
  opened: {
    renewal: ['opened', 'elsewhere'],
    'hop, current secret': ['opened', 'elsewhere'],
    'hop, rotated secret': ['opened', 'elsewhere'],
    'hop, other secret': ['opened', 'unknown'],
    'no wallet, current secret': ['opened', 'elsewhere'],
    'no wallet, rotated secret': ['opened', 'elsewhere'],
    'no wallet, other secret': ['opened', 'unknown'],
    'claim, current secret': ['elsewhere', 'elsewhere'],
    'claim, rotated secret': ['opened', 'elsewhere'],
    'claim, other secret': ['opened', 'unknown'],
    proof: ['proven', 'done'],
    'right digits': ['opened', 'early'],
    'wrong digits': ['opened', 'early'],
    link: ['opened', 'early'],
    end: ['refused', 'done'],
  },
  proven: {
    renewal: ['proven', 'elsewhere'],
    'hop, current secret': ['proven', 'elsewhere'],
    'hop, rotated secret': ['proven', 'elsewhere'],
    'hop, other secret': ['proven', 'unknown'],
    'no wallet, current secret': ['proven', 'elsewhere'],
    'no wallet, rotated secret': ['proven', 'elsewhere'],
    'no wallet, other secret': ['proven', 'unknown'],
    'claim, current secret': ['elsewhere', 'elsewhere'],
    'claim, rotated secret': ['proven', 'elsewhere'],
    'claim, other secret': ['proven', 'unknown'],
    proof: ['proven', 'over'],
    'right digits': ['proven', 'done'],
    'wrong digits': ['proven', 'wrong'],
    link: ['linked', 'done'],
    end: ['refused', 'done'],
  },
  linked: over('linked', 'elsewhere', 'over'),
  refused: over('refused', 'over', 'over'),
  expired: over('expired', 'over', 'over'),
  elsewhere: over('elsewhere', 'elsewhere', 'elsewhere'),
}

const handoffIn = (stage: HandoffStage): Handoff => handoffOf('h', { stage, rotatedHashes: ['old'] })

describe('transition: every state × every event', () => {
  for (const [state, row] of Object.entries(table))
    test.each(Object.entries(row))(`${state}: %s`, (name, [becomes, outcome]) => {
      const before = handoffIn(stages[state as HandoffStage['state']])
      const { handoff, ...heard } = transition(before, events[name as keyof typeof events], later)
      expect([handoff.stage.state, heard.outcome]).toEqual([becomes, outcome])
      // A change increases the version. Without a change nothing is written.
      expect(handoff.version).toBe(handoff === before ? 1 : 2)
    })
})

describe('transition', () => {
  test('a hop replaces the first secret', () => {
    const hopped = transition(handoffOf('h'), events['hop, current secret'], later).handoff
    expect(hopped).toMatchObject({ secretHash: 'next', rotatedHashes: ['secret-h'] })
    expect(transition(hopped, events['claim, current secret'], later)).toMatchObject({ outcome: 'elsewhere' })
    const claimed = transition(hopped, { ...events['claim, current secret'], secretHash: 'next' }, later)
    expect(claimed).toMatchObject({ outcome: 'done', handoff: { grantHash: 'grant', stage: { state: 'opened' } } })
  })

  describe('a renewed code', () => {
    const [first, second] = ['secret-h', 'second']
    const renewedAt = now + 180_000
    const renew = (handoff: Handoff, secretHash: string, at = renewedAt) =>
      transition(handoff, { type: 'renewed', secretHash }, at)
    const claim = (handoff: Handoff, secretHash: string, at = renewedAt + 1) =>
      transition(handoff, { type: 'claimed', secretHash, grantHash: `grant of ${secretHash}` }, at)
    const renewed = renew(handoffOf('h'), second).handoff

    test('has its own time, and takes none from a phone that opened the previous one', () => {
      expect(renewed.stage).toEqual({ state: 'waiting', expiresAt: renewedAt + 300_000 })
      for (const secret of [first, second])
        expect(claim(renewed, secret)).toMatchObject({
          outcome: 'done',
          handoff: { grantHash: `grant of ${secret}`, stage: { state: 'opened' } },
        })
      const last = handoffOf('h').stage.expiresAt
      expect(claim(renewed, first, last - 1).outcome).toBe('done')
      expect(claim(renewed, first, last)).toEqual({ handoff: renewed, outcome: 'over' })
      expect(claim(renewed, second, last).outcome).toBe('done')
    })

    test.each([
      [first, second],
      [second, first],
    ])('lets one phone continue: %s, then %s ends it for both', (one, other) => {
      const claimed = claim(renewed, one).handoff
      const { handoff, outcome } = claim(claimed, other)
      expect([outcome, handoff.stage.state]).toEqual(['elsewhere', 'elsewhere'])
    })

    test.each([first, second])('becomes invalid with the others once a phone hops by %s', (secretHash) => {
      const hopped = transition(renewed, { type: 'hopped', secretHash, nextHash: 'hop' }, renewedAt + 1).handoff
      for (const dead of [first, second]) expect(claim(hopped, dead)).toEqual({ handoff: hopped, outcome: 'elsewhere' })
      expect(claim(hopped, 'hop').outcome).toBe('done')
      expect(renew(hopped, 'third')).toEqual({ handoff: hopped, outcome: 'elsewhere' })
    })

    test('keeps only the earlier ones that are still usable', () => {
      let handoff = handoffOf('h')
      for (let count = 1; count <= 40; count += 1)
        handoff = renew(handoff, `code ${count}`, now + count * 120_000).handoff
      expect(handoff.earlierSecrets.map(({ hash }) => hash)).toEqual(['code 38', 'code 39'])
      for (let count = 1; count <= 40; count += 1) handoff = renew(handoff, `fast ${count}`, now + 40 * 120_000).handoff
      expect(handoff.earlierSecrets).toHaveLength(handoffLimits.rotations)
    })
  })

  test('reports a browser without a wallet once, and a hop resolves it', () => {
    const told = transition(handoffOf('h'), events['no wallet, current secret'], later).handoff
    expect(told).toMatchObject({ isWithoutWallet: true, version: 2, stage: { state: 'waiting' } })
    expect(transition(told, events['no wallet, current secret'], later)).toEqual({ handoff: told, outcome: 'done' })
    const hopped = transition(told, events['hop, current secret'], later).handoff
    expect(hopped).toMatchObject({ isWithoutWallet: false })
    const again = transition(hopped, { type: 'walletMissed', secretHash: 'next' }, later).handoff
    expect(again).toMatchObject({ isWithoutWallet: true })
    expect(transition(again, { ...events['claim, current secret'], secretHash: 'next' }, later).outcome).toBe('done')
  })

  test('a hop gives no more time; claim, signature and link each start their own', () => {
    const waiting = handoffOf('h')
    const hopped = transition(waiting, events['hop, current secret'], later).handoff
    expect(hopped.stage.expiresAt).toBe(waiting.stage.expiresAt)
    const at = (stage: HandoffStage, event: HandoffEvent) =>
      transition(handoffIn(stage), event, later).handoff.stage.expiresAt - later
    expect(at(stages.waiting, events['claim, current secret'])).toBe(handoffLimits.lifetimeMs)
    expect(at(stages.opened, events.proof)).toBe(handoffLimits.digitsMs)
    expect(at(stages.proven, events.link)).toBe(handoffLimits.undoMs)
  })

  test('the third wrong attempt is the last, also for the right digits', () => {
    let handoff = handoffIn(proven)
    for (const left of [2, 1]) {
      handoff = transition(handoff, events['wrong digits'], later).handoff
      expect(handoff.stage).toMatchObject({ state: 'proven', attemptsLeft: left })
    }
    handoff = transition(handoff, events['wrong digits'], later).handoff
    expect(handoff.stage).toMatchObject({ state: 'refused', reason: 'digits' })
    expect(transition(handoff, events['right digits'], later).outcome).toBe('over')
  })

  test.each(['waiting', 'opened', 'proven'] as const)('%s ends at its time, by the clock alone', (state) => {
    const handoff = handoffIn(stages[state])
    expect(atTime(handoff, handoff.stage.expiresAt - 1)).toBe(handoff)
    for (const at of [handoff.stage.expiresAt, Number.NaN, Number.POSITIVE_INFINITY])
      expect(atTime(handoff, at).stage).toMatchObject({ state: 'expired', reason: 'time' })
    for (const event of Object.values(events))
      expect(transition(handoff, event, handoff.stage.expiresAt).handoff.stage.state).toBe('expired')
  })

  test('in any order of events states only move forward and nothing links without a proof', () => {
    const order = ['waiting', 'opened', 'proven', 'linked', 'refused', 'expired', 'elsewhere']
    const step = fc.record({
      event: fc.constantFrom<HandoffEvent>(...Object.values(events)),
      afterMs: fc.integer({ min: 0, max: 200_000 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let handoff = handoffOf('h')
        let at = now
        const seen = new Set<string>(['waiting'])
        for (const { event, afterMs } of steps) {
          at += afterMs
          const next = transition(handoff, event, at).handoff
          const [from, to] = [order.indexOf(handoff.stage.state), order.indexOf(next.stage.state)]
          expect(to).toBeGreaterThanOrEqual(from)
          if (from >= 3) expect(next.stage).toEqual(handoff.stage)
          if (next.stage.state === 'linked' && from < 3) expect(seen.has('opened') && seen.has('proven')).toBe(true)
          handoff = next
          seen.add(handoff.stage.state)
        }
      }),
    )
  })
})
