import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, onTestFinished, test } from 'vitest'
import { createDappClient } from '../client/createDappClient.ts'
import { bytesToHex, hexToBytes } from '../envelope/hex.ts'
import { createClock } from './clock.fixture.ts'
import { createTestRelay } from './createTestRelay.ts'
import { createTestWallet } from './createTestWallet.ts'
import { next } from './testClients.fixture.ts'
import type { TestWalletScript } from './testWalletScript.ts'

const asked = {
  eip155: { chains: ['eip155:1', 'eip155:137'], methods: ['personal_sign'], events: ['chainChanged'] },
} as const
const text = `0x${bytesToHex(new TextEncoder().encode('Sign me.'))}`

/** Starts a dapp, a scripted wallet and a relay in memory, on one clock. */
function start(script: TestWalletScript = {}) {
  const clock = createClock()
  const { now, setTimer } = clock
  const relay = createTestRelay({ now })
  const { createWebSocket } = relay
  const wallet = createTestWallet({ createWebSocket, now, setTimer, ...script })
  const dapp = createDappClient({
    relayUrl: 'ws://relay.test',
    metadata: { name: 'App', description: '', url: 'https://app.example', icons: [] },
    createWebSocket,
    now,
    setTimer,
  })
  onTestFinished(async () => void (await Promise.all([dapp.stop(), wallet.stop()])))
  const propose = () => dapp.propose({ optionalNamespaces: asked })
  const sign = async (topic: string) => {
    const request = { method: 'personal_sign', params: [text, wallet.address] }
    return String(await dapp.request({ topic, chainId: 'eip155:1', request }))
  }
  /** Settles a session on both sides. */
  const settle = async () => {
    const proposed = await propose()
    const [session] = await Promise.all([proposed.approval, wallet.open(proposed.pairingUri)])
    return session
  }
  return { clock, relay, wallet, dapp, propose, sign, settle }
}

/** Recovers the signer of a message (EIP-191), without the code under test. */
function signerOf(signature: string, message: string): string {
  const bytes = hexToBytes(signature.slice(2))
  const hash = keccak_256(new TextEncoder().encode(`\x19Ethereum Signed Message:\n${message.length}${message}`))
  const recovered = Uint8Array.from([(bytes[64] ?? 0) - 27, ...bytes.subarray(0, 64)])
  const compressed = secp256k1.recoverPublicKey(recovered, hash, { prehash: false })
  const publicKey = secp256k1.Point.fromBytes(compressed).toBytes(false)
  return `0x${bytesToHex(keccak_256(publicKey.subarray(1)).subarray(-20))}`
}

test('a test wallet approves every requested chain, and signs with its account', async () => {
  const { wallet, settle, sign } = start()
  const { topic, namespaces } = await settle()
  expect(namespaces.eip155).toEqual({
    chains: asked.eip155.chains,
    methods: ['personal_sign'],
    events: ['chainChanged'],
    accounts: [`eip155:1:${wallet.address}`, `eip155:137:${wallet.address}`],
  })
  // The address of the secret key 0x11…11, as ethers and viem give it.
  expect(wallet.address).toBe('0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A')
  expect(signerOf(await sign(topic), 'Sign me.')).toBe(wallet.address.toLowerCase())
  expect(wallet.requests.map(({ method, params }) => [method, params])).toEqual([
    ['personal_sign', [text, wallet.address]],
  ])
})

test('F-L13 a test wallet declines, and approves the next time', async () => {
  const { wallet, propose, settle } = start({ onProposal: ['reject', 'approve'] })
  const declined = await propose()
  expect(await wallet.open(declined.pairingUri)).toBeUndefined()
  await expect(declined.approval).rejects.toMatchObject({ code: 'proposal_rejected', reason: { code: 5000 } })
  expect((await settle()).topic).toMatch(/^[0-9a-f]{64}$/)
})

test.each(['ignore', 'die', 'dieBeforeSettle'] as const)(
  'F-L13 from a test wallet that does "%s" the dapp gets nothing, and its proposal expires',
  async (onProposal) => {
    const { clock, relay, wallet, dapp, propose } = start({ onProposal })
    const proposed = await propose()
    const expired = expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_expired' })
    await wallet.open(proposed.pairingUri)
    await clock.tick()
    expect(relay.connections()).toBe(onProposal === 'ignore' ? 2 : 1)
    // After an approval, the dapp also listens to the session's topic, where nothing arrives.
    const topics = onProposal === 'dieBeforeSettle' ? 2 : 1
    expect(new Set(relay.requests.flatMap(({ text }) => text.match(/[0-9a-f]{64}/g) ?? []))).toHaveProperty(
      'size',
      topics,
    )
    await clock.advance(600_001)
    await expired
    expect(dapp.sessions()).toEqual([])
  },
)

test('F-L13 a test wallet signs with another account, and another text', async () => {
  const { wallet, settle, sign } = start({ onRequest: ['signWithAnotherAccount', 'signAnotherText'] })
  const { topic } = await settle()
  const own = wallet.address.toLowerCase()
  const byAnother = await sign(topic)
  expect(signerOf(byAnother, 'Sign me.')).toMatch(/^0x[0-9a-f]{40}$/)
  expect(signerOf(byAnother, 'Sign me.')).not.toBe(own)
  const ofAnother = await sign(topic)
  expect(signerOf(ofAnother, 'Sign me.')).not.toBe(own)
  expect(signerOf(ofAnother, 'Another text.')).toBe(own)
})

test('a test wallet declines, answers from a function, and refuses unknown methods', async () => {
  const { dapp, settle, sign } = start({
    onRequest: [
      'reject',
      ({ method }) => `${method} it is`,
      () => {
        throw { code: 4900, message: 'Not connected.' }
      },
      'sign',
    ],
  })
  const { topic } = await settle()
  await expect(sign(topic)).rejects.toMatchObject({ code: 'request_rejected', reason: { code: 4001 } })
  expect(await sign(topic)).toBe('personal_sign it is')
  await expect(sign(topic)).rejects.toMatchObject({ reason: { code: 4900, message: 'Not connected.' } })
  const request = { method: 'personal_sign', params: [] }
  await expect(dapp.request({ topic, chainId: 'eip155:1', request })).rejects.toMatchObject({ reason: { code: 4200 } })
})

test('a test wallet that restarts has its session, and answers requests from meanwhile', async () => {
  const { wallet, settle, sign } = start()
  const { topic } = await settle()
  await wallet.die()
  const signed = sign(topic)
  wallet.restart()
  expect(signerOf(await signed, 'Sign me.')).toBe(wallet.address.toLowerCase())
  expect(wallet.requests).toHaveLength(1)
})

test('a test wallet that closes with an open request, or ignores it, answers nothing', async () => {
  const { clock, wallet, settle, sign } = start({ onRequest: ['ignore', 'die'] })
  const { topic } = await settle()
  const expired = expect(Promise.allSettled([sign(topic), sign(topic)])).resolves.toMatchObject([
    { reason: { code: 'request_expired' } },
    { reason: { code: 'request_expired' } },
  ])
  await clock.advance(300_001)
  await expired
  expect(wallet.requests).not.toEqual([])
})

test('a test wallet updates, extends, emits an event and disconnects', async () => {
  const { clock, wallet, dapp, settle } = start()
  const { topic, namespaces, expiresAt } = await settle()
  const { eip155 } = namespaces
  if (eip155 === undefined) throw new Error('It grants eip155.')
  const fewer = { eip155: { ...eip155, chains: ['eip155:1'], accounts: eip155.accounts.slice(0, 1) } } as const
  const updated = next(dapp, 'sessionUpdated')
  await (await wallet.update(fewer)).acknowledged
  expect((await updated).namespaces).toEqual(fewer)
  await clock.advance(3_600_000)
  const extended = next(dapp, 'sessionExtended')
  await wallet.extend()
  expect((await extended).expiresAt).toBeGreaterThan(expiresAt)
  const event = next(dapp, 'sessionEvent')
  await wallet.emit({ name: 'chainChanged', data: 137 })
  expect(await event).toMatchObject({ topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 137 } })
  const deleted = next(dapp, 'sessionDeleted')
  await wallet.end()
  expect(await deleted).toMatchObject({ topic, reason: { code: 6000 } })
  await expect(wallet.extend()).rejects.toThrow('no session')
})
