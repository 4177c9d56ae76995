import { untilFlow } from '@hawser/test-kit/untilState'
import { namespaceOf } from '@hawser/wire'
import { expect, test } from 'vitest'
import { choiceOf } from '../flow/state.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { createScriptedConnector, start } from './linker.fixture.ts'
import type { LinkerSettings } from './options/settings.ts'

const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
// The first address of BIP-84.
const segwit = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
const signature = Buffer.from([2, 72, ...Array(72).fill(7), 33, ...Array(33).fill(3)]).toString('base64')

/** Opens a page with one wallet that has accounts of Ethereum and of Bitcoin. */
async function open(options: Partial<LinkerSettings> = {}) {
  const timers = createTimers()
  const asked: string[] = []
  const request = async ({ method }: { readonly method: string }) => {
    asked.push(method)
    if (method === 'eth_chainId') return '0x1'
    return method === 'personal_sign' ? `0x${'1b'.repeat(65)}` : [address]
  }
  const unisat = {
    async requestAccounts() {
      asked.push('requestAccounts')
      return [segwit]
    },
    async signMessage() {
      asked.push('signMessage')
      return signature
    },
  }
  const scope = Object.assign(new EventTarget(), { okxwallet: { bitcoin: unisat } })
  const info = { uuid: 'u1', name: 'OKX Wallet', icon: undefined, rdns: 'com.okex.wallet' }
  scope.addEventListener('eip6963:requestProvider', () => {
    scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: { request } } }))
  })
  const kept = new Map<string, string>()
  const storage = {
    get: (key: string) => kept.get(key),
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  }
  const proven: string[] = []
  let accountId = ''
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body = JSON.parse(String(init?.body))
    if (String(input).endsWith('/proofs')) {
      proven.push(namespaceOf(accountId))
      return Response.json(
        { id: `w${proven.length}`, accountId, walletName: 'OKX Wallet', linkedAt: 1 },
        { status: 201 },
      )
    }
    accountId = body.accountId
    const challengeId = 'a'.repeat(24)
    return Response.json({ challengeId, message: 'Ahoy €', expiresAt: timers.now() + 300_000 }, { status: 201 })
  }
  const page = await start({
    timers,
    extensionScope: scope,
    isFramed: () => false,
    connector: createScriptedConnector(timers).connector,
    linkUrl: '/link',
    storage,
    fetch,
    chains: ['eip155:1', bitcoin],
    ...options,
  })
  const { linker } = page
  const settle = async () => {
    await import('../wallets/discovery/bitcoinDiscovery.ts')
    for (let turn = 0; turn < 4; turn += 1) await timers.settle()
  }
  const show = async (event: Parameters<typeof linker.send>[0] = { type: 'opened' }) => {
    linker.send(event)
    await settle()
    const entry = linker.getState().wallets.shown.find(({ listing }) => listing.name === 'OKX Wallet')
    if (entry !== undefined) linker.send({ type: 'walletChosen', listing: entry.listing })
    await settle()
  }
  /** Chooses a network of the shown wallet. */
  const choose = (namespace: string) => {
    const { view, flow } = linker.getState()
    const listing = 'listing' in view ? view.listing : choiceOf(flow)?.listing
    if (listing !== undefined) linker.send({ type: 'walletChosen', listing, namespace })
  }
  return { ...page, asked, proven, kept, show, choose, settle }
}

test('networks: a wallet with two gets no request before the visitor selects one', async () => {
  const { linker, asked, show, choose, proven } = await open()
  await show()
  expect(linker.getState()).toMatchObject({
    view: { name: 'ChooseNetwork', listing: { name: 'OKX Wallet' } },
    canGoBack: true,
    networks: { 'com.okex.wallet': ['eip155', 'bip122'] },
    flow: { status: 'choosing' },
  })
  expect(asked).toEqual([])
  choose('bip122')
  expect(linker.getState().view.name).toBe('ExtensionConnecting')
  await untilFlow(linker, 'linked')
  expect(proven).toEqual(['bip122'])
  expect(asked).toEqual(['requestAccounts', 'signMessage'])
})

test('networks: Back leads from the wallet to the choice, and then to the wallets', async () => {
  const { linker, show, choose } = await open()
  await show()
  choose('bip122')
  linker.send({ type: 'wentBack' })
  expect(linker.getState()).toMatchObject({
    view: { name: 'ChooseNetwork' },
    flow: { status: 'choosing' },
  })
  linker.send({ type: 'wentBack' })
  expect(linker.getState()).toMatchObject({ view: { name: 'ConnectWallet' }, flow: { status: 'choosing' } })
})

test('networks: the last choice comes first next time', async () => {
  const { linker, show, choose, kept, settle } = await open()
  await show()
  choose('bip122')
  await untilFlow(linker, 'linked')
  expect(kept.get('hawser.network')).toBe('bip122')
  linker.send({ type: 'closed' })
  await settle()
  await show()
  expect(linker.getState().networks).toEqual({ 'com.okex.wallet': ['bip122', 'eip155'] })
})

test('networks: after a link one press links the wallet’s other account, and both are reported', async () => {
  const { linker, show, choose, proven, asked } = await open()
  await show()
  choose('eip155')
  await untilFlow(linker, 'linked')
  choose('bip122')
  expect(linker.getState().flow.status).toBe('connecting')
  const { wallet, choice } = await untilFlow(linker, 'linked')
  expect([wallet.accountId, choice?.linkedAs]).toEqual([`${bitcoin}:${segwit}`, [`eip155:1:${address}`]])
  expect(proven).toEqual(['eip155', 'bip122'])
  expect(asked).toEqual(['eth_requestAccounts', 'eth_chainId', 'personal_sign', 'requestAccounts', 'signMessage'])
})

test('networks: a page of one namespace asks at once, and stores no choice', async () => {
  const { linker, show, proven, kept } = await open({ chains: ['eip155:1'] })
  await show()
  await untilFlow(linker, 'linked')
  expect([proven, linker.getState().networks]).toEqual([['eip155'], undefined])
  expect(kept.has('hawser.network')).toBe(false)
})

test('networks: to unlink, the wallet is asked on the linked account’s network', async () => {
  const { show, asked } = await open()
  const accountId = `${bitcoin}:${segwit}` as const
  await show({ type: 'opened', purpose: { kind: 'unlink', walletId: 'w1', accountId } })
  await expect.poll(() => asked).toContain('requestAccounts')
  expect(asked).not.toContain('eth_requestAccounts')
})
