import type { ExtensionProvider } from '@hawser/core/provider'
import { createStorageArea } from '@hawser/test-kit/createStorageArea'
import { serveOnLoopback } from '@hawser/test-kit/serveOnLoopback'
import {
  type Config,
  connect,
  createConfig,
  createStorage,
  disconnect,
  getConnection,
  reconnect,
  signMessage,
  switchChain,
} from '@wagmi/core'
import { custom, fallback, http, webSocket } from 'viem'
import { mainnet, optimism, polygon } from 'viem/chains'
import { expect, test } from 'vitest'
import { hawser } from './hawser.ts'

// Tests the connector inside wagmi, over an extension whose behaviour the test sets for each method.

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const other = '0x2222222222222222222222222222222222222222'

function createExtension(answers: Readonly<Record<string, unknown>> = {}) {
  const asked: { readonly method: string; readonly params?: unknown }[] = []
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const script: Record<string, unknown> = {
    eth_accounts: [],
    eth_requestAccounts: [address.toLowerCase()],
    eth_chainId: '0x1',
    personal_sign: '0x11',
    ...answers,
  }
  const extension: ExtensionProvider = {
    async request(request) {
      asked.push(request)
      const answer = script[request.method]
      return typeof answer === 'function' ? answer(request) : answer
    },
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
  }
  const emit = (event: string, payload: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
  }
  /** Switches the chain and sends the event, before or after the answer to the request, as wallets do. */
  const moveTo = (chainId: string) => {
    script.eth_chainId = chainId
    emit('chainChanged', chainId)
    return null
  }
  return { extension, asked, script, emit, moveTo }
}

function createKept(kept = new Map<string, string>()) {
  return { kept, storage: createStorage({ storage: createStorageArea(kept) }) }
}

function start(made = createExtension(), { kept, storage } = createKept(), options = {}) {
  const config = createConfig({
    chains: [mainnet, polygon, optimism],
    connectors: [hawser({ extension: made.extension, ...options })],
    transports: { [mainnet.id]: http(), [polygon.id]: http(), [optimism.id]: http() },
    multiInjectedProviderDiscovery: false,
    storage,
  })
  const [connector] = config.connectors
  if (connector === undefined) throw new Error('No connector.')
  return { ...made, config, connector, kept, connection: () => shown(config) }
}

function shown(config: Config) {
  const { status, addresses, chainId } = getConnection(config)
  return { status, addresses, chainId }
}

const refusal =
  (code: number, message = 'said by the extension', data?: object) =>
  () =>
    Promise.reject({ code, message, data })
const refused = async (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
const connected = { status: 'connected', addresses: [address], chainId: 1 }
const gone = { status: 'disconnected', addresses: undefined, chainId: undefined }

test('hawser: connect shows accounts with their checksum and the wallet’s chain, and signs', async () => {
  const { config, connector, connection, asked } = start()
  expect(connector).toMatchObject({ id: 'hawser', name: 'Hawser', type: 'hawser' })
  expect(asked).toEqual([])
  expect(await connect(config, { connector })).toEqual({ accounts: [address], chainId: 1 })
  expect(connection()).toEqual(connected)
  expect(await signMessage(config, { message: 'Ahoy' })).toBe('0x11')
  expect(asked.at(-1)).toEqual({ method: 'personal_sign', params: ['0x41686f79', address] })
})

test('hawser: returns capabilities on request', async () => {
  const { config, connector } = start()
  const { accounts } = await connect(config, { connector, withCapabilities: true })
  expect(accounts).toEqual([{ address, capabilities: {} }])
})

test('hawser: connect to a chain switches there, and stays on the wallet’s chain if it cannot', async () => {
  const willing = createExtension({ wallet_switchEthereumChain: () => willing.moveTo('0x89') })
  const first = start(willing)
  expect(await connect(first.config, { connector: first.connector, chainId: polygon.id })).toMatchObject({
    chainId: 137,
  })
  const second = start(createExtension({ wallet_switchEthereumChain: refusal(-32603) }))
  expect(await connect(second.config, { connector: second.connector, chainId: polygon.id })).toMatchObject({
    chainId: 1,
  })
  const third = start(createExtension({ wallet_switchEthereumChain: refusal(4001) }))
  const error = await refused(connect(third.config, { connector: third.connector, chainId: polygon.id }))
  expect(error).toMatchObject({ name: 'UserRejectedRequestError', code: 4001 })
})

test.each([
  ['switch to', { wallet_switchEthereumChain: refusal(4001) }],
  ['add', { wallet_switchEthereumChain: refusal(4902), wallet_addEthereumChain: refusal(4001) }],
])('hawser: a visitor who declines to %s the chain can choose another wallet', async (_, answers) => {
  const { config, connector, connection, emit, asked, kept } = start(createExtension(answers))
  const provider = await connector.getProvider()
  const error = await refused(connect(config, { connector, chainId: polygon.id }))
  expect(error).toMatchObject({ name: 'UserRejectedRequestError', code: 4001 })
  expect(provider.isConnected()).toBe(false)
  expect([...kept.keys()].filter((key) => key.includes('hawser'))).toEqual([])
  emit('accountsChanged', [other])
  await connector.getChainId()
  expect(connection()).toEqual(gone)
  await connect(config, { connector })
  expect(connection()).toEqual(connected)
  expect(asked.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(2)
})

test('hawser: a declined switch keeps a wallet that was connected before', async () => {
  const answers = { eth_accounts: [address], wallet_switchEthereumChain: refusal(4001) }
  const { config, connector, asked } = start(createExtension(answers))
  const error = await refused(connect(config, { connector, chainId: polygon.id }))
  expect(error).toMatchObject({ name: 'UserRejectedRequestError' })
  expect((await connector.getProvider()).isConnected()).toBe(true)
  expect(asked.map(({ method }) => method)).not.toContain('eth_requestAccounts')
})

test.each([
  [4001, 'UserRejectedRequestError'],
  [-32002, 'ResourceUnavailableRpcError'],
  [-32603, 'ProviderRpcError'],
])('hawser: %i on connect is a %s, with ours as its cause', async (code, name) => {
  const { config, connector, connection } = start(createExtension({ eth_requestAccounts: refusal(code) }))
  const error = await refused(connect(config, { connector }))
  expect(error).toMatchObject({ name, code })
  expect(connection()).toEqual(gone)
})

test('hawser: follows the wallet’s changes of accounts, chain and lock', async () => {
  const { config, connector, connection, emit, kept } = start()
  await connect(config, { connector })
  emit('accountsChanged', [other, address])
  expect(connection()).toEqual({ ...connected, addresses: [other, address] })
  emit('chainChanged', '0x89')
  expect(connection()).toEqual({ status: 'connected', addresses: [other, address], chainId: 137 })
  await expect.poll(() => kept.get('wagmi.hawser.chainId')).toBe('137')
  emit('accountsChanged', [])
  expect(connection()).toEqual(gone)
  emit('accountsChanged', [other])
  await expect.poll(connection).toEqual({ status: 'connected', addresses: [other], chainId: 137 })
})

/** Brings a wallet without wagmi's own connect. */
const withoutConnect = {
  'the extension is unlocked': async ({ config, connector, connection, emit }: ReturnType<typeof start>) => {
    await connect(config, { connector })
    emit('accountsChanged', [])
    expect(connection()).toEqual(gone)
    emit('accountsChanged', [address])
  },
  'the linking flow': async ({ connector }: ReturnType<typeof start>) => {
    const provider = await connector.getProvider()
    await custom(provider)({}).request({ method: 'eth_requestAccounts' })
  },
}

test.each(Object.entries(withoutConnect))(
  'hawser: follows a wallet that came without wagmi’s connect: %s',
  async (_, bring) => {
    const started = start()
    const { config, connector, connection, emit, moveTo, kept } = started
    await bring(started)
    await expect.poll(connection).toEqual(connected)
    emit('accountsChanged', [other])
    expect(connection()).toEqual({ ...connected, addresses: [other] })
    moveTo('0x89')
    expect(connection()).toEqual({ status: 'connected', addresses: [other], chainId: 137 })
    emit('accountsChanged', [])
    expect(connection()).toEqual(gone)
    emit('accountsChanged', [address])
    await expect.poll(connection).toEqual({ ...connected, chainId: 137 })
    emit('disconnect', { code: 4900 })
    expect(connection()).toEqual(gone)
    await connect(config, { connector })
    expect(connection()).toEqual({ ...connected, chainId: 137 })
    await disconnect(config)
    expect(connection()).toEqual(gone)
    expect([...kept.keys()].filter((key) => key.includes('hawser'))).toEqual([])
  },
)

test('hawser: follows the wallet while the page listens for connections too', async () => {
  const { config, connector, connection, emit, moveTo } = start()
  connector.emitter.on('connect', () => {})
  await connect(config, { connector })
  moveTo('0x89')
  expect(connection().chainId).toBe(137)
  emit('disconnect', { code: 4900 })
  expect(connection()).toEqual(gone)
})

test('hawser: a wallet that is gone before its chain is known stays disconnected', async () => {
  const { config, connector, connection, emit } = start()
  await connect(config, { connector })
  emit('accountsChanged', [])
  let connections = 0
  connector.emitter.on('connect', () => {
    connections += 1
  })
  emit('accountsChanged', [address])
  emit('accountsChanged', [])
  emit('accountsChanged', [other])
  await expect.poll(connection).toEqual({ ...connected, addresses: [other] })
  expect(connections).toBe(1)
})

test('hawser: switchChain asks the wallet, and wagmi gets the change', async () => {
  const made = createExtension({ wallet_switchEthereumChain: () => made.moveTo('0x89') })
  const { config, connector, connection, asked } = start(made)
  await connect(config, { connector })
  expect(await switchChain(config, { chainId: polygon.id })).toBe(polygon)
  expect(asked).toContainEqual({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] })
  expect(connection().chainId).toBe(137)
  expect(config.state.chainId).toBe(137)
})

test.each<[string, () => unknown]>([
  ['by its code', refusal(4902)],
  // trustwallet/wallet-core#3171, #4464 and wevm/wagmi#4754.
  ['in words', () => Promise.reject('Unrecognized chain ID "0x89". Try adding the chain')],
  // coinbase/coinbase-wallet-sdk#915, Uniswap/web3-react#588.
  ['by a bare general number', refusal(-32603, '')],
  ['by the other general number', refusal(-32000, '')],
  ['in words under a general number', refusal(-32603, 'Unsupported chain ID 0x89')],
])('hawser: adds a chain that the wallet does not know, said %s, and switches to it', async (_, refuse) => {
  let isAdded = false
  const made = createExtension({
    wallet_switchEthereumChain: () => (isAdded ? made.moveTo('0x89') : refuse()),
    wallet_addEthereumChain() {
      isAdded = true
      return null
    },
  })
  const { config, connector, connection, asked } = start(made)
  await connect(config, { connector })
  await switchChain(config, { chainId: polygon.id, addEthereumChainParameter: { chainName: 'Ours' } })
  expect(connection().chainId).toBe(137)
  expect(asked.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
    {
      chainId: '0x89',
      chainName: 'Ours',
      nativeCurrency: polygon.nativeCurrency,
      rpcUrls: polygon.rpcUrls.default.http,
      blockExplorerUrls: [polygon.blockExplorers.default.url],
    },
  ])
})

test.each([
  ['declined', { wallet_switchEthereumChain: refusal(4001) }, 'UserRejectedRequestError'],
  [
    'unknown, and declined to be added',
    { wallet_switchEthereumChain: refusal(4902), wallet_addEthereumChain: refusal(4001) },
    'UserRejectedRequestError',
  ],
  [
    'unknown, and never added',
    { wallet_switchEthereumChain: refusal(4902), wallet_addEthereumChain: refusal(4200) },
    'SwitchChainError',
  ],
  ['said to be switched to, and was not', { wallet_switchEthereumChain: null }, 'SwitchChainError'],
])('hawser: a chain that is %s', async (_, answers, name) => {
  const { config, connector, connection } = start(createExtension(answers))
  await connect(config, { connector })
  expect(await refused(switchChain(config, { chainId: polygon.id }))).toMatchObject({ name })
  expect(connection()).toEqual(connected)
})

test.each<[string, () => unknown, boolean]>([
  ['a bare general number', refusal(-32603, ''), true],
  ['no number, and words of another language', () => Promise.reject(new Error('ユーザーが拒否しました')), false],
  ['a general number, and words of another language', refusal(-32603, 'ユーザーが拒否しました'), false],
  [
    'a general number, and words of another language within',
    refusal(-32603, 'Internal JSON-RPC error.', { message: 'ユーザーが拒否しました' }),
    false,
  ],
  ['a general number, and words of Spanish', refusal(-32000, 'Solicitud rechazada'), false],
  ['a general number, and words of a refusal', refusal(-32603, 'Not approved'), false],
  ['nothing', () => Promise.reject(), false],
])('hawser: asks to add a chain after a refusal with %s, or does not', async (_, refuse, isAsked) => {
  const answers = { wallet_switchEthereumChain: refuse, wallet_addEthereumChain: refusal(-32601) }
  const { config, connector, connection, asked } = start(createExtension(answers))
  await connect(config, { connector })
  expect(await refused(switchChain(config, { chainId: polygon.id }))).toMatchObject({ name: 'SwitchChainError' })
  expect(asked.some(({ method }) => method === 'wallet_addEthereumChain')).toBe(isAsked)
  expect(connection()).toEqual(connected)
})

test('hawser: does not ask the wallet for a chain that wagmi is not configured with', async () => {
  const { config, connector, asked } = start()
  await connect(config, { connector })
  const error = await refused(connector.switchChain?.({ chainId: 5 }) ?? Promise.resolve())
  expect(error).toMatchObject({ name: 'SwitchChainError', cause: { name: 'ChainNotConfiguredError' } })
  expect(asked.map(({ method }) => method)).not.toContain('wallet_switchEthereumChain')
})

test('hawser: reconnects after a reload without a prompt, and not after disconnect', async () => {
  const place = createKept()
  const made = createExtension({ wallet_switchEthereumChain: () => made.moveTo('0x89') })
  const first = start(made, place)
  await reconnect(first.config)
  expect(made.asked).toEqual([])
  await connect(first.config, { connector: first.connector, chainId: polygon.id })
  expect(place.kept.get('wagmi.hawser.chainId')).toBe('137')

  made.script.eth_accounts = [address]
  made.asked.length = 0
  const second = start(made, place)
  await reconnect(second.config)
  expect(second.connection()).toEqual({ ...connected, chainId: 137 })
  expect(made.asked.map(({ method }) => method)).toEqual(['eth_accounts', 'eth_chainId'])
  await disconnect(second.config)
  expect(second.connection()).toEqual(gone)
  expect([...place.kept.keys()].filter((key) => key.includes('hawser'))).toEqual([])

  made.asked.length = 0
  const third = start(made, place)
  await reconnect(third.config)
  expect(third.connection()).toEqual(gone)
  expect(made.asked).toEqual([])
})

test('hawser: connected again after disconnect, gets each change once', async () => {
  const { config, connector, connection, emit } = start()
  await connect(config, { connector })
  await disconnect(config)
  await connect(config, { connector })
  let changes = 0
  connector.emitter.on('change', () => {
    changes += 1
  })
  emit('accountsChanged', [other])
  expect(connection()).toEqual({ ...connected, addresses: [other] })
  expect(changes).toBe(1)
})

test('hawser: an extension that ends is disconnected', async () => {
  const { config, connector, connection, emit } = start()
  await connect(config, { connector })
  emit('disconnect', { code: 1013 })
  expect(connection()).toEqual(connected)
  emit('disconnect', { code: 4900 })
  expect(connection()).toEqual(gone)
})

test('hawser: a chain chosen while disconnected does not imply a wallet after a reload', async () => {
  const { connector, kept, connection } = start()
  const provider = await connector.getProvider()
  await custom(provider)({}).request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] })
  expect(await connector.getChainId()).toBe(137)
  expect(connection()).toEqual(gone)
  expect([...kept.keys()].filter((key) => key.includes('hawser'))).toEqual([])
})

test('hawser: starts on the last chain if wagmi still has it', async () => {
  for (const [left, chainId] of [
    ['137', 137],
    ['5', 1],
    ['"rubbish"', 1],
  ] as const) {
    const { connector } = start(createExtension(), createKept(new Map([['wagmi.hawser.chainId', left]])))
    expect(await connector.getChainId()).toBe(chainId)
  }
})

test('hawser: without a storage, or with a failing one, loses only the reload', async () => {
  const broken = createStorage({
    storage: {
      getItem: () => null,
      setItem(key) {
        if (key.includes('hawser')) throw new Error('full')
      },
      removeItem() {
        throw new Error('forbidden')
      },
    },
  })
  for (const storage of [null, broken]) {
    const made = createExtension()
    const config = createConfig({
      chains: [mainnet],
      connectors: [hawser({ extension: made.extension })],
      transports: { [mainnet.id]: http() },
      storage,
    })
    const [connector] = config.connectors
    if (connector === undefined) throw new Error('No connector.')
    expect(await connect(config, { connector })).toEqual({ accounts: [address], chainId: 1 })
    await disconnect(config)
    expect(shown(config)).toEqual(gone)
  }
})

test('hawser: reads a chain through its transport', async () => {
  const read: unknown[] = []
  const url = await serveOnLoopback((request, response) => {
    request.setEncoding('utf8').on('data', (text) => {
      const { id, method } = JSON.parse(text)
      read.push([request.url, method])
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x2a' }))
    })
  })
  const made = createExtension()
  const config = createConfig({
    chains: [mainnet, polygon],
    connectors: [hawser({ extension: made.extension, id: 'wallets', name: 'Wallets', icon: 'data:,' })],
    transports: {
      [mainnet.id]: http(`${url}/one`),
      [polygon.id]: fallback([webSocket('ws://127.0.0.1:1'), http(`${url}/polygon`)]),
    },
    storage: null,
  })
  const [connector] = config.connectors
  if (connector === undefined) throw new Error('No connector.')
  expect(connector).toMatchObject({ id: 'wallets', name: 'Wallets', icon: 'data:,' })
  await connect(config, { connector })
  const provider = await connector.getProvider()
  const ask = () => custom(provider)({}).request({ method: 'eth_blockNumber' })
  expect(await ask()).toBe('0x2a')
  made.moveTo('0x89')
  expect(await ask()).toBe('0x2a')
  expect(read).toEqual([
    ['/one', 'eth_blockNumber'],
    ['/polygon', 'eth_blockNumber'],
  ])
  expect(made.asked.map(({ method }) => method)).not.toContain('eth_blockNumber')
})
