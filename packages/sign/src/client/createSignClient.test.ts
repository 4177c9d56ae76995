import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPairing, createPairingKey } from '../envelope/createPairing.ts'
import { graceMs } from '../lifetime/schedule.ts'
import { createMemoryStorage } from '../records/storage.ts'
import type { SignClientEvents } from '../session/context.ts'
import { account, address, asked, createTestClients, granted, keptOf, next } from '../testing/testClients.fixture.ts'
import { createDappClient } from './createDappClient.ts'

let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

// The SHA-256 of 32 zero bytes, which is the topic of the all-zero key.
const zeroTopic = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
const sign = { method: 'personal_sign', params: ['0x00', address] } as const

test('propose, pair, approve: both ends hold the same session, acknowledged', async () => {
  const session = await house.settle()
  expect(session).toMatchObject({ role: 'dapp', acknowledged: true, namespaces: granted, optionalNamespaces: asked })
  const [other] = house.wallet.sessions()
  expect(other).toMatchObject({ topic: session.topic, role: 'wallet', acknowledged: true, namespaces: granted })
  expect(other?.peer.publicKey).toBe(session.self.publicKey)
  expect(other?.controller).toBe(session.controller)
  expect(JSON.stringify([session, other])).not.toContain('symKey')
  expect(house.failures).toEqual([])
})

test('propose: returns the link before it sends anything', async () => {
  const proposed = await house.dapp.propose({ optionalNamespaces: asked })
  expect(proposed.pairingUri).toMatch(/^wc:[0-9a-f]{64}@2\?relay-protocol=irn&symKey=[0-9a-f]{64}&expiryTimestamp=\d+$/)
  expect(proposed.expiresAt).toBe(house.clock.now() + 300_000)
  expect(house.relay.upgrades()).toEqual([])
})

test('propose: takes a pairing that is older than the client', async () => {
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const pairing = createPairing({ key: await createPairingKey(randomBytes), now: house.clock.now })
  await house.clock.advance(60_000)
  const proposed = await house.dapp.propose({ optionalNamespaces: asked, pairing })
  expect(proposed).toMatchObject({ pairingUri: pairing.pairingUri, pairingTopic: pairing.topic })
  expect(proposed.expiresAt).toBe(house.clock.now() + 240_000)
  const { id } = await house.wallet.pair({ pairingUri: pairing.pairingUri })
  await house.wallet.approve({ proposalId: id, namespaces: granted })
  expect((await proposed.approval).pairingTopic).toBe(pairing.topic)
})

test('createDappClient: works as the dapp role of the client', async () => {
  const dapp = createDappClient({
    relayUrl: 'ws://relay.test',
    metadata: { name: 'Dapp', description: '', url: 'https://app.example', icons: [] },
    now: house.clock.now,
    setTimer: house.clock.setTimer,
    createWebSocket: house.relay.createWebSocket,
  })
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  await house.wallet.approve({ proposalId: id, namespaces: granted })
  const { topic } = await proposed.approval
  house.wallet.on('sessionRequest', (request) => {
    house.wallet.respond({ topic, requestId: request.id, response: { result: 1 } }).catch(() => {})
  })
  expect(await dapp.request({ topic, chainId: 'eip155:1', request: sign })).toBe(1)
  await dapp.disconnect({ topic })
  await dapp.stop()
})

test('propose: refuses invalid namespaces at once', async () => {
  const optionalNamespaces = { eip155: { chains: [], methods: [], events: [] } }
  await expect(house.dapp.propose({ optionalNamespaces })).rejects.toMatchObject({ code: 'invalid_namespaces' })
})

test('reject: the dapp gets the reason, and both ends forget the proposal', async () => {
  const proposed = await house.dapp.propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  await house.wallet.reject({ proposalId: id })
  await expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_rejected', reason: { code: 5000 } })
  expect(house.wallet.pendingProposals()).toEqual([])
  await expect(house.wallet.reject({ proposalId: id })).rejects.toMatchObject({ code: 'unknown_proposal' })
  await expect(house.wallet.pair({ pairingUri: proposed.pairingUri })).rejects.toMatchObject({
    code: 'pairing_expired',
  })
  expect(await keptOf(house.storages.dapp, 'proposed')).toBeUndefined()
})

test('proposal: expires on both sides', async () => {
  const proposed = await house.dapp.propose({ optionalNamespaces: asked })
  const { id, pairingTopic } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  const expired = next(house.wallet, 'proposalExpired')
  await house.clock.advance(300_000)
  await expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_expired' })
  expect(await expired).toEqual({ id, pairingTopic })
  await expect(house.wallet.approve({ proposalId: id, namespaces: granted })).rejects.toMatchObject({
    code: 'proposal_expired',
  })
  const late = expect(house.wallet.pair({ pairingUri: proposed.pairingUri })).rejects.toMatchObject({
    code: 'pairing_expired',
  })
  await house.clock.advance(2_000)
  await late
})

test('pair: rejects when the link expires before a proposal comes', async () => {
  const proposed = await house.dapp.propose({ optionalNamespaces: asked })
  await proposed.published
  const waiting = house.wallet.pair({ pairingUri: otherLink(proposed.expiresAt) })
  const rejected = expect(waiting).rejects.toMatchObject({ code: 'pairing_expired' })
  await expect.poll(() => house.relay.requests.some(({ text }) => text.includes(zeroTopic))).toBe(true)
  await house.clock.advance(300_001)
  await rejected
})

test('pair: can be aborted', async () => {
  const { expiresAt, published } = await house.dapp.propose({})
  await published
  const abort = new AbortController()
  const waiting = house.wallet.pair({ pairingUri: otherLink(expiresAt), signal: abort.signal })
  abort.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})

test('pair: the same link gives the same proposal and emits it again', async () => {
  const { pairingUri } = await house.dapp.propose({ optionalNamespaces: asked })
  const [one, two] = await Promise.all([house.wallet.pair({ pairingUri }), house.wallet.pair({ pairingUri })])
  expect(two).toEqual(one)
  const again = next(house.wallet, 'proposal')
  expect(await house.wallet.pair({ pairingUri })).toEqual(one)
  expect(await again).toEqual(one)
  expect(house.wallet.pendingProposals()).toEqual([one])
})

test('pair: refuses a link whose topic is not the hash of its key, and one of its own', async () => {
  const { pairingUri, pairingTopic } = await house.dapp.propose({ optionalNamespaces: asked })
  const foreign = pairingUri.replace(pairingTopic, 'ab'.repeat(32))
  await expect(house.wallet.pair({ pairingUri: foreign })).rejects.toMatchObject({ code: 'invalid_pairing_uri' })
  await expect(house.wallet.pair({ pairingUri: 'wc:x' })).rejects.toMatchObject({ code: 'invalid_pairing_uri' })
  await expect.poll(() => keptOf(house.storages.dapp, 'pairings')).toBeDefined()
  await expect(house.dapp.pair({ pairingUri })).rejects.toMatchObject({ code: 'invalid_pairing_uri' })
})

test('cancel: the approval rejects, keys and mailbox are forgotten; a second one does nothing', async () => {
  const proposed = await house.dapp.propose({ optionalNamespaces: asked })
  await proposed.published
  proposed.cancel()
  proposed.cancel()
  await expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_cancelled' })
  await expect.poll(() => house.relay.requests.map(({ method }) => method)).toContain('irn_unsubscribe')
  await expect.poll(() => keptOf(house.storages.dapp, 'pairings')).toBeUndefined()
  expect(await keptOf(house.storages.dapp, 'proposed')).toBeUndefined()
})

test('cancel before the storage is read: stores and sends nothing', async () => {
  const abort = new AbortController()
  const proposed = await house.dapp.propose({ optionalNamespaces: asked, signal: abort.signal })
  abort.abort()
  await expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_cancelled' })
  await house.dapp.ready()
  await house.clock.advance(1_000)
  expect(house.relay.requests).toEqual([])
  expect(await keptOf(house.storages.dapp, 'proposed')).toBeUndefined()
})

test('approve: refuses namespaces that do not satisfy the proposal, which stays open', async () => {
  const proposed = await house.dapp.propose({ requiredNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  const lacking = { eip155: { ...granted.eip155, methods: [] } }
  await expect(house.wallet.approve({ proposalId: id, namespaces: lacking })).rejects.toMatchObject({
    code: 'invalid_namespaces',
    reason: { code: 5002 },
  })
  const { session } = await house.wallet.approve({ proposalId: id, namespaces: granted })
  expect((await proposed.approval).topic).toBe(session.topic)
})

test('approve: twice at once, and once more later, gives one session', async () => {
  const proposed = await house.dapp.propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  const approve = () => house.wallet.approve({ proposalId: id, namespaces: granted })
  const [one, two] = await Promise.all([approve(), approve()])
  const three = await approve()
  expect([two.session.topic, three.session.topic]).toEqual([one.session.topic, one.session.topic])
  expect((await proposed.approval).topic).toBe(one.session.topic)
  expect(house.wallet.sessions()).toHaveLength(1)
  await Promise.all([one.acknowledged, two.acknowledged, three.acknowledged])
})

test('approve and reject at once: both ends get the same one of the two answers', async () => {
  const approved: boolean[] = []
  for (let moment = -1; moment <= 10; moment += 1) {
    const proposed = await house.dapp.propose({ optionalNamespaces: asked })
    const heard = proposed.approval.catch(({ code }) => code)
    const { id: proposalId } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
    const reject = () => house.wallet.reject({ proposalId }).then(String, ({ code }) => code)
    const first = moment < 0 ? reject() : undefined
    const approving = house.wallet.approve({ proposalId, namespaces: granted }).catch(({ code }) => code)
    for (let step = 0; step < moment; step += 1) await new Promise((resolve) => setImmediate(resolve))
    if (moment === 10) await approving
    const rejected = await (first ?? reject())
    const answer = await approving
    const isApproved = answer.session !== undefined
    approved.push(isApproved)
    expect([moment, isApproved ? rejected : answer]).toEqual([moment, 'unknown_proposal'])
    expect(await heard).toEqual(
      isApproved ? expect.objectContaining({ topic: answer.session.topic }) : 'proposal_rejected',
    )
    await house.clock.tick()
    for (const client of [house.dapp, house.wallet])
      expect(client.sessions()).toHaveLength(approved.filter(Boolean).length)
  }
  expect(approved.slice(0, 2)).toEqual([false, false])
  expect(approved.at(-1)).toBe(true)
})

test('approve: proposals of two dapps with the same id are two sessions', async () => {
  const randomBytes = (length: number) =>
    crypto.getRandomValues(new Uint8Array(length)).fill(0, 0, length === 1 ? 1 : 0)
  const ids = new Set<number>()
  for (let index = 0; index < 2; index += 1) {
    const dapp = house.create(createMemoryStorage(), { randomBytes })
    const proposed = await dapp.propose({ optionalNamespaces: asked })
    const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
    const { session } = await house.wallet.approve({ proposalId: id, namespaces: granted })
    expect(session.pairingTopic).toBe(proposed.pairingTopic)
    expect((await proposed.approval).topic).toBe(session.topic)
    ids.add(id)
  }
  expect([ids.size, house.wallet.sessions().length]).toEqual([1, 2])
})

test('approve: does not settle a proposal that expires meanwhile', async () => {
  let ahead = 0
  const wallet = house.create(createMemoryStorage(), { now: () => house.clock.now() + ahead })
  const proposed = await house.dapp.propose({ optionalNamespaces: asked })
  const { id } = await wallet.pair({ pairingUri: proposed.pairingUri })
  const approving = expect(wallet.approve({ proposalId: id, namespaces: granted })).rejects.toMatchObject({
    code: 'proposal_expired',
  })
  for (let step = 0; step < 10; step += 1) await undefined
  ahead = 300_000
  await approving
  expect(wallet.sessions()).toEqual([])
  proposed.cancel()
  await expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_cancelled' })
})

test('two wallets scan one code: the first approval counts', async () => {
  const second = house.create(createMemoryStorage())
  house.relay.behaviour.keeps = true
  const proposed = await house.dapp.propose({ optionalNamespaces: asked })
  const waiting = [house.wallet, second].map((wallet) => wallet.pair({ pairingUri: proposed.pairingUri }))
  const proposals = await Promise.all(waiting)
  const first = await house.wallet.approve({ proposalId: proposals[0]?.id ?? 0, namespaces: granted })
  expect((await proposed.approval).topic).toBe(first.session.topic)
  const late = await second.approve({ proposalId: proposals[1]?.id ?? 0, namespaces: granted })
  const unconfirmed = expect(late.acknowledged).rejects.toMatchObject({ code: 'request_expired' })
  await house.clock.advance(300_000)
  await unconfirmed
  expect(house.dapp.sessions()).toHaveLength(1)
})

test('request: answered, refused, and again after an answer that comes after an abort', async () => {
  const { topic } = await house.settle()
  const ask = () => house.dapp.request({ topic, chainId: 'eip155:1', request: sign })
  let incoming = next(house.wallet, 'sessionRequest')
  const first = ask()
  const request = await incoming
  expect(request).toMatchObject({ topic, chainId: 'eip155:1', ...sign, expiresAt: expect.any(Number) })
  expect(house.wallet.pendingRequests()).toEqual([request])
  await house.wallet.respond({ topic, requestId: request.id, response: { result: { any: ['thing'] } } })
  expect(await first).toEqual({ any: ['thing'] })
  const again = house.wallet.respond({ topic, requestId: request.id, response: { result: 1 } })
  await expect(again).rejects.toMatchObject({ code: 'unknown_request' })

  incoming = next(house.wallet, 'sessionRequest')
  const second = ask()
  const { id } = await incoming
  const error = { code: 4001, message: 'No.' }
  await Promise.all([
    expect(second).rejects.toMatchObject({ code: 'request_rejected', reason: error }),
    house.wallet.respond({ topic, requestId: id, response: { error } }),
  ])
})

test.each([
  ['another chain', { chainId: 'eip155:5', request: sign }, 'chain_not_granted'],
  ['another method', { chainId: 'eip155:1', request: { method: 'eth_sign', params: [] } }, 'method_not_granted'],
  ['too short a time', { chainId: 'eip155:1', request: sign, expirySeconds: 299 }, 'invalid_request'],
  ['too long a time', { chainId: 'eip155:1', request: sign, expirySeconds: 604_801 }, 'invalid_request'],
  ['another topic', { topic: 'ab'.repeat(32), chainId: 'eip155:1', request: sign }, 'unknown_session'],
] as const)('request: refuses %s before anything is sent', async (_, params, code) => {
  const { topic } = await house.settle()
  const before = house.relay.requests.length
  await expect(house.dapp.request({ topic, ...params })).rejects.toMatchObject({ code })
  expect(house.relay.requests.length).toBe(before)
})

test('request: only a dapp asks; emit: only a wallet does, and only what was granted', async () => {
  const { topic } = await house.settle()
  const chainId = 'eip155:1'
  await expect(house.wallet.request({ topic, chainId, request: sign })).rejects.toMatchObject({
    code: 'method_not_granted',
  })
  const event = { name: 'chainChanged', data: 1 }
  await expect(house.dapp.emit({ topic, chainId, event })).rejects.toMatchObject({ code: 'event_not_granted' })
  const other = house.wallet.emit({ topic, chainId, event: { name: 'accountsChanged', data: [] } })
  await expect(other).rejects.toMatchObject({ code: 'event_not_granted' })
  await expect(house.wallet.emit({ topic, chainId: 'eip155:2', event })).rejects.toMatchObject({
    code: 'chain_not_granted',
  })
  const heard = next(house.dapp, 'sessionEvent')
  await house.wallet.emit({ topic, chainId, event })
  expect(await heard).toEqual({ topic, chainId, event })
})

test('request: without an answer it expires on both sides, and it can be aborted', async () => {
  const { topic } = await house.settle()
  const abort = new AbortController()
  const incoming = next(house.wallet, 'sessionRequest')
  const asking = house.dapp.request({ topic, chainId: 'eip155:1', request: sign })
  const aborted = house.dapp.request({ topic, chainId: 'eip155:1', request: sign, signal: abort.signal })
  const { id } = await incoming
  abort.abort(new Error('enough'))
  await expect(aborted).rejects.toThrow('enough')
  const expired = expect(asking).rejects.toMatchObject({ code: 'request_expired' })
  await house.clock.advance(301_000)
  await expired
  expect(house.wallet.pendingRequests()).toEqual([])
  const late = house.wallet.respond({ topic, requestId: id, response: { result: 1 } })
  await expect(late).rejects.toMatchObject({ code: 'unknown_request' })
})

test('request: an expiry that the wallet reports is not a refusal', async () => {
  const { topic } = await house.settle()
  const incoming = next(house.wallet, 'sessionRequest')
  const asking = expect(house.dapp.request({ topic, chainId: 'eip155:1', request: sign })).rejects.toMatchObject({
    code: 'request_expired',
  })
  const { id } = await incoming
  const error = { code: 8000, message: 'Session request expired.' }
  await house.wallet.respond({ topic, requestId: id, response: { error } })
  await asking
})

test('disconnect: ends the session here at once, there soon, and rejects pending calls', async () => {
  const { topic } = await house.settle()
  const incoming = next(house.wallet, 'sessionRequest')
  const asking = house.dapp.request({ topic, chainId: 'eip155:1', request: sign })
  const ended = expect(asking).rejects.toMatchObject({ code: 'session_ended', reason: { code: 6000 } })
  await incoming
  const deleted = next(house.dapp, 'sessionDeleted')
  const own: SignClientEvents['sessionDeleted'][] = []
  house.wallet.on('sessionDeleted', (told) => own.push(told))
  const done = house.wallet.disconnect({ topic })
  await done
  expect(house.wallet.sessions()).toEqual([])
  expect(house.wallet.pendingRequests()).toEqual([])
  const reason = { code: 6000, message: 'User disconnected.' }
  expect(await deleted).toMatchObject({ topic, reason, by: 'peer', session: { topic, role: 'dapp' } })
  await ended
  expect(house.dapp.sessions()).toEqual([])
  expect(own).toMatchObject([{ topic, by: 'self', session: { topic, role: 'wallet' } }])
  await expect(house.dapp.ping({ topic })).rejects.toMatchObject({ code: 'unknown_session' })
  await expect.poll(() => keptOf(house.storages.dapp, 'sessions')).toBeUndefined()
  await expect.poll(() => house.storages.dapp.get(`seen:${topic}`)).toBeUndefined()
})

test('ping: answered both ways, and gives up after 30 seconds', async () => {
  const { topic } = await house.settle()
  await house.dapp.ping({ topic })
  await house.wallet.ping({ topic })
  await house.wallet.stop()
  const lost = expect(house.dapp.ping({ topic })).rejects.toMatchObject({ code: 'request_expired' })
  await expect.poll(() => house.relay.stored(topic).length).toBeGreaterThan(0)
  await house.clock.advance(30_000)
  await lost
})

test('session: expires on both sides after seven days', async () => {
  const { topic } = await house.settle()
  const expired = [next(house.dapp, 'sessionExpired'), next(house.wallet, 'sessionExpired')]
  await house.clock.sleep(7 * 86_400_000)
  await house.clock.advance(graceMs)
  expect(await Promise.all(expired)).toMatchObject([
    { topic, session: { role: 'dapp' } },
    { topic, session: { role: 'wallet' } },
  ])
  expect([...house.dapp.sessions(), ...house.wallet.sessions()]).toEqual([])
})

test('a wallet that was offline finds the request in its mailbox, once', async () => {
  const { topic } = await house.settle()
  await house.wallet.stop()
  const answered = house.dapp.request({ topic, chainId: 'eip155:1', request: sign })
  await expect.poll(() => house.relay.stored(topic).length).toBeGreaterThan(0)
  const back = house.create(house.storages.wallet)
  const received: number[] = []
  back.on('sessionRequest', ({ id }) => received.push(id))
  const { id } = await next(back, 'sessionRequest')
  await back.respond({ topic, requestId: id, response: { result: '0x01' } })
  expect(await answered).toBe('0x01')
  await back.ping({ topic })
  expect(received).toEqual([id])
})

test('a page that reloads while the wallet approves still gets its session', async () => {
  const proposed = await house.dapp.propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  await expect.poll(() => keptOf(house.storages.dapp, 'proposed')).toBeDefined()
  const stopped = expect(proposed.approval).rejects.toMatchObject({ code: 'client_stopped' })
  await house.dapp.stop()
  await stopped
  const { acknowledged } = await house.wallet.approve({ proposalId: id, namespaces: granted })
  const reloaded = house.create(house.storages.dapp)
  const session = await next(reloaded, 'sessionSettled')
  expect((await acknowledged).topic).toBe(session.topic)
  expect(reloaded.sessions()).toEqual([session])
})

test('a client that starts on its old storage has its sessions, requests and client id', async () => {
  const { topic } = await house.settle()
  const incoming = next(house.wallet, 'sessionRequest')
  house.dapp.request({ topic, chainId: 'eip155:1', request: sign }).catch(() => {})
  const request = await incoming
  const [before] = house.wallet.sessions()
  await house.wallet.stop()
  const again = house.create(house.storages.wallet)
  await again.ready()
  expect(again.sessions()).toEqual([before])
  expect(again.pendingRequests()).toEqual([request])
  await again.ping({ topic })
  const clientIds = new Set(house.relay.requests.map(({ clientId }) => clientId))
  expect(clientIds.size).toBe(2)
})

test('stop: pending and later calls reject, and nothing is left running', async () => {
  const { topic } = await house.settle()
  const proposed = await house.dapp.propose({ optionalNamespaces: asked })
  const pending = [
    proposed.approval,
    house.dapp.request({ topic, chainId: 'eip155:1', request: sign }),
    house.dapp.ping({ topic }),
    house.wallet.pair({ pairingUri: otherLink(proposed.expiresAt) }),
  ]
  const outcomes = Promise.allSettled(pending)
  await expect.poll(() => house.relay.requests.length).toBeGreaterThan(4)
  await Promise.all([house.dapp.stop(), house.wallet.stop(), house.dapp.stop()])
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'client_stopped' } })
  }
  expect(house.relay.connections()).toBe(0)
  expect(house.clock.timers()).toBe(0)
  await expect(house.dapp.ping({ topic })).rejects.toMatchObject({ code: 'client_stopped' })
  await expect((await house.dapp.propose({})).approval).rejects.toMatchObject({ code: 'client_stopped' })
})

test('account ids and chains are those of the wallet', async () => {
  await house.settle()
  expect(house.dapp.sessions()[0]?.namespaces.eip155?.accounts).toEqual([account])
})

/** Returns a link on which no dapp has proposed. */
function otherLink(expiresAt: number): string {
  return `wc:${zeroTopic}@2?relay-protocol=irn&symKey=${'00'.repeat(32)}&expiryTimestamp=${Math.floor(expiresAt / 1000)}`
}

test('F23 choose: stores the choice with the session, over a reload, and sends nothing', async () => {
  const { topic } = await house.settle()
  const choice = { chainId: 'eip155:1', addresses: [address] } as const
  const told: unknown[] = []
  house.dapp.on('sessionUpdated', (session) => told.push(session))
  const before = house.relay.requests.length
  house.dapp.choose({ topic, choice })
  expect(house.dapp.sessions()).toMatchObject([{ topic, choice }])
  expect([house.relay.requests.length, told]).toEqual([before, []])
  await house.dapp.stop()
  const reloaded = house.create(house.storages.dapp)
  await reloaded.ready()
  expect(reloaded.sessions()).toMatchObject([{ topic, choice }])
  expect(() => reloaded.choose({ topic: 'ab'.repeat(32), choice })).toThrow(
    expect.objectContaining({ code: 'unknown_session' }),
  )
})

test('F14c request: asks for a method without a grant if the dapp allows it, on granted chains', async () => {
  const { topic } = await house.settle()
  const request = { method: 'eth_sign', params: [] }
  // This package's wallet refuses a method that it has not granted.
  const asked = house.dapp.request({ topic, chainId: 'eip155:1', request, allowsUngrantedMethod: true })
  await expect(asked).rejects.toMatchObject({ code: 'request_rejected', reason: { code: 3001 } })
  const elsewhere = house.dapp.request({ topic, chainId: 'eip155:5', request, allowsUngrantedMethod: true })
  await expect(elsewhere).rejects.toMatchObject({ code: 'chain_not_granted' })
})
