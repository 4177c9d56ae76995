import { expect, onTestFinished, test, vi } from 'vitest'
import { createTimers } from '../platform/timers.fixture.ts'
import { pngOf, somePng } from './images.fixture.ts'
import { createRegistryImages } from './images.ts'

const never = new AbortController().signal
/** Returns bytes that begin like a WebP, with this chunk and its first bytes. */
const webpOf = (kind: string, ...says: number[]) =>
  Uint8Array.of(...Buffer.from(`RIFF\x24\0\0\0WEBPVP8${kind}\x18\0\0\0`, 'latin1'), ...says, ...Array(30).fill(0))
const little = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => (value >>> (8 * index)) & 255)
const webpKinds = {
  lossy: (width: number, height: number) =>
    webpOf(' ', 0, 0, 0, 0x9d, 0x01, 0x2a, ...little(width, 2), ...little(height, 2)),
  lossless: (width: number, height: number) => webpOf('L', 0x2f, ...little((width - 1) | ((height - 1) << 14), 4)),
  extended: (width: number, height: number) =>
    webpOf('X', 0, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)),
}
const { lossy, lossless, extended } = webpKinds
/** The beginnings of files that sharp makes, of 512 × 200 pixels and of 513 × 200. */
const sharpWebps = {
  lossy: ['UklGRgIBAABXRUJQVlA4IPYAAACQGQCdASoAAsgAP83m', 'UklGRggBAABXRUJQVlA4IPwAAABQGgCdASoBAsgAP83m'],
  lossless: ['UklGRioAAABXRUJQVlA4TB0AAAAv/8ExEAcQ/Y8CBhSk', 'UklGRioAAABXRUJQVlA4TB0AAAAvAMIxEAcQ/Y8CBhSk'],
  extended: ['UklGRjgBAABXRUJQVlA4WAoAAAAQAAAA/wEAxwAAQUxQ', 'UklGRkABAABXRUJQVlA4WAoAAAAQAAAAAAIAxwAAQUxQ'],
}
const answer = (body: BodyInit, type: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } })

/** Creates a registry's images, whose requests the test answers. */
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

const taken: readonly (readonly [what: string, kind: string, bytes: Uint8Array])[] = [
  ['a PNG', 'png', somePng],
  ['a PNG of 512 pixels a side', 'png', pngOf(512, 512)],
  ['a WebP', 'webp', lossy(128, 128)],
  ['a WebP without loss', 'webp', lossless(512, 512)],
  ['a WebP with more than its pixels', 'webp', extended(512, 512)],
  ...Object.entries(sharpWebps).map(
    ([kind, [most = '']]) => [`a WebP (${kind}) that sharp made`, 'webp', Buffer.from(most, 'base64')] as const,
  ),
]
test.each(taken)('shows %s by a blob: address, without a request to its host', async (_, kind, bytes) => {
  const { images, timers, inits } = create(async () => answer(Uint8Array.from(bytes), `image/${kind}; q=1`))
  await images.load('https://r.example/a', never)
  const shownUrl = images.shownUrl('https://r.example/a') ?? ''
  expect(shownUrl).toMatch(/^blob:/)
  const blob = await (await fetch(shownUrl)).blob()
  expect([blob.type, blob.size]).toEqual([`image/${kind}`, bytes.length])
  expect(inits).toMatchObject([
    {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      headers: { accept: 'image/webp' },
    },
  ])
  await images.load('https://r.example/a', never)
  expect(inits).toHaveLength(1)
  expect(timers.open()).toBe(0)
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const refused: readonly (readonly [what: string, make: () => Response | Promise<Response>])[] = [
  ['an SVG', () => answer(svg, 'image/svg+xml')],
  ['an SVG that calls itself a PNG', () => answer(svg, 'image/png')],
  ['a WebP that calls itself a PNG', () => answer(lossy(64, 64), 'image/png')],
  ['a PNG that calls itself a WebP', () => answer(somePng, 'image/webp')],
  ['a JPEG', () => answer(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1), 'image/jpeg')],
  ['a GIF', () => answer('GIF89a\x01\x00\x01\x00......', 'image/gif')],
  ['an AVIF', () => answer('\x00\x00\x00\x20ftypavif', 'image/avif')],
  ['HTML', () => answer('<h1>Hello</h1>', 'text/html')],
  ['what does not say what it is', () => new Response(somePng)],
  ['a type every object has', () => answer(somePng, 'image/constructor')],
  ['nothing', () => answer('', 'image/png')],
  ['a 404', () => answer(somePng, 'image/png', 404)],
  ['a part', () => answer(somePng, 'image/png', 206)],
  ['a byte too many', () => answer(Buffer.concat([somePng, Buffer.alloc(256 * 1024 - 23)]), 'image/png')],
  [
    'what says that it is 50 MB',
    () => new Response(somePng, { headers: { 'content-type': 'image/png', 'content-length': '50000000' } }),
  ],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
]
test.each(refused)('F-L4 does not show %s', async (_, make) => {
  const { images, timers } = create(async () => make())
  await expect(images.load('https://r.example/a', never)).rejects.toThrow()
  expect(images.shownUrl('https://r.example/a')).toBeUndefined()
  expect(timers.open()).toBe(0)
})

// Images of a few bytes that take gigabytes when they are drawn.
const bombs: readonly (readonly [what: string, type: string, bytes: Uint8Array])[] = [
  ...(
    [
      [30_000, 30_000],
      [513, 1],
      [1, 513],
      [0, 64],
      [64, 0],
      [2 ** 31, 1],
      [1, 2 ** 32 - 1],
      [65_536, 65_536],
    ] as const
  ).map(([width, height]) => [`a PNG of ${width} × ${height} pixels`, 'png', pngOf(width, height)] as const),
  ...(
    [
      [16_383, 16_383],
      [513, 1],
      [1, 513],
    ] as const
  ).flatMap(([width, height]) =>
    Object.entries(webpKinds).map(
      ([kind, make]) => [`a WebP (${kind}) of ${width} × ${height} pixels`, 'webp', make(width, height)] as const,
    ),
  ),
  ...Object.entries(sharpWebps).map(
    ([kind, [, more = '']]) =>
      [`a WebP (${kind}) that sharp made too wide`, 'webp', Buffer.from(more, 'base64')] as const,
  ),
  ['a WebP (extended) of 2^24 × 2^24 pixels', 'webp', extended(2 ** 24, 2 ** 24)],
  ['a WebP (lossy) without pixels', 'webp', lossy(0, 64)],
  // The size is read without the bits for scaling, however a browser scales the image.
  ['a WebP (lossy) with bits for scaling', 'webp', lossy(513 | 0x4000, 64)],
  [
    'a PNG whose size comes later',
    'png',
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rtEXt\0\0\0\x10\0\0\0\x10IHDR', 'latin1'),
  ],
  ['a PNG whose header is longer', 'png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0eIHDR\0\0\0\x10\0\0\0\x10', 'latin1')],
  ['a PNG that ends before its size', 'png', somePng.subarray(0, 19)],
  ['a PNG that ends within its size', 'png', somePng.subarray(0, 20)],
  ['a PNG in name only', 'png', Buffer.from('\x89PNG0123\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10', 'latin1')],
  ['a WebP of a kind there is not', 'webp', webpOf('Y', ...Array(16).fill(1))],
  [
    'a WebP that begins with metadata',
    'webp',
    Buffer.from('RIFF\x24\0\0\0WEBPEXIF\x18\0\0\0................', 'latin1'),
  ],
  ['a WebP that ends before its size', 'webp', lossy(64, 64).subarray(0, 26)],
]
test.each(bombs)('F-L4 T-101 refuses %s before decoding', async (_, type, bytes) => {
  const { images } = create(async () => answer(Uint8Array.from(bytes), `image/${type}`))
  await expect(images.load('https://r.example/a', never)).rejects.toThrow()
  expect(images.shownUrl('https://r.example/a')).toBeUndefined()
})

test('F-L4 fetches four images at once; others follow, dropped ones do not', async () => {
  const comes = new Map<string, (response: Response) => void>()
  const { images, timers } = create((input) => new Promise((resolve) => comes.set(String(input), resolve)))
  const abort = new AbortController()
  images.want(['a', 'b', 'c'])
  const loads = ['d', 'e', 'f', 'g'].map((url) => images.load(url, url === 'e' ? abort.signal : never))
  const outcomes = Promise.allSettled(loads)
  await timers.settle()
  expect([...comes.keys()]).toEqual(['a', 'b', 'c', 'd'])
  abort.abort()
  comes.get('b')?.(answer(somePng, 'image/png'))
  await timers.settle()
  expect([...comes.keys()]).toEqual(['a', 'b', 'c', 'd', 'f'])
  // A failed request makes room too.
  comes.get('f')?.(answer('', 'image/png', 404))
  comes.get('d')?.(answer(somePng, 'image/png'))
  await timers.settle()
  expect([...comes.keys()]).toEqual(['a', 'b', 'c', 'd', 'f', 'g'])
  comes.get('g')?.(answer(somePng, 'image/png'))
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
})

test('C5 F-L4 waits at most 3000 ms for any of forty images that never come', async () => {
  const { images, timers, inits } = create(() => new Promise(() => {}))
  const outcomes = Promise.allSettled(Array.from({ length: 40 }, (_, index) => images.load(`i${index}`, never)))
  await timers.advance(2_999)
  expect(inits).toHaveLength(4)
  await timers.advance(1)
  expect((await outcomes).map(({ status }) => status)).toEqual(Array(40).fill('rejected'))
})

test('F-L4 shows an image of 256 KiB', async () => {
  const { images } = create(async () => answer(Buffer.concat([somePng, Buffer.alloc(256 * 1024 - 24)]), 'image/png'))
  await images.load('https://r.example/a', never)
  expect(images.shownUrl('https://r.example/a')).toMatch(/^blob:/)
})

test('F-L4 reads at most 256 KiB of an endless image, and releases its connection', async () => {
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

test('C5 F-L4 gives up on an image after 3000 ms, also in the middle', async () => {
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

test('releases an unneeded image', async () => {
  const abort = new AbortController()
  const { images, inits } = create(() => new Promise(() => {}))
  const load = images.load('https://r.example/a', abort.signal)
  abort.abort(new Error('closed'))
  await expect(load).rejects.toThrow('closed')
  expect(inits[0]?.signal?.aborted).toBe(true)
})

test('requests a visible image once until it is paused, and reports its arrival once', async () => {
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

test('F-L4 keeps the 1,000 last used images; a dropped one can be loaded again', async () => {
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

test('F-L4 keeps at most 16 MiB of images', async () => {
  const large = Buffer.concat([somePng, Buffer.alloc(256 * 1024 - 24)])
  const { images } = create(async () => answer(large, 'image/png'))
  for (let index = 0; index < 70; index += 1) await images.load(`i${index}`, never)
  const kept = Array.from({ length: 70 }, (_, index) => images.shownUrl(`i${index}`)).filter((url) => url !== undefined)
  expect(kept).toHaveLength(64)
})

test('stopped: releases every image, and keeps no later one', async () => {
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
