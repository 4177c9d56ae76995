import { expect, test } from 'vitest'
import { createMemoryBuckets } from '../limits/buckets/memory.ts'
import { createMemoryMailbox } from '../mailboxes/memory.ts'
import { createRelay } from './createRelay.ts'
import { stopAll } from './stopAll.ts'

test('stopAll: stops every part, the last first, and reports the first error at the end', async () => {
  const stopped: string[] = []
  const failing = (name: string) => () => {
    stopped.push(name)
    throw new Error(name)
  }
  const parts = [() => stopped.push('one'), failing('two'), async () => stopped.push('three'), failing('four')]
  await expect(stopAll(parts)).rejects.toThrow('four')
  expect(stopped).toEqual(['four', 'three', 'two', 'one'])
  await stopAll([])
})

test('stop: closes everything else if a mailbox fails to close', async () => {
  const close = () => Promise.reject(new Error('disk trouble'))
  let isClosed = false
  const buckets = {
    ...createMemoryBuckets(),
    close: async () => {
      isClosed = true
    },
  }
  const relay = createRelay({ mailbox: { ...createMemoryMailbox(), close }, buckets })
  await relay.listen({ port: 0, host: '127.0.0.1' })
  await expect(relay.stop()).rejects.toThrow('disk trouble')
  expect(isClosed).toBe(true)
})
