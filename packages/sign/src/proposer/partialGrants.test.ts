import type { ProposalNamespaces } from '@hawser/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPairing, createPairingKey } from '../envelope/createPairing.ts'
import { bytesToHex } from '../envelope/hex.ts'
import { createHandmadeWallet } from '../testing/handmadeWallet.fixture.ts'
import { createTestClients, next } from '../testing/testClients.fixture.ts'

// Grants and requests are read part by part: unusable parts that are not required are skipped.
let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

const address = '0x1111111111111111111111111111111111111111'
const solanaAddress = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const eip155 = { accounts: [`eip155:1:${address}`], methods: ['personal_sign'], events: [] }
const solana = { accounts: [`${solanaChain}:${solanaAddress}`], methods: ['solana_signMessage'], events: [] }
const both: ProposalNamespaces = {
  eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] },
  solana: { chains: [solanaChain], methods: ['solana_signMessage'], events: [] },
}
// reown-com/appkit#5713, and other values that wallets put next to a good namespace. The last column is the part that
// the dapp keeps.
const grants: readonly [string, object, object][] = [
  ['no account', { eip155, solana: { accounts: [], methods: [], events: [] } }, { eip155 }],
  ['accounts that are null', { eip155, solana: { ...solana, accounts: null } }, { eip155 }],
  ['a namespace that is null', { eip155, solana: null }, { eip155 }],
  ['a namespace that is a list', { eip155, solana: [solana] }, { eip155 }],
  ['a key in capitals', { eip155, SOLANA: solana }, { eip155 }],
  ['an empty key', { eip155, '': solana }, { eip155 }],
  ['an account as key', { eip155, [`eip155:1:${address}`]: eip155 }, { eip155 }],
  ['an account without its chain', { eip155, solana: { ...solana, accounts: [solanaAddress] } }, { eip155 }],
  [
    'an account of another namespace beside a good one',
    { eip155: { ...eip155, accounts: [...solana.accounts, ...eip155.accounts] } },
    { eip155 },
  ],
  [
    'an address of another kind beside a good one',
    { eip155: { ...eip155, accounts: [`eip155:1:${solanaAddress}`, ...eip155.accounts, 'eip155:1:0x12'] } },
    { eip155 },
  ],
  [
    'an address of Ethereum under Solana',
    { eip155, solana: { ...solana, accounts: [`${solanaChain}:${address}`] } },
    { eip155 },
  ],
  ['accounts that are no texts', { eip155: { ...eip155, accounts: [null, 1, {}, ...eip155.accounts] } }, { eip155 }],
  [
    'a chain that is none',
    { eip155: { ...eip155, chains: ['1', 'eip155:1', 7] } },
    { eip155: { ...eip155, chains: ['eip155:1'] } },
  ],
  ['chains of another namespace', { eip155: { ...eip155, chains: [solanaChain] } }, { eip155 }],
  [
    'methods that are null',
    { eip155, solana: { ...solana, methods: null } },
    { eip155, solana: { ...solana, methods: [] } },
  ],
  ['events missing', { eip155: { accounts: eip155.accounts, methods: eip155.methods } }, { eip155 }],
  ['a method that is no text', { eip155: { ...eip155, methods: [5, 'personal_sign'] } }, { eip155 }],
]

describe('F03a a settlement keeps its good part beside', () => {
  test.each(grants)('%s', async (_, given, kept) => {
    const proposed = await house.dapp.propose({ optionalNamespaces: both })
    const wallet = await createHandmadeWallet(house, proposed)
    wallet.settle(given)
    expect((await proposed.approval).namespaces).toEqual(kept)
    expect(house.failures).toEqual([])
  })
})

test('F03 a settlement of a year is kept for a month', async () => {
  const proposed = await house.dapp.propose({ optionalNamespaces: both })
  const wallet = await createHandmadeWallet(house, proposed)
  wallet.settle({ eip155 }, { expiry: Math.floor(house.clock.now() / 1000) + 365 * 86_400 })
  expect((await proposed.approval).expiresAt).toBe(house.clock.now() + 31 * 86_400_000)
  expect(house.failures).toEqual([])
})

describe('F03a an update keeps its good part beside', () => {
  test.each(grants)('%s', async (_, given, kept) => {
    const proposed = await house.dapp.propose({ optionalNamespaces: both })
    const wallet = await createHandmadeWallet(house, proposed)
    wallet.settle({ eip155, solana })
    await proposed.approval
    const updated = next(house.dapp, 'sessionUpdated')
    wallet.say('wc_sessionUpdate', { namespaces: given })
    expect((await updated).namespaces).toEqual(kept)
  })
})

describe('F03b refuses a settlement without a required part', () => {
  const required = { eip155: both.eip155 } as ProposalNamespaces
  test.each<[string, object]>([
    ['no account', { eip155: { accounts: [], methods: [], events: [] } }],
    ['no account, beside a good namespace', { eip155: { accounts: [], methods: [], events: [] }, solana }],
    ['a malformed account alone', { eip155: { ...eip155, accounts: [address] }, solana }],
    ['an account on another chain alone', { eip155: { ...eip155, accounts: [`eip155:10:${address}`] } }],
    ['methods missing', { eip155: { ...eip155, methods: null } }],
    ['an odd key', { EIP155: eip155, solana }],
    ['nothing at all', {}],
    ['malformed namespaces', []],
  ])('%s', async (_, given) => {
    const proposed = await house.dapp.propose({ requiredNamespaces: required, optionalNamespaces: both })
    const wallet = await createHandmadeWallet(house, proposed)
    wallet.settle(given)
    await expect(proposed.approval).rejects.toMatchObject({ code: 'invalid_namespaces' })
    expect(house.dapp.sessions()).toEqual([])
  })
})

test('F03b an update that removes a required part changes nothing', async () => {
  const proposed = await house.dapp.propose({ requiredNamespaces: { eip155: both.eip155 } as ProposalNamespaces })
  const wallet = await createHandmadeWallet(house, proposed)
  wallet.settle({ eip155, solana })
  await proposed.approval
  const refused = next(house.dapp, 'failure')
  wallet.say('wc_sessionUpdate', { namespaces: { eip155: { ...eip155, accounts: [] }, solana } })
  expect(await refused).toMatchObject({ code: 'invalid_namespaces' })
  expect(house.dapp.sessions()[0]?.namespaces).toEqual({ eip155, solana })
})

const proposer = {
  publicKey: '77'.repeat(32),
  metadata: { name: 'App', description: '', url: 'https://app.example', icons: [] },
}

/** Opens a link in the wallet, after these params were proposed on it. */
async function pairWith(params: object) {
  const key = await createPairingKey((length) => crypto.getRandomValues(new Uint8Array(length)))
  const { topic, pairingUri } = createPairing({ key, now: house.clock.now })
  house.relay.publish(topic, bytesToHex(key.symKey), {
    id: house.clock.now() * 1000,
    jsonrpc: '2.0',
    method: 'wc_sessionPropose',
    params: { proposer, relays: [{ protocol: 'irn' }], ...params },
  })
  return house.wallet.pair({ pairingUri })
}

describe('F03a a wallet reads a proposal whose optional part has', () => {
  test.each<[string, object]>([
    ['a namespace without chains', { ...both, cosmos: { methods: [], events: [] } }],
    ['a namespace with empty chains', { ...both, cosmos: { chains: [], methods: [], events: [] } }],
    ['an odd key', { ...both, '**': both.eip155 }],
    ['a namespace that is null', { ...both, cosmos: null }],
    ['a chain of another namespace', { ...both, eip155: { ...both.eip155, chains: ['solana:1', 'eip155:1', '1'] } }],
    ['events missing', { ...both, eip155: { chains: ['eip155:1'], methods: ['personal_sign'] } }],
    ['methods that are no texts', { ...both, eip155: { ...both.eip155, methods: [1, 'personal_sign', null] } }],
  ])('%s', async (_, optionalNamespaces) => {
    expect(await pairWith({ optionalNamespaces })).toMatchObject({ requiredNamespaces: {}, optionalNamespaces: both })
  })
})

describe('F03b a wallet refuses a proposal', () => {
  test.each<[string, object]>([
    [
      'whose required part is unusable',
      { requiredNamespaces: { eip155: { methods: [], events: [] } }, optionalNamespaces: both },
    ],
    ['without a usable part', { optionalNamespaces: { '**': both.eip155 } }],
    ['with malformed namespaces', { optionalNamespaces: 'eip155' }],
  ])('%s', async (_, params) => {
    await expect(pairWith(params)).rejects.toMatchObject({ code: 'invalid_namespaces' })
  })
})
