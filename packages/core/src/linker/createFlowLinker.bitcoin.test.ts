import { namespaceOf } from '@hawser/wire'
import { expect, test } from 'vitest'
import { createBitcoinDiscovery } from '../wallets/discovery/bitcoinDiscovery.ts'
import type { LinkerSettings } from './options/settings.ts'
import { challenge, createPageOfWallets } from './pageOfWallets.fixture.ts'

const chain = 'bip122:000000000019d6689c085ae165831e93'
// The first addresses of BIP-84 and BIP-86.
const segwit = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
const taproot = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const nested = '3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN'
const legacy = '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA'
const signature = Buffer.from([2, 72, ...Array(72).fill(7), 33, ...Array(33).fill(3)]).toString('base64')
const icon = 'data:image/png;base64,iVBORw0KGgo='

/** Creates a wallet that records its requests, and answers by method. */
function createRequestWallet(answers: Readonly<Record<string, unknown>>) {
  const asked: unknown[] = []
  const request = async (method: string, params?: object) => {
    asked.push(params === undefined ? [method] : [method, params])
    const answer = answers[method] ?? { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } }
    if (answer instanceof Error) throw answer
    return answer
  }
  return { asked, provider: { request } }
}

const result = (value: unknown) => ({ jsonrpc: '2.0', id: 1, result: value })
const xverse = {
  wallet_connect: result({
    id: 'a',
    addresses: [
      { address: nested, purpose: 'payment', addressType: 'p2sh' },
      { address: taproot, purpose: 'ordinals', addressType: 'p2tr' },
    ],
  }),
  signMessage: result({ address: taproot, signature, messageHash: '00', protocol: 'BIP322' }),
}
const leather = {
  getAddresses: result({
    addresses: [
      { symbol: 'BTC', type: 'p2wpkh', address: segwit },
      { symbol: 'BTC', type: 'p2tr', address: taproot },
      { symbol: 'STX', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' },
    ],
  }),
  signMessage: result({ address: segwit, signature, message: 'Ahoy €' }),
}

function createUnisat(accounts: unknown = [segwit], signed: unknown = signature) {
  const asked: unknown[] = []
  const provider = {
    requestAccounts: async () => {
      asked.push('requestAccounts')
      return accounts
    },
    signMessage: async (...inputs: unknown[]) => {
      asked.push(inputs)
      if (signed instanceof Error || (typeof signed === 'object' && signed !== null)) throw signed
      return signed
    },
  }
  return { asked, provider }
}

/** Opens a page with its own window. */
async function open(scopeOf: object, options: Partial<LinkerSettings> = {}) {
  const scope = Object.assign(new EventTarget(), scopeOf)
  const house = createPageOfWallets(scope, [chain], options)
  return { ...house, ...(await house.open()) }
}

const proof = { purpose: 'link', challengeId: challenge.challengeId, signature }
const signs = (address: string, paymentType: string) => [
  'signMessage',
  { address, message: 'Ahoy €', protocol: 'BIP322', paymentType },
]

test('offers a btc_providers wallet with name and icon, and links its Taproot address (Xverse)', async () => {
  const { asked, provider } = createRequestWallet(xverse)
  const providers = [
    { id: 'XverseProviders.BitcoinProvider', name: 'Xverse Wallet', icon, methods: ['wallet_connect'] },
  ]
  const page = await open({ btc_providers: providers, XverseProviders: { BitcoinProvider: provider } })
  expect(page.offered()).toEqual(['Xverse Wallet'])
  expect(page.linker.getState().wallets.shown[0]?.imageUrl).toBe(icon)
  // The wallet receives no request until the visitor chooses it.
  expect(asked).toEqual([])
  expect(await page.choose('Xverse Wallet')).toMatchObject({ status: 'linked' })
  expect(asked).toEqual([['wallet_connect', { addresses: ['payment', 'ordinals'] }], signs(taproot, 'p2tr')])
  expect(page.sent).toEqual([{ purpose: 'link', accountId: `${chain}:${taproot}`, walletName: 'Xverse Wallet' }, proof])
})

// WBIP-004 says `wbip_providers`, which Peppool Wallet and Clip use.
test('offers a wallet of wbip_providers, and one of both lists once', async () => {
  const { provider } = createRequestWallet(xverse)
  const entry = { id: 'Quay', name: 'Quay Wallet', icon }
  const page = await open({ wbip_providers: [entry], Quay: provider })
  expect(page.offered()).toEqual(['Quay Wallet'])
  expect(await page.choose('Quay Wallet')).toMatchObject({ status: 'linked' })
  const both = await open({
    btc_providers: [entry],
    wbip_providers: [entry],
    Quay: createRequestWallet(xverse).provider,
  })
  expect(both.offered()).toEqual(['Quay Wallet'])
})

test('tries each method on a wallet until it knows one (Leather)', async () => {
  const { asked, provider } = createRequestWallet(leather)
  const page = await open({ LeatherProvider: provider })
  expect(await page.choose('Leather')).toMatchObject({ status: 'linked' })
  expect(asked).toEqual([
    ['wallet_connect', { addresses: ['payment', 'ordinals'] }],
    ['getAccounts', { purposes: ['payment', 'ordinals'] }],
    ['getAddresses'],
    signs(segwit, 'p2wpkh'),
  ])
  expect(page.sent[0]).toEqual({ purpose: 'link', accountId: `${chain}:${segwit}`, walletName: 'Leather' })
})

test.each<[string, unknown]>([
  ['in words', new Error('wallet_connect is not supported')],
  ['in words that name no method', new Error('Not supported')],
  ['in words under a general number', { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Unknown method' } }],
  ['by its params', { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Invalid params' } }],
  ['in the form of sats-connect', { status: 'error', error: { code: -32601, message: 'x' } }],
])('tries the next method on a wallet that refuses one %s', async (_, answer) => {
  const { provider } = createRequestWallet({ ...leather, wallet_connect: answer, getAccounts: answer })
  const page = await open({ LeatherProvider: provider })
  expect(await page.choose('Leather')).toMatchObject({ status: 'linked' })
})

// docs.xverse.app/sats-connect/bitcoin-methods: `getAddresses` takes purposes, which Leather's does not.
test('gives the purposes of the addresses to a wallet that needs them', async () => {
  const asked: unknown[] = []
  const request = async (method: string, params?: object) => {
    asked.push(params === undefined ? [method] : [method, params])
    if (method === 'signMessage') return leather.signMessage
    if (method === 'getAddresses' && params !== undefined) return leather.getAddresses
    return { jsonrpc: '2.0', id: 1, error: { code: method === 'getAddresses' ? -32602 : -32601, message: 'x' } }
  }
  const page = await open({ LeatherProvider: { request } })
  expect(await page.choose('Leather')).toMatchObject({ status: 'linked' })
  expect(asked.slice(2, 4)).toEqual([['getAddresses'], ['getAddresses', { purposes: ['payment', 'ordinals'] }]])
})

// developers.binance.com/docs/binance-w3w/bitcoin-provider: `getAccounts` returns one text.
test.each<[string, unknown]>([
  ['a text', segwit],
  ['an object', { address: segwit, publicKey: '02' }],
  ['upper case', [segwit.toUpperCase()]],
])('understands a wallet that answers its account as %s', async (_, accounts) => {
  const { provider } = createUnisat(accounts)
  const getAccounts = async () => accounts
  const page = await open({ unisat: { ...provider, getAccounts } })
  expect(await page.choose('UniSat')).toMatchObject({ status: 'linked' })
  expect(page.sent[0]).toMatchObject({ accountId: `${chain}:${segwit}` })
  const other = await open({ unisat: { ...provider, getAccounts: async () => taproot } })
  expect(await other.choose('UniSat')).toMatchObject({ status: 'failed', error: { code: 'account_not_granted' } })
})

test('a refusal in the form of sats-connect is a refusal', async () => {
  const declined = { status: 'error', error: { code: -32000, message: 'x' } }
  const page = await open({ LeatherProvider: createRequestWallet({ ...leather, wallet_connect: declined }).provider })
  expect(await page.choose('Leather')).toMatchObject({ status: 'failed', error: { code: 'extension_declined' } })
})

test.each([
  ['UniSat', (provider: object) => ({ unisat: provider })],
  ['OKX Wallet', (provider: object) => ({ okxwallet: { bitcoin: provider } })],
  ['Keplr', (provider: object) => ({ bitcoin_keplr: provider, keplr: { bitcoin: provider } })],
  ['Binance Wallet', (provider: object) => ({ binancew3w: { bitcoin: provider }, unisat: provider })],
  ['Bitget Wallet', (provider: object) => ({ bitkeep: { unisat: provider } })],
  ['OneKey', (provider: object) => ({ $onekey: { btc: provider }, unisat: provider })],
])('offers %s once, and signs by bip322-simple', async (name, scopeOf) => {
  const { asked, provider } = createUnisat()
  const page = await open(scopeOf(provider))
  expect(page.offered()).toEqual([name])
  expect(await page.choose(name)).toMatchObject({ status: 'linked' })
  expect(asked).toEqual(['requestAccounts', ['Ahoy €', 'bip322-simple']])
  expect(page.sent).toEqual([{ purpose: 'link', accountId: `${chain}:${segwit}`, walletName: name }, proof])
})

// developers.binance.com/docs/binance-w3w/bitcoin-provider: Binance puts another provider into `window.unisat`, marked as its own.
test('does not offer Binance’s provider in window.unisat as UniSat', async () => {
  const binance = createUnisat().provider
  const proxy = { ...createUnisat().provider, isBinance: true }
  const page = await open({ binancew3w: { bitcoin: binance }, unisat: proxy })
  expect(page.offered()).toEqual(['Binance Wallet'])
  expect((await open({ unisat: proxy })).offered()).toEqual(['Binance Wallet'])
  expect((await open({ binancew3w: { bitcoin: binance }, unisat: createUnisat().provider })).offered()).toEqual([
    'Binance Wallet',
    'UniSat',
  ])
})

test.each([
  ['the first', [chain, 'eip155:1'], `${chain}:${segwit}`],
  ['the other first', ['eip155:1', chain], 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
] as const)(
  'a wallet with two namespaces is one entry, and gets the chosen one: %s of the chains',
  async (_, chains, accountId) => {
    const { provider } = createUnisat()
    const asked: string[] = []
    const request = async ({ method }: { readonly method: string }) => {
      asked.push(method)
      if (method === 'eth_chainId') return '0x1'
      return method === 'personal_sign' ? `0x${'1b'.repeat(65)}` : ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045']
    }
    const scope = Object.assign(new EventTarget(), { okxwallet: { bitcoin: provider } })
    const info = { uuid: 'u1', name: 'OKX Wallet', icon, rdns: 'com.okex.wallet' }
    scope.addEventListener('eip6963:requestProvider', () => {
      scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider: { request } } }))
    })
    const page = await open({}, { chains, extensionScope: scope })
    expect(page.offered()).toEqual(['OKX Wallet'])
    expect(page.linker.getState().installed).toEqual(['com.okex.wallet'])
    const linked = page.choose('OKX Wallet')
    const { view } = page.linker.getState()
    if ('listing' in view)
      page.linker.send({ type: 'walletChosen', listing: view.listing, namespace: namespaceOf(accountId) })
    await linked
    expect(page.sent[0]).toEqual({ purpose: 'link', accountId, walletName: 'OKX Wallet' })
    expect(asked.length > 0).toBe(accountId.startsWith('eip155'))
    expect(page.linker.getState().flow).toMatchObject({ status: 'linked' })
  },
)

test('does not offer an in-page wallet whose listing the host app excludes', async () => {
  const { provider } = createUnisat()
  const excluded = { modal: { explorerExcludedWalletIds: ['okx'] } }
  const page = await open({ okxwallet: { bitcoin: provider }, unisat: createUnisat().provider }, excluded)
  expect(page.offered()).toEqual(['UniSat'])
})

test.each<[string, unknown, string]>([
  ['legacy', [legacy], 'account_not_granted'],
  ['nested SegWit', [nested], 'account_not_granted'],
  ['of a test network', ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'], 'account_not_granted'],
  ['of a script', ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'], 'account_not_granted'],
  ['none', [], 'account_not_granted'],
  ['no list', 7, 'account_not_granted'],
])('does not link an account that is %s, and the visitor reads why', async (_, accounts, code) => {
  const page = await open({ unisat: createUnisat(accounts).provider })
  expect(await page.choose('UniSat')).toMatchObject({ status: 'failed', error: { code } })
  expect(page.sent).toEqual([])
})

const refusal = (code: number, message: string) => ({ code, message })
test.each<[string, object, string]>([
  ['4001 as UniSat throws it', refusal(4001, 'User rejected the request.'), 'extension_declined'],
  ['-32000 as sats-connect has it', refusal(-32000, 'x'), 'extension_declined'],
  ['words', new Error('User rejected'), 'extension_declined'],
  ['-32601', refusal(-32601, 'Method not found'), 'wallet_cannot_sign'],
  ['-32001', refusal(-32001, 'Method not supported'), 'wallet_cannot_sign'],
  ['-32004', refusal(-32004, 'x'), 'wallet_cannot_sign'],
  // OneKeyHQ/app-monorepo#4403.
  [
    'words about hardware',
    new Error('Sign message of type bip322-simple is not supported on hardware.'),
    'wallet_cannot_sign',
  ],
  ['words under a general number', refusal(-32000, 'Method not supported'), 'wallet_cannot_sign'],
  ['4100', refusal(4100, 'x'), 'account_not_granted'],
  ['words about an open request', refusal(-32603, 'Request already pending'), 'extension_busy'],
  ['anything else', refusal(-32603, 'Internal error'), 'extension_failed'],
])('a refusal to sign by %s is a refusal, in both kinds of wallets', async (_, thrown, code) => {
  const unisat = await open({ unisat: createUnisat([segwit], thrown).provider })
  expect(await unisat.choose('UniSat')).toMatchObject({ status: 'failed', error: { code } })
  const answers = {
    ...leather,
    signMessage: thrown instanceof Error ? thrown : { jsonrpc: '2.0', id: 1, error: thrown },
  }
  const other = await open({ LeatherProvider: createRequestWallet(answers).provider })
  expect(await other.choose('Leather')).toMatchObject({ status: 'failed', error: { code } })
})

// secretkeylabs/sats-connect-core: JsonRpcErrorCode.ACCESS_DENIED.
test('-32002 is a missing permission in WBIP-004 wallets, and an open request in the others', async () => {
  const denied = refusal(-32002, 'Access denied')
  const answers = { ...leather, signMessage: { jsonrpc: '2.0', id: 1, error: denied } }
  const other = await open({ LeatherProvider: createRequestWallet(answers).provider })
  expect(await other.choose('Leather')).toMatchObject({ status: 'failed', error: { code: 'account_not_granted' } })
  const unisat = await open({ unisat: createUnisat([segwit], denied).provider })
  expect(await unisat.choose('UniSat')).toMatchObject({ status: 'failed', error: { code: 'extension_busy' } })
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', 'signed'],
  ['the signature of another address', { address: taproot, signature }],
])('an answer of %s is not a signature', async (_, answer) => {
  const page = await open({
    LeatherProvider: createRequestWallet({ ...leather, signMessage: result(answer) }).provider,
  })
  expect(await page.choose('Leather')).toMatchObject({ status: 'failed', error: { code: 'extension_failed' } })
  expect(page.sent).toHaveLength(1)
})

test('a wallet that never answers is given up after five minutes', async () => {
  let asked = 0
  const provider = {
    requestAccounts: () => {
      asked += 1
      return new Promise(() => {})
    },
    signMessage: () => {},
  }
  const page = await open({ unisat: provider })
  const ended = page.choose('UniSat')
  await expect.poll(() => asked).toBe(1)
  expect(page.linker.getState().flow).toMatchObject({ status: 'connecting', via: 'extension' })
  await page.timers.advance(300_000)
  expect(await ended).toMatchObject({ status: 'failed', error: { code: 'extension_silent' } })
})

test('a page without Bitcoin chains reads nothing of such wallets', async () => {
  let reads = 0
  const scope = {}
  Object.defineProperty(scope, 'unisat', {
    enumerable: true,
    get() {
      reads += 1
      return createUnisat().provider
    },
  })
  const page = await open({}, { chains: ['eip155:1'], extensionScope: Object.assign(new EventTarget(), { ...scope }) })
  // The only read comes from the copy above.
  expect([reads, page.offered()]).toEqual([1, []])
})

test('finds a wallet that arrives before the page has loaded, and none later', async () => {
  const page = await open({})
  Object.assign(page.scope, { unisat: createUnisat().provider })
  page.scope.dispatchEvent(new Event('load'))
  expect(page.offered()).toEqual(['UniSat'])
})

const { provider } = createUnisat()
test.each<[string, object]>([
  ['an id that is no path', { id: 'a b', name: 'W' }],
  ['an id of four parts', { id: 'a.b.c.d', name: 'W' }],
  ['an id that leads to a prototype', { id: '__proto__', name: 'W' }],
  ['an id that is no text', { id: 7, name: 'W' }],
  ['an id that leads nowhere', { id: 'nobody', name: 'W' }],
  ['an id of what cannot be asked', { id: 'plain', name: 'W' }],
  ['a name of nothing to be seen', { id: 'wallet', name: '\u202e ' }],
  ['no name', { id: 'wallet' }],
])('T-23 skips an entry of btc_providers with %s', (_, entry) => {
  const scope = Object.assign(new EventTarget(), {
    ...{ btc_providers: [entry], wallet: provider, plain: {}, a: { b: { c: { d: provider } } } },
  })
  const discovery = createBitcoinDiscovery({ scope, onChange() {} })
  discovery.start()
  expect(discovery.wallets()).toEqual([])
})

test('T-23 survives a page of throwing getters and an endless list', () => {
  const trap = new EventTarget()
  for (const name of ['btc_providers', 'unisat', 'okxwallet', 'LeatherProvider'])
    Object.defineProperty(trap, name, {
      get() {
        throw new Error('no')
      },
    })
  const trapped = createBitcoinDiscovery({ scope: trap, onChange() {} })
  trapped.start()
  expect(trapped.wallets()).toEqual([])
  const many = Array.from({ length: 5_000 }, (_, index) => ({ id: `w${index}`, name: `Wallet ${index}` }))
  const scope = Object.assign(new EventTarget(), { btc_providers: many })
  for (const { id } of many) Object.assign(scope, { [id]: { request() {} } })
  const discovery = createBitcoinDiscovery({ scope, onChange() {} })
  discovery.start()
  expect(discovery.wallets()).toHaveLength(32)
})
