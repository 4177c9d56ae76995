import { createLinker, type LinkToOpen, type RelayLinkerOptions, type Session } from '@hawser/core'
import { createProvider } from '@hawser/core/provider'
import { createStorageArea } from '@hawser/test-kit/createStorageArea'
import { type Groups, mergeGroups } from '@hawser/test-kit/mergeGroups'
import type { Namespaces } from '@hawser/wire'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestClients } from '../../packages/sign/src/testing/testClients.fixture.ts'

// Requests on a phone, over real sessions: which wallet each request brings to the front.

const address = '0x1111111111111111111111111111111111111111'
const rpcUrls = { 'eip155:1': 'https://one.example' } as const
const signing = { method: 'personal_sign', params: ['0x41', address] }
const namespaces: Namespaces = {
  eip155: { chains: ['eip155:1'], accounts: [`eip155:1:${address}`], methods: ['personal_sign'], events: [] },
}
const wallets = [
  { id: 'quay', name: 'Quay', links: { native: 'quay://' } },
  { id: 'wallet', name: 'Test Wallet', links: { native: 'tested://' } },
]
const phone = { device: 'phone', isAndroid: true, isIos: false, isTelegram: false } as const

let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

function start(more: Groups<RelayLinkerOptions> = {}) {
  const opened: LinkToOpen[] = []
  const linker = createLinker(
    mergeGroups<RelayLinkerOptions>(
      {
        relay: { url: 'wss://relay.example' },
        metadata: { name: 'App', description: '', url: 'https://app.example', icons: [] },
        chains: ['eip155:1'],
        session: { keep: true },
        world: {
          platform: phone,
          createWebSocket: house.relay.createWebSocket,
          now: house.clock.now,
          openLink: (link) => opened.push(link),
          isPressed: () => true,
        },
        modal: { mobileWallets: wallets },
      },
      more,
    ),
  )
  onTestFinished(linker.stop)
  return { linker, opened }
}

/** Links with the wallet of that id, reached in the given way, and then closes the flow. Returns the session. */
async function link(
  { linker, opened }: ReturnType<typeof start>,
  id: string,
  how: 'tapped' | 'scanned',
): Promise<Session> {
  linker.open()
  await expect.poll(() => linker.getState().pairingUri).toBeDefined()
  const { pairingUri = '', wallets: lists } = linker.getState()
  await expect.poll(() => linker.getState().wallets.isReady).toBe(true)
  const listing = linker.getState().wallets.shown.find((entry) => entry.listing.id === id)?.listing
  if (listing === undefined) throw new Error(`${id} is not shown: ${lists.shown.length}`)
  linker.chooseWallet(listing)
  if (how === 'scanned') linker.goBack()
  await expect.poll(() => opened.length).toBeGreaterThan(0)
  opened.length = 0
  const proposal = await house.wallet.pair({ pairingUri })
  await house.wallet.approve({ proposalId: proposal.id, namespaces })
  await expect.poll(() => linker.getState().flow.status).toBe('connected')
  const { flow } = linker.getState()
  linker.close()
  if (flow.status !== 'connected' || flow.connection.kind !== 'session') throw new Error('There is no session.')
  return flow.connection.session
}

function answerAll(): void {
  house.wallet.on('sessionRequest', async ({ id, topic }) => {
    // A person takes time to read.
    await new Promise((resolve) => setTimeout(resolve, 5))
    await house.wallet.respond({ topic, requestId: id, response: { result: '0x11' } })
  })
}

test('complaint 11: a request on a phone brings the wallet of its session to the front, once', async () => {
  answerAll()
  const started = start()
  const { linker, opened } = started
  const session = await link(started, 'wallet', 'tapped')
  const provider = createProvider({ linker, rpcUrls })
  onTestFinished(provider.stop)
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
  expect(opened).toEqual([])
  const asked: string[] = []
  house.wallet.on('sessionRequest', ({ topic }) => asked.push(topic))
  await provider.request(signing)
  await expect.poll(() => opened).toEqual([{ href: 'tested://', target: '_self' }])
  expect(asked).toEqual([session.topic])
  // A read needs no wallet, and a request refused here reaches no wallet.
  await provider.request({ method: 'eth_chainId' })
  await expect(provider.request({ ...signing, params: ['0x41', `0x${'2'.repeat(40)}`] })).rejects.toThrow()
  await expect(provider.request({ method: 'eth_sendTransaction', params: [{ from: address }] })).rejects.toThrow()
  // Any opening for those requests would have happened before the next one.
  await provider.request(signing)
  await expect.poll(() => opened.length).toBeGreaterThan(1)
  expect(opened).toHaveLength(2)
})

test('T-16 sends a request without a press too, and opens no wallet', async () => {
  answerAll()
  const started = start({
    world: { isPressed: () => false },
  })
  const { linker, opened } = started
  await link(started, 'wallet', 'tapped')
  const provider = createProvider({ linker, rpcUrls })
  onTestFinished(provider.stop)
  expect(await provider.request(signing)).toBe('0x11')
  expect(await provider.request(signing)).toBe('0x11')
  expect(opened).toEqual([])
})

test('complaint 12: a scan by another person’s phone opens nothing on this one', async () => {
  answerAll()
  const started = start()
  const session = await link(started, 'wallet', 'scanned')
  const client = await started.linker.client()
  if (client === undefined) throw new Error('There is no client.')
  const provider = createProvider({ client, session, openWallet: started.linker.openWallet, rpcUrls })
  onTestFinished(provider.stop)
  await provider.request(signing)
  expect(started.opened).toEqual([])
})

test('complaint 11: of two sessions only the one whose own wallet was tapped opens one', async () => {
  answerAll()
  const started = start()
  const { linker, opened } = started
  const first = await link(started, 'wallet', 'tapped')
  const second = await link(started, 'quay', 'tapped')
  const client = await linker.client()
  if (client === undefined) throw new Error('There is no client.')
  const providers = [first, second].map((session) =>
    createProvider({ client, session, openWallet: linker.openWallet, rpcUrls }),
  )
  for (const provider of providers) onTestFinished(provider.stop)
  for (const provider of providers) await provider.request(signing)
  // The visitor tapped Quay, but the other wallet answered, and that wallet names no way back to itself.
  await expect.poll(() => opened.map(({ href }) => href)).toEqual(['tested://'])
})

test('a linker lists its live sessions, revokes them, and names one that the wallet ended', async () => {
  const started = start({
    world: { platform: { ...phone, device: 'desktop' } },
  })
  const { linker } = started
  linker.loadSessions()
  expect(linker.getState().keptSessions).toEqual({ status: 'loading', sessions: [], ended: [] })
  await expect.poll(() => linker.getState().keptSessions?.status).toBe('ready')
  const topics: string[] = []
  const sessions = () => linker.getState().keptSessions?.sessions.map(({ topic }) => topic)
  for (const count of [1, 2, 3]) {
    linker.open()
    await expect.poll(() => linker.getState().pairingUri).toBeDefined()
    const proposal = await house.wallet.pair({ pairingUri: linker.getState().pairingUri ?? '' })
    const approved = await house.wallet.approve({ proposalId: proposal.id, namespaces })
    topics.unshift(approved.session.topic)
    await expect.poll(() => sessions()?.length).toBe(count)
    linker.close()
  }
  expect(sessions()).toEqual(topics)
  expect(linker.getState().keptSessions?.sessions[0]).toMatchObject({
    walletName: 'Test',
    chains: ['eip155:1'],
    methods: ['personal_sign'],
    isRestored: false,
  })
  const [newest = '', middle = '', oldest = ''] = topics
  await house.wallet.disconnect({ topic: middle })
  await expect.poll(sessions).toEqual([newest, oldest])
  expect(linker.getState().keptSessions?.ended).toMatchObject([{ topic: middle, cause: 'wallet' }])
  linker.dismissEndedSessions()
  expect(linker.getState().keptSessions?.ended).toEqual([])
  linker.revokeSession(newest)
  await expect.poll(sessions).toEqual([oldest])
  await expect.poll(() => house.wallet.sessions().map(({ topic }) => topic)).toEqual([oldest])
  linker.revokeAllSessions()
  await expect.poll(sessions).toEqual([])
  await expect.poll(() => house.wallet.sessions()).toEqual([])
  expect(linker.getState().keptSessions?.ended).toEqual([])
})

test('complaint 13: keeps a session that the wallet ended without a page until it is shown', async () => {
  const kept = new Map<string, string>()
  Object.defineProperty(globalThis, 'localStorage', { value: createStorageArea(kept), configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'localStorage'))
  const first = start()
  const { topic } = await link(first, 'wallet', 'tapped')
  await expect.poll(() => kept.get('hawser.sessions')).toContain(topic)
  await expect.poll(() => kept.has(`hawser:sign:sessions:${topic}`)).toBe(true)
  first.linker.stop()
  await house.wallet.disconnect({ topic })

  // This page shows no sessions: it creates the client for another reason.
  const second = start({
    world: { platform: { ...phone, device: 'desktop' } },
  })
  const client = await second.linker.client()
  await client?.ready()
  await expect.poll(() => kept.get('hawser.sessions')).toContain('"cause":"wallet"')
  expect(kept.get('hawser.sessions')).not.toContain('"via"')
  second.linker.stop()

  const third = start()
  third.linker.loadSessions()
  await expect.poll(() => third.linker.getState().keptSessions?.status).toBe('ready')
  expect(third.linker.getState().keptSessions).toMatchObject({ sessions: [], ended: [{ topic, walletName: 'Test' }] })
})
