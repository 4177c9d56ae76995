import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDemoWallet, type DemoWallet } from '@hawser/app-wallet/headless'
import { createLinker, type Linker } from '@hawser/core'
import { createLink, openSqliteLinkStore } from '@hawser/link'
import { createRelay } from '@hawser/relay'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createRunLogger } from '../createRunLogger.ts'

// Page, wallet, relay and backend, each by a clock of its own.

const hostUrl = 'https://app.example'
const minute = 60_000
const createWebSocket = (url: string) => new WebSocket(url) as unknown as globalThis.WebSocket

type Clocks = { readonly page: number; readonly wallet: number; readonly relay: number; readonly backend: number }

async function openHouse(minutes: Clocks, oneTap = false) {
  const clock = (name: keyof Clocks) => () => Date.now() + minutes[name] * minute
  const folder = mkdtempSync(join(tmpdir(), 'hawser-clocks-'))
  const relay = createRelay({ logger: createRunLogger(), now: clock('relay') })
  const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
  const store = await openSqliteLinkStore({ file: join(folder, 'link.sqlite') })
  const link = createLink({
    store,
    domain: 'app.example',
    uri: `${hostUrl}/`,
    hostUser: async () => ({ id: 'visitor', label: 'visitor' }),
    allowedOrigins: [hostUrl],
    now: clock('backend'),
  })
  const relayUrl = `ws://127.0.0.1:${port}`
  const wallet = createDemoWallet({
    relayUrl,
    url: 'https://wallet.example',
    createWebSocket,
    guardMs: 0,
    now: clock('wallet'),
  })
  const fetchInProcess: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const headers = new Headers(request.headers)
    headers.set('origin', hostUrl)
    const url = new URL(new URL(request.url).pathname.replace(/^\/link/, ''), hostUrl)
    const body = request.method === 'POST' ? await request.text() : null
    return link.fetch(new Request(url, { method: request.method, headers, body }))
  }
  const linker = createLinker({
    relayUrl,
    linkUrl: `${hostUrl}/link`,
    metadata: { name: 'Our App', description: '', url: hostUrl, icons: [] },
    chains: ['eip155:1'],
    platform: { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false },
    fetch: fetchInProcess,
    createWebSocket,
    now: clock('page'),
    oneTap,
  })
  onTestFinished(async () => {
    linker.stop()
    await wallet.stop()
    await relay.stop()
    await store.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  await linker.preload()
  return { linker, wallet, link }
}

function until(shown: Pick<Linker | DemoWallet, 'subscribe'>, isSo: () => boolean, seen: () => object): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!isSo()) return
      clearTimeout(bound)
      unsubscribe()
      resolve()
    }
    const bound = setTimeout(() => reject(new Error(`In vain: ${JSON.stringify(seen())}`)), 12_000)
    const unsubscribe = shown.subscribe(look)
    look()
  })
}

/** Approves, and signs where that is still to be done. */
async function answer(wallet: DemoWallet): Promise<void> {
  const screen = () => wallet.getState().screen
  const shows = (...names: string[]) => until(wallet, () => names.includes(screen().status), screen)
  await shows('proposal', 'signIn')
  if (screen().status === 'proposal') {
    wallet.send({ type: 'approveChosen' })
    await shows('request')
  }
  wallet.send({ type: 'signChosen' })
}

async function expectLinked(linker: Linker, wallet: DemoWallet): Promise<void> {
  const state = () => linker.getState()
  linker.send({ type: 'opened' })
  await until(
    linker,
    () => state().relay === 'acknowledged',
    () => [state().relay, state().flow],
  )
  wallet.send({ type: 'linkGiven', text: state().pairingUri ?? '' })
  await answer(wallet)
  await until(
    linker,
    () => state().flow.status === 'linked',
    () => state().flow,
  )
}

const corners = [-5, 5].flatMap((page) =>
  [-5, 5].flatMap((wallet) =>
    [-5, 5].flatMap((relay) =>
      [-5, 5].flatMap((backend) => [false, true].map((oneTap) => ({ page, wallet, relay, backend, oneTap }))),
    ),
  ),
)

test.each(corners)(
  'F-L14 page $page, wallet $wallet, relay $relay, backend $backend minutes off, one-tap $oneTap: linked',
  async (clocks) => {
    const { linker, wallet, link } = await openHouse(clocks, clocks.oneTap)
    await expectLinked(linker, wallet)
    expect(await link.linkedWallets('visitor')).toHaveLength(1)
  },
)

const away: readonly (Clocks & { readonly refused: 'page' | 'wallet' })[] = [
  { page: 15, wallet: 0, relay: 0, backend: 0, refused: 'page' },
  { page: -15, wallet: 0, relay: 0, backend: 0, refused: 'page' },
  { page: 0, wallet: 15, relay: 0, backend: 0, refused: 'wallet' },
  { page: 0, wallet: -15, relay: 0, backend: 0, refused: 'wallet' },
  { page: 0, wallet: 0, relay: 15, backend: 0, refused: 'page' },
  { page: 0, wallet: 0, relay: -15, backend: 0, refused: 'page' },
]

test.each(away)(
  'F-L14 page $page, wallet $wallet, relay $relay minutes off: the $refused is told of the clock',
  async (clocks) => {
    const { linker, wallet } = await openHouse(clocks)
    const state = () => linker.getState()
    linker.send({ type: 'opened' })
    if (clocks.refused === 'wallet') {
      await until(
        linker,
        () => state().relay === 'acknowledged',
        () => state().flow,
      )
      wallet.send({ type: 'linkGiven', text: state().pairingUri ?? '' })
      await until(
        wallet,
        () => /"relay_clock".*it says 20\d\d-.*, this device 20\d\d-/.test(JSON.stringify(wallet.getState())),
        () => wallet.getState().screen,
      )
    } else {
      await until(
        linker,
        () => state().flow.status === 'failed',
        () => state().flow,
      )
      expect(state().flow).toMatchObject({
        error: { code: 'relay_clock', message: expect.stringMatching(/it says 20\d\d-.*, this device 20\d\d-/) },
      })
    }
  },
)

// The backend alone says how long its challenge is good for, and it alone asks what time it is then.
test.each(
  [15, -15].flatMap((backend) => [false, true].map((oneTap) => ({ page: 0, wallet: 0, relay: 0, backend, oneTap }))),
)(
  'F-L14 backend $backend minutes off, one-tap $oneTap: linked, for its clock is compared with no other',
  async (clocks) => {
    const { linker, wallet, link } = await openHouse(clocks, clocks.oneTap)
    await expectLinked(linker, wallet)
    const [linked] = await link.linkedWallets('visitor')
    const difference = (linked?.linkedAt ?? 0) - Date.now() - clocks.backend * minute
    expect(Math.abs(difference)).toBeLessThan(minute)
  },
)
