import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEnvelope } from '../envelope/envelope.ts'
import { hexToBytes } from '../envelope/keys.ts'
import { asked, createTestClients, granted } from '../testing/testClients.fixture.ts'

let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

// Properties in the form of WalletConnect's sign-client: texts for the session, any JSON for a namespace or a chain.
const wanted = {
  sessionProperties: { theme: 'dark' },
  scopedProperties: { eip155: { walletService: [{ url: 'https://rpc.example', methods: ['wallet_getAssets'] }] } },
} as const
const given = {
  sessionProperties: { capabilities: '{"0x1":{}}' },
  scopedProperties: { 'eip155:1': { atomic: { status: 'supported' } } },
} as const

async function settle() {
  const proposed = await house.dapp.propose({ optionalNamespaces: asked, ...wanted })
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  const { acknowledged } = await house.wallet.approve({ proposalId: id, namespaces: granted, ...given })
  const session = await proposed.approval
  await acknowledged
  return session
}

test('R4 properties: the wallet gets the dapp’s, and both hold those that the wallet returns', async () => {
  const proposed = await house.dapp.propose({ optionalNamespaces: asked, ...wanted })
  const proposal = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  expect(proposal).toMatchObject(wanted)
  expect(house.wallet.pendingProposals()).toMatchObject([wanted])
  await house.wallet.approve({ proposalId: proposal.id, namespaces: granted, ...given })
  const { sessionProperties, scopedProperties } = await proposed.approval
  expect({ sessionProperties, scopedProperties }).toEqual(given)
  const [session] = house.wallet.sessions()
  expect(session?.sessionProperties).toEqual(given.sessionProperties)
  expect(session?.scopedProperties).toEqual(given.scopedProperties)
})

test('R4 properties: a wallet without properties returns none', async () => {
  const proposed = await house.dapp.propose({ optionalNamespaces: asked, ...wanted })
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  await house.wallet.approve({ proposalId: id, namespaces: granted })
  expect(await proposed.approval).not.toHaveProperty('scopedProperties')
  expect(house.wallet.sessions()[0]).not.toHaveProperty('sessionProperties')
})

test('R4 properties: a proposal and a session have them after a restart, in both roles', async () => {
  const { topic } = await settle()
  const proposed = await house.dapp.propose({ optionalNamespaces: asked, ...wanted })
  await house.wallet.pair({ pairingUri: proposed.pairingUri })
  await Promise.all([house.dapp.stop(), house.wallet.stop()])
  const dapp = house.create(house.storages.dapp)
  const wallet = house.create(house.storages.wallet)
  await Promise.all([dapp.ready(), wallet.ready()])
  expect(dapp.sessions()).toMatchObject([{ topic, ...given }])
  expect(wallet.sessions()).toMatchObject([{ topic, ...given }])
  expect(wallet.pendingProposals()).toMatchObject([wanted])
})

test('both ends store a wallet’s opt-out of being opened for requests, over a restart', async () => {
  const sessionConfig = { disableDeepLink: true }
  const { approval, pairingUri } = await house.dapp.propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri })
  const { acknowledged } = await house.wallet.approve({ proposalId: id, namespaces: granted, sessionConfig })
  expect(await approval).toMatchObject({ sessionConfig })
  expect(await acknowledged).toMatchObject({ sessionConfig })
  await Promise.all([house.dapp.stop(), house.wallet.stop()])
  for (const storage of [house.storages.dapp, house.storages.wallet]) {
    const back = house.create(storage)
    await back.ready()
    expect(back.sessions()).toMatchObject([{ sessionConfig }])
  }
})

test.each([
  ['under a namespace that is not asked for', { scopedProperties: { solana: { a: 1 } } }],
  ['under a malformed key', { scopedProperties: { 'eip155:1:0xab': {} } }],
  ['too long', { scopedProperties: { eip155: { a: 'x'.repeat(17_000) } } }],
])('R4 properties: neither role sends %s', async (_, properties) => {
  const refused = (code: number) =>
    expect.objectContaining({ code: 'invalid_namespaces', reason: expect.objectContaining({ code }) })
  await expect(house.dapp.propose({ optionalNamespaces: asked, ...properties })).rejects.toThrow(refused(1006))
  const { pairingUri } = await house.dapp.propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri })
  const approved = house.wallet.approve({ proposalId: id, namespaces: granted, ...properties })
  await expect(approved).rejects.toEqual(refused(1005))
  // Nothing is settled, and the proposal can still be answered.
  expect(house.wallet.sessions()).toEqual([])
  await house.wallet.approve({ proposalId: id, namespaces: granted })
})

test('R4 properties: a scope is one of those approved, with any request', async () => {
  const solana = { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], methods: [], events: [] } as const
  const proposed = await house.dapp.propose({
    optionalNamespaces: { ...asked, solana },
    scopedProperties: { solana: {} },
  })
  const { id, scopedProperties } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  expect(scopedProperties).toEqual({ solana: {} })
  const approved = house.wallet.approve({ proposalId: id, namespaces: granted, scopedProperties: { solana: {} } })
  await expect(approved).rejects.toMatchObject({ code: 'invalid_namespaces' })
})

test('R4 properties: hides from the wallet what a dapp may not ask, and shows the rest', async () => {
  const zeroTopic = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
  const zeroKey = '00'.repeat(32)
  house.relay.publish(zeroTopic, zeroKey, {
    id: 100,
    jsonrpc: '2.0',
    method: 'wc_sessionPropose',
    params: {
      optionalNamespaces: asked,
      proposer: { publicKey: 'ab'.repeat(32), metadata: { name: '', description: '', url: '', icons: [] } },
      sessionProperties: { a: 'b', c: ['d'] },
      scopedProperties: { eip155: { a: [1] }, cosmos: {}, 'eip155:10': 'text' },
    },
  })
  const expiryTimestamp = Math.floor(house.clock.now() / 1000) + 300
  const pairingUri = `wc:${zeroTopic}@2?relay-protocol=irn&symKey=${zeroKey}&expiryTimestamp=${expiryTimestamp}`
  const proposal = await house.wallet.pair({ pairingUri })
  expect(proposal.sessionProperties).toEqual({ a: 'b' })
  expect(proposal.scopedProperties).toEqual({ eip155: { a: [1] } })
})

test('R4 properties: travel in the messages of the protocol', async () => {
  const session = await settle()
  const key = hexToBytes(await house.symKeyOf(house.storages.wallet, session.topic))
  const sent = house.relay.stored(session.topic).map(({ message }) => JSON.parse(openEnvelope(message, key)))
  expect(sent.find(({ method }) => method === 'wc_sessionSettle')?.params).toMatchObject(given)
})
