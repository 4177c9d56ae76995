import { expect, test } from 'vitest'
import { createTimers } from '../../platform/timers.fixture.ts'
import { preloadImages } from './preload.ts'

const never = new AbortController().signal

/** Records the value of a promise once it has resolved. */
function watch<T>(promise: Promise<T>): { value: T | undefined } {
  const seen: { value: T | undefined } = { value: undefined }
  void promise.then((value) => {
    seen.value = value
  })
  return seen
}

test('C5 a page waits at least 300 ms', async () => {
  const timers = createTimers()
  const seen = watch(preloadImages({ loadImage: async () => {}, setTimer: timers.setTimer }, ['a', 'b'], never))
  await timers.advance(299)
  expect(seen.value).toBeUndefined()
  await timers.advance(1)
  expect(seen.value).toBe(true)
  expect(timers.open()).toBe(0)
})

test('C5 a page waits for its last image, and one loaded image is enough', async () => {
  const timers = createTimers()
  let fail = (_: Error) => {}
  const late = new Promise<void>((_, reject) => {
    fail = reject
  })
  const loadImage = (url: string) => (url === 'late' ? late : Promise.resolve())
  const seen = watch(preloadImages({ loadImage, setTimer: timers.setTimer }, ['fast', 'late'], never))
  await timers.advance(2_999)
  expect(seen.value).toBeUndefined()
  fail(new Error('too late'))
  await timers.settle()
  expect(seen.value).toBe(true)
})

test('preloadImages: reports when no image loaded, and never rejects', async () => {
  const timers = createTimers()
  const world = { loadImage: () => Promise.reject(new Error('404')), setTimer: timers.setTimer }
  const failed = watch(preloadImages(world, ['a', 'b'], never))
  const empty = watch(preloadImages(world, [], never))
  await timers.advance(300)
  expect([failed.value, empty.value]).toEqual([false, true])
})

test('preloadImages: aborting stops each image', async () => {
  const timers = createTimers()
  const abort = new AbortController()
  const stopped: string[] = []
  const loadImage = (url: string, signal: AbortSignal) =>
    new Promise<void>((_, reject) => {
      signal.addEventListener('abort', () => {
        stopped.push(url)
        reject(signal.reason)
      })
    })
  const seen = watch(preloadImages({ loadImage, setTimer: timers.setTimer }, ['a', 'b'], abort.signal))
  abort.abort()
  await timers.advance(300)
  expect(seen.value).toBe(false)
  expect(stopped).toEqual(['a', 'b'])
})
