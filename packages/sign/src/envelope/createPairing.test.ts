import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { topicOf } from './createPairing.ts'

afterEach(() => vi.unstubAllGlobals())

test.each(['a secure context', 'a page without one'])(
  'topicOf: gives the SHA-256 of the key, as Node does, in %s',
  async (page) => {
    if (page !== 'a secure context') vi.stubGlobal('crypto', {})
    const keys = fc.uint8Array({ minLength: 32, maxLength: 32 })
    await fc.assert(
      fc.asyncProperty(keys, async (symKey) => {
        expect(await topicOf(symKey)).toBe(createHash('sha256').update(symKey).digest('hex'))
      }),
    )
  },
)
