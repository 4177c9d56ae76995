import { createHash } from 'node:crypto'
import { hash } from '@stablelib/sha256'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { topicOf } from './topic.ts'

test('topicOf: the SHA-256 of the key, as Node has it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (symKey) => {
      expect(topicOf(symKey)).toBe(createHash('sha256').update(symKey).digest('hex'))
    }),
  )
})

test('SHA-256: every length around its blocks, and a text longer than most, as Node and the Web have it', async () => {
  for (const length of [...Array.from({ length: 260 }, (_, index) => index), 1_000_003]) {
    const bytes = new Uint8Array(length).map((_, index) => (index * 31) % 251)
    const ours = Buffer.from(hash(bytes)).toString('hex')
    expect(ours).toBe(createHash('sha256').update(bytes).digest('hex'))
    if (length % 64 < 2) expect(ours).toBe(Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex'))
  }
})
