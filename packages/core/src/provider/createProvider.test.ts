import { describe, expect, onTestFinished, test } from 'vitest'
import { ProviderRpcError } from '../platform/providerRpcError.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { createProvider, type Eip1193Provider, type ProviderOptions } from './createProvider.ts'
import type { ExtensionProvider } from './extensionWallet.ts'
import type { ProviderEvents } from './providerEvents.ts'
import type { JsonRpcPayload } from './respondTo.ts'

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const other = '0x2222222222222222222222222222222222222222'
const rpcUrls = { 'eip155:1': 'https://one.example/key', 'eip155:137': 'https://polygon.example' } as const
const signing = { method: 'personal_sign', params: ['0x41', address] }
const hang = () => new Promise<never>(() => {})

/** Creates an extension that answers each method as the test says. */
function createExtension(answers: Readonly<Record<string, unknown>>) {
  const asked: { readonly method: string; readonly params?: unknown }[] = []
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const script: Record<string, unknown> = {
    eth_accounts: [],
    eth_requestAccounts: [address],
    eth_chainId: '0x1',
    ...answers,
  }
  const extension: ExtensionProvider = {
    request(request) {
      asked.push(request)
      const answer = script[request.method]
      return typeof answer === 'function' ? answer(request) : answer
    },
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => listeners.get(event)?.delete(listener),
  }
  return {
    extension,
    asked,
    script,
    heard: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
    emit: (event: string, payload: unknown) => {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
    },
  }
}

type Rpc = (body: { id: number; method: string; params: unknown }, url: string, init: RequestInit) => unknown

function start(
  answers: Readonly<Record<string, unknown>> = {},
  rpc: Rpc = ({ id }) => Response.json({ jsonrpc: '2.0', id, result: '0x2a' }),
  more: Partial<ProviderOptions> = {},
) {
  const timers = createTimers()
  const made = createExtension(answers)
  const reads: { url: string; method: string; params: unknown }[] = []
  const told: unknown[] = []
  const provider = createProvider({
    extension: made.extension,
    rpcUrls,
    setTimer: timers.setTimer,
    fetch: async (input, init) => {
      const body = JSON.parse(String(init?.body))
      reads.push({ url: String(input), method: body.method, params: body.params })
      return (await rpc(body, String(input), init ?? {})) as Response
    },
    ...more,
  })
  const listen = <E extends keyof ProviderEvents>(event: E) =>
    provider.on(event, (payload) => told.push([event, payload instanceof Error ? payload.message : payload]))
  listen('connect')
  listen('disconnect')
  listen('chainChanged')
  listen('accountsChanged')
  onTestFinished(provider.stop)
  return { ...made, provider, timers, reads, told }
}

async function refused(promise: Promise<unknown>): Promise<ProviderRpcError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ProviderRpcError) return error
  throw new Error('Not refused with a ProviderRpcError.')
}

const refusal =
  (code: unknown, more: object = {}) =>
  () =>
    Promise.reject({ code, message: 'said by the extension', ...more })

test('provider: asks an extension when the page asks; eth_accounts shows no prompt', async () => {
  const { provider, asked, told } = start()
  expect(asked).toEqual([])
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  expect(asked).toEqual([{ method: 'eth_accounts' }])
  expect(told).toEqual([])
})

test('provider: eth_requestAccounts connects the extension and emits so', async () => {
  const { provider, told, timers } = start({ eth_chainId: '0x89' })
  expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
  expect(told).toEqual([
    ['connect', { chainId: '0x89' }],
    ['chainChanged', '0x89'],
    ['accountsChanged', [address]],
  ])
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89')
  expect(await provider.request({ method: 'net_version' })).toBe('137')
  expect(timers.open()).toBe(0)
})

test('provider: concurrent requests for accounts are one prompt', async () => {
  const { provider, asked } = start()
  const ask = () => provider.request({ method: 'eth_requestAccounts' })
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([[address], [address], [address]])
  expect(asked.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
})

test('provider: connects an extension that already shares accounts without a prompt', async () => {
  const { provider, asked } = start({ eth_accounts: [address.toLowerCase(), address, 'rubbish'] })
  expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address.toLowerCase()])
  expect(asked.map(({ method }) => method)).toEqual(['eth_accounts', 'eth_chainId'])
})

test('provider: reads go to the RPC URL of the extension’s chain, without a wallet', async () => {
  const { provider, reads, asked, emit } = start({ eth_accounts: [address] })
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x2a')
  emit('chainChanged', '0x89')
  await provider.request({ method: 'eth_getBalance', params: [address, 'latest'] })
  expect(reads).toEqual([
    { url: rpcUrls['eip155:1'], method: 'eth_blockNumber', params: [] },
    { url: rpcUrls['eip155:137'], method: 'eth_getBalance', params: [address, 'latest'] },
  ])
  expect(asked.map(({ method }) => method)).toEqual(['eth_accounts', 'eth_chainId'])
})

test('provider: a failing extension blocks no read', async () => {
  const { provider, reads, script } = start({ eth_accounts: refusal(4100) })
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x2a')
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
  expect(reads).toHaveLength(1)
  expect(await refused(provider.request({ method: 'eth_accounts' }))).toMatchObject({ code: 4100 })
  script.eth_accounts = [address]
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
})

// coinbase/coinbase-wallet-sdk: before the first connection, every method but eth_requestAccounts is unauthorized.
test.each<[string, unknown]>([
  ['refuses', refusal(4100)],
  ['says that it is disconnected', refusal(4900)],
  ['throws', () => Promise.reject(new TypeError('boom'))],
  ['answers null', null],
  ['answers nothing', undefined],
])('F43 provider: an extension that %s when asked for eth_accounts can still be connected', async (_, eth_accounts) => {
  const { provider, asked } = start({ eth_accounts })
  for (const _attempt of ['first', 'second'])
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
  expect(asked.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
})

test('F43 provider: an extension that never answers eth_accounts can still be connected', async () => {
  const { provider, timers } = start({ eth_accounts: hang })
  const accounts = provider.request({ method: 'eth_requestAccounts' })
  await timers.advance(20_000)
  expect(await accounts).toEqual([address])
})

test('provider: after a stop at any moment it follows nothing of the wallet', async () => {
  for (let moment = 0; moment < 24; moment += 1) {
    let answer: (chainId: string) => void = () => {}
    const waits = () =>
      new Promise<string>((resolve) => {
        answer = resolve
      })
    const { provider, heard, timers, told } = start({ eth_accounts: [address], eth_chainId: waits })
    const asked = provider.request({ method: 'eth_accounts' }).catch(() => {})
    await timers.settle()
    answer('0x1')
    for (let step = 0; step < moment; step += 1) await undefined
    provider.stop()
    const before = told.length
    await asked
    await timers.settle()
    expect([moment, heard(), timers.open(), told.length]).toEqual([moment, 0, 0, before])
  }
})

test('provider: reads a chain without RPC URL through the extension', async () => {
  const { provider, reads } = start({ eth_accounts: [address], eth_chainId: '0xa', eth_blockNumber: '0x7' })
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x7')
  expect(reads).toEqual([])
})

test('provider: requests that concern an account go to the extension', async () => {
  const { provider, asked, reads } = start({
    eth_accounts: [address],
    personal_sign: '0x11',
    eth_sendTransaction: '0x22',
  })
  expect(await provider.request(signing)).toBe('0x11')
  const transaction = { from: address.toLowerCase(), to: other }
  expect(await provider.request({ method: 'eth_sendTransaction', params: [transaction] })).toBe('0x22')
  expect(asked.slice(2)).toEqual([signing, { method: 'eth_sendTransaction', params: [transaction] }])
  expect(reads).toEqual([])
})

test('provider: follows the extension’s events until it leaves it', async () => {
  const { provider, emit, told, heard } = start({ eth_accounts: [address] })
  await provider.request({ method: 'eth_accounts' })
  told.length = 0
  emit('accountsChanged', [other, address])
  emit('accountsChanged', [other, address])
  emit('chainChanged', '0x89')
  emit('chainChanged', 'rubbish')
  emit('disconnect', { code: 1013 })
  emit('accountsChanged', [])
  expect(told).toEqual([
    ['accountsChanged', [other, address]],
    ['chainChanged', '0x89'],
    ['accountsChanged', []],
  ])
  emit('accountsChanged', [address])
  told.length = 0
  provider.disconnect()
  expect(told).toEqual([
    ['accountsChanged', []],
    ['disconnect', 'The wallet is not connected any more.'],
  ])
  expect(heard()).toBe(0)
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
})

test('provider: disconnect() during the search leaves the extension once found', async () => {
  for (let moment = 0; moment < 24; moment += 1) {
    const { provider, told, heard } = start({ eth_accounts: [address] })
    const asked = provider.request({ method: 'eth_accounts' })
    for (let step = 0; step < moment; step += 1) await undefined
    const before = told.length
    provider.disconnect()
    await asked.catch(() => {})
    expect([moment, heard(), await provider.request({ method: 'eth_accounts' })]).toEqual([moment, 0, []])
    expect(told.slice(before)).toEqual(
      before === 0 ? [] : [['accountsChanged', []], expect.arrayContaining(['disconnect'])],
    )
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
  }
})

test('provider: disconnect() leaves an unused extension', async () => {
  const { provider, told, asked } = start({ eth_accounts: [address] })
  provider.disconnect()
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  expect([told, asked.map(({ method }) => method)]).toEqual([[], ['eth_accounts', 'eth_chainId']])
})

test('provider: disconnect() during the prompt: 4900, and a later yes connects nothing', async () => {
  let answer: (accounts: readonly string[]) => void = () => {}
  const waits = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  const { provider, told, heard, timers } = start({ eth_requestAccounts: waits })
  const connected = refused(provider.request({ method: 'eth_requestAccounts' }))
  await timers.settle()
  provider.disconnect()
  answer([address])
  expect(await connected).toMatchObject({ code: 4900, cause: { code: 'wallet_gone' } })
  expect([told, heard()]).toEqual([[], 0])
  // A page that asks again while the visitor's prompt is still open wants the answer after all.
  const first = refused(provider.request({ method: 'eth_requestAccounts' }))
  await timers.settle()
  provider.disconnect()
  const second = provider.request({ method: 'eth_requestAccounts' })
  await timers.settle()
  answer([address])
  expect(await first).toMatchObject({ code: 4900, cause: { code: 'wallet_gone' } })
  expect(await second).toEqual([address])
  expect(told).toHaveLength(2)
})

test('provider: after disconnect() an earlier eth_requestAccounts asks no extension', async () => {
  const { provider, asked, told } = start()
  const connected = refused(provider.request({ method: 'eth_requestAccounts' }))
  provider.disconnect()
  expect(await connected).toMatchObject({ code: 4900, cause: { code: 'wallet_gone' } })
  expect([told, asked.map(({ method }) => method)]).toEqual([[], ['eth_accounts']])
})

test('provider: 4900 when the extension disconnects; eth_requestAccounts connects it again', async () => {
  const { provider, emit } = start({ eth_accounts: [address] })
  await provider.request({ method: 'eth_accounts' })
  const disconnected = new Promise<ProviderRpcError>((resolve) => provider.on('disconnect', resolve))
  emit('disconnect', { code: 1000 })
  expect(await disconnected).toMatchObject({ code: 4900, cause: { code: 'wallet_gone' } })
  expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
})

test('provider: asks a locked extension again', async () => {
  const { provider, emit, asked, heard } = start({ eth_accounts: [address] })
  await provider.request({ method: 'eth_accounts' })
  emit('accountsChanged', [])
  expect(await refused(provider.request(signing))).toMatchObject({
    code: 4100,
    cause: { code: 'wallet_not_connected' },
  })
  expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
  expect(asked.at(-2)).toEqual({ method: 'eth_requestAccounts' })
  expect(heard()).toBe(3)
})

test('provider: a removed listener gets no event, the others do', async () => {
  const { provider, told } = start({ eth_accounts: [address] })
  const removed = () => told.push('removed')
  provider.on('connect', removed).removeListener('connect', removed)
  await provider.request({ method: 'eth_accounts' })
  expect(told).toHaveLength(2)
})

test('provider: wallet_switchEthereumChain asks the extension, and emits its new chain', async () => {
  const { provider, asked, script, told } = start({
    eth_accounts: [address],
    wallet_switchEthereumChain() {
      script.eth_chainId = '0x89'
      return null
    },
  })
  await provider.request({ method: 'eth_accounts' })
  const to = (chainId: string) => ({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  expect(await provider.request(to('0x1'))).toBe(null)
  expect(asked).toHaveLength(2)
  expect(await provider.request(to('0x89'))).toBe(null)
  expect(asked[2]).toEqual(to('0x89'))
  expect(told.at(-1)).toEqual(['chainChanged', '0x89'])
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89')
})

test('provider: wallet_addEthereumChain goes to the extension', async () => {
  const { provider, asked } = start({ eth_accounts: [address], wallet_addEthereumChain: null })
  const request = { method: 'wallet_addEthereumChain', params: [{ chainId: '0xa', chainName: 'Optimism' }] }
  expect(await provider.request(request)).toBe(null)
  expect(asked.slice(2)).toEqual([request, { method: 'eth_chainId' }])
})

test('provider: without a wallet, switching changes what is read', async () => {
  const { provider, reads, told } = start()
  const to = (chainId: string) => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
  expect(await to('0x89')).toBe(null)
  expect(told).toEqual([['chainChanged', '0x89']])
  await provider.request({ method: 'eth_blockNumber' })
  expect(reads[0]?.url).toBe(rpcUrls['eip155:137'])
  expect(await refused(to('0xa'))).toMatchObject({ code: 4902, cause: { code: 'chain_unrecognized' } })
})

test.each([
  [4001, refusal(4001)],
  [4100, refusal(4100)],
  [4902, refusal(4902)],
  [4902, refusal(-32603, { data: { originalError: { code: 4902 } } })],
  [-32002, refusal(-32002)],
  [-32000, refusal(-32000, { data: '0xrevert' })],
  [-32603, refusal(undefined)],
  [
    -32603,
    () => {
      throw new Error('sync')
    },
  ],
  [
    -32603,
    () =>
      Promise.reject(
        Object.defineProperty({}, 'code', {
          get() {
            throw new Error('getter')
          },
        }),
      ),
  ],
])('provider: keeps the extension’s refusal code: %i', async (code, personal_sign) => {
  const { provider } = start({ eth_accounts: [address], personal_sign })
  expect(await refused(provider.request(signing))).toMatchObject({ code })
})

test('provider: forwards the data of an extension’s error', async () => {
  const { provider } = start({ eth_accounts: [address], personal_sign: refusal(-32000, { data: '0xrevert' }) })
  expect(await refused(provider.request(signing))).toMatchObject({ message: 'said by the extension', data: '0xrevert' })
})

test('provider: -32002 after five minutes without an answer: do not repeat it', async () => {
  const { provider, timers } = start({ eth_accounts: [address], personal_sign: hang })
  const signed = refused(provider.request(signing))
  await timers.advance(299_999)
  await timers.advance(1)
  expect(await signed).toMatchObject({ code: -32002, cause: { code: 'extension_silent' } })
  expect(timers.open()).toBe(0)
})

test.each([{ eth_requestAccounts: 'rubbish' }, { eth_chainId: 'rubbish' }])(
  'provider: an extension that answers garbage: %j',
  async (answers) => {
    const { provider } = start(answers)
    expect(await refused(provider.request({ method: 'eth_requestAccounts' }))).toMatchObject({
      code: -32603,
      cause: { code: 'extension_failed' },
    })
  },
)

test('provider: 4100 if the extension does not share an account, or the signing one', async () => {
  const none = start({ eth_requestAccounts: [] })
  expect(await refused(none.provider.request({ method: 'eth_requestAccounts' }))).toMatchObject({
    code: 4100,
    cause: { code: 'account_not_granted' },
  })
  const { provider, asked } = start({ eth_accounts: [address] })
  for (const request of [
    { method: 'personal_sign', params: ['0x41', other] },
    { method: 'eth_signTypedData_v4', params: [other, '{}'] },
    { method: 'eth_sendTransaction', params: [{ from: other }] },
  ]) {
    expect(await refused(provider.request(request))).toMatchObject({
      code: 4100,
      cause: { code: 'account_not_granted' },
    })
  }
  expect(asked).toHaveLength(2)
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', 'eth_chainId'],
  ['no method', { params: [] }],
  ['an empty method', { method: '' }],
  ['params that are a text', { method: 'eth_call', params: 'x' }],
  ['a bigint', { method: 'eth_call', params: [1n] }],
  ['no chain to switch to', { method: 'wallet_switchEthereumChain' }],
  ['a malformed chain id', { method: 'wallet_switchEthereumChain', params: [{ chainId: 'one' }] }],
  ['chain 0', { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x0' }] }],
  [
    'a chain id beyond all numbers',
    { method: 'wallet_addEthereumChain', params: [{ chainId: `0x${'f'.repeat(14)}` }] },
  ],
  ['a transaction from nobody', { method: 'eth_sendTransaction', params: [{ to: other }] }],
  ['a signature by nobody', { method: 'personal_sign', params: ['0x41', 'me'] }],
  ['a signature of nothing', { method: 'eth_signTypedData_v4', params: [address] }],
])('provider: -32602 for %s, and no request is sent', async (_, request) => {
  const { provider, asked, reads } = start({ eth_accounts: [address] })
  await provider.request({ method: 'eth_accounts' })
  const asking = provider.request(request as { method: string })
  expect(await refused(asking)).toMatchObject({ code: -32602, cause: { code: 'invalid_params' } })
  expect([asked.length, reads.length]).toEqual([2, 0])
})

test('provider: 4200 for subscriptions, which HTTP lacks', async () => {
  const { provider } = start()
  const asked = provider.request({ method: 'eth_subscribe', params: ['newHeads'] })
  expect(await refused(asked)).toMatchObject({ code: 4200, cause: { code: 'method_unsupported' } })
})

test('provider: an error of the node keeps its code and data, with any HTTP status', async () => {
  const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
  const { provider } = start({}, ({ id }) => Response.json({ jsonrpc: '2.0', id, error }, { status: 500 }))
  const failed = await refused(provider.request({ method: 'eth_call', params: [{}] }))
  expect(failed).toMatchObject(error)
  expect(failed.name).toBe('ProviderRpcError')
})

test.each<[string, Rpc]>([
  ['is unreachable', () => Promise.reject(new TypeError('fetch failed'))],
  ['answers a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['answers half a JSON', () => new Response('{"id":1', { headers: { 'content-type': 'application/json' } })],
  ['answers null', () => Response.json(null)],
  ['answers neither result nor error', ({ id }) => Response.json({ id })],
  ['answers another question', ({ id }) => Response.json({ id: id + 1, result: '0x1' })],
  ['answers an error without a number', ({ id }) => Response.json({ id, error: { message: 'no' } })],
  ['answers more than the page takes', ({ id }) => Response.json({ id, result: 'x'.repeat(2_000) })],
])('provider: -32603 when the RPC URL %s', async (_, rpc) => {
  const { provider, timers } = start({}, rpc, { maxBytes: 1_000 })
  const failed = await refused(provider.request({ method: 'eth_blockNumber' }))
  expect(failed).toMatchObject({ code: -32603, cause: { code: 'rpc_unavailable' } })
  expect(failed.message).not.toContain('key')
  expect(timers.open()).toBe(0)
})

test('provider: gives up on a silent RPC URL after 20 s', async () => {
  let heeded: AbortSignal | null | undefined
  const { provider, timers } = start({}, (_, __, { signal }) => {
    heeded = signal
    return hang()
  })
  const failed = refused(provider.request({ method: 'eth_blockNumber' }))
  await timers.advance(19_999)
  expect(heeded?.aborted).toBe(false)
  await timers.advance(1)
  expect(await failed).toMatchObject({ code: -32603, cause: { code: 'rpc_unavailable' } })
  expect(heeded?.aborted).toBe(true)
})

test('provider: null is a result like any other', async () => {
  const { provider } = start({}, ({ id }) => Response.json({ id, result: null }))
  expect(await provider.request({ method: 'eth_getTransactionReceipt', params: ['0x0'] })).toBe(null)
})

test('provider: stop() rejects pending and later calls with 4900, and leaves nothing behind', async () => {
  const { provider, timers, heard, emit, told } = start({ eth_accounts: [address], personal_sign: hang }, hang)
  await provider.request({ method: 'eth_accounts' })
  const waiting = [refused(provider.request(signing)), refused(provider.request({ method: 'eth_blockNumber' }))]
  await timers.settle()
  told.length = 0
  provider.stop()
  provider.stop()
  for (const each of [...waiting, refused(provider.request({ method: 'eth_chainId' }))]) {
    expect(await each).toMatchObject({ code: 4900, cause: { code: 'provider_stopped' } })
  }
  emit('accountsChanged', [other])
  expect([told, heard(), timers.open()]).toEqual([[], 0, 0])
})

test.each([{}, { 'eip155:0x1': 'a' }, { 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'a' }, { 1: 'a' }])(
  'provider: refuses RPC URLs %j when it is made',
  (wrong) => {
    const make = () => createProvider({ extension: createExtension({}).extension, rpcUrls: wrong })
    expect(make).toThrow(expect.objectContaining({ code: 'invalid_chain_id' }))
  },
)

// brave/brave-browser#19261.
test.each([{ chainId: '0xa' }, 10, '10', 'eip155:10', ['0xa'], [{ chainId: 10 }], '0x0a'])(
  'F25d provider: chainChanged %j of an extension means chain 10',
  async (data) => {
    const { provider, emit, told } = start({ eth_accounts: [address] })
    await provider.request({ method: 'eth_accounts' })
    told.length = 0
    emit('chainChanged', data)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0xa')
    expect(told).toEqual([['chainChanged', '0xa']])
  },
)

test.each(['changed', null, undefined, {}, [], 0])(
  'F25 provider: chainChanged %j makes it ask the extension for its chain',
  async (data) => {
    const { provider, emit, script, timers } = start({ eth_accounts: [address] })
    await provider.request({ method: 'eth_accounts' })
    emit('chainChanged', data)
    await timers.settle()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    script.eth_chainId = '0xa'
    emit('chainChanged', data)
    await timers.settle()
    expect([await provider.request({ method: 'eth_chainId' }), timers.open()]).toEqual(['0xa', 0])
  },
)

describe('a chain switch of an extension', () => {
  const to = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] }
  const connected = async (answers: Readonly<Record<string, unknown>>) => {
    const started = start({ eth_accounts: [address], ...answers })
    await started.provider.request({ method: 'eth_accounts' })
    return started
  }
  const chain = (provider: Eip1193Provider) => provider.request({ method: 'eth_chainId' })

  test('F08 provider: the event alone confirms it', async () => {
    const { provider, emit, timers } = await connected({ wallet_switchEthereumChain: hang })
    const switched = provider.request(to)
    await timers.settle()
    emit('chainChanged', '0x89')
    expect([await switched, await chain(provider), timers.open()]).toEqual([null, '0x89', 0])
  })

  test('F08 provider: eth_chainId alone confirms it', async () => {
    const { provider, script, timers, heard } = await connected({ wallet_switchEthereumChain: hang })
    const switched = provider.request(to)
    await timers.advance(1_500)
    script.eth_chainId = '0x89'
    await timers.advance(1_000)
    expect([await switched, await chain(provider), timers.open()]).toEqual([null, '0x89', 0])
    expect(heard()).toBe(3)
  })

  test('F08 provider: an answer before the wallet has switched waits for it', async () => {
    const { provider, emit, timers } = await connected({ wallet_switchEthereumChain: null })
    const switched = provider.request(to)
    await timers.advance(2_900)
    emit('chainChanged', 137)
    expect([await switched, await chain(provider), timers.open()]).toEqual([null, '0x89', 0])
  })

  test('F08 provider: 4901 if it agrees but does not switch; other waiting calls are answered', async () => {
    const { provider, timers } = await connected({ wallet_switchEthereumChain: null, personal_sign: '0x11' })
    const switched = refused(provider.request(to))
    await timers.settle()
    expect(await provider.request(signing)).toBe('0x11')
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x2a')
    await timers.advance(3_000)
    expect(await switched).toMatchObject({ code: 4901, cause: { code: 'chain_not_reached' } })
    expect([await chain(provider), timers.open()]).toEqual(['0x1', 0])
  })

  test('F08 provider: requests the same chain twice at once only once, and another one besides', async () => {
    const { provider, emit, asked, timers } = await connected({ wallet_switchEthereumChain: hang })
    const other = { ...to, params: [{ chainId: '0xa' }] }
    const switched = Promise.all([provider.request(to), provider.request(to), provider.request(other)])
    await timers.settle()
    emit('chainChanged', '0x89')
    emit('chainChanged', '0xa')
    expect(await switched).toEqual([null, null, null])
    expect(asked.filter(({ method }) => method === to.method)).toEqual([to, other])
    expect([await chain(provider), timers.open()]).toEqual(['0xa', 0])
  })

  test('F08 provider: reports a refusal at once, and also stop() and a lost extension', async () => {
    const declined = await connected({ wallet_switchEthereumChain: refusal(4001) })
    expect(await refused(declined.provider.request(to))).toMatchObject({ code: 4001 })
    const stopped = await connected({ wallet_switchEthereumChain: hang })
    const first = refused(stopped.provider.request(to))
    await stopped.timers.settle()
    stopped.provider.stop()
    expect(await first).toMatchObject({ code: 4900, cause: { code: 'provider_stopped' } })
    const gone = await connected({ wallet_switchEthereumChain: hang })
    const second = refused(gone.provider.request(to))
    await gone.timers.settle()
    gone.emit('disconnect', { code: 4900 })
    expect(await second).toMatchObject({ code: 4900, cause: { code: 'wallet_gone' } })
    expect([declined, stopped, gone].map(({ timers }) => timers.open())).toEqual([0, 0, 0])
  })

  test('F08 provider: wallet_addEthereumChain is done once the wallet switched, without an answer', async () => {
    const { provider, emit, timers } = await connected({ wallet_addEthereumChain: hang })
    const added = provider.request({ method: 'wallet_addEthereumChain', params: [{ chainId: '0x89', chainName: 'P' }] })
    await timers.settle()
    emit('chainChanged', '0x89')
    expect([await added, timers.open()]).toEqual([null, 0])
  })

  test.each(['0x089', '0X89', 137, '137', 'eip155:137'])(
    'F21 provider: a page may write the chain as %j',
    async (chainId) => {
      const { provider, asked, script } = await connected({ wallet_switchEthereumChain: null })
      script.eth_chainId = '0x89'
      expect(await provider.request({ ...to, params: [{ chainId }] })).toBe(null)
      expect(asked).toContainEqual(to)
    },
  )
})

// vultisig/vultisig-windows#3928, #4564.
test.each<[string, unknown]>([
  ['F09e', 'User denied the request'],
  ['F09f', { code: -32603, message: 'x', data: { code: 4001 } }],
  ['F09', new Error('Rejected')],
  ['F09', { code: '4001', message: 'x' }],
  ['F09', { code: 'ACTION_REJECTED' }],
  ['F09', { code: -32000, message: 'User rejected' }],
])('%s provider: an extension that throws %o is 4001', async (_, thrown) => {
  const declines = () => Promise.reject(thrown)
  const { provider } = start({ eth_accounts: [address], eth_requestAccounts: declines, personal_sign: declines })
  await provider.request({ method: 'eth_accounts' })
  expect(await refused(provider.request(signing))).toMatchObject({ code: 4001 })
  const locked = start({ eth_requestAccounts: declines })
  expect(await refused(locked.provider.request({ method: 'eth_requestAccounts' }))).toMatchObject({ code: 4001 })
})

test('F02 provider: walletTimeoutMs is how long an extension may take', async () => {
  const { provider, timers } = start({ eth_accounts: [address], personal_sign: hang }, undefined, {
    walletTimeoutMs: 3_600_000,
  })
  const signed = refused(provider.request(signing))
  await timers.advance(3_599_000)
  expect(timers.open()).toBe(1)
  await timers.advance(1_000)
  expect(await signed).toMatchObject({ code: -32002, cause: { code: 'extension_silent' } })
})

test.each([0, 299_999, 604_800_001, Number.NaN, Number.POSITIVE_INFINITY])(
  'F02 provider: refuses walletTimeoutMs %d when it is made',
  (walletTimeoutMs) => {
    const make = () => createProvider({ extension: createExtension({}).extension, rpcUrls, walletTimeoutMs })
    expect(make).toThrow(expect.objectContaining({ code: 'invalid_params' }))
  },
)

const json = (value: unknown) => JSON.stringify(value)
// INFURA/infura#158, filecoin-project/go-jsonrpc#43, and other answers that servers write.
test.each<[string, string, string | undefined, (id: number) => string]>([
  ['F43a', 'text/plain', 'text/plain', (id) => json({ jsonrpc: '2.0', id, result: '0x2a' })],
  ['F43b', 'application/json-rpc', 'application/json-rpc', (id) => json({ jsonrpc: '2.0', id, result: '0x2a' })],
  ['F43', 'no content type', undefined, (id) => json({ jsonrpc: '2.0', id, result: '0x2a' })],
  ['F43', 'text/html around JSON', 'text/html', (id) => json({ jsonrpc: '2.0', id, result: '0x2a' })],
  ['F43', 'a byte order mark', 'application/json', (id) => `\uFEFF${json({ id, result: '0x2a' })}`],
  ['F43', 'an id as a text', 'application/json', (id) => json({ id: String(id), result: '0x2a' })],
  ['F43', 'no id', 'application/json', () => json({ jsonrpc: '2.0', result: '0x2a' })],
  ['F43', 'an id that is null', 'application/json', () => json({ id: null, result: '0x2a' })],
  ['F43', 'an error that is null', 'application/json', (id) => json({ id, result: '0x2a', error: null })],
  ['F43', 'a list of one', 'application/json', (id) => json([{ id, result: '0x2a' }])],
  ['F43', 'blank lines around', 'application/json', (id) => `\n\n${json({ id, result: '0x2a' })}\n`],
])('%s provider: reads an RPC URL that answers with %s', async (_, __, contentType, body) => {
  const { provider } = start({}, ({ id }) => {
    const response = new Response(new TextEncoder().encode(body(id)))
    if (contentType !== undefined) response.headers.set('content-type', contentType)
    return response
  })
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x2a')
})

test('F43 provider: null for both result and error is null', async () => {
  const { provider } = start({}, ({ id }) => Response.json({ id, result: null, error: null }))
  expect(await provider.request({ method: 'eth_getTransactionReceipt', params: ['0x0'] })).toBe(null)
})

test.each<[unknown, number]>([
  [{ code: '-32000', message: 'no' }, -32000],
  [{ code: -32000, message: 'no' }, -32000],
])('F43 provider: an error %j beside a null result is %i', async (error, code) => {
  const { provider } = start({}, ({ id }) => Response.json({ id, result: null, error }))
  expect(await refused(provider.request({ method: 'eth_call' }))).toMatchObject({ code, message: 'no' })
})

test('F43 provider: an error that is a text is an unusable answer, with its text', async () => {
  const { provider } = start({}, ({ id }) => Response.json({ id, error: 'rate limited' }))
  const failed = await refused(provider.request({ method: 'eth_call' }))
  expect(failed).toMatchObject({ code: -32603, cause: { code: 'rpc_unavailable' } })
  expect(failed.message).toContain('rate limited')
})

test('F43 provider: null params mean no params', async () => {
  const { provider, reads } = start()
  await provider.request({ method: 'eth_blockNumber', params: null as unknown as [] })
  expect(reads[0]).toMatchObject({ method: 'eth_blockNumber', params: [] })
})

// TalismanSociety/talisman#617.
describe('methods that libraries call', () => {
  test('F33a provider: once, off, addListener and removeAllListeners have their usual meaning', async () => {
    const { provider, emit } = start({ eth_accounts: [address] })
    await provider.request({ method: 'eth_accounts' })
    const heard: string[] = []
    const hear = (name: string) => (chainId: string) => void heard.push(`${name} ${chainId}`)
    const [off, all] = [hear('off'), hear('all')]
    provider.once('chainChanged', hear('once')).addListener('chainChanged', off).on('chainChanged', all)
    emit('chainChanged', '0x89')
    provider.off('chainChanged', off)
    emit('chainChanged', '0x1')
    expect(heard).toEqual(['once 0x89', 'off 0x89', 'all 0x89', 'all 0x1'])
    provider.removeAllListeners('accountsChanged')
    emit('chainChanged', '0x89')
    provider.removeAllListeners('chainChanged').on('connect', () => {})
    emit('chainChanged', '0x1')
    provider.on('chainChanged', all).removeAllListeners()
    emit('chainChanged', '0x89')
    expect(heard).toHaveLength(5)
  })

  test('F33a provider: a listener added with on and once gets an event once, and stays', async () => {
    const { provider, emit } = start({ eth_accounts: [address] })
    await provider.request({ method: 'eth_accounts' })
    const heard: string[] = []
    const listener = (chainId: string) => void heard.push(chainId)
    provider.on('chainChanged', listener).once('chainChanged', listener)
    emit('chainChanged', '0x89')
    emit('chainChanged', '0x1')
    expect(heard).toEqual(['0x89', '0x1'])
  })

  test('F33a provider: enable() is eth_requestAccounts; isConnected() matches the events', async () => {
    const { provider, asked } = start()
    expect(provider.isConnected()).toBe(false)
    expect(await provider.enable()).toEqual([address])
    expect(asked.map(({ method }) => method)).toContain('eth_requestAccounts')
    expect(provider.isConnected()).toBe(true)
    provider.disconnect()
    expect(provider.isConnected()).toBe(false)
  })

  test('F33 provider: send and sendAsync answer in each of their forms', async () => {
    const { provider } = start({ eth_accounts: [address], personal_sign: refusal(4001) })
    const payload = { id: 7, jsonrpc: '2.0', method: 'eth_accounts' }
    const answered = { id: 7, jsonrpc: '2.0', result: [address] }
    const ask = (how: 'send' | 'sendAsync', asked: JsonRpcPayload | readonly JsonRpcPayload[]) =>
      new Promise((resolve) => provider[how](asked, (...all) => resolve(all)))
    expect(await provider.send('eth_accounts')).toEqual([address])
    expect(await provider.send('eth_accounts', [])).toEqual([address])
    expect(await provider.send(payload)).toEqual(answered)
    expect(await ask('send', payload)).toEqual([null, answered])
    expect(await ask('sendAsync', payload)).toEqual([null, answered])
    expect(await ask('sendAsync', { ...payload, ...signing })).toMatchObject([{ code: 4001 }])
    expect(await ask('sendAsync', [payload, { ...payload, id: 8, ...signing }])).toMatchObject([
      null,
      [answered, { id: 8, error: { code: 4001, message: 'said by the extension' } }],
    ])
    expect(await refused(provider.send('personal_sign', signing.params))).toMatchObject({ code: 4001 })
    expect(await refused(provider.send({ id: 1 } as JsonRpcPayload))).toMatchObject({ code: -32602 })
  })

  test('F33 provider: web3.js 4 accepts it as a provider of EIP-1193', () => {
    expect(start().provider.request.constructor.name).toBe('AsyncFunction')
  })
})

/** Wraps an object as Vue's `reactive` and Immer's drafts do: in a proxy that also wraps every object read through it. */
function wrap<T extends object>(target: T): T {
  return new Proxy(target, {
    get(object, name, receiver) {
      const value = Reflect.get(object, name, receiver)
      return typeof value === 'object' && value !== null ? wrap(value) : value
    },
  })
}

test.each<[string, (provider: Eip1193Provider) => Eip1193Provider]>([
  ['in a proxy', (provider) => wrap(provider)],
  ['frozen', (provider) => Object.freeze(provider)],
  ['copied', (provider) => ({ ...provider })],
  ['an object’s prototype', (provider) => Object.create(provider)],
])('F27 provider: works as before: %s, or destructured', async (_, change) => {
  const { provider, emit } = start({ eth_accounts: [address], personal_sign: '0x11' })
  const { request, on, once, off, send, isConnected } = change(provider)
  expect(await request({ method: 'eth_accounts' })).toEqual([address])
  expect([await send('personal_sign', signing.params), isConnected()]).toEqual(['0x11', true])
  const heard: string[] = []
  const listener = (chainId: string) => void heard.push(chainId)
  on('chainChanged', listener)
  once('chainChanged', () => heard.push('once'))
  emit('chainChanged', '0x89')
  off('chainChanged', listener)
  emit('chainChanged', '0x1')
  expect(heard).toEqual(['0x89', 'once'])
  const changed = change(provider)
  expect(await changed.request(signing)).toBe('0x11')
  changed.disconnect()
  expect(await changed.request({ method: 'eth_accounts' })).toEqual([])
})

const accountsPermission = { params: [{ eth_accounts: {} }] }
const listed = [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: [address] }] }]

// EIP-2255, and MetaMask's MIP-2 for `wallet_revokePermissions`.
describe('provider: permissions', () => {
  test('wallet_requestPermissions connects, and lists the accounts', async () => {
    const { provider, asked } = start()
    expect(await provider.request({ method: 'wallet_getPermissions' })).toEqual([])
    expect(await provider.request({ method: 'wallet_requestPermissions', ...accountsPermission })).toMatchObject(listed)
    expect(asked.map(({ method }) => method)).toContain('eth_requestAccounts')
    expect(asked.map(({ method }) => method)).not.toContain('wallet_requestPermissions')
  })

  test('a wallet that refuses eth_accounts before it is connected is connected', async () => {
    const { provider } = start({ eth_accounts: refusal(4100) })
    expect(await provider.request({ method: 'wallet_getPermissions' })).toEqual([])
    expect(await provider.request({ method: 'wallet_requestPermissions', ...accountsPermission })).toMatchObject(listed)
  })

  test('a connected wallet answers for itself', async () => {
    const own = [{ parentCapability: 'eth_accounts', id: 'own' }]
    const { provider } = start({ eth_accounts: [address], wallet_requestPermissions: own, wallet_getPermissions: own })
    expect(await provider.request({ method: 'wallet_requestPermissions', ...accountsPermission })).toEqual(own)
    expect(await provider.request({ method: 'wallet_getPermissions' })).toEqual(own)
  })

  // wevm/wagmi#1365 (MetaMask's own browser), reown-com/appkit#2683 (Phantom).
  test.each<[string, unknown]>([
    ['-32601', refusal(-32601)],
    ['4200', refusal(4200)],
    ['words', () => Promise.reject(new Error('The method wallet_requestPermissions is not supported'))],
  ])('a wallet without permissions, by %s, is connected, listed and left', async (_, refuse) => {
    const { provider, told } = start({
      eth_accounts: [address],
      wallet_requestPermissions: refuse,
      wallet_getPermissions: refuse,
      wallet_revokePermissions: refuse,
    })
    expect(await provider.request({ method: 'wallet_requestPermissions', ...accountsPermission })).toMatchObject(listed)
    expect(await provider.request({ method: 'wallet_getPermissions' })).toMatchObject(listed)
    expect(await provider.request({ method: 'wallet_revokePermissions', ...accountsPermission })).toBeNull()
    expect(provider.isConnected()).toBe(false)
    expect(told.at(-1)).toEqual(['disconnect', 'The wallet is not connected any more.'])
  })

  test('a wallet that never answers a revocation is left at once, and a later connection stays', async () => {
    const { provider, asked, timers } = start({
      eth_accounts: [address],
      wallet_revokePermissions: () => new Promise(() => {}),
    })
    await provider.request({ method: 'eth_accounts' })
    const revoking = provider.request({ method: 'wallet_revokePermissions', ...accountsPermission })
    await expect.poll(() => asked.at(-1)?.method).toBe('wallet_revokePermissions')
    expect(provider.isConnected()).toBe(false)
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
    await timers.advance(3_000)
    expect(await revoking).toBeNull()
    expect(provider.isConnected()).toBe(true)
  })

  test('a refusal stays a refusal, and other permissions need a wallet', async () => {
    const { provider } = start({ eth_accounts: [address], wallet_requestPermissions: refusal(4001) })
    const asked = provider.request({ method: 'wallet_requestPermissions', ...accountsPermission })
    expect(await refused(asked)).toMatchObject({ code: 4001 })
    const lonely = start({ eth_requestAccounts: refusal(4001) }).provider
    const connecting = lonely.request({ method: 'wallet_requestPermissions', ...accountsPermission })
    expect(await refused(connecting)).toMatchObject({ code: 4001 })
    const snaps = { method: 'wallet_requestPermissions', params: [{ wallet_snap: {} }] }
    expect(await refused(lonely.request(snaps))).toMatchObject({ code: 4100 })
    expect(await lonely.request({ method: 'wallet_revokePermissions', ...accountsPermission })).toBeNull()
  })
})

// MetaMask/providers#9, MyEtherWallet/MyEtherWallet#3450: the event without a list, while the wallet is locked or not.
test.each<[string, unknown, readonly string[]]>([
  ['shares another account', [other], [other]],
  ['shares none', [], []],
  ['refuses to say', refusal(4100), []],
])('F25 provider: asks a wallet whose accountsChanged names nothing, and that %s', async (_, answer, accounts) => {
  const { provider, script, emit, told, timers } = start({ eth_accounts: [address] })
  await provider.request({ method: 'eth_accounts' })
  script.eth_accounts = answer
  emit('accountsChanged', undefined)
  await timers.settle()
  expect(told.at(-1)).toEqual(['accountsChanged', accounts])
})

test.each([
  [['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu']],
  [['4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM']],
  [[['0x']]],
  [[null]],
  [{ accounts: [{ publicKey: 'x' }] }],
])('F25 provider: asks a wallet whose accountsChanged names no Ethereum account: %j', async (named) => {
  const { provider, emit, told, timers } = start({ eth_accounts: [address] })
  await provider.request({ method: 'eth_accounts' })
  emit('accountsChanged', named)
  await timers.settle()
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
  expect(told).not.toContainEqual(['accountsChanged', []])
})

test('F25 provider: looks again for a wallet that shared nothing, not for one the page left', async () => {
  const { provider, script, asked } = start()
  const askedFor = (name: string) => asked.filter(({ method }) => method === name).length
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  await provider.request({ method: 'eth_blockNumber' })
  await provider.request({ method: 'eth_chainId' })
  expect(askedFor('eth_accounts')).toBe(1)
  script.eth_accounts = [address]
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
  await provider.disconnect()
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])

  const other = start()
  expect(await other.provider.request({ method: 'eth_accounts' })).toEqual([])
  other.script.eth_accounts = [address]
  script.eth_accounts = [address]
  expect(await other.provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
  await other.provider.disconnect()
  expect(await other.provider.request({ method: 'eth_accounts' })).toEqual([])
})

// rainbow-me/browser-extension#1312, RabbyHub/Rabby#165.
test('provider: eth_coinbase is the first account, and never a read', async () => {
  const { provider, reads } = start({ eth_accounts: [address, other] })
  expect(await provider.request({ method: 'eth_coinbase' })).toBe(address)
  expect(await start().provider.request({ method: 'eth_coinbase' })).toBe(null)
  expect(reads).toEqual([])
})

// wevm/wagmi#1532, Uniswap/interface#2664: wallets that know only the older method.
test.each<[string, unknown]>([
  ['refuses eth_chainId', refusal(-32601)],
  ['answers null to it', null],
])('F25 provider: a wallet that %s is asked for its net_version', async (_, answer) => {
  const { provider } = start({ eth_chainId: answer, net_version: '137' })
  expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x89')
})

test('F25 provider: without a chain the first failure counts', async () => {
  const { provider, asked } = start({ eth_chainId: refusal(4001), net_version: '137' })
  expect(await refused(provider.request({ method: 'eth_requestAccounts' }))).toMatchObject({ code: 4001 })
  expect(asked.map(({ method }) => method)).not.toContain('net_version')
  const busy = start({ eth_chainId: refusal(-32603), net_version: '1' })
  expect(await refused(busy.provider.request({ method: 'eth_requestAccounts' }))).toMatchObject({ code: -32603 })
  const both = start({ eth_chainId: refusal(4200), net_version: refusal(-32601) }).provider
  expect(await refused(both.request({ method: 'eth_requestAccounts' }))).toMatchObject({ code: 4200 })
  const silent = start({ eth_chainId: null, net_version: null }).provider
  expect(await refused(silent.request({ method: 'eth_requestAccounts' }))).toBeInstanceOf(ProviderRpcError)
})

test('F25 provider: an accountsChanged with a list counts before the answer to an earlier event', async () => {
  let tell: (accounts: unknown) => void = () => {}
  const { provider, script, emit, told, timers } = start({ eth_accounts: [address] })
  await provider.request({ method: 'eth_accounts' })
  script.eth_accounts = () => new Promise((resolve) => (tell = resolve))
  emit('accountsChanged', null)
  await timers.settle()
  emit('accountsChanged', [other])
  tell([address])
  await timers.settle()
  expect(told.at(-1)).toEqual(['accountsChanged', [other]])
})
