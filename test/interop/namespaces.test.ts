import type { LinkPurpose } from '@hawser/core'
import { createRelay, type Relay } from '@hawser/relay'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBitcoinWallet, createSolanaWallet } from '../../packages/link/src/verifiers/testWallets.fixture.ts'
import { type LinkPage, startLinkPage } from './linkPage.ts'
import { type Peer, startPeer } from './startPeer.ts'

// Accounts of other namespaces, linked through a third-party wallet, including the proof and the stored row.
const chains = [
  'eip155:1',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'bip122:000000000019d6689c085ae165831e93',
] as const
const solana = createSolanaWallet(1)
const bitcoin = createBitcoinWallet(1, 'p2wpkh')
const taproot = createBitcoinWallet(2, 'p2tr')

type Namespace = { readonly accounts: readonly string[]; readonly methods: readonly string[]; readonly events: [] }
type Asked = {
  readonly id: number
  readonly params: {
    readonly chainId: string
    readonly request: { readonly method: string; readonly params: Readonly<Record<string, string>> }
  }
}

let relay: Relay
let page: LinkPage
let wallet: Peer

beforeEach(async () => {
  relay = createRelay({ logger: createRunLogger() })
  const { url } = await relay.listen({ port: 0, host: '127.0.0.1' })
  page = await startLinkPage(url, chains)
  wallet = await startPeer('./walletkitPeer.ts', { RELAY_URL: url })
})

afterEach(async () => {
  await page.stop()
  await wallet.stop()
  await relay.stop()
})

function share(account: string, method: string): Namespace {
  return { accounts: [account], methods: [method], events: [] }
}

/** Approves with these accounts, and returns the session's topic and the requested namespaces. */
async function connect(namespaces: Readonly<Record<string, Namespace>>, purpose?: LinkPurpose) {
  await wallet.call('pair', { uri: await page.open(purpose) })
  const proposal = (await wallet.next('proposal')) as { id: number; optionalNamespaces: unknown }
  return { asked: proposal.optionalNamespaces, topic: await wallet.call('approve', { id: proposal.id, namespaces }) }
}

/** Approves, and returns the signing request that the page then sends. */
async function approve(namespaces: Readonly<Record<string, Namespace>>) {
  const { asked, topic } = await connect(namespaces)
  const { id, params } = (await wallet.next('request')) as Asked
  const answer = (result: unknown) => wallet.call('respond', { topic, response: { id, jsonrpc: '2.0', result } })
  return { asked, chainId: params.chainId, request: params.request, answer }
}

/** Decodes base58 by its definition. */
function decodeBase58(text: string): Buffer {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const number = [...text].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n)
  const hex = number.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}

test('walletkit links a Solana account: solana_signMessage, and the row is written', async () => {
  const { asked, chainId, request, answer } = await approve({ solana: share(solana.accountId, 'solana_signMessage') })
  expect(asked).toEqual({
    eip155: { chains: [chains[0]], methods: ['personal_sign'], events: [] },
    solana: { chains: [chains[1]], methods: ['solana_signMessage'], events: [] },
    bip122: { chains: [chains[2]], methods: ['signMessage'], events: [] },
  })
  expect([chainId, request.method, request.params.pubkey]).toEqual([chains[1], 'solana_signMessage', solana.address])
  const text = decodeBase58(request.params.message ?? '').toString()
  expect(text).toMatch(/^localhost:4400 wants you to sign in with your Solana account:\n/)
  await answer({ signature: solana.sign(text) })
  expect(await page.ended()).toMatchObject({ status: 'linked', wallet: { accountId: solana.accountId } })
  const rows = await page.link.linkedWallets('alice')
  expect(rows.map(({ accountId }) => accountId)).toEqual([solana.accountId])
  expect(wallet.outsideHosts()).toEqual([])
})

test.each([
  ['P2WPKH, in hex', bitcoin, 'hex'],
  ['P2WPKH, in base64', bitcoin, 'base64'],
  ['P2TR, in hex', taproot, 'hex'],
] as const)(
  'walletkit links a Bitcoin account: signMessage for BIP-322 (%s)',
  async (_, { accountId, address, sign }, encoding) => {
    const { chainId, request, answer } = await approve({ bip122: share(accountId, 'signMessage') })
    const { message = '', ...rest } = request.params
    expect([chainId, request.method, rest]).toEqual([
      chains[2],
      'signMessage',
      { account: address, address, protocol: 'bip322' },
    ])
    expect(message).toMatch(/^localhost:4400 wants you to sign in with your Bitcoin account:\n/)
    await answer({ address, signature: Buffer.from(sign(message), 'base64').toString(encoding) })
    expect(await page.ended()).toMatchObject({ status: 'linked', wallet: { accountId } })
    const rows = await page.link.linkedWallets('alice')
    expect(rows.map((row) => row.accountId)).toEqual([accountId])
    expect(wallet.outsideHosts()).toEqual([])
  },
)

test('walletkit: refuses a Bitcoin signature in the former format with the reason', async () => {
  const { address, accountId } = bitcoin
  const { answer } = await approve({ bip122: share(accountId, 'signMessage') })
  await answer({ address, signature: `1f${'07'.repeat(64)}` })
  expect(await page.ended()).toMatchObject({ status: 'failed', error: { code: 'unsupported_signature' } })
  expect(await page.link.linkedWallets('alice')).toEqual([])
})

test('walletkit: a malformed signature never reaches the link API', async () => {
  const { answer } = await approve({ solana: share(solana.accountId, 'solana_signMessage') })
  await answer({ signature: 'approved' })
  expect(await page.ended()).toMatchObject({ status: 'failed', error: { code: 'signature_malformed' } })
})

test('walletkit: a return with the same wallet links the next of its accounts', async () => {
  const both = {
    bip122: share(bitcoin.accountId, 'signMessage'),
    solana: share(solana.accountId, 'solana_signMessage'),
  }
  await page.list()
  const first = await approve(both)
  expect(first.chainId).toBe(chains[1])
  await first.answer({ signature: solana.sign(decodeBase58(first.request.params.message ?? '').toString()) })
  expect(await page.ended()).toMatchObject({ status: 'linked' })
  // No user signs in here; the wallet still names the account.
  await connect(both, { kind: 'signIn' })
  expect(await page.ended()).toMatchObject({ status: 'failed', retry: { accountId: solana.accountId } })
  const second = await approve(both)
  expect(second.chainId).toBe(chains[2])
  const signature = Buffer.from(bitcoin.sign(second.request.params.message ?? ''), 'base64').toString('hex')
  await second.answer({ address: bitcoin.address, signature })
  expect(await page.ended()).toMatchObject({ status: 'linked' })
  const rows = await page.link.linkedWallets('alice')
  expect(rows.map(({ accountId }) => accountId)).toEqual([solana.accountId, bitcoin.accountId])
})
