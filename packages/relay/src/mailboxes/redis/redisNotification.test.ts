import { expect, test } from 'vitest'
import { parseNotification } from './redisNotification.ts'

const topic = 'a'.repeat(64)

test('parseNotification: reads the message that the news carries, whatever its text', () => {
  const text =
    '1795246101455001 did:key:z6Mk a\n1795246101455000 1795246101455 1795246401455 1108 an attestation\nfirst\n2 3\n'
  const key = { topic, sequence: 1_795_246_101_455_001, publisherId: 'did:key:z6Mk a' }
  const times = { publishedAt: 1_795_246_101_455, expiresAt: 1_795_246_401_455 }
  expect(parseNotification(topic, text)).toEqual({
    ...key,
    carried: {
      message: { ...key, message: 'first\n2 3\n', tag: 1108, attestation: 'an attestation', ...times },
      previousSequence: 1_795_246_101_455_000,
    },
  })
})

test('parseNotification: reads news of an earlier version, which carries none', () => {
  expect(parseNotification(topic, '7 a dapp')).toEqual({ topic, sequence: 7, publisherId: 'a dapp' })
})
