import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LedgerLine, openLedger, readLedger } from './ledger.ts'
import { verifyLedger } from './verifyLedger.ts'

type Kind<K extends LedgerLine['kind']> = Extract<LedgerLine, { kind: K }>

// Two publishers, and two topics with two subscribers each. Message n of a topic is sent at n and answered at n + 0.5.
const rounds = 5
function goodRun(): LedgerLine[] {
  const lines: LedgerLine[] = []
  for (const topic of ['t1', 't2'])
    for (const clientId of ['s1', 's2']) lines.push({ kind: 'subscriber', clientId, topic })
  for (let at = 0; at < rounds; at += 1) {
    for (const topic of ['t1', 't2']) {
      for (const clientId of ['p1', 'p2']) {
        const id = `${topic} ${clientId} ${at}`
        lines.push({ kind: 'publish', id, clientId, topic, connection: 1, at })
        lines.push({ kind: 'acked', id, tries: 1, connection: 1, at: at + 0.5 })
        for (const reader of ['s1', 's2'])
          lines.push({ kind: 'delivered', id, clientId: reader, topic, connection: 1, at: at + 0.6 })
      }
    }
  }
  return lines
}
const isKept = (lines: readonly LedgerLine[]) => {
  const { lost, duplicated, uncalledFor, reordered } = verifyLedger(lines)
  return [lost, duplicated, uncalledFor, reordered].map(({ length }) => length)
}
const indexesOf = (lines: readonly LedgerLine[], kind: LedgerLine['kind']) =>
  lines.flatMap((line, index) => (line.kind === kind ? [index] : []))
const anyOf = (kind: LedgerLine['kind']) => fc.constantFrom(...indexesOf(goodRun(), kind))
const delivered = (lines: readonly LedgerLine[], index: number): Kind<'delivered'> => {
  const line = lines[index]
  if (line?.kind !== 'delivered') throw new Error('no delivery')
  return line
}

test('reports a run without a loss as such', () => {
  const verdict = verifyLedger(goodRun())
  expect(verdict).toEqual({
    ...{ publishes: 20, acked: 20, refused: 0, indeterminate: 0, deliveries: 40, wireDuplicates: 0 },
    ...{ lost: [], madeRoom: [], lostAckedAt: [], duplicated: [], repeated: [], uncalledFor: [], reordered: [] },
  })
})

test('P1: any delivery taken out of a ledger is a loss, once its publish was acked', () => {
  fc.assert(
    fc.property(anyOf('delivered'), (index) => {
      const { id, clientId } = delivered(goodRun(), index)
      const lines = goodRun().toSpliced(index, 1)
      const { lost, lostAckedAt } = verifyLedger(lines)
      expect(lost).toEqual([`${id} for ${clientId}`])
      expect(lostAckedAt).toEqual([Number(id.split(' ')[2]) + 0.5])
      // Without an answer the message can be stored or not.
      const unanswered = lines.filter((line) => !(line.kind === 'acked' && line.id === id))
      expect(isKept(unanswered)).toEqual([0, 0, 0, 0])
      expect(verifyLedger(unanswered).indeterminate).toBe(1)
    }),
  )
})

test('P2: a delivery added a second time is a duplicate; one held back is counted', () => {
  fc.assert(
    fc.property(anyOf('delivered'), (index) => {
      const line = delivered(goodRun(), index)
      expect(verifyLedger([...goodRun(), { ...line, connection: 2 }])).toMatchObject({
        ...{ duplicated: [line.id], repeated: [] },
      })
      const again = verifyLedger([...goodRun(), { ...line, kind: 'again', connection: 2 }])
      expect(again).toMatchObject({ duplicated: [], repeated: [], wireDuplicates: 1 })
      // On the same connection a repeat counts even when the application does not receive it.
      const repeated = verifyLedger([...goodRun(), { ...line, kind: 'again' }])
      expect(repeated).toMatchObject({ duplicated: [], repeated: [line.id], wireDuplicates: 1 })
    }),
  )
})

test('P3: two swapped deliveries of one publisher are out of order; those of two are not', () => {
  const places = fc.tuple(fc.constantFrom('t1', 't2'), fc.constantFrom('s1', 's2'), fc.constantFrom('p1', 'p2'))
  fc.assert(
    fc.property(places, fc.nat(rounds - 2), ([topic, reader, publisher], first) => {
      const lines = goodRun()
      const at = (client: string, round: number) =>
        lines.findIndex(
          (line) => line.kind === 'delivered' && line.id === `${topic} ${client} ${round}` && line.clientId === reader,
        )
      const swap = (left: number, right: number) => {
        const swapped = [...lines]
        ;[swapped[left], swapped[right]] = [delivered(lines, right), delivered(lines, left)]
        return swapped
      }
      const same = verifyLedger(swap(at(publisher, first), at(publisher, first + 1)))
      expect(same.reordered).toEqual([`${topic} ${publisher} ${first}`])
      expect(isKept(swap(at('p1', first), at('p2', first)))).toEqual([0, 0, 0, 0])
    }),
  )
})

test('P3: requires order on one connection, and after an ack before the next send', () => {
  const publish = { kind: 'publish', clientId: 'p1', topic: 't1', at: 1 } as const
  const got = { kind: 'delivered', clientId: 's1', topic: 't1', connection: 1, at: 9 } as const
  const run = (secondConnection: number, tries: number, secondAt: number): LedgerLine[] => [
    { kind: 'subscriber', clientId: 's1', topic: 't1' },
    { ...publish, id: 'a', connection: 1 },
    { ...publish, id: 'b', connection: secondConnection, at: secondAt },
    { kind: 'acked', id: 'a', tries, connection: 1, at: 5 },
    { kind: 'acked', id: 'b', tries: 1, connection: secondConnection, at: 6 },
    { ...got, id: 'b' },
    { ...got, id: 'a' },
  ]
  expect(verifyLedger(run(1, 1, 2)).reordered).toEqual(['a'])
  expect(verifyLedger(run(2, 1, 2)).reordered).toEqual([])
  expect(verifyLedger(run(1, 2, 2)).reordered).toEqual([])
  expect(verifyLedger(run(2, 2, 5.5)).reordered).toEqual(['a'])
})

test('P4 P5: must not deliver refused, unpublished or foreign messages', () => {
  const lines = goodRun()
  const [index = 0] = indexesOf(lines, 'delivered')
  const line = delivered(lines, index)
  const refused = lines.map(
    (other): LedgerLine =>
      other.kind === 'acked' && other.id === line.id ? { kind: 'refused', id: line.id, code: -32000, at: 1 } : other,
  )
  expect(verifyLedger(refused).uncalledFor).toEqual([line.id, line.id])
  for (const wrong of [{ id: 'unknown' }, { topic: 't2' }, { clientId: 'p1' }])
    expect(verifyLedger([...lines, { ...line, ...wrong }]).uncalledFor).toHaveLength(1)
})

test('reads a ledger back as it was written, also by another process', () => {
  const file = join(temporaryFolder(), 'ledger.jsonl')
  const ledger = openLedger(file)
  for (const line of goodRun()) ledger.write(line)
  expect(readLedger(file)).toEqual(goodRun())
  ledger.close()
})

test('verifyLedger: with a full store, a message that one subscriber took may miss at the other', () => {
  const isOf = (line: LedgerLine, readers: readonly string[]) =>
    line.kind === 'delivered' && line.id === 't1 p1 2' && readers.includes(line.clientId)
  const without = (...readers: readonly string[]) => goodRun().filter((line) => !isOf(line, readers))
  expect(verifyLedger(without('s1'))).toMatchObject({ lost: ['t1 p1 2 for s1'], madeRoom: [] })
  expect(verifyLedger(without('s1'), true)).toMatchObject({ lost: [], madeRoom: ['t1 p1 2 for s1'] })
  expect(verifyLedger(without('s1', 's2'), true).lost).toHaveLength(2)
})
