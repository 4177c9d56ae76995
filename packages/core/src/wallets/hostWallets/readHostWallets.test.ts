import { expect, test } from 'vitest'
import type { HostProvider, HostWallet } from './hostWallet.ts'
import { readFramedWallet, readHostWallets } from './readHostWallets.ts'

const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
const chains = ['eip155:137', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'eip155:1'] as const

function createProvider(answers: Readonly<Record<string, unknown>> = {}) {
  const asked: string[] = []
  const listeners: string[] = []
  const provider = {
    async request({ method }: { readonly method: string }) {
      asked.push(method)
      return answers[method]
    },
    on: (event: string) => void listeners.push(event),
  }
  return { provider, asked, listeners }
}

test('host wallets: a provider is a wallet under its id, or its rdns if it has one', () => {
  const { provider } = createProvider()
  const wallets = readHostWallets(
    [
      { id: 'our-wallet', name: 'Our Wallet', icon, provider },
      { id: 'com.Example.Wallet', name: 'Example', icon: 'https://app.example/icon.png', provider },
      { id: 'sdk', name: 'SDK', icon: 'http://app.example/icon.png', rdns: ['io.sdk', 'io.sdk.mobile'], provider },
    ],
    chains,
  )
  expect(wallets.map(({ wallet, names }) => [wallet, names])).toEqual([
    [{ uuid: 'our-wallet', name: 'Our Wallet', icon, rdns: 'host.our-wallet', isGiven: true }, ['host.our-wallet']],
    [
      {
        uuid: 'com.example.wallet',
        name: 'Example',
        icon: 'https://app.example/icon.png',
        rdns: 'com.example.wallet',
        isGiven: true,
      },
      ['com.example.wallet', 'com.example.wallet'],
    ],
    [
      { uuid: 'sdk', name: 'SDK', icon: undefined, rdns: 'io.sdk', isGiven: true },
      ['io.sdk', 'io.sdk', 'io.sdk.mobile'],
    ],
  ])
})

test('host wallets: skips invalid ones, keeps the others', () => {
  const { provider } = createProvider()
  const broken: unknown[] = [
    undefined,
    null,
    'wallet',
    {},
    { id: 'a', name: '', provider },
    { id: 5, name: 'Five', provider },
    () => {
      throw new Error('no')
    },
    () => undefined,
  ]
  const wallets = [...broken, { id: 'good', name: 'Good', provider }]
  expect(readHostWallets(wallets, chains).map(({ wallet }) => wallet.name)).toEqual(['Good'])
  expect(readHostWallets(undefined, chains)).toEqual([])
  expect(readHostWallets('wallets', chains)).toEqual([])
})

test('host wallets: calls a provider’s function once, at first use, and again after a failure', async () => {
  const { provider, asked, listeners } = createProvider({ eth_chainId: '0x1' })
  let isBroken = true
  let calls = 0
  const given: HostWallet = {
    id: 'lazy',
    name: 'Lazy',
    async provider() {
      calls += 1
      if (isBroken) throw new Error('offline')
      return provider
    },
  }
  const [wallet] = readHostWallets([given], chains)
  expect(calls).toBe(0)
  await expect(wallet?.provider.request({ method: 'eth_chainId' })).rejects.toThrow('offline')
  isBroken = false
  expect(await wallet?.provider.request({ method: 'eth_chainId' })).toBe('0x1')
  await wallet?.provider.request({ method: 'eth_accounts' })
  expect([calls, asked]).toEqual([2, ['eth_chainId', 'eth_accounts']])
  // The next reader of the options gets the same wallet, because an SDK has state.
  expect(readHostWallets([given], chains)[0]).toBe(wallet)
  Reflect.get(Object(wallet?.provider), 'on')('accountsChanged', () => {})
  expect(listeners).toEqual(['accountsChanged'])
})

test.each<[string, unknown]>([
  ['nothing', async () => undefined],
  ['something that cannot be asked', () => ({})],
])('host wallets: a wallet whose provider is %s refuses', async (_, provider) => {
  const given = { id: 'none', name: 'None', provider: provider as () => HostProvider }
  await expect(readHostWallets([given], chains)[0]?.provider.request({ method: 'eth_accounts' })).rejects.toThrow(
    'no provider',
  )
})

test('host wallets: a wagmi connector connects in its own way and answers through its provider', async () => {
  const { provider, asked } = createProvider({ personal_sign: '0x12' })
  const configs: { readonly chains: readonly { readonly id: number }[]; readonly emitter: { uid: string } }[] = []
  const done: string[] = []
  const makeConnector = (config: (typeof configs)[number]) => {
    configs.push(config)
    return {
      id: 'sdkWallet',
      name: 'SDK Wallet',
      rdns: 'com.sdk.wallet',
      type: 'sdk',
      async setup() {
        done.push('setup')
      },
      async connect() {
        done.push('connect')
        return { accounts: ['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'], chainId: 137 }
      },
      async getProvider() {
        // wagmi's connectors use `this`.
        done.push(this.id)
        return provider
      },
    }
  }
  const [wallet] = readHostWallets([makeConnector], chains)
  expect(wallet?.wallet).toMatchObject({ name: 'SDK Wallet', rdns: 'com.sdk.wallet' })
  expect(configs[0]?.chains.map(({ id }) => id)).toEqual([137, 1])
  expect(done).toEqual([])
  expect(await wallet?.provider.request({ method: 'eth_requestAccounts' })).toEqual([
    '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb',
  ])
  expect(await wallet?.provider.request({ method: 'personal_sign' })).toBe('0x12')
  expect(done).toEqual(['setup', 'sdkWallet', 'connect'])
  expect(asked).toEqual(['personal_sign'])
  expect(configs).toHaveLength(1)
})

test('host wallets: wagmi’s connector for a Safe works only in its frame, any other everywhere', () => {
  const { provider } = createProvider()
  const connector = { connect: async () => ({}), getProvider: async () => provider }
  const given = [
    { id: 'safe', name: 'Of wagmi', type: 'safe', ...connector },
    { id: 'safe', name: 'Own', provider },
    { id: 'sdk', name: 'SDK', type: 'sdk', ...connector },
  ] as HostWallet[]
  expect(readHostWallets(given, chains).map(({ wallet }) => wallet.rdns)).toEqual(['host.safe', 'host.sdk'])
  expect(readHostWallets(given.slice(0, 1), chains)).toEqual([])
  expect(readFramedWallet(given, chains, 'host.safe')?.wallet.name).toBe('Of wagmi')
  expect(readFramedWallet(given.slice(1), chains, 'host.safe')?.wallet.name).toBe('Own')
  expect(readFramedWallet(undefined, chains, 'host.safe')).toBeUndefined()
})

test('host wallets: accepts a created connector, as in a wagmi configuration', async () => {
  const { provider } = createProvider({ eth_chainId: '0x89' })
  const connector = {
    id: 'made',
    name: 'Made',
    type: 'made',
    uid: 'u1',
    connect: async () => ({ accounts: [], chainId: 1 }),
    getProvider: async () => provider,
  }
  const [wallet] = readHostWallets([connector], chains)
  expect(wallet?.wallet.rdns).toBe('host.made')
  expect(await wallet?.provider.request({ method: 'eth_chainId' })).toBe('0x89')
})
