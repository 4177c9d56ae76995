import { formatListing, type LinkedWallet, parseListing } from '@hawser/wire'
import { expect, onTestFinished, test, vi } from 'vitest'
import { toFlowFailure } from '../flow/toFlowFailure.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { withImages } from '../registry/images.fixture.ts'
import { createLinkedWallets } from './linkedWallets.ts'
import type { LinkedWalletsState } from './linkedWalletsState.ts'

const listings = [
  { id: 'rainbow', name: 'Rainbow', image_id: 'rain', mobile: { native: 'rainbow://' } },
  { id: 'rainbow-pro', name: 'Rainbow Pro', image_id: 'pro', mobile: { native: 'rainbowpro://' } },
  { id: 'plain', name: 'Plain', mobile: { native: 'plain://' } },
].map((each) => parseListing(each))

const wallet = (id: string, walletName: string | undefined): LinkedWallet => ({
  id,
  accountId: 'eip155:1:0xabc',
  walletName,
  linkedAt: 1,
})

/** Starts a list of wallets and a registry, which answers while `isThere`. */
function start(wallets: readonly LinkedWallet[], ownImages?: Readonly<Record<string, string>>) {
  const timers = createTimers()
  const stopped = new AbortController()
  onTestFinished(() => stopped.abort())
  const searched: string[] = []
  const imagesAsked: string[] = []
  let registry: 'there' | 'gone' = 'there'
  let state: LinkedWalletsState = { status: 'idle', wallets: [], error: undefined }
  const world = { setTimer: timers.setTimer, now: timers.now, storage: { get: () => undefined, set() {}, remove() {} } }
  const list = createLinkedWallets({
    linkApi: { ...world, linkUrl: '/link', fetch: async () => Response.json({ wallets }) },
    signal: stopped.signal,
    get: () => state,
    set(next) {
      state = next
    },
    toFailure: toFlowFailure,
    images: {
      ...world,
      registryUrl: 'https://registry.example',
      registryKey: undefined,
      ownImages,
      fetch: withImages(async (input) => {
        const search = new URL(String(input)).searchParams.get('search') ?? ''
        searched.push(search)
        if (registry === 'gone') return new Response('', { status: 503 })
        const found = listings.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
        return Response.json({ listings: found.map(formatListing), total: found.length, page: 1 })
      }, imagesAsked),
    },
  })
  /** Settles once the state matches. Meanwhile the registry's code is loaded, and the clock advances. */
  const until = async (isSo: (state: LinkedWalletsState) => boolean) => {
    const isSoNow = async () => {
      await timers.advance(100)
      return isSo(state)
    }
    await vi.waitUntil(isSoNow, { timeout: 20_000, interval: 10 })
  }
  return {
    load: () => list.handle({ type: 'linkedWalletsWanted' }),
    until,
    timers,
    stop: () => stopped.abort(),
    searched,
    imagesAsked,
    images: () => state.images ?? {},
    setRegistry(next: typeof registry) {
      registry = next
    },
    state: () => state,
  }
}

const hasSome = ({ images = {} }: LinkedWalletsState) => Object.keys(images).length > 0

test('wallet images: looks up each name once, and counts only the wallet of exactly that name', async () => {
  const { load, until, images, searched, imagesAsked } = start([
    wallet('w1', 'rainbow'),
    wallet('w2', 'rainbow'),
    wallet('w3', 'Plain'),
    wallet('w4', 'Rain'),
    wallet('w5', undefined),
  ])
  load()
  await until(hasSome)
  expect(Object.keys(images())).toEqual(['rainbow'])
  expect(images().rainbow).toMatch(/^blob:/)
  load()
  await until(({ status }) => status === 'ready')
  expect(searched.toSorted()).toEqual(['Plain', 'Rain', 'rainbow'])
  expect(imagesAsked).toHaveLength(1)
})

test('wallet images: the host app’s own image of a listing comes before the registry’s', async () => {
  const own = { rainbow: 'https://app.example/rainbow.png', constructor: 'x' }
  const { load, until, images, imagesAsked } = start([wallet('w1', 'Rainbow')], own)
  load()
  await until(hasSome)
  expect(images()).toEqual({ Rainbow: own.rainbow })
  expect(imagesAsked).toEqual([])
})

test('wallet images: a silent registry leaves the list whole, and is asked again', async () => {
  const { load, until, images, state, searched, setRegistry } = start([wallet('w1', 'Rainbow')])
  setRegistry('gone')
  load()
  await until(() => searched.length > 0)
  expect([state().status, state().error, images()]).toEqual(['ready', undefined, {}])
  setRegistry('there')
  load()
  await until(hasSome)
  expect(Object.keys(images())).toEqual(['Rainbow'])
})

test('wallet images: a list with many names requests eight of them', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `Rainbow ${index}`)
  const { load, until, searched } = start(['Rainbow', ...names].map((name, index) => wallet(`w${index}`, name)))
  load()
  await until(hasSome)
  expect(searched).toHaveLength(8)
})
