import { formatListing, type Listing, type ListingQuery, parseListing, registryPaths } from '@hawser/wire'
import { describe, expect, test, vi } from 'vitest'
import { RegistryUnavailableError, RegistryUntrustedError } from '../errors.ts'
import { createLocalKeyValue, type KeyValue } from '../platform/keyValue.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { createRegistryClient } from './client.ts'
import { createTestBundle, hashOf, keyOf, serveTestRegistry, spoil, type TestFiles } from './signed.fixture.ts'
import { registryVersionsKey } from './versions.ts'

const listings = ['Quay', 'Rainbow', 'Wharf'].map((name) =>
  parseListing({ id: name.toLowerCase(), name, mobile: { native: `${name.toLowerCase()}://` } }),
)
const query: ListingQuery = { page: 1, entries: 40, search: '', chains: [], includeIds: [], excludeIds: [] }
const never = new AbortController().signal

function answerOf(answered: readonly Listing[], total = answered.length): Response {
  return Response.json({ listings: answered.map(formatListing), total, page: 1 })
}

function createMemory(text?: string): KeyValue & { readonly values: Map<string, string> } {
  const values = new Map(text === undefined ? [] : [[registryVersionsKey, text]])
  return {
    values,
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}

/** Creates a client of a registry that has a service and the files of a bundle. */
function create({
  files = createTestBundle(listings),
  answered = () => answerOf(listings),
  registryKey = keyOf('registry'),
  storage = createMemory(),
  timers = createTimers(),
}: {
  readonly files?: TestFiles
  readonly answered?: (() => Response) | undefined
  readonly registryKey?: string | readonly string[]
  readonly storage?: KeyValue
  readonly timers?: ReturnType<typeof createTimers>
} = {}) {
  const { fetch, asked } = serveTestRegistry(files, answered)
  const options = { registryUrl: 'https://registry.example', projectId: undefined, registryKey, storage, fetch }
  const client = createRegistryClient({ ...options, now: timers.now, setTimer: timers.setTimer })
  return {
    client,
    asked,
    timers,
    names: async () => (await client.listings(query, never)).listings.map(({ name }) => name),
  }
}

/** Requests listings, and returns the reason why no part of the registry is used. */
async function distrust(world: Parameters<typeof create>[0]): Promise<string> {
  const { client, timers } = create(world)
  const error: unknown = await client.listings(query, never).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RegistryUntrustedError)
  expect(error).toMatchObject({ code: 'registry_untrusted' })
  // The answer was requested along with the manifest.
  await timers.settle()
  expect(timers.open()).toBe(0)
  return String(error).replace(/^.*is not used\. /, '')
}

const forged = parseListing({ id: 'rainbow', name: 'Rainbow', mobile: { native: 'evil://' } })

test('T-104 a signed registry: uses its wallets, and requests manifest and digests once', async () => {
  const { names, asked } = create()
  expect(await names()).toEqual(['Quay', 'Rainbow', 'Wharf'])
  expect(await names()).toEqual(['Quay', 'Rainbow', 'Wharf'])
  expect(asked.map((path) => path.replace(/[0-9a-f]{64}/, '#'))).toEqual([
    '/v1/manifest.json',
    '/w3m/v1/getAllListings',
    '/v1/digests/#.bin',
    '/w3m/v1/getAllListings',
  ])
})

test('requests the manifest past the browser’s cache, without naming the visitor', async () => {
  const { fetch } = serveTestRegistry(createTestBundle(listings), () => answerOf(listings))
  const timers = createTimers()
  const asked: (RequestInit | undefined)[] = []
  const options = { registryUrl: 'https://registry.example', projectId: undefined, registryKey: keyOf('registry') }
  const world = { storage: createMemory(), now: timers.now, setTimer: timers.setTimer }
  const watched: typeof fetch = (input, init) => {
    asked.push(init)
    return fetch(input, init)
  }
  await createRegistryClient({ ...options, ...world, fetch: watched }).listings(query, never)
  expect(asked.map((init) => init?.cache)).toEqual(['no-cache', 'default', 'default'])
  for (const init of asked)
    expect(init).toMatchObject({ credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' })
})

test('without a key only the list itself is requested', async () => {
  const { fetch, asked } = serveTestRegistry(createTestBundle(listings), () => answerOf([forged]))
  const timers = createTimers()
  const options = { registryUrl: 'https://registry.example', projectId: undefined, registryKey: undefined, fetch }
  const client = createRegistryClient({
    ...options,
    storage: createMemory(),
    now: timers.now,
    setTimer: timers.setTimer,
  })
  expect((await client.listings(query, never)).listings).toEqual([forged])
  expect(asked).toEqual(['/w3m/v1/getAllListings'])
})

describe('T-104 tampered: nothing of it is used, under one code', () => {
  test('every single byte of the manifest', async () => {
    const files = createTestBundle(listings)
    const whole = files.get(registryPaths.manifest) ?? new Uint8Array()
    const text = new TextDecoder().decode(whole)
    // The claimed signer proves nothing, and is not read.
    const end = text.indexOf(',"publicKey"')
    for (let at = 0; at < end; at += 1) {
      const spoilt = new Uint8Array(whole)
      spoilt[at] = (spoilt[at] ?? 0) ^ 1
      files.set(registryPaths.manifest, spoilt)
      expect(await distrust({ files }), `byte ${at}`).not.toBe('')
    }
  })

  test('the signature: another key’s, missing, or over another text', async () => {
    const other = createTestBundle(listings, { signer: 'somebody else' })
    expect(await distrust({ files: other })).toBe('Its manifest is not signed with a key this page trusts.')
    const served = JSON.parse(new TextDecoder().decode(createTestBundle(listings).get(registryPaths.manifest)))
    const serve = (change: object) =>
      createTestBundle(listings).set(
        registryPaths.manifest,
        new TextEncoder().encode(JSON.stringify({ ...served, ...change })),
      )
    expect(await distrust({ files: serve({ signature: undefined }) })).toBe('Its manifest is not signed.')
    // The manifest claims the pinned key, but has another signer's signature.
    const theirs = JSON.parse(new TextDecoder().decode(other.get(registryPaths.manifest)))
    expect(await distrust({ files: serve({ signature: theirs.signature }) })).toMatch(/not signed with a key/)
    expect(
      await distrust({ files: serve({ manifest: served.manifest.replace('"version":1', '"version":2') }) }),
    ).toMatch(/not signed with a key/)
  })

  test('the file of digests: another byte, longer, shorter, missing', async () => {
    const path = /^v1\/digests\//
    const change = (to: (bytes: Uint8Array) => Uint8Array | undefined) => {
      const files = createTestBundle(listings)
      for (const [name, bytes] of files) {
        if (!path.test(name)) continue
        const next = to(bytes)
        if (next === undefined) files.delete(name)
        else files.set(name, next)
      }
      return files
    }
    const spoilt = createTestBundle(listings)
    spoil(spoilt, path)
    expect(await distrust({ files: spoilt })).toBe('A file is not the one that was signed.')
    expect(await distrust({ files: change((bytes) => bytes.subarray(16)) })).toBe(
      'A file is not the one that was signed.',
    )
    expect(await distrust({ files: change((bytes) => Uint8Array.from([...bytes, 0])) })).toBe(
      'A file is not the one that was signed.',
    )
    expect(await distrust({ files: change(() => undefined) })).toBe('A file is missing that its manifest names.')
  })

  test('no manifest, or another file in its place', async () => {
    const serve = (text: string | undefined) => {
      const files = createTestBundle(listings)
      if (text === undefined) files.delete(registryPaths.manifest)
      else files.set(registryPaths.manifest, new TextEncoder().encode(text))
      return files
    }
    expect(await distrust({ files: serve(undefined) })).toBe('It has no manifest.')
    expect(await distrust({ files: serve('<html>') })).toBe('Its manifest is not JSON.')
    expect(await distrust({ files: serve('{}') })).toMatch(/A manifest is a text/)
    expect(await distrust({ files: serve('{"manifest":"{\\"format\\":2}"}') })).toMatch(/Only format 1/)
  })

  test('an unsigned answer; of a mixed one only the signed part counts', async () => {
    expect(await distrust({ answered: () => answerOf([forged]) })).toMatch(/None of the wallets/)
    const { client } = create({ answered: () => answerOf([...listings.slice(0, 1), forged], 3) })
    expect(await client.listings(query, never)).toEqual({ listings: listings.slice(0, 1), total: 3, page: 1 })
  })

  test('any changed field of a listing', async () => {
    for (const change of [
      { name: 'Rainb0w' },
      { homepage: 'https://rainbow.example/' },
      { image_id: 'rainbow' },
      { desktop: { native: 'evil://' } },
      { app: { browser: 'https://evil.example/' } },
      { chains: ['eip155'] },
      { rdns: 'com.evil' },
    ]) {
      const changed = parseListing({ ...formatListing(listings[1] as Listing), ...change })
      expect(await distrust({ answered: () => answerOf([changed]) }), JSON.stringify(change)).toMatch(
        /None of the wallets/,
      )
    }
  })

  test('an empty answer is valid: a search may find nothing', async () => {
    expect(await create({ answered: () => answerOf([]) }).names()).toEqual([])
  })
})

describe('T-104 times and versions', () => {
  test('expired: at once, and while the page is open', async () => {
    const timers = createTimers()
    const expiresAt = timers.now() + 3_600_000
    const files = createTestBundle(listings, { expiresAt })
    const { names } = create({ files, timers })
    await timers.advance(3_599_999)
    expect(await names()).toHaveLength(3)
    await timers.advance(1)
    await expect(names()).rejects.toThrow('Its manifest has expired.')
    // A renewed manifest is accepted again.
    for (const [path, bytes] of createTestBundle(listings, { expiresAt: expiresAt * 2, version: 2 }))
      files.set(path, bytes)
    expect(await names()).toHaveLength(3)
  })

  test('an older version than one seen before, in this page or an earlier one', async () => {
    const storage = createMemory()
    expect(await create({ files: createTestBundle(listings, { version: 7 }), storage }).names()).toHaveLength(3)
    expect(storage.values.get(registryVersionsKey)).toBe(JSON.stringify({ [keyOf('registry')]: 7 }))
    const old = { files: createTestBundle(listings, { version: 6 }), storage }
    expect(await distrust(old)).toBe('It is older than one that was seen before.')
    // The same version is no step back; a later version is stored.
    expect(await create({ files: createTestBundle(listings, { version: 7 }), storage }).names()).toHaveLength(3)
    expect(await create({ files: createTestBundle(listings, { version: 8 }), storage }).names()).toHaveLength(3)
    expect(storage.values.get(registryVersionsKey)).toContain(':8')
  })

  test('a browser without storage protects within the page', async () => {
    const timers = createTimers()
    const storage = createLocalKeyValue(() => {
      throw new Error('denied')
    })
    const files = createTestBundle(listings, { version: 7, expiresAt: timers.now() + 1000 })
    const { names } = create({ files, storage, timers })
    expect(await names()).toHaveLength(3)
    for (const [path, bytes] of createTestBundle(listings, { version: 6 })) files.set(path, bytes)
    await timers.advance(1000)
    await expect(names()).rejects.toThrow('It is older than one that was seen before.')
  })

  test('T-14 removes foreign values from the storage, and nothing fails', async () => {
    const key = keyOf('registry')
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '7',
      '"x"',
      'javascript:alert(1)',
      '{"__proto__":{"version":9}}',
      '{"__proto__":9}',
      `{"${key}":"9"}`,
      `{"${key}":0}`,
      `{"${key}":-1}`,
      `{"${key}":1e300}`,
      `{"${key.toUpperCase()}":9}`,
      `{"${key}":9,"other":1}`,
      `{"${key}":9${' '.repeat(5_000_000)}}`,
      JSON.stringify(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [keyOf(`${index}`), 1]))),
    ]) {
      const storage = createMemory(text)
      expect(await create({ storage }).names(), text.slice(0, 40)).toHaveLength(3)
      expect(storage.values.get(registryVersionsKey)).toBe(JSON.stringify({ [key]: 1 }))
    }
    expect({}).not.toHaveProperty('version')
  })

  test('T-14 a stored version far above the signed one does not block the list', async () => {
    const storage = createMemory(JSON.stringify({ [keyOf('registry')]: Number.MAX_SAFE_INTEGER }))
    const files = createTestBundle(listings, { version: 7 })
    expect(await create({ files, storage }).names()).toHaveLength(3)
    expect(storage.values.get(registryVersionsKey)).toBe(JSON.stringify({ [keyOf('registry')]: 7 }))
    // An expired or forged manifest proves nothing, and changes nothing.
    const poisoned = createMemory(JSON.stringify({ [keyOf('registry')]: Number.MAX_SAFE_INTEGER }))
    const before = poisoned.values.get(registryVersionsKey)
    await distrust({ files: createTestBundle(listings, { expiresAt: 1_650_000_000_000 }), storage: poisoned })
    await distrust({ files: createTestBundle(listings, { signer: 'other' }), storage: poisoned })
    expect(poisoned.values.get(registryVersionsKey)).toBe(before)
  })

  test('versions of other keys stay', async () => {
    const storage = createMemory(JSON.stringify({ [keyOf('other')]: 4 }))
    await create({ storage }).names()
    expect(JSON.parse(storage.values.get(registryVersionsKey) ?? '')).toEqual({
      [keyOf('other')]: 4,
      [keyOf('registry')]: 1,
    })
  })

  test('keys change: either of two is accepted, and each has its own versions', async () => {
    const storage = createMemory()
    const registryKey = [keyOf('registry'), keyOf('next').toUpperCase()]
    await create({ files: createTestBundle(listings, { version: 9 }), registryKey, storage }).names()
    const next = createTestBundle(listings, { version: 2, signer: 'next' })
    expect(await create({ files: next, registryKey, storage }).names()).toHaveLength(3)
    expect(await distrust({ files: createTestBundle(listings, { signer: 'third' }), registryKey })).toMatch(
      /not signed with a key/,
    )
  })
})

test.each([
  [''],
  ['ed25519'],
  [keyOf('registry').slice(1)],
  [`${keyOf('registry')} `],
  [[]],
  [[keyOf('registry'), '']],
])('T-104 an invalid key verifies nothing: %j', async (registryKey) => {
  expect(await distrust({ registryKey })).toMatch(/registryKey/)
})

describe('a release: answer and manifest of two versions', () => {
  const changed = listings.map((listing) => parseListing({ ...formatListing(listing), rdns: `com.${listing.id}` }))
  const countOf = (asked: readonly string[], part: string) => asked.filter((path) => path.includes(part)).length

  /** Creates a client behind a cache of answers, which only a request with `reload` bypasses. */
  function createCached(cached: readonly Listing[], fresh: readonly Listing[]) {
    const { fetch, asked } = serveTestRegistry(createTestBundle(fresh, { version: 2 }), () => answerOf(fresh))
    const timers = createTimers()
    const client = createRegistryClient({
      ...{ registryUrl: 'https://registry.example', projectId: undefined, registryKey: keyOf('registry') },
      ...{ storage: createMemory(), now: timers.now, setTimer: timers.setTimer },
      fetch: async (input, init) =>
        String(input).includes('/w3m/') && init?.cache !== 'reload' ? answerOf(cached) : fetch(input, init),
    })
    return { client, asked, timers }
  }

  test.each([
    ['every wallet was changed', listings, changed],
    ['one wallet was changed', listings, [...listings.slice(0, 2), ...changed.slice(2)]],
    ['the one that was searched for was changed', listings.slice(2), changed.slice(2)],
  ])('an answer from an older cache is requested again: %s', async (_, cached, fresh) => {
    const { client, asked, timers } = createCached(cached, fresh)
    expect((await client.listings(query, never)).listings).toEqual(fresh)
    expect(countOf(asked, '/w3m/')).toBe(1)
    // The manifest was not outdated.
    expect(countOf(asked, 'manifest')).toBe(1)
    expect(timers.open()).toBe(0)
  })

  test('if the service cannot be reached again, the still signed part is used', async () => {
    const fresh = [...listings.slice(0, 2), ...changed.slice(2)]
    const { fetch } = serveTestRegistry(createTestBundle(fresh, { version: 2 }))
    const timers = createTimers()
    const answers = [() => answerOf(listings), () => Promise.reject(new TypeError('Failed to fetch'))]
    const client = createRegistryClient({
      ...{ registryUrl: 'https://registry.example', projectId: undefined, registryKey: keyOf('registry') },
      ...{ storage: createMemory(), now: timers.now, setTimer: timers.setTimer },
      fetch: async (input, init) =>
        String(input).includes('/w3m/') ? (answers.shift()?.() ?? new Response()) : fetch(input, init),
    })
    expect((await client.listings(query, never)).listings).toEqual(listings.slice(0, 2))
  })

  test('requests the manifest again at once, and then once a minute at most', async () => {
    const timers = createTimers()
    const files = createTestBundle(listings)
    let answered = listings
    const { names, asked } = create({ files, answered: () => answerOf(answered), timers })
    expect(await names()).toHaveLength(3)
    const release = (version: number) => {
      answered = [...answered, parseListing({ id: `new${version}`, name: `New ${version}` })]
      for (const [path, bytes] of createTestBundle(answered, { version })) files.set(path, bytes)
    }
    release(2)
    expect(await names()).toHaveLength(4)
    release(3)
    await timers.advance(59_999)
    expect(await names()).toHaveLength(4)
    await timers.advance(1)
    expect(await names()).toHaveLength(5)
    answered = [...answered, forged]
    expect(await names()).toHaveLength(5)
    expect(countOf(asked, 'manifest')).toBe(3)
  })

  test('digests that disappeared before the read: uses those of the new manifest', async () => {
    const files = createTestBundle(listings)
    const next = createTestBundle(changed, { version: 2 })
    const { names } = create({
      files,
      answered: () => {
        // The new release comes between the manifest and the answer, and keeps no file of the previous release.
        for (const path of [...files.keys()]) files.delete(path)
        for (const [path, bytes] of next) files.set(path, bytes)
        return answerOf(changed)
      },
    })
    expect(await names()).toHaveLength(3)
  })
})

describe('on a slow line', () => {
  /** Creates a client whose file at `slowPath` arrives after `delayMs`. */
  function createSlow(files: TestFiles, slowPath: string, delayMs: number) {
    const { fetch, asked } = serveTestRegistry(files, () => answerOf(listings))
    const timers = createTimers()
    const client = createRegistryClient({
      ...{ registryUrl: 'https://registry.example', projectId: undefined, registryKey: keyOf('registry') },
      ...{ storage: createMemory(), now: timers.now, setTimer: timers.setTimer },
      fetch: async (input, init) => {
        const answer = await fetch(input, init)
        if (!String(input).includes(slowPath)) return answer
        return new Promise((resolve) => timers.setTimer(() => resolve(answer), delayMs))
      },
    })
    let outcome = 'nothing yet'
    client.listings(query, never).then(
      ({ listings: found }) => {
        outcome = `${found.length} wallets`
      },
      (error: unknown) => {
        outcome = String(error)
      },
    )
    return { asked, timers, outcome: () => outcome }
  }
  /** Waits for code that is fetched, and for hashes and signatures. */
  const until = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 20_000 })

  test.each([
    [3, 5_000],
    [100_000, 17_800],
    [1_000_000, 133_000],
  ])('the digests of %i wallets have the time that 1 Mbit/s needs beyond the usual: %i ms', async (total, limitMs) => {
    const pages = Array.from({ length: Math.ceil(total / 100) }, (_, index) => hashOf(`${index}`))
    const files = createTestBundle(listings, { total, pages })
    const inTime = createSlow(files, '/digests/', limitMs - 1)
    await until(() => inTime.asked.some((path) => path.includes('/digests/')))
    await inTime.timers.advance(limitMs - 1)
    await until(() => inTime.outcome() === '3 wallets')
    const late = createSlow(files, '/digests/', limitMs + 1)
    await until(() => late.asked.some((path) => path.includes('/digests/')))
    await late.timers.advance(limitMs)
    expect(late.outcome()).toContain(`No answer within ${limitMs / 1000} seconds.`)
  })

  test('requests manifest and first answer at once', async () => {
    const { asked, timers, outcome } = createSlow(createTestBundle(listings), 'manifest', 1000)
    await until(() => asked.length === 2)
    expect(asked).toEqual(['/v1/manifest.json', '/w3m/v1/getAllListings'])
    expect(outcome()).toBe('nothing yet')
    await timers.advance(1000)
    await until(() => outcome() === '3 wallets')
  })
})

test('F-L3 a missing registry is not called untrusted', async () => {
  const { fetch } = serveTestRegistry(new Map())
  for (const answer of [
    () => Promise.reject(new TypeError('Failed to fetch')),
    async () => new Response('<html>', { status: 503 }),
    async () => new Response('', { status: 429 }),
  ]) {
    const timers = createTimers()
    const options = { registryUrl: 'https://registry.example', projectId: undefined, registryKey: keyOf('registry') }
    const world = { storage: createMemory(), now: timers.now, setTimer: timers.setTimer }
    const client = createRegistryClient({ ...options, ...world, fetch: answer as typeof fetch })
    await expect(client.listings(query, never)).rejects.toBeInstanceOf(RegistryUnavailableError)
    expect(timers.open()).toBe(0)
  }
})

test('T-100 an endless manifest and endless digests are cut at 2 MiB', async () => {
  const endless = () => {
    let sent = 0
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536
        if (sent > 100 * 1024 * 1024) controller.close()
        else controller.enqueue(new Uint8Array(65_536).fill(0x20))
      },
    })
    return { stream, sent: () => sent }
  }
  const files = createTestBundle(listings)
  for (const path of [...files.keys()].filter((name) => !name.startsWith('v1/pages/'))) {
    const { fetch } = serveTestRegistry(files, () => answerOf(listings))
    const timers = createTimers()
    const { stream, sent } = endless()
    const options = { registryUrl: 'https://registry.example', projectId: undefined, registryKey: keyOf('registry') }
    const client = createRegistryClient({
      ...options,
      storage: createMemory(),
      now: timers.now,
      setTimer: timers.setTimer,
      fetch: async (input, init) => (String(input).endsWith(path) ? new Response(stream) : fetch(input, init)),
    })
    await expect(client.listings(query, never)).rejects.toBeInstanceOf(RegistryUnavailableError)
    expect(sent()).toBeLessThan(3 * 1024 * 1024)
  }
})

test('a manifest signed under another context is invalid', async () => {
  // The same text, signed without the line that names the context.
  const { ed25519 } = await import('@noble/curves/ed25519.js')
  const { createHash } = await import('node:crypto')
  const files = createTestBundle(listings)
  const served = JSON.parse(new TextDecoder().decode(files.get(registryPaths.manifest)))
  const seed = createHash('sha256').update('registry').digest()
  const signature = Buffer.from(ed25519.sign(new TextEncoder().encode(served.manifest), seed)).toString('base64url')
  files.set(registryPaths.manifest, new TextEncoder().encode(JSON.stringify({ ...served, signature })))
  expect(await distrust({ files })).toMatch(/not signed with a key/)
})
