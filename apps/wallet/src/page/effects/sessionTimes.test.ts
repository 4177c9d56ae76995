import { createMemoryStorage } from '@hawser/sign'
import { expect, test } from 'vitest'
import { makeSession } from '../wallet.fixture.ts'
import { createSessionTimes, sessionTimesKey } from './sessionTimes.ts'

const first = makeSession()
const second = makeSession({ topic: 'f'.repeat(64) })

test('createSessionTimes: a session keeps its first time over a reload, until it ends', async () => {
  const storage = createMemoryStorage()
  const times = createSessionTimes(storage)
  await times.keep([first], 1000)
  expect(await times.keep([first, second], 2000)).toEqual({ [first.topic]: 1000, [second.topic]: 2000 })
  const reopened = createSessionTimes(storage)
  expect(await reopened.load()).toEqual({ [first.topic]: 1000, [second.topic]: 2000 })
  expect(await reopened.keep([second], 3000)).toEqual({ [second.topic]: 2000 })
  await reopened.keep([], 4000)
  expect(await storage.get(sessionTimesKey)).toBeUndefined()
})

test.each(['', 'null', '[]', '{"x":1}', `{"${'a'.repeat(64)}":"soon"}`])(
  'createSessionTimes: "%s" in the storage is nothing',
  async (stored) => {
    const storage = createMemoryStorage()
    await storage.set(sessionTimesKey, stored)
    expect(await createSessionTimes(storage).load()).toEqual({})
  },
)
