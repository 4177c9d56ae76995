import type { ServerResponse } from 'node:http'
import { NotFoundError } from '@hawser/wire'
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet, type TestHost } from '../../packages/link/src/createTestHost.fixture.ts'
import { CannotCheckNowError } from '../../packages/link/src/errors.ts'
import {
  answer,
  type Behaviour,
  formatWords,
  rpcKey,
  startRpcServer,
} from '../../packages/link/src/verifiers/rpcServer.fixture.ts'
import { deploying, ownedAccount } from './accountContracts.ts'
import { type Chain, openChain } from './openChain.ts'
import { type Anvil, startAnvil } from './startAnvil.ts'

// A smart account from challenge to row, and the later states of the row: the link API over SQLite, and a chain.

const owner = createTestWallet(1)
const successor = createTestWallet(2)
const chainId = 'eip155:31337'

let anvil: Anvil
let chain: Chain

/** Deploys a smart account of this owner, as a wallet that the owner's key signs for. */
async function deployWallet(signer = owner) {
  const address = await chain.deploy(deploying(ownedAccount, signer.address))
  return { ...signer, name: 'Smart Wallet', address, accountId: `${chainId}:${address}` as const }
}

const setOwner = (account: Address, next: string) =>
  chain.sendTo(account, `0x13af4035${next.slice(2).padStart(64, '0')}`)

/** Starts a host that reaches this chain through anvil or the given endpoints. */
function startHost(urls: readonly string[] = [anvil.url]): Promise<TestHost> {
  return createTestHost({ chains: [chainId, 'eip155:31338'], rpc: { [chainId]: urls }, now: Date.now })
}

beforeAll(async () => {
  anvil = await startAnvil()
  chain = openChain(anvil.url)
})
afterAll(() => anvil?.stop())

describe('a smart account', () => {
  test('is linked by its owner’s signature, with chain, block and method (T-46)', async () => {
    const host = await startHost()
    const wallet = await deployWallet()
    const block = String(await chain.getBlockNumber({ cacheTime: 0 }))
    const linked = await host.linkWallet('alice', wallet)
    expect(linked).toMatchObject({ accountId: expect.stringMatching(/^eip155:31337:0x/), status: 'active' })
    const [row] = await host.store.linkedWallets('alice')
    expect(row?.proof).toMatchObject({ method: 'eip1271', chainId, block })
    expect(row?.address).toBe(`${chainId}:${wallet.address.toLowerCase()}`)
    expect(row?.proof.evidence?.hash).toMatch(/^0x[0-9a-f]{64}$/)
    // The host user's view contains neither a signature nor a hash.
    expect(JSON.stringify(await host.link.linkedWallets('alice'))).not.toMatch(/[0-9a-f]{64}/)
    expect(host.failures).toEqual([])
  })

  test('T-46: rotate the owner: the link is stale on its next use, and active again by a new proof', async () => {
    const host = await startHost()
    const wallet = await deployWallet()
    const { id } = await host.linkWallet('alice', wallet)
    const used = await host.link.recheckLinkedWallet('alice', id)
    expect([used.status, typeof used.lastUsedAt]).toEqual(['active', 'number'])
    await setOwner(wallet.address, successor.address)
    expect((await host.link.recheckLinkedWallet('alice', id)).status).toBe('stale')
    expect((await host.link.linkedWallets('alice')).map(({ status }) => status)).toEqual(['stale'])
    const events = await host.store.history('alice', { before: undefined, limit: 10 })
    expect(events.map(({ type }) => type)).toContain('became-stale')
    // The row stays stale when the first owner comes back: only a new proof shows that the owner wants the link.
    await setOwner(wallet.address, owner.address)
    const { status, lastUsedAt } = await host.link.recheckLinkedWallet('alice', id)
    expect([status, lastUsedAt]).toEqual(['stale', used.lastUsedAt])
    expect(await host.linkWallet('alice', wallet)).toMatchObject({ id, status: 'active' })
    expect((await host.link.recheckLinkedWallet('alice', id)).status).toBe('active')
  })

  test('using a key’s wallet asks nothing, and checks no other user’s wallet', async () => {
    const host = await startHost(['http://127.0.0.1:1/'])
    const key = { ...owner, accountId: `${chainId}:${owner.address}` as const }
    const { id } = await host.linkWallet('alice', key)
    expect((await host.link.recheckLinkedWallet('alice', id)).status).toBe('active')
    await expect(host.link.recheckLinkedWallet('bob', id)).rejects.toThrow(NotFoundError)
    await expect(host.link.recheckLinkedWallet('alice', 'none')).rejects.toThrow(NotFoundError)
  })

  test('T-46: the same address on a chain without it is refused there', async () => {
    const other = await startAnvil(undefined, 31_338)
    try {
      await openChain(other.url).mine({ blocks: 1 })
      const rpc = { [chainId]: [anvil.url], 'eip155:31338': [other.url] }
      const host = await createTestHost({ chains: [chainId, 'eip155:31338'], rpc, now: Date.now })
      const wallet = await deployWallet()
      const elsewhere = { ...wallet, accountId: `eip155:31338:${wallet.address}` as const }
      const { challengeId, message } = await host.challenge('alice', elsewhere)
      expect((await host.prove('alice', challengeId, wallet.sign(message))).body).toMatchObject({
        code: 'proof_invalid',
      })
      expect(await host.store.linkedWallets('alice')).toEqual([])
      await host.linkWallet('alice', wallet)
    } finally {
      await other.stop()
    }
  })

  test('T-47: the owner’s signature for one account does not count for another of theirs', async () => {
    const host = await startHost()
    const [first, second] = [await deployWallet(), await deployWallet()]
    const { message } = await host.challenge('alice', first)
    const { challengeId } = await host.challenge('alice', second)
    expect((await host.prove('alice', challengeId, owner.sign(message))).body).toMatchObject({
      code: 'signature_pending',
    })
    expect(await host.store.linkedWallets('alice')).toEqual([])
  })
})

describe('T-48: RPC down', () => {
  const down: Behaviour = (response: ServerResponse) => void response.writeHead(500).end()

  test('503, nothing linked, the operator notified; the same answer counts once it is back', async () => {
    const server = await startRpcServer(Date.now)
    const host = await startHost([server.endpoint('node', down)])
    const wallet = await deployWallet()
    const { challengeId, message } = await host.challenge('alice', wallet)
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const refused = await host.prove('alice', challengeId, wallet.sign(message))
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      expect(refused.body).toMatchObject({ code: 'cannot_check_now' })
      expect(refused.text).not.toContain(rpcKey)
      expect(host.failures).toHaveLength(attempt)
      expect(await host.store.linkedWallets('alice')).toEqual([])
    }
    server.endpoint('node', { chain: 31_337 })
    expect((await host.prove('alice', challengeId, wallet.sign(message))).status).toBe(201)
    const again = await host.prove('alice', challengeId, wallet.sign(message))
    expect(again.body).toMatchObject({ code: 'challenge_unknown' })
  })

  test('after a contract refuses a signature, the challenge accepts only that signature', async () => {
    const server = await startRpcServer(Date.now)
    const host = await startHost([server.endpoint('node', { chain: 31_337, agrees: false })])
    const wallet = await deployWallet()
    const { challengeId, message } = await host.challenge('alice', wallet)
    const refused = await host.prove('alice', challengeId, wallet.sign(message))
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'signature_pending' }])
    server.endpoint('node', { chain: 31_337 })
    const other = await host.prove('alice', challengeId, wallet.sign(`${message}.`))
    expect(other.body).toMatchObject({ code: 'challenge_unknown' })
    expect((await host.prove('alice', challengeId, wallet.sign(message))).status).toBe(201)
  })

  test('T-40: of fifty equal answers at once while the node comes and goes, one succeeds', async () => {
    const server = await startRpcServer(Date.now)
    let asked = 0
    const flapping: Behaviour = (response) => {
      asked += 1
      if (asked % 3 !== 0) return down(response)
      answer(response, { jsonrpc: '2.0', id: 1, result: formatWords({ chain: 31_337 }, Date.now()) })
    }
    const limits = { proofsPerUser: 10_000, proofsPerAddress: 10_000 }
    const rpc = { [chainId]: [server.endpoint('node', flapping)] }
    const host = await createTestHost({ chains: [chainId], rpc, now: Date.now, rateLimits: limits })
    const wallet = await deployWallet()
    const { challengeId, message } = await host.challenge('alice', wallet)
    const signature = wallet.sign(message)
    const statuses: number[] = []
    for (let round = 0; round < 4; round += 1) {
      const answers = Array.from({ length: 50 }, () => host.prove('alice', challengeId, signature))
      statuses.push(...(await Promise.all(answers)).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([201, 404, 503]))
    expect(await host.store.linkedWallets('alice')).toHaveLength(1)
  })

  test('a link that cannot be checked stays unchanged, and is not reported as valid', async () => {
    const server = await startRpcServer(Date.now)
    const host = await startHost([server.endpoint('node', { chain: 31_337 })])
    const { id } = await host.linkWallet('alice', await deployWallet())
    server.endpoint('node', down)
    await expect(host.link.recheckLinkedWallet('alice', id)).rejects.toThrow(CannotCheckNowError)
    expect((await host.link.linkedWallets('alice')).map(({ status }) => status)).toEqual(['active'])
    server.endpoint('node', { chain: 31_337, agrees: false })
    expect((await host.link.recheckLinkedWallet('alice', id)).status).toBe('stale')
  })
})
