import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createStoredAnswer } from './storedAnswer.ts'

const text = JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ name: `Wallet ${index}` })))
const bytes = new TextEncoder().encode(text)
const json = { route: '/', bytes, type: 'application/json; charset=utf-8', cacheControl: 'public', isKept: true }
const ask = { method: 'GET', target: '/', ifNoneMatch: undefined, acceptEncoding: undefined }

test('storedAnswer T-102: compresses as the client can read, under a separate ETag', async () => {
  const stored = createStoredAnswer(json)
  const etags = new Set<string>()
  const readers = { identity: (body: Uint8Array) => body, gzip: gunzipSync, br: brotliDecompressSync }
  for (const [encoding, decode] of Object.entries(readers)) {
    const { status, headers, body = new Uint8Array() } = await stored.answer({ ...ask, acceptEncoding: encoding })
    expect([status, headers['Content-Encoding']]).toEqual([200, encoding === 'identity' ? undefined : encoding])
    expect(Buffer.from(decode(body)).toString()).toBe(text)
    expect(headers['Content-Length']).toBe(String(body.length))
    expect(headers.Vary).toBe('Accept-Encoding')
    if (encoding !== 'identity') expect(body.length).toBeLessThan(bytes.length / 4)
    etags.add(headers.ETag ?? '')
    const again = await stored.answer({ ...ask, acceptEncoding: encoding, ifNoneMatch: headers.ETag })
    expect([again.status, again.body, again.headers.ETag]).toEqual([304, undefined, headers.ETag])
  }
  expect(etags.size).toBe(3)
  // A cached copy is valid only for its own encoding.
  for (const etag of etags) {
    const { status, headers } = await stored.answer({ ...ask, ifNoneMatch: etag })
    expect(status).toBe(headers.ETag === etag ? 304 : 200)
  }
})

test('storedAnswer: compresses once for all concurrent requests, and ahead on request', async () => {
  const stored = createStoredAnswer(json)
  const asked = await Promise.all(Array.from({ length: 5 }, () => stored.answer({ ...ask, acceptEncoding: 'br' })))
  expect(new Set(asked.map(({ body }) => body)).size).toBe(1)
  const ahead = createStoredAnswer(json)
  await ahead.compress()
  for (const acceptEncoding of ['br', 'gzip'])
    expect(ahead.answer({ ...ask, acceptEncoding })).not.toBeInstanceOf(Promise)
})

test.each(['br', 'gzip'])('storedAnswer: a compression as %s that failed is tried again', async (acceptEncoding) => {
  let failures = 2
  const tried: string[] = []
  const stored = createStoredAnswer({
    ...json,
    shorten: async (encoding) => {
      tried.push(encoding)
      failures -= 1
      if (failures >= 0) throw new Error('Z_MEM_ERROR')
      return new Uint8Array(3)
    },
  })
  const compressed = () => stored.answer({ ...ask, acceptEncoding })
  const outcomes = await Promise.allSettled([compressed(), compressed()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(tried).toEqual([acceptEncoding])
  await expect(stored.compress()).rejects.toThrow('Z_MEM_ERROR')
  expect(await stored.answer(ask)).toMatchObject({ status: 200, body: Buffer.from(bytes) })
  const [first, second] = await Promise.all([compressed(), compressed()])
  expect([first.status, first.headers['Content-Length'], second]).toEqual([200, '3', first])
  expect(tried.filter((each) => each === acceptEncoding)).toHaveLength(acceptEncoding === 'br' ? 3 : 2)
})

test('storedAnswer: sends short answers and pictures unchanged', () => {
  for (const each of [
    { ...json, bytes: bytes.subarray(0, 1_000) },
    { ...json, type: 'image/png' },
  ]) {
    const answer = createStoredAnswer(each).answer({ ...ask, acceptEncoding: 'br, gzip' })
    expect(answer).toMatchObject({ status: 200, body: Buffer.from(each.bytes) })
  }
})
