import { join } from 'node:path'
import { createDemoWallet, type DemoWallet } from '@hawser/app-wallet/headless'
import { createLinker, type Linker, type LinkToOpen, type RelayLinkerOptions } from '@hawser/core'
import { createLink, type Link, openSqliteLinkStore } from '@hawser/link'
import { createRegistry, createUnsignedBundle, loadListings } from '@hawser/registry'
import { createMemoryMailbox, createRelay, type Relay } from '@hawser/relay'
import { createMemoryStorage, type Storage } from '@hawser/sign'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { type CutProxy, startCutProxy } from '@hawser/test-kit/cutProxy'
import { type Groups, mergeGroups } from '@hawser/test-kit/mergeGroups'
import { isNight } from '@hawser/test-kit/night'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { untilFlow, untilScreen, untilState } from '@hawser/test-kit/untilState'
import type { IrnPublish } from '@hawser/wire'
import { hexToBytes } from '@noble/hashes/utils.js'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createEthereumAccount } from '../../apps/wallet/src/page/accounts/ethereumAccount.ts'
import { unlimited } from '../../packages/link/src/options/unlimited.fixture.ts'

// The whole system in one process, without a browser: our dapp, relay, wallet and registry, and our link API over a SQLite
// file.

const hostUrl = 'https://app.example'
/** The public phrase of development nodes, with the key and the address of its first account. */
const phrase = `${'test '.repeat(11)}junk`
const secretKey = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const desktop = { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false } as const
const android = { ...desktop, device: 'phone', isAndroid: true } as const

let relay: Relay
/** Everything published to the relay. */
let published: IrnPublish[]
let relayPort: number
let proxy: CutProxy
let wallet: DemoWallet
let link: Link
let stopStore: () => Promise<void>
let folder: string
/** The linker's requests, as method and path. */
let requests: string[]
let opened: LinkToOpen[]
let host: { user: string | undefined; isRegistryDown: boolean; isLinkDown: boolean }

beforeEach(async () => {
  folder = temporaryFolder()
  published = []
  // For each closed page, the wallet's last answer waits in the mailbox for a day: more than the thousand messages that one
  // client is allowed.
  const mailbox = createMemoryMailbox({ limits: { clientMessages: 2_000 } })
  relay = createRelay({
    logger: createRunLogger(),
    mailbox: {
      ...mailbox,
      put(publisherId, publishes) {
        published.push(...publishes)
        return mailbox.put(publisherId, publishes)
      },
    },
  })
  relayPort = (await relay.listen({ port: 0, host: '127.0.0.1' })).port
  proxy = await startCutProxy(relayPort)
  requests = []
  opened = []
  host = { user: 'visitor-1', isRegistryDown: false, isLinkDown: false }
  const store = await openSqliteLinkStore({ file: join(folder, 'link.sqlite') })
  stopStore = () => store.stop()
  link = createLink({
    store,
    rateLimits: unlimited,
    domain: 'app.example',
    uri: `${hostUrl}/`,
    hostUser: async () => (host.user === undefined ? undefined : { id: host.user, label: host.user }),
    allowedOrigins: [hostUrl],
  })
  wallet = openWallet(await storageWith(JSON.stringify([{ phrase, index: 0, isImported: true, number: 1 }])))
  await untilScreen(wallet, 'home')
})

afterEach(async () => {
  await wallet.stop()
  await proxy.stop()
  await relay.stop()
  await stopStore()
})

async function storageWith(accounts: string): Promise<Storage> {
  const storage = createMemoryStorage()
  await storage.set('test-account', accounts)
  return storage
}

function openWallet(storage: Storage): DemoWallet {
  return createDemoWallet({
    relayUrl: `ws://127.0.0.1:${relayPort}`,
    url: 'https://wallet.example',
    storage,
    createWebSocket,
    guardMs: 0,
  })
}

/** A browser's network: the registry and the link API answer in this process; everything else is refused. */
const fetchInProcess: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  const { pathname, origin } = new URL(request.url)
  requests.push(`${request.method} ${pathname}`)
  if (origin === 'https://registry.example') {
    if (host.isRegistryDown) throw new TypeError('Failed to fetch')
    return createRegistry({ bundle: createUnsignedBundle(loadListings()) }).fetch(request)
  }
  if (host.isLinkDown) throw new TypeError('Failed to fetch')
  const headers = new Headers(request.headers)
  // A browser names the page's origin with every POST.
  headers.set('origin', origin)
  const url = new URL(pathname.replace(/^\/link/, ''), origin)
  const body = request.method === 'POST' ? await request.text() : null
  return link.fetch(new Request(url, { method: request.method, headers, body }))
}

/** Opens a linker whose code has loaded, as on a page that has been idle. */
async function openLinker(more: Groups<RelayLinkerOptions> = {}): Promise<Linker> {
  const linker = createLinker(
    mergeGroups<RelayLinkerOptions>(
      {
        relay: { url: proxy.url, reach: 'network' },
        registry: { url: 'https://registry.example' },
        link: { url: `${hostUrl}/link` },
        metadata: { name: 'Our App', description: '', url: hostUrl, icons: [] },
        chains: ['eip155:1'],
        world: {
          platform: desktop,
          fetch: fetchInProcess,
          createWebSocket,
          openLink: (target) => opened.push(target),
          copyText: async () => {},
        },
      },
      more,
    ),
  )
  onTestFinished(() => linker.stop())
  await linker.preload()
  return linker
}

/** Returns the code once it is shown. By then the link API has said that the visitor is signed in. */
async function shownUri(linker: Linker): Promise<string> {
  const { pairingUri = '' } = await untilState(linker, (state) => state.pairingUri !== undefined)
  return pairingUri
}

async function scan(linker: Linker): Promise<void> {
  const pairingUri = await shownUri(linker)
  wallet.send({ type: 'linkGiven', text: pairingUri })
  await untilScreen(wallet, 'proposal')
}

async function approve(linker: Linker): Promise<void> {
  await scan(linker)
  wallet.send({ type: 'acceptChosen' })
}

async function sign(): Promise<string | undefined> {
  const { request } = await untilScreen(wallet, 'request')
  wallet.send({ type: 'acceptChosen' })
  return request.text
}

/** Approves and signs in the wallet. Resolves to the linked wallet. */
async function linkWallet(linker: Linker) {
  await approve(linker)
  await sign()
  return (await untilFlow(linker, 'linked')).wallet
}

/** Brings the wallet back to its first screen. */
async function dismissDone(): Promise<void> {
  await untilScreen(wallet, 'done')
  wallet.send({ type: 'dismissed' })
}

test('T-32 a visitor links a wallet: whole text signed, row stored, session ended on both sides', async () => {
  const linker = await openLinker()
  expect(requests).toEqual([])
  expect(proxy.connections()).toBe(0)

  linker.open()
  // The code is shown before the relay has answered.
  const { flow } = linker.getState()
  expect(flow).toMatchObject({ status: 'choosing', pairing: { relay: 'waiting', pairingUri: expect.any(String) } })
  expect(await shownUri(linker)).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  expect(linker.getState().view).toEqual({ name: 'ConnectWallet' })
  const { wallets } = await untilState(linker, (state) => state.wallets.isReady)
  expect(wallets).toMatchObject({ shown: { length: 3 }, hasMore: true })
  await untilState(linker, ({ relay }) => relay === 'acknowledged')

  await scan(linker)
  const { proposal } = await untilScreen(wallet, 'proposal')
  expect(proposal.requiredNamespaces).toEqual({})
  expect(Object.values(proposal.optionalNamespaces).flatMap(({ methods }) => methods)).toEqual(['personal_sign'])
  wallet.send({ type: 'acceptChosen' })
  const text = await sign()
  expect(text).toContain('app.example wants you to sign in with your Ethereum account:')
  expect(text).toContain("Link this wallet to the account 'visitor-1' on app.example.")
  const { wallet: linked } = await untilFlow(linker, 'linked')
  expect(linked).toMatchObject({ accountId: `eip155:1:${address}` })
  expect(await link.linkedWallets('visitor-1')).toEqual([linked])
  // A link needs no session, so the page ends the session, and the wallet learns it.
  await untilState(linker, ({ pairingHistory }) => pairingHistory.at(-1)?.stage === 'deleted')
  await expect.poll(() => wallet.getState().sessions).toEqual([])
  expect(requests.filter((request) => request.startsWith('POST'))).toEqual([
    'POST /link/challenges',
    'POST /link/proofs',
  ])
  expect(opened).toEqual([])
})

test('P6 of a whole link the relay is given topics, tags and sealed envelopes, nothing more', async () => {
  const linker = await openLinker()
  linker.open()
  const uri = await shownUri(linker)
  const symKey = /symKey=([0-9a-f]{64})/.exec(uri)?.[1] ?? ''
  expect(symKey).toHaveLength(64)
  await approve(linker)
  const text = await sign()
  await untilFlow(linker, 'linked')
  await untilState(linker, ({ pairingHistory }) => pairingHistory.at(-1)?.stage === 'deleted')
  expect(published.length).toBeGreaterThanOrEqual(5)
  const secrets = [symKey, 'Our App', 'wc_session', 'personal_sign', address.slice(2), text ?? '']
  for (const { message } of published) {
    const bytes = Buffer.from(message, 'base64')
    for (const secret of secrets) {
      const forms = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]
      for (const form of forms) expect(message.toLowerCase()).not.toContain(form.toLowerCase())
      expect(bytes.includes(secret)).toBe(false)
    }
    expect(bytes.includes(Buffer.from(symKey, 'hex'))).toBe(false)
  }
  expect(new Set(published.flatMap((publish) => Object.keys(publish)))).toEqual(
    new Set(['topic', 'message', 'ttlSeconds', 'tag', 'prompt', 'attestation']),
  )
})

test('S7 the pairing’s session appears as proposed, settled and deleted', async () => {
  const linker = await openLinker()
  const stages: (string | undefined)[] = []
  linker.subscribe(() => {
    const stage = linker.getState().pairingHistory.at(-1)?.stage
    if (stage !== stages.at(-1)) stages.push(stage)
  })
  linker.open()
  await linkWallet(linker)
  await untilState(linker, ({ pairingHistory }) => pairingHistory.at(-1)?.stage === 'deleted')
  expect(stages).toEqual(['proposed', 'settled', 'deleted'])
})

/** Creates a browser with one extension, which announces its wallet (EIP-6963) and approves every request. */
function createExtension(refusals: number[] = []) {
  const account = createEthereumAccount(hexToBytes(secretKey))
  const asked: string[] = []
  const scope = new EventTarget()
  const provider = {
    async request({ method, params }: { readonly method: string; readonly params?: readonly unknown[] }) {
      asked.push(method)
      const code = refusals.shift()
      if (code !== undefined) throw Object.assign(new Error('refused'), { code })
      if (method === 'eth_requestAccounts') return [account.address]
      if (method === 'eth_chainId') return '0x1'
      if (method !== 'personal_sign') throw new Error('unexpected')
      return account.signPersonalMessage(hexToBytes(String(params?.[0]).slice(2)))
    },
  }
  const info = { uuid: '1', name: 'Harbour', icon: 'data:image/svg+xml,x', rdns: 'example.harbour' }
  scope.addEventListener('eip6963:requestProvider', () =>
    scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } })),
  )
  return { scope, asked }
}

async function installedWallet(linker: Linker) {
  const { wallets } = await untilState(linker, (state) => state.wallets.shown.some(({ isInstalled }) => isInstalled))
  const entry = wallets.shown.find(({ isInstalled }) => isInstalled)
  if (entry === undefined) throw new Error('There is no installed wallet.')
  return entry
}

test('S4 an announced extension is asked and linked, with the relay away', async () => {
  const { scope, asked } = createExtension([4001])
  const linker = await openLinker({ world: { extensionScope: scope } })
  proxy.block()
  linker.open()
  const entry = await installedWallet(linker)
  expect(entry).toMatchObject({ rdns: 'example.harbour', listing: { name: 'Harbour' } })
  expect(asked).toEqual([])
  linker.chooseWallet(entry.listing)
  expect(linker.getState().view.name).toBe('ExtensionConnecting')
  expect((await untilFlow(linker, 'failed')).error).toMatchObject({ kind: 'declined', code: 'extension_declined' })
  linker.retry()
  const { wallet: linked } = await untilFlow(linker, 'linked')
  expect(linked).toMatchObject({ accountId: `eip155:1:${address}`, walletName: 'Harbour' })
  expect(await link.linkedWallets('visitor-1')).toMatchObject([{ accountId: `eip155:1:${address}` }])
  expect(asked).toEqual(['eth_requestAccounts', 'eth_requestAccounts', 'eth_chainId', 'personal_sign'])
})

test('S4 beneath an extension the code is valid: another wallet scans it and is linked', async () => {
  const { scope } = createExtension([-32002])
  const linker = await openLinker({ world: { extensionScope: scope } })
  linker.open()
  linker.chooseWallet((await installedWallet(linker)).listing)
  expect((await untilFlow(linker, 'failed')).error.code).toBe('extension_busy')
  linker.goBack()
  expect((await linkWallet(linker)).walletName).toBe('Hawser Demo Wallet')
})

test('living QR: the previous code, scanned just before renewal, is linked', async () => {
  const linker = await openLinker()
  linker.open()
  await scan(linker)
  const first = linker.getState().pairingUri
  linker.renewCode()
  const { pairingUri } = await untilState(linker, ({ relay: answer }) => answer === 'acknowledged')
  expect(pairingUri).not.toBe(first)
  wallet.send({ type: 'acceptChosen' })
  await sign()
  await untilFlow(linker, 'linked')
  expect(await link.linkedWallets('visitor-1')).toHaveLength(1)
})

const links = isNight ? 1_000 : 5

test(`T-69 after ${links} links, each from another wallet, our storage is as small as after one`, {
  timeout: 30_000 + links * 1_000,
}, async () => {
  const kept = new Map<string, string>()
  const storage = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  }
  let largest = 0
  for (let index = 0; index < links; index += 1) {
    const linker = await openLinker({ world: { storage, platform: android } })
    linker.open()
    const { wallets } = await untilState(linker, (state) => state.wallets.isReady && state.wallets.shown.length > 0)
    const entry = wallets.shown[index % wallets.shown.length]
    if (entry === undefined) throw new Error('There is no wallet.')
    linker.chooseWallet(entry.listing)
    await linkWallet(linker)
    await linker.stop()
    await dismissDone()
    const size = [...kept].reduce((sum, [key, value]) => sum + key.length + value.length, 0)
    largest = Math.max(largest, size)
  }
  console.log(`storage after ${links} links: at most ${largest} characters (promised: 64 kB)`)
  expect(kept.size).toBeGreaterThan(0)
  expect(largest).toBeLessThan(256)
})

test('keepSession: the session outlives the link', async () => {
  const linker = await openLinker({ session: { keep: true } })
  linker.open()
  await linkWallet(linker)
  linker.close()
  expect(linker.getState().pairingHistory.at(-1)?.stage).toBe('settled')
})

test('without a link API the flow ends at connected, and nothing is signed', async () => {
  const linker = createLinker({
    relay: { url: proxy.url },
    metadata: { name: 'Our App', description: '', url: hostUrl, icons: [] },
    chains: ['eip155:1'],
    world: { platform: desktop, fetch: fetchInProcess, createWebSocket },
  })
  onTestFinished(() => linker.stop())
  await linker.preload()
  linker.open()
  await approve(linker)
  const { connection } = await untilFlow(linker, 'connected')
  const session = connection.kind === 'session' ? connection.session : undefined
  expect(session?.namespaces.eip155?.accounts).toEqual([`eip155:1:${address}`])
  expect(requests).toEqual([])
})

test('requests the linked wallets when needed; they grow by a link, and shrink by unlinking', async () => {
  const linker = await openLinker()
  expect(linker.getState().linkedWallets.status).toBe('idle')
  linker.loadLinkedWallets()
  await untilState(linker, ({ linkedWallets }) => linkedWallets.status === 'ready')
  expect(proxy.connections()).toBe(0)
  linker.open()
  const linked = await linkWallet(linker)
  expect(linker.getState().linkedWallets.wallets).toEqual([linked])
  linker.unlink(linked.id)
  await untilState(linker, ({ linkedWallets }) => linkedWallets.wallets.length === 0)
  expect(await link.linkedWallets('visitor-1')).toEqual([])
})

test('S5 the wallet rejects: declined, and another code that works takes its place', async () => {
  const linker = await openLinker()
  linker.open()
  const first = await shownUri(linker)
  await scan(linker)
  wallet.send({ type: 'refuseChosen' })
  await untilState(linker, ({ flow }) => flow.status === 'choosing' && flow.pairing?.replaces === 'declined')
  expect(linker.getState().pairingUri).toBeDefined()
  expect(linker.getState().pairingUri).not.toBe(first)
  await dismissDone()
  await linkWallet(linker)
})

test('S5 the wallet refuses to sign: declined, and Retry asks for another text', async () => {
  const linker = await openLinker()
  linker.open()
  await approve(linker)
  const { request } = await untilScreen(wallet, 'request')
  wallet.send({ type: 'refuseChosen' })
  const { error, retry } = await untilFlow(linker, 'failed')
  expect(error).toMatchObject({ kind: 'declined', code: 'request_rejected' })
  expect(retry.step).toBe('proof')
  expect(await link.linkedWallets('visitor-1')).toEqual([])

  await dismissDone()
  linker.retry()
  const again = await sign()
  expect(again).not.toBe(request.text)
  await untilFlow(linker, 'linked')
})

test('the link API refuses: shows its own code, and a signed-in visitor may retry', async () => {
  const linker = await openLinker()
  linker.open()
  // The visitor signs out while the wallet is working. Before the code is shown, a message would have replaced the code.
  await untilState(linker, ({ isCodeHeld }) => isCodeHeld === false)
  host.user = undefined
  await approve(linker)
  expect((await untilFlow(linker, 'failed')).error).toMatchObject({ kind: 'linkRefused', code: 'not_signed_in' })
  host.user = 'visitor-1'
  linker.retry()
  await sign()
  await untilFlow(linker, 'linked')
})

test('a signed-out visitor reads so before a code is shown, and continues once signed in', async () => {
  const linker = await openLinker()
  host.user = undefined
  linker.open()
  const { error } = await untilFlow(linker, 'failed')
  expect(error).toMatchObject({ kind: 'linkRefused', code: 'sign_in_needed' })
  expect(linker.getState().pairingUri).toBeUndefined()
  host.user = 'visitor-1'
  linker.retry()
  await linkWallet(linker)
})

test('the link API is down: a coded failure, Retry when it is back', async () => {
  const linker = await openLinker()
  host.isLinkDown = true
  linker.open()
  await approve(linker)
  expect((await untilFlow(linker, 'failed')).error).toMatchObject({ kind: 'linkRefused', code: 'link_unavailable' })
  host.isLinkDown = false
  linker.retry()
  await sign()
  await untilFlow(linker, 'linked')
})

test('a wallet of another user: refused, without naming its owner', async () => {
  const first = await openLinker()
  first.open()
  await linkWallet(first)
  await dismissDone()

  host.user = 'visitor-2'
  const second = await openLinker()
  second.open()
  await approve(second)
  await sign()
  const { error, retry } = await untilFlow(second, 'failed')
  expect(error).toMatchObject({ kind: 'linkRefused', code: 'wallet_already_linked' })
  expect(error.message).not.toContain('visitor-1')
  expect(retry.step).toBe('pairing')
})

test('closing while the wallet is asked to sign: the session is ended and nothing is linked', async () => {
  const linker = await openLinker()
  linker.open()
  await approve(linker)
  await untilScreen(wallet, 'request')
  linker.close()
  expect(linker.getState().flow.status).toBe('closed')
  await untilState(linker, ({ pairingHistory }) => pairingHistory.at(-1)?.stage === 'deleted')
  expect(await link.linkedWallets('visitor-1')).toEqual([])
})

test('the wallet ends the session instead of signing: a failure with a fresh pairing', async () => {
  const linker = await openLinker()
  linker.open()
  await approve(linker)
  const { connection } = await untilFlow(linker, 'proving')
  await untilScreen(wallet, 'request')
  wallet.send({ type: 'disconnectChosen', topic: connection.id })
  const { error, retry } = await untilFlow(linker, 'failed')
  expect(error.kind).toBe('sessionEnded')
  expect(retry).toEqual({ step: 'pairing' })
})

test('closing cancels the pairing: its code opens nothing, and opening makes another', async () => {
  const linker = await openLinker()
  linker.open()
  const first = await shownUri(linker)
  await untilState(linker, ({ relay }) => relay === 'acknowledged')
  linker.close()
  expect(linker.getState().pairingUri).toBeUndefined()
  linker.open()
  expect(await shownUri(linker)).not.toBe(first)
  await linkWallet(linker)
})

test('on a phone the chosen wallet opens within the tap, and links by that link', async () => {
  const linker = await openLinker({ world: { platform: android } })
  linker.open()
  const listing = linker.getState().wallets.shown[0]?.listing
  if (listing === undefined) throw new Error('There is no wallet to choose.')
  linker.chooseWallet(listing)
  expect(linker.getState().view).toMatchObject({ name: 'MobileConnecting', listing: { id: listing.id } })
  const uri = await shownUri(linker)
  expect(opened).toEqual([{ href: `${listing.mobile.native}wc?uri=${encodeURIComponent(uri)}`, target: '_self' }])

  wallet.send({ type: 'linkGiven', text: opened[0]?.href ?? '' })
  await untilScreen(wallet, 'proposal')
  wallet.send({ type: 'acceptChosen' })
  await sign()
  expect((await untilFlow(linker, 'linked')).choice?.listing.id).toBe(listing.id)
  // D3: the wallet comes first on the next opening.
  expect(linker.getState().wallets.shown[0]).toMatchObject({ isRecent: true, listing: { id: listing.id } })
})

test('the registry fills the explorer; without it the built-in wallets stay and a toast says why', async () => {
  const linker = await openLinker()
  linker.open()
  linker.showView({ name: 'WalletExplorer' })
  const full = await untilState(linker, ({ explorer }) => explorer.status === 'ready')
  expect(full.explorer.entries.length).toBeGreaterThan(40)
  expect(full.explorer.isLastPage).toBe(false)
  linker.loadMoreWallets()
  const all = await untilState(linker, ({ explorer }) => explorer.isLastPage)
  // The page requests Ethereum accounts.
  const listed = loadListings().filter(({ chains }) => chains.some((chain) => /^eip155/.test(chain)))
  expect(all.explorer.entries.length).toBe(listed.length)
  expect(new Set(all.explorer.entries.map(({ listing }) => listing.id)).size).toBe(all.explorer.entries.length)
  linker.close()

  host.isRegistryDown = true
  const offline = await openLinker()
  offline.open()
  const { toast, wallets } = await untilState(offline, (state) => state.toast !== undefined)
  expect(toast).toMatchObject({ kind: 'error', text: 'The list of wallets could not be loaded.' })
  expect(wallets.shown).toHaveLength(3)
  offline.showView({ name: 'WalletExplorer' })
  const { explorer } = await untilState(offline, (state) => state.explorer.status === 'failed')
  expect(explorer.entries.length).toBeGreaterThanOrEqual(9)
})

/** The first code is shown before the flow is fetched (ADR 0088). Until the flow runs, nothing waits for a relay. */
async function untilFlowRuns(linker: Linker, clock: ReturnType<typeof createClock>): Promise<void> {
  while (!linker.getState().wallets.isReady) await clock.advance(0)
}

test('T-65 the relay is down at open: slow, then an error with Retry, never a dead code', async () => {
  const clock = createClock()
  proxy.block()
  const linker = await openLinker({ world: clock.world })
  linker.open()
  await untilFlowRuns(linker, clock)
  expect(linker.getState().relay).toBe('waiting')
  await clock.advance(1_999)
  expect(linker.getState()).toMatchObject({ relay: 'waiting', flow: { status: 'choosing' } })
  await clock.advance(1)
  expect(linker.getState().relay).toBe('slow')
  await clock.advance(5_999)
  expect(linker.getState()).toMatchObject({
    relay: 'unreachable',
    pairingUri: undefined,
    flow: { status: 'failed', error: { kind: 'relayUnreachable' }, retry: { step: 'pairing' } },
  })

  proxy.restore()
  linker.retry()
  expect(await shownUri(linker)).toMatch(/^wc:/)
  clock.run()
  await untilState(linker, ({ relay: answer }) => answer === 'acknowledged')
})

test('T-65 a relay that is back after 8 s needs no Retry either: the same code, and its wallet', async () => {
  const clock = createClock()
  proxy.block()
  const linker = await openLinker({ world: clock.world })
  linker.open()
  const uri = await shownUri(linker)
  await untilFlowRuns(linker, clock)
  await clock.advance(20_000)
  expect(linker.getState()).toMatchObject({ pairingUri: undefined, flow: { status: 'failed' } })
  proxy.restore()
  clock.run()
  await untilState(linker, ({ relay: answer }) => answer === 'acknowledged')
  expect(linker.getState().pairingUri).toBe(uri)
  await linkWallet(linker)
})

test('T-65 a relay that is back within 8 s needs no Retry', async () => {
  const clock = createClock()
  clock.run()
  proxy.block()
  const linker = await openLinker({ world: clock.world })
  linker.open()
  const uri = await shownUri(linker)
  await untilState(linker, ({ relay: answer }) => answer === 'slow')
  proxy.restore()
  await untilState(linker, ({ relay: answer }) => answer === 'acknowledged')
  expect(linker.getState().pairingUri).toBe(uri)
  await linkWallet(linker)
})

test('T-67 the relay is cut in mid-pairing and while the wallet signs: the link survives', async () => {
  const linker = await openLinker()
  linker.open()
  await untilState(linker, ({ relay: answer }) => answer === 'acknowledged')
  await scan(linker)
  proxy.cut()
  wallet.send({ type: 'acceptChosen' })
  await untilScreen(wallet, 'request')
  proxy.cut()
  await sign()
  await untilFlow(linker, 'linked')
  expect(await link.linkedWallets('visitor-1')).toHaveLength(1)
})

test('F-L5 the relay is away after the code was stored: veils it, and restores the same code', async () => {
  const clock = createClock()
  clock.run()
  const linker = await openLinker({ world: clock.world })
  linker.open()
  const uri = await shownUri(linker)
  await untilState(linker, ({ relay: answer }) => answer === 'acknowledged')
  proxy.block()
  await untilState(linker, ({ relay: answer }) => answer === 'slow')
  proxy.restore()
  await untilState(linker, ({ relay: answer }) => answer === 'acknowledged')
  expect(linker.getState().pairingUri).toBe(uri)
  await linkWallet(linker)
})

test('renews a code before its 5 minutes end; an opened link fails with Retry', async () => {
  const clock = createClock()
  const linker = await openLinker({ world: clock.world })
  linker.open()
  const first = await shownUri(linker)
  await untilFlowRuns(linker, clock)
  await untilState(linker, ({ relay: answer }) => answer === 'acknowledged')
  await clock.advance(270_000)
  await untilState(linker, ({ pairingUri }) => pairingUri !== undefined && pairingUri !== first)
  linker.close()

  const phone = await openLinker({ world: { ...clock.world, platform: android } })
  phone.open()
  const listing = phone.getState().wallets.shown[0]?.listing
  if (listing === undefined) throw new Error('There is no wallet to choose.')
  phone.chooseWallet(listing)
  await clock.advance(0)
  await untilState(phone, ({ relay: answer }) => answer === 'acknowledged')
  await clock.advance(300_000)
  expect((await untilFlow(phone, 'failed')).error.kind).toBe('expired')
  phone.retry()
  expect(opened).toHaveLength(2)
  expect(opened[1]?.href).not.toBe(opened[0]?.href)
})

test('stop in the middle: the wallet still gets the end of the session', async () => {
  const linker = await openLinker()
  linker.open()
  await approve(linker)
  await untilScreen(wallet, 'request')
  expect(wallet.getState().sessions).toHaveLength(1)
  linker.stop()
  await expect.poll(() => wallet.getState().sessions).toEqual([])
})

test('Back after a refused signature: a fresh code, also from its own view', async () => {
  const linker = await openLinker()
  linker.open()
  linker.showView({ name: 'Qrcode' })
  const first = linker.getState().pairingUri
  await approve(linker)
  await untilScreen(wallet, 'request')
  wallet.send({ type: 'refuseChosen' })
  await untilFlow(linker, 'failed')
  expect(linker.getState().canGoBack).toBe(true)
  linker.goBack()
  expect(linker.getState()).toMatchObject({ flow: { status: 'choosing' }, view: { name: 'Qrcode' } })
  expect(linker.getState().pairingUri).not.toBe(first)
})

test('stop: nothing happens afterwards', async () => {
  const linker = await openLinker()
  linker.open()
  await untilState(linker, ({ relay: answer }) => answer === 'acknowledged')
  linker.stop()
  const last = linker.getState()
  linker.open()
  expect(linker.getState()).toBe(last)
  expect(last.flow.status).toBe('closed')
})

/** Creates a clock that moves on command. */
function createClock() {
  // The clock is not ahead of the real one, so that the relay accepts the client's JWT.
  let time = Date.now()
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  /** Lets pending work in this process (sockets, promises) continue. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  async function advance(ms: number): Promise<void> {
    const end = time + ms
    for (;;) {
      await settle()
      const due = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (due === undefined) break
      timers.delete(due)
      // A random pause is not a whole number of milliseconds; a clock's time is.
      time = Math.max(time, Math.ceil(due.at))
      due.callback()
    }
    time = Math.max(time, end)
    await settle()
  }
  return {
    advance,
    /** Runs the clock until the test ends, ten times as fast as real time. */
    run() {
      const pass = setInterval(() => void advance(100), 10)
      onTestFinished(() => clearInterval(pass))
    },
    world: {
      now: () => time,
      setTimer(callback: () => void, delayMs: number) {
        const timer = { at: time + delayMs, callback }
        timers.add(timer)
        return () => void timers.delete(timer)
      },
    },
  }
}
