import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestHost } from '../../packages/link/src/createTestHost.fixture.ts'
import { answering, burning, deploying, magicWord, ownedAccount, revertingWithMagic } from './accountContracts.ts'
import { type Chain, openChain } from './openChain.ts'
import { type Anvil, startAnvil } from './startAnvil.ts'

// Accounts with a key that delegate to code (EIP-7702), from challenge to row, on a chain that supports them.

const chainId = 'eip155:31337'
const attacker = privateKeyToAccount(generatePrivateKey())

let anvil: Anvil
let chain: Chain

/** Creates a key whose account runs the given code. */
async function delegate(runtime: string) {
  const key = privateKeyToAccount(generatePrivateKey())
  await chain.delegate(key, await chain.deploy(deploying(runtime)))
  return key
}
type Key = typeof attacker

/** Links the account with a signature by this key. Returns the status, and the method in the row or the error code. */
async function link(account: Address, by: Key): Promise<readonly [number, unknown]> {
  const host = await createTestHost({ chains: [chainId], rpc: { [chainId]: [anvil.url] }, now: Date.now })
  const wallet = { name: 'Wallet', address: account, accountId: `${chainId}:${account}` as const, sign: () => '' }
  const { challengeId, message } = await host.challenge('alice', wallet)
  const signature: Hex = await by.signMessage({ message })
  const { status, body } = await host.prove('alice', challengeId, signature)
  const [row] = await host.store.linkedWallets('alice')
  return [status, row === undefined ? Reflect.get(Object(body), 'code') : [row.proof.method, row.address]]
}

beforeAll(async () => {
  anvil = await startAnvil()
  chain = openChain(anvil.url)
})
afterAll(() => anvil?.stop())

test.each([
  ['says no', ownedAccount],
  ['fails with the magic word', revertingWithMagic],
  ['burns all gas', burning],
  ['says yes to anything', answering(magicWord)],
])('code that %s: the key’s own signature links the key', async (_, runtime) => {
  const key = await delegate(runtime)
  expect(await link(key.address, key)).toEqual([201, ['eip191', key.address.toLowerCase()]])
})

test.each([
  ['says no', ownedAccount],
  ['fails with the magic word', revertingWithMagic],
])('code that %s: another key’s signature links nothing', async (_, runtime) => {
  const key = await delegate(runtime)
  expect(await link(key.address, attacker)).toEqual([409, 'signature_pending'])
})

test('code that says yes to anything: another key’s signature links that contract, not the key', async () => {
  const key = await delegate(answering(magicWord))
  expect(await link(key.address, attacker)).toEqual([201, ['eip1271', `${chainId}:${key.address.toLowerCase()}`]])
})
