import { createSignInMessage } from '@solana/wallet-standard-util'
import { registerWallet } from '@wallet-standard/wallet'
import { expect, onTestFinished, test } from 'vitest'
import { createStandardDiscovery } from '../wallets/discovery/standardDiscovery.ts'
import type { LinkerSettings } from './options/settings.ts'
import { challenge, createPageOfWallets } from './pageOfWallets.fixture.ts'
import { accountId, address, base58, base64, chain, signature } from './solanaAccount.fixture.ts'

const icon = 'data:image/png;base64,iVBORw0KGgo='

type Wallet = Parameters<typeof registerWallet>[0]

/** Creates a wallet as its makers write it, which shares its account on request. */
function createWallet(more: object = {}, features: object = {}) {
  const asked: unknown[] = []
  const account = {
    address,
    publicKey: new Uint8Array(32),
    chains: ['solana:mainnet'],
    features: ['solana:signMessage'],
  }
  const accounts: object[] = []
  const wallet = {
    version: '1.0.0',
    name: 'Quay Wallet',
    icon,
    chains: ['solana:mainnet', 'solana:devnet'],
    accounts,
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async () => {
          asked.push('connect')
          accounts.push(account)
          return { accounts }
        },
      },
      'solana:signMessage': {
        version: '1.1.0',
        signMessage: async (input: { account: unknown; message: Uint8Array }) => {
          asked.push(input)
          return [{ signedMessage: input.message, signature }]
        },
      },
      ...features,
    },
    ...more,
  }
  // The registration helper accepts this object unchecked.
  return { asked, account, wallet: wallet as unknown as Wallet }
}

/** Creates a page with its own window, on which the registration helper dispatches its events. */
function create(options: Partial<LinkerSettings> = {}) {
  const scope = new EventTarget()
  Object.defineProperty(globalThis, 'window', { value: scope, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
  return createPageOfWallets(scope, [chain], options)
}

// WalletConnect/walletconnect-monorepo#4643.
test.each(['before', 'after'])(
  'F15a a wallet that registers %s the page is offered, and links its account',
  async (when) => {
    const { open, sent } = create()
    const { wallet, asked, account } = createWallet()
    if (when === 'before') registerWallet(wallet)
    const { linker, choose } = await open()
    if (when === 'after') registerWallet(wallet)
    expect(linker.getState().installed).toEqual(['standard-quay-wallet'])
    const entry = linker.getState().wallets.shown.find(({ isInstalled }) => isInstalled)
    expect(entry).toMatchObject({ listing: { name: 'Quay Wallet' }, imageUrl: icon, isInstalled: true })
    // The wallet receives no request until the visitor chooses it.
    expect(asked).toEqual([])
    const linked = choose('Quay Wallet')
    expect(linker.getState()).toMatchObject({ flow: { status: 'connecting', via: 'extension' } })
    expect(await linked).toMatchObject({ status: 'linked', wallet: { accountId } })
    expect(asked).toEqual(['connect', { account, message: new TextEncoder().encode(challenge.message) }])
    expect(sent).toEqual([
      { purpose: 'link', accountId, walletName: 'Quay Wallet' },
      { purpose: 'link', challengeId: challenge.challengeId, signature: base58 },
    ])
  },
)

test('F15 proves an account that can sign messages before one that says it cannot', async () => {
  const { open } = create()
  const { wallet, account } = createWallet()
  const hardware = {
    ...account,
    address: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
    features: ['solana:signTransaction'],
  }
  Object.assign(wallet, { accounts: [hardware, account] })
  registerWallet(wallet)
  const { choose } = await open()
  expect(await choose('Quay Wallet')).toMatchObject({ status: 'linked', wallet: { accountId } })
})

/** The features of a wallet that signs in with the text of its makers' library, changed by `alter`. */
function signingIn(alter: (text: string) => string = (text) => text) {
  return {
    'solana:signIn': {
      version: '1.0.0',
      async signIn(input: Parameters<typeof createSignInMessage>[0]) {
        const text = new TextDecoder().decode(createSignInMessage({ ...input, address }))
        const account = { address, publicKey: new Uint8Array(32), chains: ['solana:mainnet'], features: [] }
        return [{ account, signedMessage: new TextEncoder().encode(alter(text)), signature }]
      },
    },
  }
}

test('a wallet that signs in links its account with one prompt', async () => {
  const { open, sent } = create()
  const { wallet, asked } = createWallet({}, signingIn())
  registerWallet(wallet)
  const { choose } = await open()
  expect(await choose('Quay Wallet')).toMatchObject({ status: 'linked', wallet: { accountId } })
  expect(asked).toEqual([])
  expect(sent).toEqual([
    { purpose: 'oneTap', chains: [chain], methods: [] },
    { purpose: 'oneTap', challengeId: challenge.challengeId, accountId, signature: base58, walletName: 'Quay Wallet' },
  ])
})

test('T-44 a wallet that signs in with its own text is asked to sign the site’s', async () => {
  const { open, sent } = create()
  const { wallet, asked, account } = createWallet(
    {},
    signingIn((text) => text.replace('app.example', 'evil.example')),
  )
  registerWallet(wallet)
  const { choose } = await open()
  expect(await choose('Quay Wallet')).toMatchObject({ status: 'linked', wallet: { accountId } })
  expect(asked).toEqual(['connect', { account, message: new TextEncoder().encode(challenge.message) }])
  expect(sent.slice(1)).toEqual([
    { purpose: 'link', accountId, walletName: 'Quay Wallet' },
    { purpose: 'link', challengeId: challenge.challengeId, signature: base58 },
  ])
})

test('a wallet signs in with its approval only for a link', async () => {
  const { open, sent } = create()
  const { wallet, asked } = createWallet({}, signingIn())
  registerWallet(wallet)
  const { linker, choose } = await open()
  linker.send({ type: 'closed' })
  linker.send({ type: 'opened', purpose: { kind: 'signIn' } })
  await choose('Quay Wallet')
  expect([asked[0], sent[0]]).toEqual(['connect', { purpose: 'signIn', accountId }])
})

test('F15a a page without Solana chains says nothing to such wallets', async () => {
  const { open, scope } = create({ chains: ['eip155:1'] })
  let heard = 0
  scope.addEventListener('wallet-standard:app-ready', () => {
    heard += 1
  })
  registerWallet(createWallet().wallet)
  const { linker } = await open()
  expect([heard, linker.getState().installed]).toEqual([0, []])
})

test.each<[string, object, object]>([
  ['no signing of messages', {}, { 'solana:signMessage': undefined }],
  ['no way to connect', {}, { 'standard:connect': {} }],
  ['no chain of Solana', { chains: ['sui:mainnet'] }, {}],
  ['no chains', { chains: undefined }, {}],
  ['no name', { name: '\u202e ' }, {}],
  ['a name that is no text', { name: Symbol('x') }, {}],
])('F15a T-23 a wallet with %s is not offered', async (_, more, features) => {
  const { open } = create()
  registerWallet(createWallet(more, features).wallet)
  const { linker } = await open()
  expect(linker.getState().installed).toEqual([])
})

const refuse = (error: unknown) => ({
  'solana:signMessage': { version: '1.0.0', signMessage: () => Promise.reject(error) },
})
// ERROR_AUTHORIZATION_FAILED of Solana's Mobile Wallet Adapter.
const unauthorized = Object.assign(new Error('authorization request failed'), {
  name: 'SolanaMobileWalletAdapterProtocolError',
  code: -1,
})
const answer = (value: unknown) => ({ 'solana:signMessage': { version: '1.0.0', signMessage: async () => value } })

test.each<[string, object, string]>([
  ['declines by code', refuse({ code: 4001 }), 'extension_declined'],
  ['declines by words', refuse(new Error('User rejected the request.')), 'extension_declined'],
  ['declines by text', refuse('User rejected'), 'extension_declined'],
  ['cannot sign', refuse(new Error('Method not supported for hardware accounts')), 'wallet_cannot_sign'],
  ['cannot sign by code', refuse({ code: -32601, message: 'x' }), 'wallet_cannot_sign'],
  ['cannot sign by a code of Ethereum', refuse({ code: -32004, message: 'x' }), 'wallet_cannot_sign'],
  // anza-xyz/wallet-adapter#800.
  [
    'cannot sign on a Ledger',
    refuse({ code: -32603, message: 'Signing off chain messages with Ledger is not yet supported' }),
    'wallet_cannot_sign',
  ],
  [
    'cannot sign, under a number of its own',
    refuse({ code: 10001, message: 'Message signing is not supported on Ledger' }),
    'wallet_cannot_sign',
  ],
  [
    'cannot sign, and names another way',
    refuse('Ledger cannot sign messages: not supported, use a transaction'),
    'wallet_cannot_sign',
  ],
  ['cannot sign in other words', refuse(new Error('This account doesn’t support signing')), 'wallet_cannot_sign'],
  // docs.phantom.com/solana/errors.
  ['has its window open', refuse({ code: -32002, message: 'Requested resource not available' }), 'extension_busy'],
  ['is asked twice, in words', refuse(new Error('Request already pending')), 'extension_busy'],
  ['has revoked its permission on a phone', refuse(unauthorized), 'account_not_granted'],
  ['was told to forget the site', refuse({ code: 4100, message: 'x' }), 'account_not_granted'],
  ['fails', refuse(new Error('boom')), 'extension_failed'],
  ['fails with nothing', refuse(undefined), 'extension_failed'],
  ['answers nothing', answer(undefined), 'extension_failed'],
  ['answers no signature', answer([{ signature: new Uint8Array(3) }]), 'extension_failed'],
  [
    'throws at once',
    {
      'solana:signMessage': {
        signMessage() {
          throw new Error('boom')
        },
      },
    },
    'extension_failed',
  ],
])('F15a a wallet that %s is a failure with a code', async (_, features, code) => {
  const { open } = create()
  registerWallet(createWallet({}, features).wallet)
  const { choose } = await open()
  expect(await choose('Quay Wallet')).toMatchObject({ status: 'failed', error: { code } })
})

test.each([
  ['世界钱包', 'standard-ffa-n64-tdd-ged'],
  ['Ä Wallet-2 (beta)', 'standard-6c-wallet-19-2-14-beta-1'],
])('F15a a wallet named %s is offered under its own name', async (name, rdns) => {
  const { open } = create()
  registerWallet(createWallet({ name }).wallet)
  expect((await open()).linker.getState().installed).toEqual([rdns])
})

test('F15a a wallet whose accounts are only in its answer signs', async () => {
  const { open, sent } = create()
  const { wallet, account } = createWallet({}, {})
  const connect = async () => ({ accounts: [account] })
  const own = { ...wallet.features, 'standard:connect': { version: '1.0.0', connect } }
  registerWallet({ ...wallet, accounts: [], features: own } as unknown as Wallet)
  expect(await (await open()).choose('Quay Wallet')).toMatchObject({ status: 'linked', wallet: { accountId } })
  expect(sent.at(-1)).toMatchObject({ signature: base58 })
})

test.each(['standard:connect', 'solana:signIn'])(
  'F09 a visitor who declines %s on a phone is not asked again',
  async (name) => {
    const asked: string[] = []
    const decline = (method: string) => async () => {
      asked.push(method)
      throw unauthorized
    }
    const { open } = create()
    const connect = { 'standard:connect': { version: '1.0.0', connect: decline('standard:connect') } }
    const signIn = { 'solana:signIn': { version: '1.0.0', signIn: decline('solana:signIn') } }
    registerWallet(createWallet({}, { ...connect, ...(name === 'solana:signIn' && signIn) }).wallet)
    const { choose } = await open()
    expect(await choose('Quay Wallet')).toMatchObject({ status: 'failed', error: { code: 'extension_declined' } })
    expect(asked).toEqual([name])
  },
)

test('F15a a wallet that refuses to sign in before it is connected is connected', async () => {
  const { open, sent } = create()
  const signIn = () => Promise.reject({ code: 4100, message: 'Not authorized yet' })
  registerWallet(createWallet({}, { 'solana:signIn': { version: '1.0.0', signIn } }).wallet)
  expect(await (await open()).choose('Quay Wallet')).toMatchObject({ status: 'linked', wallet: { accountId } })
  expect(sent.at(-1)).toMatchObject({ signature: base58 })
})

test('F15a forwards signatures in any encoding as base58', async () => {
  const { open, sent } = create()
  registerWallet(createWallet({}, answer([{ signedMessage: [1], signature: base64 }])).wallet)
  await (await open()).choose('Quay Wallet')
  expect(sent.at(-1)).toMatchObject({ signature: base58 })
})

test('F15a T-23 no registration throws; the first of a name stays, and the list has a limit', () => {
  const scope = new EventTarget()
  let changes = 0
  const discovery = createStandardDiscovery({ scope, onChange: () => (changes += 1) })
  const register = (...wallets: readonly unknown[]) => {
    let undo: () => void = () => {}
    const detail = (api: { register: (...all: readonly unknown[]) => () => void }) => {
      undo = api.register(...wallets)
    }
    scope.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    return undo
  }
  register(createWallet().wallet)
  expect([discovery.wallets().length, changes]).toEqual([0, 0])
  discovery.start()
  const throwing = new Proxy(
    {},
    {
      get() {
        throw new Error('no')
      },
    },
  )
  for (const wallet of [undefined, null, 7, 'x', {}, [], throwing, { features: throwing, name: 'X', chains: [1] }])
    register(wallet)
  for (const detail of [
    undefined,
    7,
    {},
    () => {
      throw new Error('no')
    },
  ])
    scope.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  expect(discovery.wallets()).toEqual([])
  const undo = register(createWallet().wallet)
  register(createWallet({ icon: undefined }).wallet)
  expect(discovery.wallets()).toEqual([
    { uuid: 'standard-quay-wallet', name: 'Quay Wallet', icon, rdns: 'standard-quay-wallet' },
  ])
  undo()
  expect([discovery.wallets().length, changes]).toEqual([0, 2])
  for (let index = 0; index < 100; index += 1) register(createWallet({ name: `Spam ${index}` }).wallet)
  expect(discovery.wallets()).toHaveLength(32)
  discovery.stop()
  register(createWallet().wallet)
  expect(discovery.wallets()).toHaveLength(32)
})
