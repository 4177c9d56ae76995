import { createLinker, type RelayLinkerOptions } from '@hawser/core'
import { type Groups, mergeGroups } from '@hawser/test-kit/mergeGroups'
import { hawser } from '@hawser/wagmi'
import { connect, createConfig, createStorage, getConnection, reconnect, switchChain } from '@wagmi/core'
import { createWalletClient, custom, http } from 'viem'
import { mainnet, optimism } from 'viem/chains'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestClients } from '../../packages/sign/src/testing/testClients.fixture.ts'

// wagmi over real sessions: our client in both roles, and a relay in memory.

const first = '0x1111111111111111111111111111111111111111'
const second = '0x2222222222222222222222222222222222222222'
const methods = ['personal_sign', 'wallet_switchEthereumChain', 'wallet_addEthereumChain']
const events = ['chainChanged', 'accountsChanged']

let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

const grant = (chains: readonly number[], addresses: readonly string[] = [first]) => ({
  eip155: {
    accounts: chains.flatMap((chain) => addresses.map((address) => `eip155:${chain}:${address}` as const)),
    methods,
    events,
  },
})

async function settle(namespaces: ReturnType<typeof grant>) {
  const asked = { chains: ['eip155:1', 'eip155:10'], methods, events } as const
  const proposed = await house.dapp.propose({ optionalNamespaces: { eip155: asked } })
  const { id: proposalId } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  await house.wallet.approve({ proposalId, namespaces })
  return proposed.approval
}

async function open(kept: Map<string, string>, client = house.dapp) {
  const storage = createStorage({
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  })
  const config = createConfig({
    chains: [mainnet, optimism],
    connectors: [hawser({ client, walletTimeoutMs: 600_000 })],
    transports: { [mainnet.id]: http(), [optimism.id]: http() },
    multiInjectedProviderDiscovery: false,
    storage,
  })
  const [connector] = config.connectors
  if (connector === undefined) throw new Error('No connector.')
  const stop = async () => (await connector.getProvider()).stop()
  onTestFinished(stop)
  const shown = () => {
    const { status, chainId, addresses } = getConnection(config)
    return { status, chainId, addresses }
  }
  return { config, connector, stop, shown }
}

function answerWith(result: unknown) {
  const asked: string[] = []
  house.wallet.on('sessionRequest', async ({ id, topic, method }) => {
    asked.push(method)
    await house.wallet.respond({ topic, requestId: id, response: { result } })
  })
  return asked
}

// WalletConnect/walletconnect-monorepo#4089.
test('F08c wagmi: asks once a wallet that agrees and grants the chain 15 s later', async () => {
  const { topic } = await settle(grant([1]))
  const { config, connector, shown } = await open(new Map())
  await connect(config, { connector })
  const asked = answerWith(null)
  const switched = switchChain(config, { chainId: optimism.id })
  await expect.poll(() => asked).toHaveLength(1)
  await house.clock.advance(15_000)
  await house.wallet.update({ topic, namespaces: grant([1, 10]) })
  expect(await switched).toBe(optimism)
  expect([shown().chainId, asked]).toEqual([10, ['wallet_switchEthereumChain']])
})

// wevm/wagmi#966.
test('F23b wagmi: restores the chosen chain and account after reconnect', async () => {
  const { topic } = await settle(grant([1, 10], [first, second]))
  const kept = new Map<string, string>()
  const before = await open(kept)
  await connect(before.config, { connector: before.connector })
  await switchChain(before.config, { chainId: optimism.id })
  await house.wallet.emit({ topic, chainId: 'eip155:10', event: { name: 'accountsChanged', data: [second] } })
  await expect.poll(() => before.shown().addresses).toEqual([second, first])
  await before.stop()
  await house.dapp.stop()
  const after = await open(kept, house.create(house.storages.dapp))
  await reconnect(after.config)
  expect(after.shown()).toEqual({ status: 'connected', chainId: 10, addresses: [second, first] })
})

test('F33 viem: the provider is a transport unchanged, in a proxy, and destructured', async () => {
  await settle(grant([1]))
  const { connector } = await open(new Map())
  const provider = await connector.getProvider()
  const { request } = provider
  for (const each of [provider, new Proxy(provider, {}), { request }])
    expect(await createWalletClient({ transport: custom(each) }).getAddresses()).toEqual([first])
})

test.each<[string, Groups<RelayLinkerOptions>, string | undefined]>([
  ['a relay of its own', {}, 'relay.test'],
  ['its own relay said to be the network’s', { relay: { reach: 'network' } }, undefined],
  ['the network’s relay', { relay: { url: 'wss://relay.walletconnect.org' } }, undefined],
])('wagmi: connect on %s offers no code that no wallet answers', async (_, more, ownRelay) => {
  const { clock, relay } = house
  const linker = createLinker(
    mergeGroups<RelayLinkerOptions>(
      {
        relay: { url: 'ws://relay.test' },
        metadata: { name: 'Our App', description: '', url: 'https://app.example', icons: [] },
        chains: ['eip155:1'],
        world: {
          platform: { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false },
          now: clock.now,
          setTimer: clock.setTimer,
          createWebSocket: relay.createWebSocket,
        },
      },
      more,
    ),
  )
  onTestFinished(linker.stop)
  const config = createConfig({
    chains: [mainnet],
    connectors: [hawser({ linker })],
    transports: { [mainnet.id]: http() },
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
  const [connector] = config.connectors
  if (connector === undefined) throw new Error('No connector.')
  const connecting = connect(config, { connector }).catch(({ cause }) => cause?.code)
  await expect
    .poll(async () => {
      await clock.advance(1)
      return linker.getState().wallets.isReady
    })
    .toBe(true)
  const { wallets, ownRelay: shown } = linker.getState()
  expect(shown).toBe(ownRelay)
  const metaMask = wallets.shown.find(({ listing }) => listing.name === 'MetaMask')?.listing
  expect(metaMask?.mobile.universal !== undefined).toBe(ownRelay === undefined)
  linker.close()
  expect(await connecting).toBe(4001)
})
