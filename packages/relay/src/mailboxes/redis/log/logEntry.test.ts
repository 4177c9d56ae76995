import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MailboxFailedError } from '../../../errors.ts'
import { defaultMailboxLimits } from '../../../limits/limits.ts'
import { createMessageIndex } from '../../messageIndex.ts'
import { publishOf } from '../../publishOf.fixture.ts'
import { formatBody, idOf, parseAcks, parseBody, parseHeads, sequenceAt, sequenceOf, takenField } from './logEntry.ts'

test('idOf, sequenceOf: each sequence has its id, and ids grow as sequences do', () => {
  const sequence = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER - 1 })
  fc.assert(
    fc.property(sequence, (one) => {
      expect(sequenceOf(idOf(one))).toBe(one)
      const [ms = 0, count = 0] = idOf(one).split('-').map(Number)
      const [laterMs = 0, laterCount = 0] = idOf(one + 1)
        .split('-')
        .map(Number)
      expect(laterMs > ms || (laterMs === ms && laterCount > count)).toBe(true)
    }),
  )
  expect(sequenceOf(idOf(0))).toBe(0)
  // 2 January 2100.
  expect(Number.isSafeInteger(sequenceAt(4_102_531_200_000))).toBe(true)
})

test('formatBody, parseBody: any message comes back unchanged', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, text, fc.option(text.filter(Boolean), { nil: undefined }), (message, attestation, address) => {
      const index = createMessageIndex({ now: () => 1, limits: defaultMailboxLimits, onDrop: () => {} })
      const [placed] = index.put('a dapp', [publishOf(message, { attestation })], address)
      if (placed === undefined) throw new Error('The message is not new.')
      const { topic, sequence } = placed.stored
      expect(parseBody(topic, sequence, formatBody(placed))).toEqual(placed)
    }),
  )
})

test.each([
  ...['', '{}', 'null', '[]', '["a"]', '["a","b",1,1,""]', '["a","b",1,1,""]\n[1,1,""]', '[]\n[1,1,""]\na text'],
  ...['["a","b",1,"later",""]\n[1,1,""]\na text', '["a","b",1,1,""]\n[1,1]\na text', '["a","b",1,1,""]\na\ntext'],
])('parseBody: refuses %j, which no relay wrote', (body) => {
  expect(() => parseBody('a'.repeat(64), 1, body)).toThrow(MailboxFailedError)
})

test('takenField, parseAcks: readers, and single messages of readers and of strangers', () => {
  const fields = ['', 'v7', 'a wallet 7', '12', takenField('a wallet 7', 15), '', takenField(undefined, 9), '']
  expect(parseAcks([])).toEqual({ version: undefined, readers: [], taken: [] })
  expect(parseAcks(fields)).toEqual({
    version: 'v7',
    readers: [{ clientId: 'a wallet 7', takenTo: 12 }],
    taken: [
      { clientId: 'a wallet 7', sequence: 15 },
      { clientId: undefined, sequence: 9 },
    ],
  })
})

test.each([[['wallet', 'later']], [['wallet', '']], [['wallet ', '']], [['wallet']], [['wallet 1.5', '']]])(
  'parseAcks: refuses %j, which no relay wrote',
  (fields) => {
    expect(() => parseAcks(fields)).toThrow(MailboxFailedError)
  },
)

test.each(['', '{}', 'null', '[1]', '[[]]', '["1-0"]', '["1-0","a","b",1,"later",""]', '["1-0","a","b",1,1]'])(
  'parseHeads: refuses %j, which no script answers',
  (answer) => {
    expect(() => parseHeads('a'.repeat(64), answer)).toThrow(MailboxFailedError)
  },
)
