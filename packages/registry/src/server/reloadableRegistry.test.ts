import { expect, test } from 'vitest'
import { createTestBundle, createTestListings } from '../bundle/testBundle.fixture.ts'
import { OlderBundleError } from '../errors.ts'
import { createReloadableRegistry } from './reloadableRegistry.ts'

const ask = (target: string) => ({ method: 'GET', target, ifNoneMatch: undefined, acceptEncoding: undefined })

function createLive() {
  let bundle = createTestBundle([], 5)
  const live = createReloadableRegistry({
    read() {
      if (bundle.listings.length === 0) throw new Error('unreadable')
      return bundle
    },
  })
  const status = async (target: string) => (await live.respond(ask(target))).status
  const change = (next: typeof bundle) => {
    bundle = next
  }
  return { live, status, change }
}

test('a reload serves the new bundle, and older pages to clients of their manifest', async () => {
  const { live, status, change } = createLive()
  const pages = live.current().bundle.manifest.pages.map((hash) => `/v1/pages/${hash}.json`)
  const next = createTestBundle(createTestListings(1), 6)
  change(next)
  expect(await status('/v1/wallets/wallet-0')).toBe(404)
  live.reload()
  expect(await status('/v1/wallets/wallet-0')).toBe(200)
  const { body } = await live.respond(ask('/v1/manifest.json'))
  expect(Buffer.from(body ?? []).toString()).toBe(next.manifestJson)
  for (const page of pages) expect(await status(page)).toBe(200)
  // Two bundles later, no client has the first manifest any more.
  change(createTestBundle(createTestListings(2), 7))
  live.reload()
  expect(await Promise.all(pages.map(status))).toContain(404)
})

test('T-104: refuses a lower or unreadable version, and keeps serving the old one', async () => {
  const { live, status, change } = createLive()
  for (const [next, error] of [
    [createTestBundle(createTestListings(1), 4), OlderBundleError],
    [createTestBundle(createTestListings(1), 5), OlderBundleError],
    [{ ...createTestBundle(), listings: [] }, Error],
  ] as const) {
    change(next)
    expect(() => live.reload()).toThrow(error)
    expect([await status('/v1/wallets/wallet-0'), await status('/v1/wallets/zerion')]).toEqual([404, 200])
  }
  change(createTestBundle([], 5))
  live.reload()
  expect(live.current().bundle.manifest.version).toBe(5)
})
