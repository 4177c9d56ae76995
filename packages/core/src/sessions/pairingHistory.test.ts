import type { Session } from '@hawser/sign'
import { expect, test } from 'vitest'
import { recordSession, type SessionChange, type SessionRecord } from './pairingHistory.ts'

const peer = { publicKey: '', metadata: { name: '', description: '', url: '', icons: [] } }
const sessionOf = (name: string): Session => ({
  topic: `session of ${name}`,
  pairingTopic: name,
  peer,
  self: peer,
  role: 'dapp',
  controller: '',
  namespaces: {},
  requiredNamespaces: {},
  optionalNamespaces: {},
  expiresAt: 1,
  acknowledged: true,
})
const play = (changes: readonly SessionChange[]) =>
  changes.reduce<readonly SessionRecord[]>((records, change) => recordSession(records, change), [])
const stagesOf = (records: readonly SessionRecord[]) =>
  records.map(({ pairingTopic, stage }) => `${pairingTopic} ${stage}`)

test('S7 every stage is seen', () => {
  const session = sessionOf('a')
  const changes: SessionChange[] = [{ stage: 'proposed', pairingTopic: 'a' }]
  expect(stagesOf(play(changes))).toEqual(['a proposed'])
  for (const stage of ['settled', 'acknowledged', 'updated', 'extended'] as const) {
    changes.push({ stage, session })
    expect(stagesOf(play(changes))).toEqual([`a ${stage}`])
  }
  for (const stage of ['deleted', 'expired'] as const)
    expect(stagesOf(play([...changes, { stage, topic: session.topic }]))).toEqual([`a ${stage}`])
})

test('recordSession: an unanswered proposal goes with the next, a session stays', () => {
  const records = play([
    { stage: 'proposed', pairingTopic: 'a' },
    { stage: 'settled', session: sessionOf('a') },
    { stage: 'proposed', pairingTopic: 'b' },
    { stage: 'proposed', pairingTopic: 'c' },
  ])
  expect(stagesOf(records)).toEqual(['a settled', 'c proposed'])
})

test('recordSession: an unknown topic changes nothing, and the list has a limit', () => {
  const changes = Array.from(
    { length: 50 },
    (_, index): SessionChange => ({ stage: 'settled', session: sessionOf(`${index}`) }),
  )
  const records = play(changes)
  expect(records).toHaveLength(20)
  expect(recordSession(records, { stage: 'deleted', topic: 'unknown' })).toEqual(records)
})
