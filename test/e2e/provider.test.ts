import { createLinker, parsePairingUri, type RelayLinkerOptions, type Session } from '@hawser/core'
import { createProvider, type ExtensionMemory, type ProviderOptions, ProviderRpcError } from '@hawser/core/provider'
import { createStorageArea } from '@hawser/test-kit/createStorageArea'
import { type Groups, mergeGroups } from '@hawser/test-kit/mergeGroups'
import type { Namespaces } from '@hawser/wire'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestClients } from '../../packages/sign/src/testing/testClients.fixture.ts'

// The provider over real sessions: our client in both roles, and a relay in memory.

const address = '0x1111111111111111111111111111111111111111'
const second = '0x2222222222222222222222222222222222222222'
const rpcUrls = { 'eip155:1': 'https://one.example', 'eip155:137': 'https://polygon.example' } as const
const methods = ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain', 'wallet_addEthereumChain']
const events = ['chainChanged', 'accountsChanged']
const chains = ['eip155:1', 'eip155:137', 'eip155:10'] as const
const signing = { method: 'personal_sign', params: ['0x41', address] }
const to = (chainId: string, method = 'wallet_switchEthereumChain') => ({ method, params: [{ chainId }] })

/** Builds a wallet's grant: these chains, each with these addresses. */
function grant(granted: readonly string[], addresses = [address], allowed = methods): Namespaces {
  const accounts = granted.flatMap((chain) =>
    addresses.map((each) => `${chain}:${each}` as `eip155:${string}:${string}`),
  )
  return { eip155: { chains: granted as readonly `eip155:${string}`[], accounts, methods: allowed, events } }
}

let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

async function settle(
  namespaces = grant(['eip155:1', 'eip155:137']),
  sessionProperties?: Readonly<Record<string, string>>,
): Promise<Session> {
  const proposed = await house.dapp.propose({ optionalNamespaces: { eip155: { chains, methods, events } } })
  const proposal = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  const { acknowledged } = await house.wallet.approve({
    proposalId: proposal.id,
    namespaces,
    ...(sessionProperties && { sessionProperties }),
  })
  const session = await proposed.approval
  await acknowledged
  return session
}

function watch(provider: ReturnType<typeof createProvider>) {
  const told: unknown[] = []
  provider.on('connect', (payload) => told.push(['connect', payload.chainId]))
  provider.on('disconnect', (error) => told.push(['disconnect', error.code]))
  provider.on('chainChanged', (payload) => told.push(['chainChanged', payload]))
  provider.on('accountsChanged', (payload) => told.push(['accountsChanged', payload]))
  onTestFinished(provider.stop)
  return told
}

function startProvider(more: Partial<ProviderOptions> = {}) {
  const reads: string[] = []
  const provider = createProvider({
    client: house.dapp,
    rpcUrls,
    setTimer: house.clock.setTimer,
    fetch: async (input, init) => {
      reads.push(String(input))
      return Response.json({ jsonrpc: '2.0', id: JSON.parse(String(init?.body)).id, result: '0x2a' })
    },
    ...more,
  })
  return { provider, reads, told: watch(provider) }
}

async function open(namespaces?: Namespaces, sessionProperties?: Readonly<Record<string, string>>) {
  const session = await settle(namespaces, sessionProperties)
  const started = startProvider({ session })
  await started.provider.request({ method: 'eth_accounts' })
  return { session, ...started }
}

type Answer = { readonly result: unknown } | { readonly error: { code: number; message: string; data?: unknown } }

/** Makes the wallet answer every request, and records the requests. */
function answerWith(answer: (method: string) => Answer | undefined | Promise<Answer | undefined>) {
  const asked: { method: string; chainId: string; params: unknown }[] = []
  house.wallet.on('sessionRequest', async ({ id, topic, method, chainId, params }) => {
    asked.push({ method, chainId, params })
    const response = await answer(method)
    if (response !== undefined) await house.wallet.respond({ topic, requestId: id, response })
  })
  return asked
}

async function refused(promise: Promise<unknown>): Promise<ProviderRpcError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ProviderRpcError) return error
  throw new Error(`Not refused with a ProviderRpcError but ${String(error)}.`)
}

let lastId = 0
/** Sends a message from the wallet on the session's topic. */
async function fromWallet(session: Session, method: string, params: object): Promise<void> {
  lastId = Math.max(lastId + 1, house.clock.now() * 1000 + 500)
  const symKey = await house.symKeyOf(house.storages.wallet, session.topic)
  house.relay.publish(session.topic, symKey, { id: lastId, jsonrpc: '2.0', method, params })
  await house.clock.tick()
}
const update = (session: Session, namespaces: Namespaces) => fromWallet(session, 'wc_sessionUpdate', { namespaces })

// The code for session changes loads with the first change. Loading it here makes one tick enough.
beforeAll(() => import('../../packages/sign/src/session/sessionChanges.ts'))

describe('over a session', () => {
  test('provider: emits a session at once; reads go to the RPC URL, signatures to the wallet', async () => {
    const session = await settle()
    const asked = answerWith(() => ({ result: '0x11' }))
    const { provider, told, reads } = startProvider({ session })
    await house.clock.tick()
    expect(told).toEqual([
      ['connect', '0x1'],
      ['accountsChanged', [address]],
    ])
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x2a')
    expect(await provider.request(signing)).toBe('0x11')
    expect(asked).toEqual([{ ...signing, chainId: 'eip155:1' }])
    expect(reads).toEqual([rpcUrls['eip155:1']])
  })

  test('provider: without a given session takes the newest live one', async () => {
    const session = await settle()
    await settle(grant(['eip155:137'], [second]))
    const { provider } = startProvider()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89')
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([second])
    const given = startProvider({ session })
    expect(await given.provider.request({ method: 'eth_accounts' })).toEqual([address])
    await update(session, grant(['eip155:10'], [second]))
    await house.wallet.disconnect({ topic: session.topic })
    // The code that reads the update loads first.
    await expect.poll(() => given.told.at(-1)).toEqual(['disconnect', 4900])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89')
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([second])
  })

  test('provider: 4100 without a session; reads still work', async () => {
    const { provider, told } = startProvider()
    for (const request of [signing, { method: 'eth_requestAccounts' }, to('0xa', 'wallet_addEthereumChain')]) {
      const error = await refused(provider.request(request))
      expect(error).toMatchObject({ code: 4100, cause: { code: 'wallet_not_connected' } })
    }
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x2a')
    expect(told).toEqual([])
  })

  test('provider: switches to a granted chain here, and then asks the wallet there', async () => {
    const { provider, told, reads } = await open()
    const asked = answerWith(() => ({ result: '0x11' }))
    expect(await provider.request(to('0x89'))).toBe(null)
    expect(told.at(-1)).toEqual(['chainChanged', '0x89'])
    expect(asked).toEqual([])
    await provider.request(signing)
    await provider.request({ method: 'eth_blockNumber' })
    expect(asked[0]?.chainId).toBe('eip155:137')
    expect(reads).toEqual([rpcUrls['eip155:137']])
  })

  test('provider: asks the wallet for a chain without a grant, and switches once granted', async () => {
    const { provider, session, told } = await open()
    const asked = answerWith(() => ({ result: null }))
    const switched = provider.request(to('0xa'))
    await expect.poll(() => asked).toEqual([{ ...to('0xa'), chainId: 'eip155:1' }])
    await update(session, grant(chains))
    expect(await switched).toBe(null)
    expect(told.at(-1)).toEqual(['chainChanged', '0xa'])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
    // The chain is granted but not configured, so the page has no RPC endpoint for it.
    const read = await refused(provider.request({ method: 'eth_blockNumber' }))
    expect(read).toMatchObject({ code: 4901, cause: { code: 'rpc_url_missing' } })
  })

  test('F08 provider: 4901 when the wallet agrees and does not grant the chain within 30 s', async () => {
    const { provider, told } = await open()
    const asked = answerWith(() => ({ result: null }))
    const switched = refused(provider.request(to('0xa')))
    await expect.poll(() => asked).toHaveLength(1)
    await house.clock.tick()
    await house.clock.advance(30_000)
    expect(await switched).toMatchObject({ code: 4901, cause: { code: 'chain_not_reached' } })
    expect(told).toHaveLength(2)
  })

  test.each([
    [4902, 4902, 'request_rejected'],
    [4001, 4001, 'request_rejected'],
    [5000, 4001, 'request_rejected'],
    [-32601, 4902, 'chain_unrecognized'],
    [-32004, 4902, 'chain_unrecognized'],
    [10001, 4902, 'chain_unrecognized'],
  ])('provider: a wallet that answers a switch with %i: %i', async (said, code, cause) => {
    const { provider } = await open()
    answerWith(() => ({ error: { code: said, message: 'No.' } }))
    expect(await refused(provider.request(to('0xa')))).toMatchObject({ code, cause: { code: cause } })
  })

  test.each([
    'Invalid method.',
    'Unsupported chains.',
    'Unauthorized chain.',
    'wallet_switchEthereumChain is not supported',
    'Unrecognized chain ID "0xa". Try adding the chain using wallet_addEthereumChain first.',
    'Invalid chainId',
  ])('F09 provider: 4902 when a wallet refuses a switch with −32000 and the words %j', async (message) => {
    const { provider } = await open()
    answerWith(() => ({ error: { code: -32000, message } }))
    expect(await refused(provider.request(to('0xa')))).toMatchObject({
      code: 4902,
      cause: { code: 'chain_unrecognized' },
    })
  })

  test('provider: 4902 if the session grants no way to ask, 4200 for a method without a grant', async () => {
    const { provider } = await open(grant(['eip155:1'], [address], ['personal_sign']))
    const asked = answerWith(() => ({ result: null }))
    expect(await refused(provider.request(to('0xa')))).toMatchObject({ code: 4902 })
    for (const request of [
      to('0xa', 'wallet_addEthereumChain'),
      { method: 'eth_sendTransaction', params: [{ from: address }] },
      { method: 'safe_setSettings', params: [{ offChainSigning: true }] },
    ]) {
      const error = await refused(provider.request(request))
      expect(error).toMatchObject({ code: 4200, cause: { code: 'method_not_granted' } })
    }
    // wevm/viem#3657, #2875: viem falls back to eth_sendTransaction, and shows the first error, on this number alone.
    for (const method of ['wallet_sendCalls', 'wallet_sendTransaction'])
      expect(await refused(provider.request({ method, params: [] }))).toMatchObject({ code: -32601 })
    expect(asked).toEqual([])
  })

  test.each([5101, 3001, 1001, 10001, 4200])(
    'provider: −32601 when a wallet refuses wallet_sendCalls with %i',
    async (code) => {
      const { provider } = await open(grant(['eip155:1'], [address], ['wallet_sendCalls', 'personal_sign']))
      answerWith(() => ({ error: { code, message: 'Unsupported methods.' } }))
      expect(await refused(provider.request({ method: 'wallet_sendCalls', params: [] }))).toMatchObject({
        code: -32601,
      })
      const signing = { method: 'personal_sign', params: ['0x41', address] }
      expect(await refused(provider.request(signing))).toMatchObject({ code: 4200 })
    },
  )

  // ethereum/EIPs#8387: a wallet may state its capabilities when it approves.
  test('provider: wallet_getCapabilities without a grant is answered from the session', async () => {
    const atomic = { atomic: { status: 'supported' } }
    const stated = { [address.toLowerCase()]: { '0x1': atomic, '0x89': { atomic: { status: 'ready' } } } }
    const namespaces = grant(['eip155:1', 'eip155:137'], [address], ['personal_sign'])
    const { provider } = await open(namespaces, { capabilities: JSON.stringify(stated) })
    const ask = (...params: unknown[]) => provider.request({ method: 'wallet_getCapabilities', params })
    expect(await ask(address, ['0x1'])).toEqual({ '0x1': atomic })
    expect(await ask(address)).toEqual(stated[address.toLowerCase()])
    expect(await refused(ask(second))).toMatchObject({ code: 4200 })
  })

  test.each(['', '{', 'null', '[]', '{"0x1":7}'])(
    'provider: the capabilities %j state nothing',
    async (capabilities) => {
      const { provider } = await open(grant(['eip155:1'], [address], ['personal_sign']), { capabilities })
      expect(await refused(provider.request({ method: 'wallet_getCapabilities', params: [address] }))).toMatchObject({
        code: 4200,
      })
    },
  )

  // web3.js 4 gives an object; trezor/trezor-suite#15803 parses a text.
  test('provider: typed data given as an object arrives as text', async () => {
    const { provider } = await open(grant(['eip155:1'], [address], ['eth_signTypedData_v4', 'eth_signTypedData']))
    const asked = answerWith(() => ({ result: '0x11' }))
    const data = { primaryType: 'Mail', message: { to: 'a' } }
    await provider.request({ method: 'eth_signTypedData_v4', params: [address, data] })
    await provider.request({ method: 'eth_signTypedData_v4', params: [address, JSON.stringify(data)] })
    await provider.request({ method: 'eth_signTypedData', params: [[{ type: 'string' }], address] })
    expect(asked.map(({ params }) => params)).toEqual([
      [address, JSON.stringify(data)],
      [address, JSON.stringify(data)],
      [[{ type: 'string' }], address],
    ])
  })

  // zapper.fi, rainbow-me/rainbow#2356: pages add a chain to get there.
  test('provider: wallet_addEthereumChain of a granted chain goes there, without a question', async () => {
    const { provider } = await open(grant(['eip155:1', 'eip155:137'], [address]))
    const asked = answerWith(() => ({ result: null }))
    expect(await provider.request(to('0x89', 'wallet_addEthereumChain'))).toBe(null)
    expect([await provider.request({ method: 'eth_chainId' }), asked]).toEqual(['0x89', []])
  })

  test('provider: asks the wallet for wallet_addEthereumChain, once', async () => {
    const { provider, session } = await open()
    const asked = answerWith(() => ({ result: null }))
    const request = { method: 'wallet_addEthereumChain', params: [{ chainId: '0xa', chainName: 'Optimism' }] }
    expect(await provider.request(request)).toBe(null)
    await update(session, grant(chains))
    expect(await provider.request(request)).toBe(null)
    expect(asked).toEqual([{ ...request, chainId: 'eip155:1' }])
  })

  test.each([
    [4001, 4001],
    [5000, 4001],
    [5002, 4001],
    [12001, 4001],
    [1001, 4200],
    [3001, 4200],
    [5101, 4200],
    [3005, 4901],
    [5103, 4100],
    [6000, 4900],
    [4100, 4100],
    [4200, 4200],
    [-32000, -32000],
    [-32602, -32602],
    [1234, 1234],
  ])('provider: passes a wallet’s refusal with %i to the page as %i', async (said, code) => {
    const { provider } = await open()
    answerWith(() => ({ error: { code: said, message: 'What the wallet said.' } }))
    const error = await refused(provider.request(signing))
    expect(error).toMatchObject({ code, message: 'What the wallet said.', cause: { code: 'request_rejected' } })
  })

  test('provider: passes on a wallet’s words and data, such as those of a revert', async () => {
    const { provider } = await open()
    answerWith(() => ({ error: { code: 3, message: 'execution reverted', data: '0x08c379a0' } }))
    const error = await refused(provider.request(signing))
    expect(error).toMatchObject({ code: 3, message: 'execution reverted', data: '0x08c379a0' })
  })

  test('provider: -32002 when the wallet did not answer in time', async () => {
    const { provider } = await open()
    const asked = answerWith(() => undefined)
    const signed = refused(provider.request(signing))
    await expect.poll(() => asked).toHaveLength(1)
    await house.clock.advance(301_000)
    expect(await signed).toMatchObject({ code: -32002, cause: { code: 'request_expired' } })
  })

  test('provider: follows the wallet’s chain and accounts, as far as granted', async () => {
    const { provider, session, told } = await open(grant(['eip155:1', 'eip155:137'], [address, second]))
    const { topic } = session
    const emit = async (name: string, data: unknown) => {
      await house.wallet.emit({ topic, chainId: 'eip155:1', event: { name, data } })
      await house.clock.tick()
    }
    told.length = 0
    await emit('chainChanged', 137)
    await emit('chainChanged', '0x1')
    await emit('chainChanged', '137')
    await emit('chainChanged', 10)
    await emit('chainChanged', 'rubbish')
    await emit('accountsChanged', [`eip155:137:${second}`])
    await emit('accountsChanged', [address, second])
    await emit('accountsChanged', ['0x3333333333333333333333333333333333333333', 7])
    await emit('accountsChanged', 'rubbish')
    await emit('accountsChanged', [second, address])
    expect(told).toEqual([
      ['chainChanged', '0x89'],
      ['chainChanged', '0x1'],
      ['chainChanged', '0x89'],
      // An event that names no chain belongs to the chain that it is addressed to.
      ['chainChanged', '0x1'],
      ['accountsChanged', [second, address]],
      ['accountsChanged', [address, second]],
      ['accountsChanged', [second, address]],
    ])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([second, address])
  })

  /** Sends an event from the wallet, regardless of the session's grants. */
  const emit = (session: Session, name: string, data: unknown, chainId = 'eip155:1') =>
    fromWallet(session, 'wc_sessionEvent', { event: { name, data }, chainId })

  // WalletConnect/walletconnect-docs#978, MetaMask/metamask-mobile#30519, WalletConnect/WalletConnectFlutterV2#225.
  test.each([
    ['F25a', 'eip155:10'],
    ['F25b', [10]],
    ['F25c', 'changed'],
    ['F25', 10],
    ['F25', '10'],
    ['F25', '0xa'],
    ['F25', '0x0A'],
    ['F25', ['0xa']],
    ['F25', { chainId: '0xa' }],
    ['F25', { chainId: 'eip155:10' }],
    ['F25', `eip155:10:${address}`],
    ['F25', '["eip155:10"]'],
    ['F25', null],
  ])('%s provider: chainChanged with %j is chain 10', async (_, data) => {
    const { provider, session, told } = await open(grant(['eip155:1', 'eip155:10']))
    told.length = 0
    await emit(session, 'chainChanged', data, 'eip155:10')
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0xa')
    expect(told).toEqual([['chainChanged', '0xa']])
  })

  // WalletConnect/WalletConnectFlutterV2#205, OneKeyHQ/app-monorepo#4287.
  test('F14a F14b provider: gets chain and account without a grant of their events', async () => {
    const { eip155 } = grant(['eip155:1', 'eip155:10'], [address, second])
    const { provider, session } = await open({
      eip155: { ...eip155, methods: ['personal_sign'], events: [] },
    } as Namespaces)
    await emit(session, 'chainChanged', 10)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0xa')
    await emit(session, 'accountsChanged', [second])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([second, address])
  })

  // WalletConnect/WalletConnectKotlinV2#1329.
  test('F25 provider: follows the accounts that a wallet writes as text', async () => {
    const { provider, session } = await open(grant(['eip155:1'], [address, second]))
    await emit(session, 'accountsChanged', JSON.stringify([`eip155:1:${second}`]))
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([second, address])
  })

  test('F14 provider: an event about a chain or an account without a grant gives none', async () => {
    const { provider, session } = await open()
    await emit(session, 'chainChanged', 10)
    await emit(session, 'accountsChanged', [second])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
  })

  test('F14 provider: asks a session that lists no methods', async () => {
    const { provider } = await open(grant(['eip155:1'], [address], []))
    // Our own wallet enforces its grants. Its refusal shows that it received the request.
    expect(await refused(provider.request(signing))).toMatchObject({
      code: 4200,
      cause: { code: 'request_rejected', reason: { code: 3001 } },
    })
    expect(await refused(provider.request(to('0xa')))).toMatchObject({ code: 4902 })
  })

  const switching = grant(['eip155:1'])
  const on = (provider: ReturnType<typeof createProvider>) => provider.request({ method: 'eth_chainId' })

  // wevm/wagmi#1374, MetaMask/metamask-mobile#16831.
  test.each([
    ['F08a', 'an update', [10], undefined],
    ['F08b', 'an update, then the event', [10, 'event'], undefined],
    ['F08', 'the event, then an update', ['event', 10], undefined],
    ['F08', 'an answer, then an update', [10], { result: null }],
    ['F08', 'an answer, the event, then an update', ['event', 10], { result: null }],
  ] as const)('%s provider: %s confirms a switch', async (_, __, signs, answer) => {
    const { provider, session, told } = await open(switching)
    const asked = answerWith(() => answer)
    told.length = 0
    const switched = provider.request(to('0xa'))
    await expect.poll(() => asked).toHaveLength(1)
    for (const sign of signs) {
      if (sign === 'event') await emit(session, 'chainChanged', 10)
      else await update(session, grant(['eip155:1', 'eip155:10']))
    }
    expect([await switched, await on(provider), told]).toEqual([null, '0xa', [['chainChanged', '0xa']]])
    expect(asked).toHaveLength(1)
  })

  test('F08 provider: still switches to a chain that is granted after the switch was given up', async () => {
    const { provider, session } = await open(switching)
    const asked = answerWith(() => ({ result: null }))
    const switched = refused(provider.request(to('0xa')))
    await expect.poll(() => asked).toHaveLength(1)
    await house.clock.advance(31_000)
    expect(await switched).toMatchObject({ code: 4901 })
    await update(session, grant(['eip155:1', 'eip155:10']))
    expect(await on(provider)).toBe('0xa')
  })

  test('F08 provider: a chain granted later does not replace one that the page chose since', async () => {
    const { provider, session } = await open()
    const asked = answerWith(() => ({ result: null }))
    const switched = refused(provider.request(to('0xa')))
    await expect.poll(() => asked).toHaveLength(1)
    await house.clock.advance(31_000)
    await switched
    await provider.request(to('0x89'))
    await update(session, grant(chains))
    expect(await on(provider)).toBe('0x89')
  })

  test('F08 provider: while a switch waits, answers everything else; a refusal ends it at once', async () => {
    const { provider } = await open(switching)
    let decline: (answer: Answer) => void = () => {}
    const asked = answerWith(() => new Promise<Answer>((resolve) => (decline = resolve)))
    const switched = refused(provider.request(to('0xa')))
    const same = refused(provider.request(to('0xa')))
    await expect.poll(() => asked).toHaveLength(1)
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x2a')
    decline({ error: { code: 5000, message: 'No.' } })
    expect([await switched, await same]).toMatchObject([{ code: 4001 }, { code: 4001 }])
    expect([await on(provider), asked.length]).toEqual(['0x1', 1])
  })

  test('F08 provider: two switches at once each end with the sign of their own chain', async () => {
    const { provider, session } = await open(switching)
    const asked = answerWith(() => undefined)
    const first = provider.request(to('0xa'))
    const other = provider.request(to('0x89'))
    await expect.poll(() => asked).toHaveLength(1)
    await update(session, grant(['eip155:1', 'eip155:10']))
    expect([await first, await on(provider)]).toEqual([null, '0xa'])
    await update(session, grant(chains))
    expect([await other, await on(provider)]).toEqual([null, '0x89'])
  })

  test('F08 provider: wallet_addEthereumChain ends with the grant; a switch then asks nothing', async () => {
    const { provider, session } = await open(switching)
    const asked = answerWith(() => undefined)
    const added = provider.request({ method: 'wallet_addEthereumChain', params: [{ chainId: '0xa', chainName: 'O' }] })
    await expect.poll(() => asked).toHaveLength(1)
    await update(session, grant(['eip155:1', 'eip155:10']))
    expect([await added, await provider.request(to('0xa')), await on(provider)]).toEqual([null, null, '0xa'])
    expect(asked).toHaveLength(1)
  })

  test('F08 provider: waits for a chain that was just added before it asks the wallet to switch', async () => {
    const { provider, session } = await open(switching)
    const asked = answerWith(() => ({ result: null }))
    await provider.request({ method: 'wallet_addEthereumChain', params: [{ chainId: '0xa', chainName: 'O' }] })
    const switched = provider.request(to('0xa'))
    await house.clock.advance(2_000)
    await update(session, grant(['eip155:1', 'eip155:10']))
    expect([await switched, await on(provider), asked.length]).toEqual([null, '0xa', 1])
  })

  // cowprotocol/cowswap#7647.
  test('F23a provider: restores the chosen chain and account after a reload', async () => {
    const { provider, session } = await open(grant(['eip155:1', 'eip155:10'], [address, second]))
    await provider.request(to('0xa'))
    await emit(session, 'accountsChanged', [second])
    provider.stop()
    const state = async (client: typeof house.dapp) => {
      const again = startProvider({ client }).provider
      return [await on(again), await again.request({ method: 'eth_accounts' })]
    }
    expect(await state(house.dapp)).toEqual(['0xa', [second, address]])
    await house.dapp.stop()
    expect(await state(house.create(house.storages.dapp))).toEqual(['0xa', [second, address]])
  })

  test('F23 provider: replaces a choice that is no longer granted by one that is', async () => {
    const { provider, session } = await open(grant(['eip155:1', 'eip155:10'], [address, second]))
    await provider.request(to('0xa'))
    await emit(session, 'accountsChanged', [second])
    provider.stop()
    await update(session, grant(['eip155:1'], [address]))
    const again = startProvider().provider
    expect([await on(again), await again.request({ method: 'eth_accounts' })]).toEqual(['0x1', [address]])
  })

  // WalletConnect/walletconnect-monorepo#4464.
  test('F02a provider: with walletTimeoutMs an answer after 301 s arrives', async () => {
    const session = await settle()
    const { provider } = startProvider({ session, walletTimeoutMs: 3_600_000 })
    let answer: (given: Answer) => void = () => {}
    const asked = answerWith(() => new Promise<Answer>((resolve) => (answer = resolve)))
    const sent = provider.request({ method: 'eth_sendTransaction', params: [{ from: address, to: second }] })
    await expect.poll(() => asked).toHaveLength(1)
    await house.clock.advance(301_000)
    answer({ result: '0x22' })
    expect(await sent).toBe('0x22')
  })

  test('F21 provider: finds a chain granted in another spelling, and asks by the wallet’s own', async () => {
    const { provider, session } = await open(grant(['eip155:0x1', 'eip155:010']))
    const asked = answerWith(() => ({ result: '0x11' }))
    expect([await on(provider), await provider.request({ method: 'eth_accounts' })]).toEqual(['0x1', [address]])
    await provider.request(to('0xa'))
    await provider.request(signing)
    await emit(session, 'chainChanged', 1, 'eip155:010')
    await provider.request(signing)
    expect(asked.map(({ chainId }) => chainId)).toEqual(['eip155:010', 'eip155:0x1'])
  })

  test('provider: an update that removes the chain moves to one that remains', async () => {
    const { provider, session, told } = await open()
    await update(session, grant(['eip155:137'], [second]))
    expect(told.slice(2)).toEqual([
      ['chainChanged', '0x89'],
      ['accountsChanged', [second]],
    ])
    const error = await refused(provider.request(signing))
    expect(error).toMatchObject({ code: 4100, cause: { code: 'account_not_granted' } })
  })

  test('provider: a session that the wallet ends: no accounts, emits 4900 and rejects with it', async () => {
    const { provider, session, told } = await open()
    const asked = answerWith(() => undefined)
    const signed = refused(provider.request(signing))
    await expect.poll(() => asked).toHaveLength(1)
    await house.wallet.disconnect({ topic: session.topic })
    expect(await signed).toMatchObject({ code: 4900, cause: { code: 'session_ended' } })
    expect(told.slice(2)).toEqual([
      ['accountsChanged', []],
      ['disconnect', 4900],
    ])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(await refused(provider.request(signing))).toMatchObject({ code: 4100 })
  })

  test('provider: emits the end of a session that expires', async () => {
    const { provider, session } = await open()
    provider.stop()
    await house.symKeyOf(house.storages.dapp, session.topic)
    const key = `sessions:${session.topic}`
    const kept = (await house.storages.dapp.get(key)) ?? ''
    // A week of silence would be a week of heartbeats on this clock, so the session ends in a minute instead.
    const endsSoon = kept.replace(String(session.expiresAt), String(house.clock.now() + 60_000))
    expect(endsSoon).not.toBe(kept)
    await house.storages.dapp.set(key, endsSoon)
    const started = startProvider({ client: house.create(house.storages.dapp) })
    expect(await started.provider.request({ method: 'eth_accounts' })).toEqual([address])
    await house.clock.advance(60_001)
    expect(started.told.at(-1)).toEqual(['disconnect', 4900])
  })

  test('provider: emits the end of a session that other code of the page ends', async () => {
    const { provider, session, told } = await open()
    await house.dapp.disconnect({ topic: session.topic })
    expect(told.at(-1)).toEqual(['disconnect', 4900])
    expect(await refused(provider.request(signing))).toMatchObject({ code: 4100 })
  })

  test('provider: disconnect() ends the session at the wallet too', async () => {
    const { provider, told } = await open()
    const deleted = new Promise((resolve) => house.wallet.on('sessionDeleted', resolve))
    provider.disconnect()
    provider.disconnect()
    expect(told.slice(2)).toEqual([
      ['accountsChanged', []],
      ['disconnect', 4900],
    ])
    await deleted
    expect(house.dapp.sessions()).toEqual([])
  })

  test('provider: disconnect() before the session is found ends it too, and emits nothing', async () => {
    await settle()
    const { provider, told } = startProvider()
    const deleted = new Promise((resolve) => house.wallet.on('sessionDeleted', resolve))
    provider.disconnect()
    await deleted
    expect(house.dapp.sessions()).toEqual([])
    expect([told, await provider.request({ method: 'eth_accounts' })]).toEqual([[], []])
  })

  test('provider: takes a session that settles later, and the newest one from then on', async () => {
    const { provider, told } = startProvider()
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    await settle()
    expect(told).toEqual([
      ['connect', '0x1'],
      ['accountsChanged', [address]],
    ])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
    await settle(grant(['eip155:1'], [second]))
    expect(told.slice(2)).toEqual([['accountsChanged', [second]]])
    provider.disconnect()
    await expect.poll(() => house.dapp.sessions()).toHaveLength(1)
    expect(told.at(-1)).toEqual(['disconnect', 4900])
    await settle(grant(['eip155:137'], [second]))
    expect(told.slice(-3)).toEqual([
      ['connect', '0x89'],
      ['chainChanged', '0x89'],
      ['accountsChanged', [second]],
    ])
  })

  test('provider: leaves a session alone that is not the given one, or has no usable account', async () => {
    const { told } = startProvider()
    const session = await settle()
    const given = startProvider({ session })
    await house.clock.tick()
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const account = `${solana}:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv` as const
    const proposed = await house.dapp.propose({
      optionalNamespaces: { solana: { chains: [solana], methods: ['solana_signMessage'], events: [] } },
    })
    const { id: proposalId } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
    const granted = { chains: [solana], accounts: [account], methods: ['solana_signMessage'], events: [] } as const
    await house.wallet.approve({ proposalId, namespaces: { solana: granted } })
    await proposed.approval
    expect([told.length, given.told.length]).toEqual([2, 2])
    await settle(grant(['eip155:1'], [second]))
    expect([told.length, given.told.length]).toEqual([3, 2])
  })

  test('provider: ignores a session that settles after stop()', async () => {
    const { provider, told } = startProvider()
    provider.stop()
    await settle()
    expect(told).toEqual([])
  })

  test('provider: stop() leaves the session alive', async () => {
    const { provider, told } = await open()
    answerWith(() => undefined)
    const signed = refused(provider.request(signing))
    await house.clock.tick()
    provider.stop()
    expect(await signed).toMatchObject({ code: 4900, cause: { code: 'provider_stopped' } })
    expect(house.dapp.sessions()).toHaveLength(1)
    expect(told).toHaveLength(2)
  })

  test('provider: 4900 once the client has stopped', async () => {
    const { provider } = await open()
    await house.dapp.stop()
    expect(await refused(provider.request(signing))).toMatchObject({ code: 4900, cause: { code: 'client_stopped' } })
  })
})

describe('over a linker', () => {
  /** Opens a page whose linker reaches the house's wallet over the house's relay. */
  function openPage(more: Groups<RelayLinkerOptions> = {}, extensionMemory?: ExtensionMemory) {
    const { clock, relay } = house
    const linker = createLinker(
      mergeGroups<RelayLinkerOptions>(
        {
          relay: { url: 'ws://relay.test' },
          metadata: { name: 'Our App', description: '', url: 'https://app.example', icons: [] },
          chains,
          session: { methods, events },
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
    const scope = more.world?.extensionScope
    const made = createProvider({
      linker,
      ...(scope && { extensionScope: scope }),
      ...(extensionMemory && { extensionMemory }),
      rpcUrls,
      setTimer: clock.setTimer,
      fetch: async (_, init) => Response.json({ id: JSON.parse(String(init?.body)).id, result: '0x2a' }),
    })
    return { linker, provider: made, told: watch(made) }
  }

  /** Lets 0 ms timers run and code load until the condition is true. */
  async function until(isSo: () => boolean): Promise<void> {
    await expect
      .poll(
        async () => {
          await house.clock.advance(1)
          return isSo()
        },
        { timeout: 20_000 },
      )
      .toBe(true)
  }

  /** Returns the outcome of a call that first has to load code, which the page does in a separate task. */
  async function outcome<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false
    const settled = () => {
      isSettled = true
    }
    promise.then(settled, settled)
    await until(() => isSettled)
    return promise
  }

  async function approve(linker: ReturnType<typeof createLinker>, namespaces = grant(['eip155:1', 'eip155:137'])) {
    await until(() => linker.getState().pairingUri !== undefined)
    const pairingUri = linker.getState().pairingUri ?? ''
    expect(() => parsePairingUri(pairingUri)).not.toThrow()
    let proposalId = 0
    house.wallet.pair({ pairingUri }).then(({ id }) => {
      proposalId = id
    })
    await until(() => proposalId !== 0)
    const { session } = await house.wallet.approve({ proposalId, namespaces })
    return session
  }

  test('provider: eth_requestAccounts opens the linking flow, and closes it once connected', async () => {
    const { linker, provider, told } = openPage()
    const asked = answerWith(() => ({ result: '0x11' }))
    expect(await outcome(provider.request({ method: 'eth_accounts' }))).toEqual([])
    expect(linker.getState().flow.status).toBe('closed')
    const accounts = provider.request({ method: 'eth_requestAccounts' })
    const again = provider.request({ method: 'eth_requestAccounts' })
    await approve(linker)
    expect([await accounts, await again]).toEqual([[address], [address]])
    await house.clock.tick()
    expect(linker.getState().flow.status).toBe('closed')
    expect(told).toEqual([
      ['connect', '0x1'],
      ['accountsChanged', [address]],
    ])
    expect(await provider.request(signing)).toBe('0x11')
    expect(asked).toHaveLength(1)
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
    expect(linker.getState().flow.status).toBe('closed')
  })

  test.each<[string, Groups<RelayLinkerOptions>, string | undefined]>([
    ['a relay of its own', {}, 'relay.test'],
    ['its own relay said to be the network’s', { relay: { reach: 'network' } }, undefined],
    ['the network’s relay', { relay: { url: 'wss://relay.walletconnect.org' } }, undefined],
    [
      'the network’s said to be its own',
      { relay: { url: 'wss://relay.walletconnect.org', reach: 'own' } },
      'relay.walletconnect.org',
    ],
  ])('provider: eth_requestAccounts on %s offers no code that no wallet answers', async (_, more, ownRelay) => {
    const { linker, provider } = openPage(more)
    const accounts = provider.request({ method: 'eth_requestAccounts' })
    await until(() => linker.getState().wallets.isReady)
    const { wallets, ownRelay: shown } = linker.getState()
    expect(shown).toBe(ownRelay)
    const metaMask = wallets.shown.find(({ listing }) => listing.name === 'MetaMask')?.listing
    expect(metaMask?.mobile.universal !== undefined).toBe(ownRelay === undefined)
    // A wallet configured for this relay can link all the same.
    await approve(linker)
    expect(await accounts).toEqual([address])
  })

  test('provider: a wallet that was connected by the button is the provider’s too', async () => {
    const { linker, provider, told } = openPage()
    linker.open()
    await approve(linker, grant(['eip155:137']))
    await until(() => told.length === 3)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89')
    expect(linker.getState().flow.status).toBe('connected')
  })

  test('provider: a page that closes the flow once connected does not hide that from the provider', async () => {
    const { linker } = openPage()
    linker.subscribe(() => {
      if (linker.getState().flow.status === 'connected') linker.close()
    })
    // Created after that listener, so the provider receives later events than the listener.
    const provider = createProvider({ linker, rpcUrls, setTimer: house.clock.setTimer })
    watch(provider)
    const accounts = provider.request({ method: 'eth_requestAccounts' })
    await approve(linker)
    expect(await outcome(accounts)).toEqual([address])
  })

  test('provider: 4001 when the visitor closes the flow', async () => {
    const { linker, provider } = openPage()
    const accounts = refused(provider.request({ method: 'eth_requestAccounts' }))
    await until(() => linker.getState().pairingUri !== undefined)
    linker.close()
    expect(await accounts).toMatchObject({ code: 4001, cause: { code: 'linking_closed' } })
  })

  test('provider: 4001 inside a page of another origin, where nothing opens', async () => {
    const { provider } = openPage({
      world: { isFramed: () => true },
    })
    const accounts = refused(provider.request({ method: 'eth_requestAccounts' }))
    expect(await outcome(accounts)).toMatchObject({ code: 4001, cause: { code: 'linking_closed' } })
  })

  test('provider: stop() while the flow is open', async () => {
    const { linker, provider } = openPage()
    const accounts = refused(provider.request({ method: 'eth_requestAccounts' }))
    await until(() => linker.getState().pairingUri !== undefined)
    provider.stop()
    expect(await accounts).toMatchObject({ code: 4900, cause: { code: 'provider_stopped' } })
  })

  test('provider: emits a session that the wallet ends; eth_requestAccounts reopens the flow', async () => {
    const { linker, provider, told } = openPage()
    const accounts = provider.request({ method: 'eth_requestAccounts' })
    const { topic } = await approve(linker)
    await accounts
    await house.wallet.disconnect({ topic })
    await until(() => told.length === 4)
    expect(told.at(-1)).toEqual(['disconnect', 4900])
    const next = provider.request({ method: 'eth_requestAccounts' })
    await approve(linker, grant(['eip155:1'], [second]))
    expect(await next).toEqual([second])
  })

  test('provider: after disconnect() the flow starts again, also over an open modal', async () => {
    const { linker, provider, told } = openPage()
    linker.open()
    await approve(linker)
    await until(() => told.length === 2)
    provider.disconnect()
    expect(told.at(-1)).toEqual(['disconnect', 4900])
    const closed = refused(provider.request({ method: 'eth_requestAccounts' }))
    await until(() => linker.getState().flow.status === 'choosing')
    linker.close()
    expect(await closed).toMatchObject({ code: 4001, cause: { code: 'linking_closed' } })
    const accounts = provider.request({ method: 'eth_requestAccounts' })
    await approve(linker, grant(['eip155:1'], [second]))
    expect(await outcome(accounts)).toEqual([second])
  })

  test('provider: disconnect() closes its own flow; eth_requestAccounts rejects with 4900', async () => {
    const { linker, provider, told } = openPage()
    const accounts = refused(provider.request({ method: 'eth_requestAccounts' }))
    await until(() => linker.getState().pairingUri !== undefined)
    provider.disconnect()
    expect(await accounts).toMatchObject({ code: 4900, cause: { code: 'wallet_gone' } })
    expect([linker.getState().flow.status, told]).toEqual(['closed', []])
    const again = provider.request({ method: 'eth_requestAccounts' })
    await approve(linker)
    expect(await again).toEqual([address])
  })

  test('provider: disconnect() leaves a flow alone that the page has opened', async () => {
    const { linker, provider, told } = openPage()
    linker.open()
    const accounts = refused(provider.request({ method: 'eth_requestAccounts' }))
    await until(() => linker.getState().pairingUri !== undefined)
    provider.disconnect()
    expect(await accounts).toMatchObject({ code: 4900, cause: { code: 'wallet_gone' } })
    await approve(linker)
    await until(() => told.length === 2)
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
  })

  test('provider: disconnect() while the flow opens the wallet ends its session', async () => {
    const { linker, provider, told } = openPage()
    linker.subscribe(() => {
      if (linker.getState().flow.status === 'connected') provider.disconnect()
    })
    linker.open()
    const deleted = new Promise((resolve) => house.wallet.on('sessionDeleted', resolve))
    await approve(linker)
    await outcome(deleted)
    expect(await outcome(provider.request({ method: 'eth_accounts' }))).toEqual([])
    expect(told).toEqual([])
  })

  test('provider: emits the end of a session that the linker ends itself', async () => {
    const { linker, told } = openPage({
      session: { keep: false },
    })
    linker.open()
    await approve(linker)
    await until(() => told.length === 2)
    linker.close()
    await until(() => told.length === 4)
    expect(told.slice(2)).toEqual([
      ['accountsChanged', []],
      ['disconnect', 4900],
    ])
  })

  test('provider: 4900 if the page gave its own connector, which has no client', async () => {
    const connector = {
      renews: false,
      propose: () => {
        throw new Error('not asked in this test')
      },
      signMessage: () => Promise.reject(new Error('not asked in this test')),
      endSession() {},
      stop() {},
    }
    const linker = createLinker({ connector, chains })
    onTestFinished(linker.stop)
    const provider = createProvider({
      linker,
      rpcUrls,
      fetch: async (_, init) => Response.json({ id: JSON.parse(String(init?.body)).id, result: '0x2a' }),
    })
    for (const method of ['eth_accounts', 'eth_requestAccounts']) {
      expect(await refused(provider.request({ method }))).toMatchObject({
        code: 4900,
        cause: { code: 'client_unavailable' },
      })
    }
    expect(linker.getState().flow.status).toBe('closed')
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x2a')
  })

  // safe-global/safe-wallet-monorepo#2946.
  test('F14c link: asks a wallet that lists no methods to sign', async () => {
    const challenge = { challengeId: 'c'.repeat(22), message: 'Ahoy', expiresAt: house.clock.now() + 300_000 }
    const { linker } = openPage({
      link: { url: 'https://app.example/link' },
      world: { fetch: async () => Response.json(challenge, { status: 201 }) },
    })
    linker.open()
    const { eip155 } = grant(['eip155:1'], [address], [])
    await approve(linker, { eip155: { ...eip155, events: [] } } as Namespaces)
    await until(() => linker.getState().flow.status === 'failed')
    // Our own wallet enforces its grants: the error is the wallet's answer, and not our own refusal to ask the wallet.
    expect(linker.getState().flow).toMatchObject({ error: { code: 'wallet_cannot_sign' } })
  })

  test('F14c link: proposes requiredNamespaces beside the optional ones', async () => {
    const required = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } as const
    const { linker } = openPage({
      session: { requiredNamespaces: required },
    })
    const proposed = new Promise<unknown>((resolve) => house.wallet.on('proposal', resolve))
    linker.open()
    await approve(linker)
    expect(await proposed).toMatchObject({ requiredNamespaces: required, optionalNamespaces: { eip155: { methods } } })
  })

  test('provider: restores the session after a reload without a prompt', async () => {
    const kept = new Map<string, string>()
    Object.defineProperty(globalThis, 'localStorage', { value: createStorageArea(kept), configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'localStorage'))
    const first = openPage()
    const accounts = first.provider.request({ method: 'eth_requestAccounts' })
    await approve(first.linker)
    await accounts
    await until(() => [...kept.keys()].some((key) => key.startsWith('hawser:sign:sessions:')))
    first.provider.stop()
    first.linker.stop()
    await house.clock.advance(1)
    const { linker, provider, told } = openPage()
    expect(await outcome(provider.request({ method: 'eth_accounts' }))).toEqual([address])
    expect(told[0]).toEqual(['connect', '0x1'])
    expect(linker.getState().flow.status).toBe('closed')
    answerWith(() => ({ result: '0x11' }))
    expect(await provider.request(signing)).toBe('0x11')
  })

  /** Announces an extension in the page, and records its requests. */
  function announceExtension(more: Readonly<Record<string, unknown>> = {}) {
    const scope = new EventTarget()
    const asked: string[] = []
    const answers: Readonly<Record<string, unknown>> = {
      eth_accounts: [address],
      eth_requestAccounts: [address],
      eth_chainId: '0x89',
      personal_sign: '0x11',
      ...more,
    }
    const provider = {
      request: async ({ method }: { readonly method: string }) => {
        asked.push(method)
        const answer = answers[method]
        if (answer instanceof Error) throw answer
        return answer
      },
    }
    const info = { uuid: 'u1', name: 'Rainbow', icon: undefined, rdns: 'me.rainbow' }
    scope.addEventListener('eip6963:requestProvider', () =>
      scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } })),
    )
    return { scope, asked }
  }

  async function chooseExtension(linker: ReturnType<typeof createLinker>): Promise<void> {
    linker.open()
    await until(() => linker.getState().installed.length === 1 && linker.getState().wallets.isReady)
    const entry = linker.getState().wallets.shown.find(({ isInstalled }) => isInstalled)
    if (entry === undefined) throw new Error('The extension is not shown.')
    linker.chooseWallet(entry.listing)
  }

  test('provider: an extension that was chosen in the flow is the provider’s wallet', async () => {
    const { scope, asked } = announceExtension()
    const { linker, provider, told } = openPage({
      world: { extensionScope: scope },
    })
    await chooseExtension(linker)
    await until(() => told.length === 3)
    linker.loadLinkedWallets()
    await house.clock.advance(1)
    expect(told).toContainEqual(['chainChanged', '0x89'])
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
    expect(await provider.request(signing)).toBe('0x11')
    // Once by the linker and once by the provider.
    const each = ['eth_requestAccounts', 'eth_chainId']
    expect(asked).toEqual([...each, ...each, 'personal_sign'])
    expect(linker.getState().flow.status).toBe('connected')
  })

  test('F43 provider: a kept extension that refuses hides no session, and keeps no modal closed', async () => {
    const unauthorized = Object.assign(new Error('Ask for eth_requestAccounts first.'), { code: 4100 })
    const { scope } = announceExtension({ eth_accounts: unauthorized })
    const memory: ExtensionMemory = { get: async () => 'me.rainbow', set: async () => {} }
    const { linker, provider } = openPage({ world: { extensionScope: scope } }, memory)
    expect(await outcome(refused(provider.request({ method: 'eth_accounts' })))).toMatchObject({ code: 4100 })
    const accounts = provider.request({ method: 'eth_requestAccounts' })
    await approve(linker)
    expect(await accounts).toEqual([address])
    provider.stop()
    const again = createProvider({ linker, rpcUrls, extensionScope: scope, extensionMemory: memory })
    onTestFinished(again.stop)
    expect(await outcome(again.request({ method: 'eth_accounts' }))).toEqual([address])
  })

  test('provider: restores a chosen extension after a reload', async () => {
    let kept: string | undefined
    const memory: ExtensionMemory = {
      get: async () => kept,
      async set(rdns) {
        kept = rdns
      },
    }
    const { scope, asked } = announceExtension()
    const first = openPage(
      {
        world: { extensionScope: scope },
      },
      memory,
    )
    await chooseExtension(first.linker)
    await until(() => first.told.length === 3)
    expect(kept).toBe('me.rainbow')
    first.provider.stop()
    first.linker.stop()
    asked.length = 0

    const { linker, provider, told } = openPage(
      {
        world: { extensionScope: scope },
      },
      memory,
    )
    expect(await outcome(provider.request({ method: 'eth_accounts' }))).toEqual([address])
    expect(asked).toEqual(['eth_accounts', 'eth_chainId'])
    expect(linker.getState().flow.status).toBe('closed')
    linker.open()
    await approve(linker, grant(['eip155:1'], [second]))
    await until(() => told.length === 5)
    expect(told.slice(3)).toEqual([
      ['chainChanged', '0x1'],
      ['accountsChanged', [second]],
    ])
    expect(kept).toBe(undefined)
  })
})
