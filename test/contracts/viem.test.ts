import { createProvider, type Eip1193Provider } from '@hawser/core/provider'
import { createRelay, type Relay } from '@hawser/relay'
import { createDappClient, createMemoryStorage, type DappClient } from '@hawser/sign'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import {
  BaseError,
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  parseEther,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnvilWallet, createAnvilWallet } from './anvilWallet.ts'
import { type Anvil, anvilAccount, startAnvil } from './startAnvil.ts'

// viem over our provider: our client in both roles, a real relay between them, and a chain that stores the transactions.

const [first, third] = [31_337, 31_339].map((id) => defineChain({ ...foundry, id, name: `Chain ${id}` }))
const other = '0x2222222222222222222222222222222222222222'
const methods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
]
const typedData = {
  domain: { name: 'Ahoy', chainId: 31_337 },
  types: { Mail: [{ name: 'contents', type: 'string' }] },
  primaryType: 'Mail',
  message: { contents: 'Hawser' },
} as const

let anvil: Anvil
let relay: Relay
let dapp: DappClient
let wallet: AnvilWallet
let provider: Eip1193Provider
const told: unknown[] = []

const storage = createMemoryStorage()
let relayUrl: string

/** Opens a page of the app: its client and its provider, over the browser's storage. */
function openPage(): void {
  dapp = createDappClient({
    relayUrl,
    storage,
    metadata: { name: 'viem', description: '', url: 'https://app.example', icons: [] },
    createWebSocket,
  })
  provider = createProvider({
    client: dapp,
    rpcUrls: { 'eip155:31337': anvil.url, 'eip155:31338': anvil.url, 'eip155:31339': anvil.url },
  })
  provider.on('chainChanged', (chainId) => told.push(['chainChanged', chainId]))
  provider.on('disconnect', ({ code }) => told.push(['disconnect', code]))
}

beforeAll(async () => {
  anvil = await startAnvil()
  relay = createRelay({ logger: createRunLogger() })
  const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
  relayUrl = `ws://127.0.0.1:${port}`
  openPage()
  const chains = ['eip155:31337', 'eip155:31338'] as const
  wallet = createAnvilWallet({ relayUrl, anvilUrl: anvil.url, address: anvilAccount, chains })
  const eip155 = { chains: [...chains, 'eip155:31339'] as const, methods, events: ['chainChanged', 'accountsChanged'] }
  const proposed = await dapp.propose({ optionalNamespaces: { eip155 } })
  await wallet.open(proposed.pairingUri)
  await proposed.approval
})
afterAll(async () => {
  provider?.stop()
  await Promise.all([dapp?.stop(), wallet?.stop()])
  await relay?.stop()
  await anvil?.stop()
})

const walletClient = () => createWalletClient({ chain: first, transport: custom(provider) })
const publicClient = () => createPublicClient({ chain: first, transport: custom(provider), pollingInterval: 50 })

/** Returns the names in the chain of errors that viem throws, and our own error within it. */
async function refused(promise: Promise<unknown>): Promise<{ readonly names: string[]; readonly own: unknown }> {
  try {
    await promise
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    const names: string[] = []
    error.walk((each) => {
      names.push(each instanceof Error ? each.name : '')
      return false
    })
    return { names, own: error.walk((each) => each instanceof Error && each.name === 'ProviderRpcError') }
  }
  throw new Error('Not refused.')
}

test('viem: addresses, a message and typed data signed by the wallet are the account’s', async () => {
  const client = walletClient()
  expect(await client.getAddresses()).toEqual([anvilAccount])
  expect(await client.requestAddresses()).toEqual([anvilAccount])
  expect(await client.getChainId()).toBe(31_337)
  const message = 'Ahoy, ⚓'
  const signature = await client.signMessage({ account: anvilAccount, message })
  expect(await verifyMessage({ address: anvilAccount, message, signature })).toBe(true)
  const signed = await client.signTypedData({ account: anvilAccount, ...typedData })
  expect(await verifyTypedData({ address: anvilAccount, signature: signed, ...typedData })).toBe(true)
  expect(wallet.asked.map(({ method }) => method)).toEqual(['personal_sign', 'eth_signTypedData_v4'])
})

test('viem: the wallet sends a transaction, with its receipt and a changed balance', async () => {
  const reader = publicClient()
  const before = await reader.getBalance({ address: other })
  const hash = await walletClient().sendTransaction({ account: anvilAccount, to: other, value: parseEther('1.5') })
  const receipt = await reader.waitForTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', from: anvilAccount.toLowerCase(), to: other })
  expect((await reader.getBalance({ address: other })) - before).toBe(parseEther('1.5'))
  expect(wallet.asked.at(-1)?.method).toBe('eth_sendTransaction')
})

test('viem: the data of a revert arrives through the wallet unchanged', async () => {
  // Creation code that reverts with one word, 42.
  const data = '0x602a60005260206000fd'
  const { own } = await refused(walletClient().sendTransaction({ account: anvilAccount, data }))
  expect(own).toMatchObject({ code: 3, data: `0x${(42).toString(16).padStart(64, '0')}` })
})

test('viem: a refusal of the wallet is a UserRejectedRequestError', async () => {
  wallet.declineNext()
  const { names, own } = await refused(walletClient().signMessage({ account: anvilAccount, message: 'No' }))
  expect(names).toContain('UserRejectedRequestError')
  expect(own).toMatchObject({ code: 4001, cause: { code: 'request_rejected' } })
})

test('viem: switches chains, and adds those that the wallet has not granted', async () => {
  const client = walletClient()
  await client.switchChain({ id: 31_338 })
  expect(await client.getChainId()).toBe(31_338)
  if (third === undefined) throw new Error('No third chain.')
  const unknown = await refused(client.switchChain({ id: third.id }))
  expect(unknown.names).toContain('SwitchChainError')
  await client.addChain({ chain: third })
  await client.switchChain({ id: third.id })
  expect(await client.getChainId()).toBe(third.id)
  expect(await client.getAddresses()).toEqual([anvilAccount])
  await client.switchChain({ id: 31_337 })
  expect(told).toEqual([
    ['chainChanged', '0x7a6a'],
    ['chainChanged', '0x7a6b'],
    ['chainChanged', '0x7a69'],
  ])
})

test('viem: a reloaded page has its wallet again, and asks it only to sign', async () => {
  const asked = wallet.asked.length
  provider.stop()
  await dapp.stop()
  openPage()
  const client = walletClient()
  expect(await client.requestAddresses()).toEqual([anvilAccount])
  expect(await client.getChainId()).toBe(31_337)
  expect(wallet.asked).toHaveLength(asked)
  const message = 'Ahoy again'
  const signature = await client.signMessage({ account: anvilAccount, message })
  expect(await verifyMessage({ address: anvilAccount, message, signature })).toBe(true)
  expect(wallet.asked).toHaveLength(asked + 1)
  expect(dapp.sessions()).toHaveLength(1)
})

test('viem: a session that the wallet ends is a ProviderDisconnectedError; reads still work', async () => {
  await wallet.end()
  await expect.poll(() => told.at(-1)).toEqual(['disconnect', 4900])
  const { names, own } = await refused(walletClient().signMessage({ account: anvilAccount, message: 'Late' }))
  expect(names).toContain('UnauthorizedProviderError')
  expect(own).toMatchObject({ code: 4100, cause: { code: 'wallet_not_connected' } })
  expect(await publicClient().getChainId()).toBe(31_337)
  expect(await publicClient().getBlockNumber()).toBeGreaterThan(0n)
})

test('viem: without anvil the test says so in one line', async () => {
  await expect(startAnvil('/nowhere/anvil')).rejects.toThrow(/^No anvil at \/nowhere\/anvil: npm ci brings it as .*$/)
})
