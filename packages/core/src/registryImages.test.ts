import { expect, onTestFinished, test, vi } from 'vitest'
import { createTimers } from './createTimers.conformance.ts'
import { createRegistryImages } from './registryImages.ts'
import { somePng } from './testImages.conformance.ts'

const never = new AbortController().signal
const beginnings = {
  png: somePng,
  webp: Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 ', 'latin1'),
  jpeg: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1),
  gif: Buffer.from('GIF89a......'),
  avif: Buffer.from('\x00\x00\x00\x20ftypavif', 'latin1'),
}
const answer = (body: BodyInit, type: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } })

/** A registry's images, answered by the test. */
function create(fetch: typeof globalThis.fetch) {
  const timers = createTimers()
  const changes: number[] = []
  const inits: (RequestInit | undefined)[] = []
  const images = createRegistryImages({
    fetch(input, init) {
      inits.push(init)
      return fetch(input, init)
    },
    setTimer: timers.setTimer,
    onChange: () => changes.push(timers.now()),
  })
  onTestFinished(images.stop)
  return { images, timers, changes, inits }
}

test.each(Object.entries(beginnings))(
  'an image/%s is shown by a blob: address, without a word to its host',
  async (kind, bytes) => {
    const { images, timers, inits } = create(async () => answer(Uint8Array.from(bytes), `image/${kind}; q=1`))
    await images.load('https://r.example/a', never)
    const shownUrl = images.shownUrl('https://r.example/a') ?? ''
    expect(shownUrl).toMatch(/^blob:/)
    const blob = await (await fetch(shownUrl)).blob()
    expect([blob.type, blob.size]).toEqual([`image/${kind}`, bytes.length])
    expect(inits).toMatchObject([{ credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' }])
    await images.load('https://r.example/a', never)
    expect(inits).toHaveLength(1)
    expect(timers.open()).toBe(0)
  },
)

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const refused: readonly (readonly [what: string, make: () => Response | Promise<Response>])[] = [
  ['an SVG', () => answer(svg, 'image/svg+xml')],
  ['an SVG that calls itself a PNG', () => answer(svg, 'image/png')],
  ['a WebP that calls itself a PNG', () => answer(Uint8Array.from(beginnings.webp), 'image/png')],
  ['HTML', () => answer('<h1>Hello</h1>', 'text/html')],
  ['what does not say what it is', () => new Response(somePng)],
  ['a type every object has', () => answer(somePng, 'image/constructor')],
  ['nothing', () => answer('', 'image/png')],
  ['a 404', () => answer(somePng, 'image/png', 404)],
  ['a part', () => answer(somePng, 'image/png', 206)],
  ['a byte too many', () => answer(Buffer.concat([somePng, Buffer.alloc(256 * 1024 - 11)]), 'image/png')],
  [
    'what says that it is 50 MB',
    () => new Response(somePng, { headers: { 'content-type': 'image/png', 'content-length': '50000000' } }),
  ],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
]
test.each(refused)('F-L4 %s is not shown', async (_, make) => {
  const { images, timers } = create(async () => make())
  await expect(images.load('https://r.example/a', never)).rejects.toThrow()
  expect(images.shownUrl('https://r.example/a')).toBeUndefined()
  expect(timers.open()).toBe(0)
})

test('F-L4 an image of 256 KiB is shown', async () => {
  const { images } = create(async () => answer(Buffer.concat([somePng, Buffer.alloc(256 * 1024 - 12)]), 'image/png'))
  await images.load('https://r.example/a', never)
  expect(images.shownUrl('https://r.example/a')).toMatch(/^blob:/)
})

test('F-L4 of an endless image no more than 256 KiB are read, and its connection is let go', async () => {
  let sent = 0
  let isCancelled = false
  const part = new Uint8Array(64 * 1024)
  part.set(somePng)
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      sent += part.length
      controller.enqueue(part.slice())
    },
    cancel() {
      isCancelled = true
    },
  })
  const { images, inits } = create(async () => answer(body, 'image/png'))
  await expect(images.load('https://r.example/a', never)).rejects.toThrow('larger than 262144 bytes')
  expect(isCancelled).toBe(true)
  expect(sent).toBeLessThan(512 * 1024)
  expect(inits[0]?.signal?.aborted).toBe(true)
})

test('C5 F-L4 an image that does not come is given up after 3000 ms, also in the middle', async () => {
  for (const body of [undefined, new ReadableStream({ start: (controller) => controller.enqueue(somePng) })]) {
    const { images, timers, inits } = create(() =>
      body === undefined ? new Promise(() => {}) : Promise.resolve(answer(body, 'image/png')),
    )
    let outcome: unknown
    images.load('https://r.example/a', never).catch((error: unknown) => {
      outcome = error
    })
    await timers.advance(2_999)
    expect(outcome).toBeUndefined()
    await timers.advance(1)
    expect(outcome).toMatchObject({ message: 'No answer within 3 seconds.' })
    expect(inits[0]?.signal?.aborted).toBe(true)
  }
})

test('an image that nobody waits for any more is let go', async () => {
  const abort = new AbortController()
  const { images, inits } = create(() => new Promise(() => {}))
  const load = images.load('https://r.example/a', abort.signal)
  abort.abort(new Error('closed'))
  await expect(load).rejects.toThrow('closed')
  expect(inits[0]?.signal?.aborted).toBe(true)
})

test('what is wanted is asked for once until it is paused, and its arrival is told of once', async () => {
  const { images, timers, changes, inits } = create(async (input) =>
    String(input).endsWith('missing') ? answer('', 'text/html', 404) : answer(somePng, 'image/png'),
  )
  images.want(['a', 'b', 'missing'])
  images.want(['a', 'missing'])
  await timers.advance(200)
  images.want(['a', 'missing'])
  await timers.advance(200)
  expect([inits.length, changes.length]).toEqual([3, 1])
  images.pause()
  images.want(['a', 'missing'])
  await timers.advance(200)
  expect([inits.length, changes.length]).toEqual([4, 1])
})

test('F-L4 at most 1,000 images are kept, those used last; a dropped one is told of, and can be had anew', async () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  onTestFinished(() => revoke.mockRestore())
  const { images, timers, changes } = create(async () => answer(somePng, 'image/png'))
  for (let index = 0; index < 1_000; index += 1) await images.load(`i${index}`, never)
  const [first, second] = [images.shownUrl('i1'), images.shownUrl('i0')]
  expect(revoke).not.toHaveBeenCalled()
  for (let index = 1_000; index < 1_999; index += 1) await images.load(`i${index}`, never)
  expect(images.shownUrl('i0')).toBe(second)
  expect(images.shownUrl('i1')).toBeUndefined()
  expect(revoke).toHaveBeenCalledTimes(999)
  expect(revoke).toHaveBeenCalledWith(first)
  await timers.advance(100)
  expect(changes).toHaveLength(1)
  await images.load('i1', never)
  expect(images.shownUrl('i1')).toMatch(/^blob:/)
})

test('F-L4 at most 16 MiB of images are kept', async () => {
  const large = Buffer.concat([somePng, Buffer.alloc(256 * 1024 - 12)])
  const { images } = create(async () => answer(large, 'image/png'))
  for (let index = 0; index < 70; index += 1) await images.load(`i${index}`, never)
  const kept = Array.from({ length: 70 }, (_, index) => images.shownUrl(`i${index}`)).filter((url) => url !== undefined)
  expect(kept).toHaveLength(64)
})

test('stopped: every image is let go, and what comes later is not kept', async () => {
  let comes = (_: Response) => {}
  const late = new Promise<Response>((resolve) => {
    comes = resolve
  })
  const { images, timers, changes } = create((input) =>
    String(input) === 'late' ? late : Promise.resolve(answer(somePng, 'image/png')),
  )
  await images.load('a', never)
  const shownUrl = images.shownUrl('a') ?? ''
  images.want(['b'])
  const load = images.load('late', never)
  images.stop()
  comes(answer(somePng, 'image/png'))
  await load
  await timers.advance(1_000)
  expect(['a', 'b', 'late'].map(images.shownUrl)).toEqual([undefined, undefined, undefined])
  expect(changes).toEqual([])
  await expect(fetch(shownUrl)).rejects.toThrow()
})
