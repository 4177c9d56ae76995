import { EventEmitter } from 'node:events'
import { registerWallet } from '@wallet-standard/wallet'
import { expect, onTestFinished, test } from 'vitest'
import { createRegisteredWallet } from '../wallets/discovery/registeredWallet.fixture.ts'
import { createStandardDiscovery } from '../wallets/discovery/standardDiscovery.ts'
import { injectedSolanaRdns } from '../wallets/discovery/standardWallet.ts'
import { challenge, createPageOfWallets } from './pageOfWallets.fixture.ts'
import { accountId, address, base58, chain, signature } from './solanaAccount.fixture.ts'

// Wallets that put a provider into the window and do not register through the Wallet Standard (trustwallet/trust-web3-provider).

/** A key as the libraries of Solana write it. */
const publicKey = { toBase58: () => address, toString: () => address }

/** The 32 bytes of the address. */
const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const addressNumber = [...address].reduce((sum, digit) => sum * 58n + BigInt(digits.indexOf(digit)), 0n)
const addressBytes = Uint8Array.from(Buffer.from(addressNumber.toString(16).padStart(64, '0'), 'hex'))

type Answers = { readonly connect?: () => unknown; readonly signMessage?: () => unknown }

/** Creates a provider that has its key once it is connected. */
function createProvider(answers: Answers = {}) {
  const asked: unknown[] = []
  const provider = Object.assign(new EventEmitter(), {
    publicKey: null as unknown,
    async connect(...inputs: unknown[]) {
      asked.push(['connect', ...inputs])
      if (answers.connect !== undefined) return answers.connect()
      provider.publicKey = publicKey
      return { publicKey }
    },
    async signMessage(...inputs: unknown[]) {
      asked.push(['signMessage', ...inputs])
      return answers.signMessage === undefined ? { signature, publicKey } : answers.signMessage()
    },
  })
  return { asked, provider }
}

async function open(scopeOf: object, chains: readonly `${string}:${string}`[] = [chain]) {
  const scope = Object.assign(new EventTarget(), scopeOf)
  Object.defineProperty(globalThis, 'window', { value: scope, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
  const house = createPageOfWallets(scope, chains)
  return { ...house, ...(await house.open()) }
}

test.each([
  ['Trust Wallet', (provider: object) => ({ trustwallet: { solana: provider }, solana: provider })],
  ['Coinbase Wallet', (provider: object) => ({ coinbaseSolana: provider })],
  ['Browser wallet', (provider: object) => ({ solana: provider })],
])('F15 a wallet that is only in the window is offered as %s, and links its account', async (name, scopeOf) => {
  const { asked, provider } = createProvider()
  const { offered, choose, sent } = await open(scopeOf(provider))
  expect([offered(), asked]).toEqual([[name], []])
  expect(await choose(name)).toMatchObject({ status: 'linked', wallet: { accountId } })
  expect(asked).toEqual([['connect'], ['signMessage', new TextEncoder().encode(challenge.message), 'utf8']])
  expect(sent).toEqual([
    { purpose: 'link', accountId, walletName: name },
    { purpose: 'link', challengeId: challenge.challengeId, signature: base58 },
  ])
})

test.each<[string, Answers]>([
  ['the key only in its answer, as text', { connect: () => ({ publicKey: address }) }],
  ['the address alone as its answer', { connect: () => address }],
  ['the address in a field', { connect: () => ({ address }) }],
  // blockworks-foundation/mango-ui-v3#107, and wallet-adapter, which needs only `toBytes`.
  ['a key with toString alone', { connect: () => ({ publicKey: { toString: () => address } }) }],
  ['a key with toBytes alone', { connect: () => ({ publicKey: { toBytes: () => addressBytes } }) }],
  ['a key in bytes', { connect: () => ({ publicKey: addressBytes }) }],
  ['bytes for a signature', { signMessage: () => signature }],
  ['a signature as text', { signMessage: () => ({ signature: base58 }) }],
])('F15 a wallet of the window with %s is understood', async (_, answers) => {
  const { choose, sent } = await open({ solana: createProvider(answers).provider })
  expect(await choose('Browser wallet')).toMatchObject({ status: 'linked' })
  expect(sent.at(-1)).toMatchObject({ signature: base58 })
})

test.each<[string, Answers, string]>([
  ['declines', { connect: () => Promise.reject({ code: 4001 }) }, 'extension_declined'],
  ['declines to sign', { signMessage: () => Promise.reject(new Error('User rejected')) }, 'extension_declined'],
  ['answers without a key', { connect: () => undefined }, 'account_not_granted'],
  ['answers with a refusal', { connect: () => ({ error: { code: 4001 } }) }, 'extension_declined'],
  ['has no usable key', { connect: () => ({ publicKey: { toBase58: () => 'x' } }) }, 'account_not_granted'],
  ['answers no signature', { signMessage: () => undefined }, 'extension_failed'],
])('F15 a wallet of the window that %s is a failure with a code', async (_, answers, code) => {
  const { choose } = await open({ solana: createProvider(answers).provider })
  expect(await choose('Browser wallet')).toMatchObject({ status: 'failed', error: { code } })
})

test('F15 does not sign with another account than the one that was chosen', async () => {
  const other = { toBase58: () => '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' }
  const { provider, asked } = createProvider()
  const { linker, choose } = await open({ solana: provider })
  linker.subscribe(() => {
    // The visitor changes the account while the page fetches the text.
    if (linker.getState().flow.status === 'proving') provider.connect = async () => ({ publicKey: other })
    if (linker.getState().flow.status === 'proving') provider.publicKey = other
  })
  expect(await choose('Browser wallet')).toMatchObject({ status: 'failed', error: { code: 'account_not_granted' } })
  expect(asked).toEqual([['connect']])
})

const registered = createRegisteredWallet('Quay')

test.each(['before', 'after'])('F15 a wallet that registers %s takes the place of window.solana', async (when) => {
  const scope = Object.assign(new EventTarget(), { solana: createProvider().provider })
  Object.defineProperty(globalThis, 'window', { value: scope, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
  if (when === 'before') registerWallet(registered)
  const discovery = createStandardDiscovery({ scope, onChange() {} })
  discovery.start()
  const early = discovery.wallets().map(({ name }) => name)
  if (when === 'after') registerWallet(registered)
  expect([early, discovery.wallets().map(({ name }) => name)]).toEqual([
    when === 'before' ? ['Quay'] : ['Browser wallet'],
    ['Quay'],
  ])
})

// Coinbase CDP and other SDKs register a wallet of the page's own.
test('F15 a wallet with a path of its own is offered beside one that the page registers', async () => {
  const { offered } = await open({ trustwallet: { solana: createProvider().provider } })
  registerWallet(registered)
  expect(offered()).toEqual(['Quay', 'Trust Wallet'])
})

test('T-23 a wallet that registers under the name of the chosen one does not take its place', async () => {
  const { provider, asked } = createProvider()
  const { linker, choose, offered } = await open({ trustwallet: { solana: provider } })
  const askedOfScript: unknown[] = []
  const script = {
    ...registered,
    name: 'Trust Wallet',
    accounts: [{ address, publicKey: new Uint8Array(32), chains: registered.chains, features: [] }],
    features: {
      ...registered.features,
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: async (input: unknown) => [askedOfScript.push(input)].slice(1),
      },
    },
  } as const
  let isRegistered = false
  linker.subscribe(() => {
    if (isRegistered || linker.getState().flow.status !== 'proving') return
    isRegistered = true
    registerWallet(script)
    registerWallet(registered)
  })
  expect(await choose('Trust Wallet')).toMatchObject({ status: 'linked', wallet: { accountId } })
  expect([asked, askedOfScript]).toEqual([
    [['connect'], ['signMessage', new TextEncoder().encode(challenge.message), 'utf8']],
    [],
  ])
  expect([isRegistered, offered()]).toEqual([true, ['Trust Wallet', 'Quay']])
})

test('the id of window.solana is the one that views know', () => {
  const scope = Object.assign(new EventTarget(), { solana: createProvider().provider })
  const discovery = createStandardDiscovery({ scope, onChange() {} })
  discovery.start()
  expect(discovery.wallets()).toMatchObject([{ name: 'Browser wallet', rdns: injectedSolanaRdns }])
})

test('T-23 survives a page of throwing getters, and objects that are not wallets', () => {
  const trap = new EventTarget()
  for (const name of ['trustwallet', 'coinbaseSolana', 'solana'])
    Object.defineProperty(trap, name, {
      get() {
        throw new Error('no')
      },
    })
  for (const scope of [trap, Object.assign(new EventTarget(), { solana: { connect() {} } })]) {
    const discovery = createStandardDiscovery({ scope, onChange() {} })
    discovery.start()
    expect(discovery.wallets()).toEqual([])
  }
})
