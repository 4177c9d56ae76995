import { untilState } from '@hawser/test-kit/untilState'
import { parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import { createTimers } from '../platform/timers.fixture.ts'
import { listingOf } from '../wallets/discovery/announcement.ts'
import { android, createScriptedConnector, desktop, sessionOf, start } from './linker.fixture.ts'
import type { LinkerSettings } from './options/settings.ts'

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const accountId = `eip155:1:${address}`
const info = { uuid: 'u1', name: 'Rainbow', icon: undefined, rdns: 'me.rainbow' }
const rainbow = parseListing({
  id: 'rainbow',
  name: 'Rainbow',
  rdns: 'me.rainbow',
  mobile: { native: 'rainbow://' },
  desktop: { native: 'rainbow://' },
})

type Ask = {
  readonly method: string
  readonly answer: (value: unknown) => void
  readonly refuse: (code: number) => void
}

/** Opens a page with one extension, which answers when the test says so. */
async function open({
  isRelaySilent = false,
  ...more
}: Partial<LinkerSettings> & { readonly isRelaySilent?: boolean } = {}) {
  const timers = createTimers()
  const scope = new EventTarget()
  const asks: Ask[] = []
  const provider = {
    request: ({ method }: { readonly method: string }) =>
      new Promise((resolve, reject) => asks.push({ method, answer: resolve, refuse: (code) => reject({ code }) })),
  }
  scope.addEventListener('eip6963:requestProvider', () =>
    scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } })),
  )
  const scripted = createScriptedConnector(timers)
  const connector = isRelaySilent ? {} : { connector: scripted.connector }
  const started = await start({ timers, extensionScope: scope, ...connector, ...more })
  /** Waits for code that is fetched on demand, and for its effects. */
  const arrive = async () => {
    await Promise.all([import('../connectors/page/loadPageConnector.ts'), import('../proof/proofParts.ts')])
    await timers.settle()
  }
  return { ...started, ...scripted, asks, arrive }
}

test('T-23 no extension gets a request before the visitor selects it', async () => {
  const { linker, timers, asks, arrive } = await open()
  expect(linker.getState().installed).toEqual([])
  linker.send({ type: 'opened' })
  expect(linker.getState().installed).toEqual(['me.rainbow'])
  await timers.advance(5_000)
  linker.send({ type: 'viewShown', view: { name: 'WalletExplorer' } })
  linker.send({ type: 'closed' })
  linker.send({ type: 'opened' })
  await arrive()
  expect(asks).toEqual([])
  expect(linker.getState().flow.status).toBe('choosing')
})

test.each([desktop, android])(
  'S4 an installed wallet is asked directly on a $device, and connected',
  async (platform) => {
    const { linker, asks, arrive, opened, pairings, timers } = await open({ platform })
    linker.send({ type: 'opened' })
    linker.send({ type: 'walletChosen', listing: rainbow })
    expect(linker.getState()).toMatchObject({
      view: { name: 'ExtensionConnecting', listing: rainbow },
      canGoBack: true,
    })
    expect(opened).toEqual([])
    await arrive()
    expect(asks.map(({ method }) => method)).toEqual(['eth_requestAccounts'])
    asks[0]?.answer([address])
    await timers.settle()
    asks[1]?.answer('0x1')
    await timers.settle()
    expect(linker.getState().flow).toMatchObject({
      status: 'connected',
      connection: { kind: 'extension', walletName: 'Rainbow', rdns: 'me.rainbow' },
      choice: { listing: rainbow, via: 'extension' },
    })
    expect(pairings[0]?.isCancelled).toBe(true)
    expect(timers.open()).toBe(0)
  },
)

test('S4 an unlisted extension is its own entry, and is asked like the others', async () => {
  const { linker, asks, arrive } = await open()
  linker.send({ type: 'opened' })
  const listing = listingOf(info)
  linker.send({ type: 'walletChosen', listing })
  expect(linker.getState().view).toEqual({ name: 'ExtensionConnecting', listing })
  await arrive()
  expect(asks).toHaveLength(1)
})

test('S4 inside a wallet’s own browser with only window.ethereum, that wallet is asked', async () => {
  const asked: string[] = []
  const ethereum = { request: ({ method }: { readonly method: string }) => void asked.push(method) }
  const extensionScope = Object.assign(new EventTarget(), { ethereum })
  const { linker, arrive } = await open({ platform: android, extensionScope })
  linker.send({ type: 'opened' })
  expect(linker.getState().installed).toEqual(['injected'])
  expect(asked).toEqual([])
  const listing = listingOf({ uuid: '', name: 'Browser wallet', icon: undefined, rdns: 'injected' })
  linker.send({ type: 'walletChosen', listing })
  expect(linker.getState().view).toEqual({ name: 'ExtensionConnecting', listing })
  await arrive()
  expect(asked).toEqual(['eth_requestAccounts'])
})

test('F15a no wallet is offered before those of this browser are looked for', async () => {
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const { linker } = await open({ chains: ['eip155:1', solana] })
  linker.send({ type: 'opened' })
  expect(linker.getState()).toMatchObject({ installed: [], wallets: { shown: [], hasMore: false, isReady: false } })
  await untilState(linker, ({ wallets }) => wallets.isReady)
  expect(linker.getState().installed).toEqual(['me.rainbow'])
  expect(linker.getState().wallets.shown[0]).toMatchObject({ isInstalled: true, listing: { name: 'Rainbow' } })
})

test('S4 the code stays beneath an extension: Back shows it, and a later answer is ignored', async () => {
  const { linker, asks, arrive, pairings, timers } = await open()
  linker.send({ type: 'opened' })
  linker.send({ type: 'walletChosen', listing: rainbow })
  await arrive()
  expect(linker.getState().pairingUri).toBe('wc:topic-1@2')
  linker.send({ type: 'wentBack' })
  expect(linker.getState()).toMatchObject({
    flow: { status: 'choosing' },
    view: { name: 'ConnectWallet' },
    pairingUri: 'wc:topic-1@2',
  })
  const before = linker.getState()
  asks[0]?.answer([address])
  await timers.settle()
  expect(linker.getState()).toBe(before)
  expect(asks).toHaveLength(1)
  // After a second choice, the answer to the first request does not count for the second.
  linker.send({ type: 'walletChosen', listing: rainbow })
  await arrive()
  linker.send({ type: 'retried' })
  await arrive()
  asks[1]?.refuse(4001)
  await timers.settle()
  expect(linker.getState().flow.status).toBe('connecting')
  asks[2]?.refuse(4001)
  const { flow } = await untilState(linker, (state) => state.flow.status === 'failed')
  expect(flow).toMatchObject({ error: { kind: 'declined' } })
  expect(pairings[0]?.isCancelled).toBe(true)
})

test('S5 a declined, busy or silent extension is named; Retry asks it again, Back shows a code', async () => {
  const { linker, asks, arrive, timers } = await open()
  linker.send({ type: 'opened' })
  linker.send({ type: 'walletChosen', listing: rainbow })
  await arrive()
  asks[0]?.refuse(4001)
  await timers.settle()
  expect(linker.getState()).toMatchObject({
    flow: { status: 'failed', error: { kind: 'declined', code: 'extension_declined' } },
    view: { name: 'ExtensionConnecting' },
  })
  linker.send({ type: 'retried' })
  await arrive()
  expect(linker.getState()).toMatchObject({ flow: { status: 'connecting', via: 'extension' } })
  asks[1]?.refuse(-32002)
  await timers.settle()
  expect(linker.getState().flow).toMatchObject({ status: 'failed', error: { code: 'extension_busy' } })
  linker.send({ type: 'retried' })
  await arrive()
  expect(asks).toHaveLength(3)
  await timers.advance(300_000)
  expect(linker.getState().flow).toMatchObject({
    status: 'failed',
    error: { kind: 'expired', code: 'extension_silent' },
  })
  linker.send({ type: 'wentBack' })
  expect(linker.getState()).toMatchObject({ flow: { status: 'choosing' }, codeSecondsLeft: 270 })
})

test('V2 from an extension to its code and back', async () => {
  const { linker, asks, arrive } = await open()
  linker.send({ type: 'opened' })
  linker.send({ type: 'walletChosen', listing: rainbow })
  await arrive()
  linker.send({ type: 'platformChosen', via: 'qrcode' })
  expect(linker.getState()).toMatchObject({ view: { name: 'MobileQrcodeConnecting' }, pairingUri: 'wc:topic-1@2' })
  linker.send({ type: 'platformChosen', via: 'extension' })
  await arrive()
  expect(linker.getState().view.name).toBe('ExtensionConnecting')
  expect(asks).toHaveLength(2)
})

test('a visitor who scans the code while an extension is asked is connected', async () => {
  const { linker, asks, arrive, pairings, timers } = await open()
  linker.send({ type: 'opened' })
  linker.send({ type: 'walletChosen', listing: rainbow })
  await arrive()
  pairings[0]?.approve({ session: sessionOf('topic-1'), accountId: 'eip155:1:0xabc' })
  await timers.settle()
  const { flow } = linker.getState()
  expect(flow).toMatchObject({ status: 'connected', connection: { kind: 'session' } })
  asks[0]?.answer([address])
  await timers.settle()
  expect(linker.getState().flow).toBe(flow)
})

test('T-66 a silent relay does not end an extension’s request, and Back makes a new code', async () => {
  const { linker, asks, arrive, timers } = await open({ isRelaySilent: true })
  linker.send({ type: 'opened' })
  linker.send({ type: 'walletChosen', listing: rainbow })
  await arrive()
  await timers.advance(8_000)
  expect(linker.getState()).toMatchObject({ flow: { status: 'connecting' }, pairingUri: undefined })
  linker.send({ type: 'wentBack' })
  // The key of the code is made ahead, outside the event loop.
  await expect.poll(() => linker.getState().pairingUri).toMatch(/^wc:/)
  linker.send({ type: 'walletChosen', listing: rainbow })
  await arrive()
  asks[1]?.answer([address])
  await timers.settle()
  asks[2]?.answer('0x1')
  await timers.settle()
  expect(linker.getState().flow.status).toBe('connected')
})

test('an extension proves its account with personal_sign, and is remembered', async () => {
  const stored = new Map<string, string>()
  const requests: unknown[] = []
  const wallet = { id: 'w1', accountId, walletName: 'Rainbow', linkedAt: 1 }
  const { linker, asks, arrive, timers, ended } = await open({
    linkUrl: 'https://app.example/link',
    storage: {
      get: (key) => stored.get(key),
      set: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
    },
    fetch: async (_, init) => {
      const body = JSON.parse(String(init?.body))
      requests.push(body)
      return 'signature' in body
        ? Response.json(wallet, { status: 201 })
        : Response.json({ challengeId: 'c'.repeat(43), message: 'sign me', expiresAt: timers.now() + 300_000 })
    },
  })
  linker.send({ type: 'opened' })
  linker.send({ type: 'walletChosen', listing: rainbow })
  await arrive()
  asks[0]?.answer([address])
  await timers.settle()
  asks[1]?.answer('0x1')
  await expect.poll(() => asks.length).toBe(3)
  expect(linker.getState().flow).toMatchObject({ status: 'proving', step: 'signature' })
  expect(asks[2]?.method).toBe('personal_sign')
  asks[2]?.answer(`0x${'11'.repeat(65)}`)
  await expect.poll(() => linker.getState().flow.status).toBe('linked')
  expect(requests[0]).toEqual({ purpose: 'link', accountId, walletName: 'Rainbow' })
  expect(ended).toEqual([])
  expect([...stored.keys()]).toEqual(['hawser.recentWallet'])
  expect(JSON.parse(stored.get('hawser.recentWallet') ?? '')).toMatchObject({ id: 'rainbow' })
})

test('stops what it starts: after stop it hears no announcement and leaves no timer', async () => {
  const { linker, arrive, timers } = await open()
  linker.send({ type: 'opened' })
  linker.send({ type: 'walletChosen', listing: rainbow })
  await arrive()
  expect(timers.open()).toBeGreaterThan(0)
  linker.stop()
  await timers.settle()
  expect(timers.open()).toBe(0)
})

test('a page without Ethereum chains offers no extension', async () => {
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const { linker } = await open({ chains: [solana] })
  linker.send({ type: 'opened' })
  expect(linker.getState().installed).toEqual([])
  const both = await open({ chains: [solana, 'eip155:1'] })
  both.linker.send({ type: 'opened' })
  // This waits for the code that finds wallets of Solana: a wallet is shown with all its networks.
  await expect.poll(() => both.linker.getState().installed).toEqual(['me.rainbow'])
})
