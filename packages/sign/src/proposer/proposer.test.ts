import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { topicOf } from '../envelope/createPairing.ts'
import { bytesToHex, createKeyPair, deriveSymKey, hexToBytes, type KeyPair } from '../envelope/keys.ts'
import { createWebCurves } from '../envelope/webCurves.ts'
import { asked, createTestClients, granted, keptOf, next } from '../testing/testClients.fixture.ts'
import type { ProposedPairing } from './proposer.ts'

// A handmade wallet, which has the pairing's key and breaks the rules.
const curves = createWebCurves(crypto.subtle)
const metadata = { name: 'W', description: '', url: 'https://wallet.example', icons: [] }

let house: ReturnType<typeof createTestClients>
let proposed: ProposedPairing
let proposal: { id: number; proposerKey: string }
let keys: KeyPair
let symKey: string
let topic: string

beforeEach(async () => {
  house = createTestClients()
  proposed = await house.dapp.propose({ requiredNamespaces: asked })
  await proposed.published
  const [sent] = await house.unread(house.storages.dapp, proposed.pairingTopic)
  const params = sent?.payload.params as { proposer: { publicKey: string } }
  proposal = { id: sent?.payload.id ?? 0, proposerKey: params.proposer.publicKey }
  keys = await createKeyPair(curves, () => crypto.getRandomValues(new Uint8Array(32)))
  const derived = await deriveSymKey(curves, keys.privateKey, hexToBytes(proposal.proposerKey))
  symKey = bytesToHex(derived)
  topic = await topicOf(derived)
})
afterEach(() => house.stop())

const pairingKey = () => new URL(proposed.pairingUri.replace('wc:', 'wc://')).searchParams.get('symKey') ?? ''
const answer = (body: object) =>
  house.relay.publish(proposed.pairingTopic, pairingKey(), { id: proposal.id, jsonrpc: '2.0', ...body })
const approve = (publicKey = bytesToHex(keys.publicKey)) =>
  answer({ result: { relay: { protocol: 'irn' }, responderPublicKey: publicKey } })
const settlement = (more: object = {}) => ({
  id: house.clock.now() * 1000,
  jsonrpc: '2.0',
  method: 'wc_sessionSettle',
  params: {
    relay: { protocol: 'irn' },
    controller: { publicKey: bytesToHex(keys.publicKey), metadata },
    namespaces: granted,
    expiry: Math.floor(house.clock.now() / 1000) + 604_800,
    ...more,
  },
})
const settle = (more: object = {}) => house.relay.publish(topic, symKey, settlement(more))
const answers = async () =>
  (await house.unread(house.storages.dapp, topic)).filter(({ payload }) => payload.method === undefined)

test('the proposal contains the request and no secret', async () => {
  const [sent] = await house.unread(house.storages.dapp, proposed.pairingTopic)
  expect(sent).toMatchObject({
    tag: 1100,
    payload: {
      method: 'wc_sessionPropose',
      params: {
        requiredNamespaces: asked,
        optionalNamespaces: {},
        relays: [{ protocol: 'irn' }],
        proposer: { publicKey: expect.stringMatching(/^[0-9a-f]{64}$/), metadata: { name: 'Test' } },
        expiryTimestamp: Math.floor(proposed.expiresAt / 1000),
      },
    },
  })
})

test.each([
  ['before', true],
  ['after', false],
])('a settlement %s the approval gives a session', async (_, isFirst) => {
  if (isFirst) settle()
  approve()
  if (!isFirst) {
    await expect.poll(() => house.relay.requests.some(({ text }) => text.includes(topic))).toBe(true)
    settle()
  }
  const session = await proposed.approval
  expect(session).toMatchObject({ topic, controller: bytesToHex(keys.publicKey), namespaces: granted })
  await expect.poll(answers).toMatchObject([{ tag: 1103, payload: { result: true } }])
})

describe('a refused settlement ends the proposal', () => {
  test.each<[string, () => object, string, number]>([
    [
      'by another key',
      () => ({ controller: { publicKey: 'ab'.repeat(32), metadata } }),
      'invalid_session_message',
      1005,
    ],
    [
      'without what was required',
      () => ({ namespaces: { eip155: { ...granted.eip155, methods: [] } } }),
      'invalid_namespaces',
      5002,
    ],
    [
      'without an account',
      () => ({ namespaces: { eip155: { ...granted.eip155, accounts: [] } } }),
      'invalid_namespaces',
      5001,
    ],
    [
      'that has ended already',
      () => ({ expiry: Math.floor(house.clock.now() / 1000) }),
      'invalid_session_message',
      1005,
    ],
    ['without an end', () => ({ expiry: 'never' }), 'invalid_session_message', 1005],
  ])('%s', async (_, more, code, reason) => {
    const key = symKey
    settle(more())
    approve()
    await expect(proposed.approval).rejects.toMatchObject({ code })
    expect(house.dapp.sessions()).toEqual([])
    expect(house.failures).toEqual([code])
    const { openEnvelope } = await import('../envelope/envelope.ts')
    await expect.poll(() => house.relay.stored(topic).filter(({ tag }) => tag === 1103).length).toBe(1)
    const sent = house.relay.stored(topic).find(({ tag }) => tag === 1103)
    expect(JSON.parse(openEnvelope(sent?.message ?? '', hexToBytes(key)))).toMatchObject({ error: { code: reason } })
    expect(await keptOf(house.storages.dapp, 'proposed')).toBeUndefined()
  })
})

test.each([
  ['all zero', '00'.repeat(32)],
  ['of low order', `01${'00'.repeat(31)}`],
])('refuses an approval with a public key %s', async (_, publicKey) => {
  approve(publicKey)
  await expect(proposed.approval).rejects.toMatchObject({ code: 'shared_secret_invalid' })
  expect(house.failures).toEqual(['shared_secret_invalid'])
})

test.each([
  ['no key', { result: true }],
  ['a key of the wrong length', { result: { responderPublicKey: 'abcd' } }],
])('refuses an approval with %s', async (_, body) => {
  answer(body)
  await expect(proposed.approval).rejects.toMatchObject({ code: 'invalid_session_message' })
})

test('ignores answers to another id, on another topic, or after the first', async () => {
  const error = { code: 5000, message: 'no' }
  house.relay.publish(proposed.pairingTopic, pairingKey(), { id: proposal.id + 1, jsonrpc: '2.0', error })
  approve()
  answer({ error })
  approve('ab'.repeat(32))
  settle()
  expect((await proposed.approval).topic).toBe(topic)
})

test('the wallet deletes the pairing: the approval rejects', async () => {
  const params = { code: 6000, message: 'User disconnected.' }
  house.relay.publish(proposed.pairingTopic, pairingKey(), {
    id: 5,
    jsonrpc: '2.0',
    method: 'wc_pairingDelete',
    params,
  })
  await expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_rejected', reason: { code: 6000 } })
})

test('answers a ping of the pairing, a request to sign in, and an unknown method', async () => {
  const say = (id: number, method: string) =>
    house.relay.publish(proposed.pairingTopic, pairingKey(), { id, jsonrpc: '2.0', method, params: {} })
  say(5, 'wc_pairingPing')
  say(6, 'wc_sessionAuthenticate')
  say(7, 'wc_nothing')
  say(8, 'wc_sessionPropose')
  const heard = async () =>
    (await house.unread(house.storages.dapp, proposed.pairingTopic)).filter(
      ({ payload }) => payload.method === undefined,
    )
  await expect.poll(heard).toHaveLength(3)
  expect(await heard()).toMatchObject([
    { tag: 1003, payload: { id: 5, result: true } },
    { tag: 0, payload: { id: 7, error: { code: 10001 } } },
    { tag: 1121, payload: { id: 8, error: { code: 10001 } } },
  ])
})

describe('to the wallet', () => {
  const zeroTopic = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
  const zeroKey = '00'.repeat(32)
  const link = (expiresAt = house.clock.now() + 300_000) =>
    `wc:${zeroTopic}@2?relay-protocol=irn&symKey=${zeroKey}&expiryTimestamp=${Math.floor(expiresAt / 1000)}`
  const offer = (more: object = {}, id = 100) =>
    house.relay.publish(zeroTopic, zeroKey, {
      id,
      jsonrpc: '2.0',
      method: 'wc_sessionPropose',
      params: {
        requiredNamespaces: {},
        optionalNamespaces: asked,
        relays: [{ protocol: 'irn' }],
        proposer: { publicKey: bytesToHex(keys.publicKey), metadata },
        ...more,
      },
    })
  const heard = async () =>
    (await house.unread(house.storages.wallet, zeroTopic)).filter(({ payload }) => payload.method === undefined)

  test.each<[string, () => object, string, number]>([
    ['no proposer', () => ({ proposer: undefined }), 'invalid_session_message', 1006],
    [
      'chains of another namespace',
      () => ({ optionalNamespaces: { eip155: { ...asked.eip155, chains: ['solana:1'] } } }),
      'invalid_namespaces',
      5100,
    ],
    ['its time over', () => ({ expiryTimestamp: 1 }), 'invalid_session_message', 1006],
  ])('refuses a proposal with %s, and pair rejects', async (_, more, code, reason) => {
    offer(more())
    await expect(house.wallet.pair({ pairingUri: link() })).rejects.toMatchObject({ code })
    expect(house.wallet.pendingProposals()).toEqual([])
    await expect.poll(heard).toMatchObject([{ tag: 1121, payload: { id: 100, error: { code: reason } } }])
  })

  test('a proposal with a public key of low order cannot be approved', async () => {
    offer({ proposer: { publicKey: '00'.repeat(32), metadata } })
    const { id } = await house.wallet.pair({ pairingUri: link() })
    const approved = house.wallet.approve({ proposalId: id, namespaces: granted })
    await expect(approved).rejects.toMatchObject({ code: 'shared_secret_invalid' })
    expect(house.wallet.sessions()).toEqual([])
  })

  test('refuses an id that another pairing uses', async () => {
    const first = await house.wallet.pair({ pairingUri: proposed.pairingUri })
    offer({}, first.id)
    await expect(house.wallet.pair({ pairingUri: link() })).rejects.toMatchObject({ code: 'invalid_session_message' })
    expect(house.wallet.pendingProposals()).toEqual([first])
  })

  test('does not ask an answered proposal again; asks a new one on the same pairing', async () => {
    offer()
    const first = await house.wallet.pair({ pairingUri: link() })
    await house.wallet.reject({ proposalId: first.id })
    offer()
    offer({ expiryTimestamp: Math.floor(house.clock.now() / 1000) + 100 })
    const second = next(house.wallet, 'proposal')
    offer({}, 101)
    expect((await second).id).toBe(101)
    expect(house.wallet.pendingProposals().map(({ id }) => id)).toEqual([101])
  })

  test('T-31: a pairing with a session takes no other proposal, and its link is used up', async () => {
    offer()
    const first = await house.wallet.pair({ pairingUri: link() })
    offer({}, 101)
    await expect.poll(() => house.wallet.pendingProposals().map(({ id }) => id)).toEqual([100, 101])
    const lapsed = next(house.wallet, 'proposalExpired')
    const { session } = await house.wallet.approve({ proposalId: first.id, namespaces: granted })
    expect(await lapsed).toEqual({ id: 101, pairingTopic: zeroTopic })
    const usedUp = { code: 'pairing_expired' }
    await expect(house.wallet.pair({ pairingUri: link() })).rejects.toMatchObject(usedUp)
    await expect(house.wallet.approve({ proposalId: 101, namespaces: granted })).rejects.toMatchObject({
      code: 'unknown_proposal',
    })

    offer({}, 102)
    const refusal = { tag: 1121, payload: { id: 102, error: { code: 1006 } } }
    await expect.poll(async () => (await heard()).find(({ payload }) => payload.id === 102)).toMatchObject(refusal)
    expect(house.wallet.pendingProposals()).toEqual([])
    await expect(house.wallet.pair({ pairingUri: link() })).rejects.toMatchObject(usedUp)

    // The pairing is over, but a link of the same key claims that it is not.
    await house.clock.advance(301_000)
    expect(house.wallet.pairings()).toEqual([])
    await expect(house.wallet.pair({ pairingUri: link() })).rejects.toMatchObject(usedUp)

    await house.wallet.disconnect({ topic: session.topic })
    offer({}, 103)
    expect((await house.wallet.pair({ pairingUri: link() })).id).toBe(103)
  })

  test('the dapp deletes the pairing: the proposal ends', async () => {
    offer()
    const { id } = await house.wallet.pair({ pairingUri: link() })
    const expired = next(house.wallet, 'proposalExpired')
    house.relay.publish(zeroTopic, zeroKey, { id: 5, jsonrpc: '2.0', method: 'wc_pairingDelete', params: {} })
    expect(await expired).toEqual({ id, pairingTopic: zeroTopic })
    expect(house.wallet.pendingProposals()).toEqual([])
  })

  test('a dapp that refuses the settlement ends the session', async () => {
    offer()
    const { id } = await house.wallet.pair({ pairingUri: link() })
    const { session, acknowledged } = await house.wallet.approve({ proposalId: id, namespaces: granted })
    const ended = expect(acknowledged).rejects.toMatchObject({ code: 'session_ended', reason: { code: 5001 } })
    const deleted = next(house.wallet, 'sessionDeleted')
    const key = await house.symKeyOf(house.storages.wallet, session.topic)
    const [sent] = await house.unread(house.storages.wallet, session.topic)
    const error = { code: 5001, message: 'no' }
    house.relay.publish(session.topic, key, { id: sent?.payload.id, jsonrpc: '2.0', error })
    await ended
    expect(await deleted).toMatchObject({ topic: session.topic, reason: error, by: 'peer' })
    expect(house.wallet.sessions()).toEqual([])
  })

  test('a double tap on Approve settles one session; both calls fail with a silent dapp', async () => {
    offer()
    const { id } = await house.wallet.pair({ pairingUri: link() })
    const approve = () => house.wallet.approve({ proposalId: id, namespaces: granted })
    const [first, second] = await Promise.all([approve(), approve()])
    expect(first.session).toEqual(second.session)
    expect(house.wallet.sessions()).toHaveLength(1)
    const silent = [first, second].map(({ acknowledged }) =>
      expect(acknowledged).rejects.toMatchObject({ code: 'request_expired' }),
    )
    await house.clock.advance(300_000)
    await Promise.all(silent)
  })

  test('any next message of a dapp counts as its lost confirmation', async () => {
    offer()
    const { id } = await house.wallet.pair({ pairingUri: link() })
    const { session, acknowledged } = await house.wallet.approve({ proposalId: id, namespaces: granted })
    const key = await house.symKeyOf(house.storages.wallet, session.topic)
    house.relay.publish(session.topic, key, { id: 9, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} })
    expect((await acknowledged).acknowledged).toBe(true)
  })
})
