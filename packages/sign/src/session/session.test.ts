import type { Reason } from '@hawser/wire'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createDappClient } from '../client/createDappClient.ts'
import type { Session } from '../records/records.ts'
import { createMemoryStorage } from '../records/storage.ts'
import { account, address, createTestClients, granted, keptOf, next } from '../testing/testClients.fixture.ts'

// The messages of a peer that has the session's key, and the answers to them. The peer here is a third client that was
// given the key.
let house: ReturnType<typeof createTestClients>
let session: Session
beforeEach(async () => {
  house = createTestClients()
  session = await house.settle()
})
afterEach(() => house.stop())

let lastId = 0
function nextId(): number {
  lastId = Math.max(lastId + 1, house.clock.now() * 1000 + 500)
  return lastId
}

/** Sends a request to one side only, by stopping the other, and returns the answer. */
async function ask(end: 'dapp' | 'wallet', method: string, params: unknown, id = nextId()) {
  await house[end === 'dapp' ? 'wallet' : 'dapp'].stop()
  const symKey = await house.symKeyOf(house.storages[end], session.topic)
  house.relay.publish(session.topic, symKey, { id, jsonrpc: '2.0', method, params })
  const answered = async () =>
    (await house.unread(house.storages[end], session.topic)).filter(
      ({ payload }) => payload.id === id && payload.method === undefined,
    )
  await expect.poll(answered).toHaveLength(1)
  return (await answered())[0]
}

const refusal = (reason: Pick<Reason, 'code'>) => ({ payload: { error: { code: reason.code } } })
const more = {
  eip155: {
    ...granted.eip155,
    accounts: [account, `eip155:10:0x${'22'.repeat(20)}`],
    chains: ['eip155:1', 'eip155:10'],
  },
}

describe('to the dapp', () => {
  test('wc_sessionUpdate replaces the namespaces', async () => {
    const updated = next(house.dapp, 'sessionUpdated')
    expect(await ask('dapp', 'wc_sessionUpdate', { namespaces: more })).toMatchObject({
      tag: 1105,
      payload: { result: true },
    })
    expect(await updated).toMatchObject({ namespaces: more })
    expect(house.dapp.sessions()[0]?.namespaces).toEqual(more)
  })

  test('drops a wc_sessionUpdate that comes late', async () => {
    await ask('dapp', 'wc_sessionUpdate', { namespaces: more })
    const updates: Session[] = []
    house.dapp.on('sessionUpdated', (changed) => updates.push(changed))
    expect(await ask('dapp', 'wc_sessionUpdate', { namespaces: granted }, 5)).toMatchObject({
      payload: { result: true },
    })
    expect(updates).toEqual([])
    expect(house.dapp.sessions()[0]?.namespaces).toEqual(more)
  })

  // Official ids are the time in milliseconds followed by three random digits. A late message is at least a millisecond older.
  test('applies two wc_sessionUpdate of one millisecond, with any last digits', async () => {
    const id = nextId()
    await ask('dapp', 'wc_sessionUpdate', { namespaces: more }, id)
    const updated = next(house.dapp, 'sessionUpdated')
    await ask('dapp', 'wc_sessionUpdate', { namespaces: granted }, id - 1)
    expect((await updated).namespaces).toEqual(granted)
  })

  test('wc_sessionEvent: drops only an older one of the same name', async () => {
    const events = ['chainChanged', 'accountsChanged', 'toString']
    await ask('dapp', 'wc_sessionUpdate', { namespaces: { eip155: { ...granted.eip155, events } } })
    const heard: unknown[] = []
    house.dapp.on('sessionEvent', ({ event }) => heard.push(`${event.name} ${event.data}`))
    const symKey = await house.symKeyOf(house.storages.dapp, session.topic)
    const id = Math.floor(nextId() / 1_000_000) * 1_000_000 + 500_000
    const emit = (name: string, data: string, after: number) => {
      const params = { chainId: 'eip155:1', event: { name, data } }
      house.relay.publish(session.topic, symKey, { id: id + after, jsonrpc: '2.0', method: 'wc_sessionEvent', params })
    }
    emit('chainChanged', 'first', 3)
    emit('accountsChanged', 'of the same millisecond', 2)
    emit('chainChanged', 'again in it', 1)
    emit('toString', 'of a second before', -1_000_000)
    emit('chainChanged', 'late', -1_000)
    emit('accountsChanged', 'late', -1_000)
    emit('accountsChanged', 'newer', 5_000)
    await ask('dapp', 'wc_sessionPing', {})
    expect(heard).toEqual([
      'chainChanged first',
      'accountsChanged of the same millisecond',
      'chainChanged again in it',
      'toString of a second before',
      'accountsChanged newer',
    ])
  })

  // reown-com/yttrium, generate_rpc_id: the time in seconds followed by a random number of 16 bits.
  test('takes all updates and events of one second, with ids of the Rust SDK', async () => {
    const second = Math.floor(nextId() / 1_000_000) * 1_000_000 + 1_000_000
    const updates: Session[] = []
    house.dapp.on('sessionUpdated', (changed) => updates.push(changed))
    await ask('dapp', 'wc_sessionUpdate', { namespaces: more }, second + 60_000)
    await ask('dapp', 'wc_sessionUpdate', { namespaces: granted }, second + 1_000)
    await ask('dapp', 'wc_sessionUpdate', { namespaces: more }, second - 940_000)
    expect(updates.map(({ namespaces }) => namespaces)).toEqual([more, granted])
  })

  test('refuses an invalid wc_sessionUpdate with its reason', async () => {
    const broken = { eip155: { ...granted.eip155, accounts: ['cosmos:hub:abc'] } }
    expect(await ask('dapp', 'wc_sessionUpdate', { namespaces: broken })).toMatchObject(refusal({ code: 5103 }))
    expect(house.dapp.sessions()[0]?.namespaces).toEqual(granted)
    expect(house.failures).toContain('invalid_namespaces')
  })

  test.each([
    ['as JS wallets send it', () => ({}), 7 * 86_400_000],
    ['with an end', () => ({ expiry: Math.floor(house.clock.now() / 1000) + 20 * 86_400 }), 20 * 86_400_000],
  ])('wc_sessionExtend %s moves the end', async (_, params, lifetime) => {
    await house.clock.sleep(3_600_000)
    const extended = next(house.dapp, 'sessionExtended')
    expect(await ask('dapp', 'wc_sessionExtend', params())).toMatchObject({ tag: 1107, payload: { result: true } })
    expect((await extended).expiresAt).toBe(house.clock.now() + lifetime)
  })

  // WalletConnect/WalletConnectKotlinV2 ExtendSessionUseCase: each extension adds seven days to the old end.
  test.each([
    ['in 35 days', () => Math.floor(house.clock.now() / 1000) + 35 * 86_400],
    ['at the end of time', () => 99_999_999_999],
  ])('F03 wc_sessionExtend to an end %s is kept for a month', async (_, expiry) => {
    const extended = next(house.dapp, 'sessionExtended')
    const answer = await ask('dapp', 'wc_sessionExtend', { expiry: expiry() })
    expect(answer).toMatchObject({ tag: 1107, payload: { result: true } })
    expect((await extended).expiresAt).toBe(house.clock.now() + 31 * 86_400_000)
    expect(house.failures).toEqual([])
  })

  test('refuses wc_sessionExtend to an end in the past', async () => {
    const expiry = Math.floor(house.clock.now() / 1000) - 1
    expect(await ask('dapp', 'wc_sessionExtend', { expiry })).toMatchObject(refusal({ code: 1004 }))
    expect(house.dapp.sessions()[0]?.expiresAt).toBe(session.expiresAt)
  })

  test('refuses wc_sessionEvent of a chain or name without a grant', async () => {
    const heard: unknown[] = []
    house.dapp.on('sessionEvent', (event) => heard.push(event))
    const event = { name: 'chainChanged', data: 10 }
    expect(await ask('dapp', 'wc_sessionEvent', { chainId: 'eip155:10', event })).toMatchObject(refusal({ code: 3002 }))
    const other = { chainId: 'eip155:1', event: { name: 'steal', data: 1 } }
    expect(await ask('dapp', 'wc_sessionEvent', other)).toMatchObject({ tag: 1111, ...refusal({ code: 3002 }) })
    expect(heard).toEqual([])
  })

  test.each(['of both roles', 'of the dapp role alone'])(
    'a client %s does not answer wc_sessionRequest: another page may have sent it',
    async (roles) => {
      if (roles === 'of the dapp role alone') {
        await house.dapp.stop()
        const dapp = createDappClient({
          relayUrl: 'ws://relay.test',
          metadata: session.self.metadata,
          storage: house.storages.dapp,
          now: house.clock.now,
          setTimer: house.clock.setTimer,
          createWebSocket: house.relay.createWebSocket,
        })
        onTestFinished(() => dapp.stop())
        await dapp.ready()
      }
      await house.wallet.stop()
      const id = nextId()
      const params = { chainId: 'eip155:1', request: { method: 'personal_sign', params: [] } }
      const symKey = await house.symKeyOf(house.storages.dapp, session.topic)
      house.relay.publish(session.topic, symKey, { id, jsonrpc: '2.0', method: 'wc_sessionRequest', params })
      // Messages are taken in order, so after this answer the request has been handled too.
      await ask('dapp', 'wc_sessionPing', {})
      const said = await house.unread(house.storages.dapp, session.topic)
      expect(said.filter(({ payload }) => payload.id === id && payload.method === undefined)).toEqual([])
    },
  )

  test('refuses a second settlement', async () => {
    const params = { relay: { protocol: 'irn' }, controller: session.peer, namespaces: more, expiry: 1 }
    expect(await ask('dapp', 'wc_sessionSettle', params)).toMatchObject({ tag: 1103, ...refusal({ code: 10001 }) })
    expect(house.dapp.sessions()).toEqual([session])
  })

  test('an error with the id of the settlement does not end it: the dapp sent no such request', async () => {
    const [{ settleId }] = JSON.parse((await keptOf(house.storages.dapp, 'sessions')) ?? '[{}]')
    expect(settleId).toBeGreaterThan(0)
    const symKey = await house.symKeyOf(house.storages.wallet, session.topic)
    const error = { code: 3001, message: 'Unauthorized method' }
    house.relay.publish(session.topic, symKey, { id: settleId, jsonrpc: '2.0', error })
    await house.clock.tick()
    expect(house.dapp.sessions().map(({ topic }) => topic)).toEqual([session.topic])
  })
})

describe('T-69 a dapp’s stored sessions have a bound', () => {
  /** Returns a grant that makes a record of about this length. */
  const grantOf = (length: number) => ({
    eip155: {
      ...granted.eip155,
      accounts: [
        account,
        ...Array.from({ length: length / 55 }, (_, index) => `eip155:1:0x${`${index}`.padStart(40, '2')}` as const),
      ],
    },
  })

  /** Settles a session of about this length, and returns the outcome on both sides. */
  async function link(length: number) {
    const proposed = await house.dapp.propose({ optionalNamespaces: { eip155: granted.eip155 } })
    const { id: proposalId } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
    const { session: settled, acknowledged } = await house.wallet.approve({ proposalId, namespaces: grantOf(length) })
    const outcome = await proposed.approval.then(
      () => 'taken',
      ({ code, reason }) => `${code} ${reason?.code}`,
    )
    const confirmed = await acknowledged.then(
      () => 'taken',
      ({ code, reason }) => `${code} ${reason?.code}`,
    )
    // Makes each session end a little later than the previous one.
    await house.clock.advance(1_000)
    return { topic: settled.topic, outcomes: [outcome, confirmed] }
  }

  const taken = ['taken', 'taken']
  const refused = ['invalid_session_message 1005', 'session_ended 1005']
  const live = () => house.dapp.sessions().map(({ topic }) => topic)
  /** Fills the storage with short sessions of 3,500 characters, which leave no room for another one. */
  async function fill() {
    const topics: string[] = [session.topic]
    for (let index = 0; index < 11; index += 1) topics.push((await link(2_450)).topic)
    expect(live()).toEqual(topics)
    return topics
  }

  test('a long session ends no short ones: without room both ends get a refusal', async () => {
    const before = await fill()
    for (const length of [9_000, 20_000, 45_000]) expect((await link(length)).outcomes).toEqual(refused)
    expect(live()).toEqual(before)
    expect(house.wallet.sessions()).toHaveLength(before.length)
    expect(house.failures).toContain('invalid_session_message')
  })

  test('with room, takes a long one, which makes room itself for the next, long or short', async () => {
    const long = await link(34_000)
    expect(long.outcomes).toEqual(taken)
    expect(live()).toEqual([session.topic, long.topic])
    const short = await link(6_000)
    expect(short.outcomes).toEqual(taken)
    expect(live()).toEqual([session.topic, short.topic])
    const again = await link(28_000)
    const next = await link(30_000)
    expect([again.outcomes, next.outcomes]).toEqual([taken, taken])
    expect(live()).toEqual([session.topic, short.topic, next.topic])
    await expect.poll(() => house.wallet.sessions().map(({ topic }) => topic)).toEqual(live())
  })

  test('refuses a session longer than all the room, even alone', async () => {
    expect((await link(45_000)).outcomes).toEqual(refused)
    expect(live()).toEqual([session.topic])
  })

  test('without a store a session may have any length, and ends nothing', async () => {
    const dapp = createDappClient({
      relayUrl: 'ws://relay.test',
      metadata: { name: 'Dapp', description: '', url: 'https://app.example', icons: [] },
      now: house.clock.now,
      setTimer: house.clock.setTimer,
      createWebSocket: house.relay.createWebSocket,
    })
    for (let index = 0; index < 2; index += 1) {
      const { pairingUri, approval } = await dapp.propose({ optionalNamespaces: { eip155: granted.eip155 } })
      const { id: proposalId } = await house.wallet.pair({ pairingUri })
      await house.wallet.approve({ proposalId, namespaces: grantOf(45_000) })
      await approval
    }
    expect(dapp.sessions()).toHaveLength(2)
    await dapp.stop()
  })

  test('ends the short one that expires first', async () => {
    const before = await fill()
    const { topic, outcomes } = await link(2_450)
    expect(outcomes).toEqual(taken)
    expect(live()).toEqual([...before.slice(2), topic])
  })

  test('refuses an update beyond the room, and keeps the earlier grant', async () => {
    const before = await fill()
    const params = { namespaces: grantOf(12_000) }
    expect(await ask('dapp', 'wc_sessionUpdate', params)).toMatchObject(refusal({ code: 1003 }))
    expect(house.dapp.sessions()[0]?.namespaces).toEqual(granted)
    expect(live()).toEqual(before)
    const grown = { namespaces: grantOf(6_000) }
    expect(await ask('dapp', 'wc_sessionUpdate', grown)).toMatchObject({ payload: { result: true } })
    expect(live()).toEqual([session.topic, ...before.slice(3)])
  })

  test('a wallet keeps its approved sessions of any length', async () => {
    for (let index = 0; index < 3; index += 1) {
      const dapp = house.create(createMemoryStorage())
      const proposed = await dapp.propose({ optionalNamespaces: { eip155: granted.eip155 } })
      const { id: proposalId } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
      await house.wallet.approve({ proposalId, namespaces: grantOf(30_000) })
      await proposed.approval
    }
    // The same client can be a dapp too: sessions that it approved take no room from those that it proposed.
    const { pairingUri, approval } = await house.wallet.propose({ optionalNamespaces: { eip155: granted.eip155 } })
    const { id: proposalId } = await house.dapp.pair({ pairingUri })
    await house.dapp.approve({ proposalId, namespaces: grantOf(9_000) })
    await approval
    expect(house.wallet.sessions().map(({ role }) => role)).toEqual(['wallet', 'wallet', 'wallet', 'wallet', 'dapp'])
  })
})

describe('to the wallet', () => {
  test.each([
    ['wc_sessionUpdate', { namespaces: more }, 3003],
    ['wc_sessionExtend', {}, 3004],
    ['wc_sessionEvent', { chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } }, 3002],
  ])('refuses %s: only the controller may send it', async (method, params, code) => {
    const [before] = house.wallet.sessions()
    expect(await ask('wallet', method, params)).toMatchObject(refusal({ code }))
    expect(house.wallet.sessions()).toEqual([before])
  })

  test.each([
    ['a chain', 'eip155:5', 'personal_sign', undefined, 3005],
    ['a method', 'eip155:1', 'eth_sign', undefined, 3001],
    ['its time', 'eip155:1', 'personal_sign', 1, 8000],
  ])('refuses wc_sessionRequest outside of %s', async (_, chainId, method, expiryTimestamp, code) => {
    const params = { chainId, request: { method, params: [address], expiryTimestamp } }
    expect(await ask('wallet', 'wc_sessionRequest', params)).toMatchObject({ tag: 1109, ...refusal({ code }) })
    expect(house.wallet.pendingRequests()).toEqual([])
  })

  test('asks once for the same request sealed twice', async () => {
    const heard: number[] = []
    house.wallet.on('sessionRequest', ({ id }) => heard.push(id))
    const symKey = await house.symKeyOf(house.storages.wallet, session.topic)
    const params = { chainId: 'eip155:1', request: { method: 'personal_sign', params: [address] } }
    const payload = { id: nextId(), jsonrpc: '2.0', method: 'wc_sessionRequest', params }
    house.relay.publish(session.topic, symKey, payload)
    house.relay.publish(session.topic, symKey, payload)
    await house.dapp.ping({ topic: session.topic })
    expect(heard).toEqual([payload.id])
  })
})

describe.each(['dapp', 'wallet'] as const)('to the %s', (end) => {
  test('answers wc_sessionPing', async () => {
    expect(await ask(end, 'wc_sessionPing', {})).toMatchObject({ tag: 1115, payload: { result: true } })
  })

  test.each(['wc_nothing', 'personal_sign', '__proto__', 'wc_pairingPing', 'wc_sessionPropose'])(
    'answers the method %s with 10001',
    async (method) => {
      expect(await ask(end, method, {})).toMatchObject(refusal({ code: 10001 }))
      expect(house.failures).toContain('invalid_session_message')
    },
  )

  test('refuses params of any wrong form, and keeps the session', async () => {
    const methods = ['wc_sessionUpdate', 'wc_sessionEvent', ...(end === 'wallet' ? ['wc_sessionRequest'] : [])]
    for (const method of methods) {
      for (const params of [null, [], 'x', { namespaces: 5, event: 5, request: 5 }]) {
        expect(await ask(end, method, params)).toMatchObject({ payload: { error: { code: expect.any(Number) } } })
      }
    }
    expect(house[end].sessions()).toHaveLength(1)
  })

  test('wc_sessionDelete ends the session, with or without a reason', async () => {
    const deleted = next(house[end], 'sessionDeleted')
    const symKey = await house.symKeyOf(house.storages[end], session.topic)
    await house[end === 'dapp' ? 'wallet' : 'dapp'].stop()
    house.relay.publish(session.topic, symKey, {
      id: nextId(),
      jsonrpc: '2.0',
      method: 'wc_sessionDelete',
      params: null,
    })
    expect(await deleted).toMatchObject({ topic: session.topic, reason: undefined, by: 'peer' })
    expect(house[end].sessions()).toEqual([])
  })
})
