import { parseClientAuth } from '@hawser/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryStorage } from '../records/storage.ts'
import { address, asked, createTestClients, granted, keptOf, next } from '../testing/testClients.fixture.ts'

// How a client connects to its relay, on a clock that moves only when it is advanced.
let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

const statuses = () => {
  const seen: string[] = []
  house.dapp.on('relay', ({ status }) => seen.push(status))
  return seen
}
const methods = () => house.relay.requests.map(({ method }) => method)
const isPublish = (method: string) => ['irn_publish', 'wc_proposeSession', 'wc_approveSession'].includes(method)
const countOf = (...names: string[]) => methods().filter((method) => names.includes(method)).length

test('connects when it has something to do, with a JWT for this relay', async () => {
  const seen = statuses()
  await house.dapp.ready()
  expect(house.dapp.relayStatus()).toBe('disconnected')
  await (await house.dapp.propose({ optionalNamespaces: asked })).published
  expect(seen).toEqual(['connecting', 'connected'])
  const params = new URL(house.relay.upgrades()[0] ?? '').searchParams
  const seconds = Math.floor(house.clock.now() / 1000)
  expect(parseClientAuth(params.get('auth'))).toMatchObject({
    audience: 'ws://relay.test',
    issuedAtSeconds: seconds - 310,
    expiresAtSeconds: seconds + 310,
  })
  expect(params.get('useOnCloseEvent')).toBe('true')
  expect(params.has('projectId')).toBe(false)
})

test('keeps the query of the relay URL, and sends a project id if it has one', async () => {
  const client = house.create(createMemoryStorage(), { relayUrl: 'ws://relay.test/?region=x', projectId: 'p1' })
  await (await client.propose({})).published
  const params = new URL(house.relay.upgrades()[0] ?? '').searchParams
  expect([params.get('region'), params.get('projectId')]).toEqual(['x', 'p1'])
})

test.each([
  ['ws://relay.test', 'ws://relay.test'],
  ['ws://relay.test/', 'ws://relay.test'],
  ['ws://relay.test/?region=x', 'ws://relay.test'],
  ['ws://relay.test?region=x', 'ws://relay.test'],
  [' WSS://Relay.Test ', 'wss://relay.test'],
  ['wss://relay.test:443/', 'wss://relay.test'],
  ['ws://relay.test:80', 'ws://relay.test'],
  ['ws://relay.test:443', 'ws://relay.test:443'],
  ['ws://relay.test/Ws/', 'ws://relay.test/Ws/'],
  ['ws://[::1]:4402', 'ws://[::1]:4402'],
])('the JWT for %s names %s as its audience, as relays name themselves', async (relayUrl, audience) => {
  const client = house.create(createMemoryStorage(), { relayUrl })
  await (await client.propose({})).published
  const { searchParams } = new URL(house.relay.upgrades()[0] ?? '')
  expect(parseClientAuth(searchParams.get('auth')).audience).toBe(audience)
})

test('replaces a cut socket within 200 ms, with one batch of subscriptions', async () => {
  await house.settle()
  await house.dapp.propose({})
  await expect.poll(() => methods().filter(isPublish).length).toBe(4)
  house.relay.requests.length = 0
  house.relay.forgetUpgrades()
  house.relay.cut()
  expect(house.dapp.relayStatus()).toBe('disconnected')
  await house.clock.advance(200)
  await expect.poll(methods).toEqual(['irn_batchSubscribe', 'irn_batchSubscribe'])
  expect(house.relay.upgrades()).toHaveLength(2)
  expect(house.dapp.relayStatus()).toBe('connected')
})

test('attempts slow down with jitter, to one in 15 s, and a late relay still works', async () => {
  house.relay.behaviour.accept = { code: 1006, reason: '' }
  const proposed = await house.dapp.propose({ optionalNamespaces: asked })
  const unreachable = expect(proposed.published).rejects.toMatchObject({ code: 'relay_unreachable' })
  await expect.poll(() => house.relay.upgrades().length).toBeGreaterThan(0)
  await house.clock.advance(8_000)
  await unreachable
  const early = house.relay.upgrades().length
  // At least one attempt a second while a caller waits.
  expect(early).toBeGreaterThan(7)
  expect(early).toBeLessThan(18)
  await house.clock.advance(60_000)
  const later = house.relay.upgrades().length - early
  expect(later).toBeGreaterThan(3)
  expect(later).toBeLessThan(12)
  house.relay.behaviour.accept = 'yes'
  await house.clock.advance(15_000)
  const proposal = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  await house.wallet.approve({ proposalId: proposal.id, namespaces: granted })
  expect((await proposed.approval).namespaces).toEqual(granted)
})

test('F-L21 callers outlast eight sockets in a row that are cut before an answer', async () => {
  const proposed = await house.dapp.propose({ optionalNamespaces: asked })
  const proposal = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  const ofDapp = house.relay.requests.find(({ method }) => method === 'wc_proposeSession')?.clientId
  house.relay.behaviour.answer = (_, clientId) =>
    clientId !== ofDapp && house.relay.upgrades().length <= 8 ? 'close' : 'yes'
  house.relay.forgetUpgrades()
  const approving = house.wallet.approve({ proposalId: proposal.id, namespaces: granted })
  const ended = expect(approving).resolves.toMatchObject({ session: { namespaces: granted } })
  await house.clock.advance(8_000)
  await ended
})

test('gives up a socket that never opens after 10 s', async () => {
  house.relay.behaviour.accept = 'absent'
  await house.dapp.propose({})
  await expect.poll(() => house.relay.upgrades().length).toBe(1)
  await house.clock.advance(10_200)
  expect(house.relay.upgrades()).toHaveLength(2)
})

test('makes no further attempts without anything to do', async () => {
  house.relay.behaviour.accept = { code: 1006, reason: '' }
  const proposed = await house.dapp.propose({})
  await expect.poll(() => house.relay.upgrades().length).toBeGreaterThan(0)
  await house.clock.advance(1_000)
  proposed.cancel()
  house.relay.forgetUpgrades()
  await house.clock.advance(120_000)
  expect(house.relay.upgrades()).toEqual([])
})

test('a new call ends a pause: reaches a relay that is back at once', async () => {
  house.relay.behaviour.accept = { code: 1006, reason: '' }
  const first = await house.dapp.propose({})
  const unreachable = expect(first.published).rejects.toMatchObject({ code: 'relay_unreachable' })
  await expect.poll(() => house.relay.upgrades().length).toBeGreaterThan(0)
  await house.clock.advance(60_000)
  await unreachable
  first.cancel()
  house.relay.behaviour.accept = 'yes'
  const retried = await house.dapp.propose({})
  await expect.poll(() => house.dapp.relayStatus()).toBe('connected')
  await retried.published
})

test('closes an idle socket after 18 s, and opens it again when needed', async () => {
  const session = await house.settle()
  await house.clock.advance(60_000)
  expect(house.relay.connections()).toBe(2)
  await house.dapp.disconnect({ topic: session.topic })
  await house.clock.advance(17_000)
  expect(house.dapp.relayStatus()).toBe('connected')
  await house.clock.advance(2_000)
  expect(house.dapp.relayStatus()).toBe('disconnected')
  await house.clock.advance(60_000)
  expect(house.dapp.relayStatus()).toBe('disconnected')
  await (await house.dapp.propose({})).published
  expect(house.dapp.relayStatus()).toBe('connected')
})

test.each([
  ['Invalid JWT', 'relay_refused'],
  ['The clock of this client differs by more than 120 s', 'relay_clock'],
])('close 3000 "%s" rejects at once with %s, and attempts go on slowly', async (reason, code) => {
  house.relay.behaviour.accept = { code: 3000, reason }
  const proposed = await house.dapp.propose({})
  await expect(proposed.published).rejects.toMatchObject({ code })
  expect(house.failures).toContain(code)
  house.relay.forgetUpgrades()
  await house.clock.advance(5_000)
  expect(house.relay.upgrades()).toEqual([])
  await house.clock.advance(25_000)
  expect(house.relay.upgrades().length).toBeGreaterThan(0)
  expect(house.relay.upgrades().length).toBeLessThan(6)
})

test('a publish that the relay refuses for good rejects with relay_refused', async () => {
  house.relay.behaviour.answer = (method) => (isPublish(method) ? { code: -32000 } : 'yes')
  await expect((await house.dapp.propose({})).published).rejects.toMatchObject({ code: 'relay_refused' })
})

test.each([
  [3001, 1_000, 5_000],
  [-32603, 400, 3_000],
])(
  'sends a publish again after a growing pause if the relay refuses it for now (%d)',
  async (code, leastMs, mostMs) => {
    let refusals = 2
    house.relay.behaviour.answer = (method) => {
      if (!isPublish(method) || refusals === 0) return 'yes'
      refusals -= 1
      return { code }
    }
    const { published } = await house.dapp.propose({})
    await expect.poll(() => refusals).toBe(1)
    await house.clock.advance(leastMs)
    expect(refusals).toBe(1)
    await house.clock.advance(mostMs - leastMs)
    await published
    expect(house.relay.upgrades()).toHaveLength(1)
  },
)

test('gives up a publish that the relay puts off until it expires', async () => {
  const { topic } = await house.settle()
  house.relay.behaviour.answer = (method) => (method === 'irn_publish' ? { code: 3001 } : 'yes')
  const unanswered = expect(house.dapp.ping({ topic })).rejects.toMatchObject({ code: 'request_expired' })
  await house.clock.advance(60_000)
  await unanswered
  house.relay.requests.length = 0
  await house.clock.advance(200_000)
  expect(countOf('irn_publish')).toBe(0)
})

test('subscribes again after the relay refuses a subscription', async () => {
  await house.settle()
  house.relay.behaviour.answer = (method) => (method === 'irn_subscribe' ? { code: -32000 } : 'yes')
  const { pairingUri } = await house.dapp.propose({ optionalNamespaces: asked })
  await expect(house.wallet.pair({ pairingUri })).rejects.toMatchObject({ code: 'relay_refused' })
  house.relay.behaviour.answer = () => 'yes'
  expect((await house.wallet.pair({ pairingUri })).optionalNamespaces).toEqual(asked)
})

test('sends an unanswered publish again, the same message under the same id', async () => {
  const { topic } = await house.settle()
  house.relay.requests.length = 0
  house.relay.behaviour.answer = (method) => (method === 'irn_publish' ? 'no' : 'yes')
  const event = { name: 'chainChanged', data: 1 }
  const emitted = house.wallet.emit({ topic, chainId: 'eip155:1', event })
  const publishes = () => house.relay.requests.filter(({ method }) => method === 'irn_publish').map(({ text }) => text)
  await expect.poll(publishes).toHaveLength(1)
  house.relay.behaviour.answer = () => 'yes'
  // The cut comes before the eight seconds of `emit` are over.
  house.relay.cut()
  await house.clock.advance(200)
  await emitted
  expect(new Set(publishes()).size).toBe(1)
  expect(publishes()).toHaveLength(2)
})

test('T-67 a page that was frozen gives the relay eight more seconds, and no more', async () => {
  let stoodStillMs = 0
  const client = house.create(createMemoryStorage(), { now: () => house.clock.now() + stoodStillMs })
  house.relay.behaviour.answer = (method) => (isPublish(method) ? 'no' : 'yes')
  const settled: string[] = []
  const first = (await client.propose({})).published.then(() => settled.push('first'))
  const second = (await client.propose({})).published.catch(({ code }) => settled.push(code))
  await expect.poll(() => methods().filter(isPublish).length).toBe(2)
  stoodStillMs = 60_000
  await house.clock.advance(8_000)
  expect(settled).toEqual([])
  let answered = 0
  house.relay.behaviour.answer = (method) => {
    if (method !== 'irn_publish') return 'yes'
    answered += 1
    return answered === 1 ? 'yes' : 'no'
  }
  house.relay.cut()
  await house.clock.advance(200)
  await first
  await house.clock.advance(7_800)
  await second
  expect(settled).toEqual(['first', 'relay_unreachable'])
})

test('leaves a relay that stops answering after 16 s', async () => {
  const { topic } = await house.settle()
  house.relay.behaviour.answer = () => 'no'
  house.relay.forgetUpgrades()
  const pinged = house.dapp.ping({ topic })
  await house.clock.advance(15_000)
  expect(house.relay.upgrades()).toEqual([])
  house.relay.behaviour.answer = () => 'yes'
  await house.clock.advance(1_300)
  await pinged
})

test('request ids are texts of 19 digits', async () => {
  await house.settle()
  for (const { text } of house.relay.requests) expect(text).toMatch(/^\{"id":"\d{19}",/)
})

test('subscribes more than 500 topics in batches of 500', async () => {
  for (let count = 0; count < 501; count += 1) await house.dapp.propose({})
  await expect.poll(() => house.dapp.relayStatus(), { timeout: 20_000 }).toBe('connected')
  await expect.poll(() => methods().filter(isPublish).length, { timeout: 20_000 }).toBe(501)
  house.relay.requests.length = 0
  house.relay.cut()
  await house.clock.advance(200)
  await expect.poll(methods).toEqual(['irn_batchSubscribe', 'irn_batchSubscribe'])
  const counts = house.relay.requests.map(({ text }) => JSON.parse(text).params.topics.length)
  expect(counts).toEqual([500, 1])
})

describe('wc_proposeSession and wc_approveSession', () => {
  test('are the only calls that request and grant a session', async () => {
    const proposed = await house.dapp.propose({ optionalNamespaces: asked })
    await proposed.published
    expect(methods()).toEqual(['wc_proposeSession'])
    const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
    house.relay.requests.length = 0
    await house.wallet.approve({ proposalId: id, namespaces: granted })
    expect(methods()[0]).toBe('wc_approveSession')
    await proposed.approval
    expect(countOf('irn_publish')).toBeLessThan(2)
    const texts = house.relay.requests.map(({ text }) => text).join()
    // With their signs: the letters alone can come up in an envelope, which is random.
    for (const word of ['"correlationId"', '"tvf"', '"approvedMethods"', 'eip155:']) expect(texts).not.toContain(word)
  })

  test.each([-32601, -32600])(
    'fall back to subscribe and publish if the relay answers %d, once per socket',
    async (code) => {
      house.relay.behaviour.answer = (method) => (method.startsWith('wc_') ? { code } : 'yes')
      const session = await house.settle()
      expect(house.dapp.sessions()).toEqual([session])
      await house.settle()
      expect([countOf('wc_proposeSession'), countOf('wc_approveSession')]).toEqual([1, 1])
      expect(house.failures).toEqual([])
      expect(house.relay.upgrades()).toHaveLength(2)
      house.relay.requests.length = 0
      house.relay.cut()
      await house.clock.advance(200)
      house.relay.behaviour.answer = () => 'yes'
      await house.settle()
      expect([countOf('wc_proposeSession'), countOf('wc_approveSession')]).toEqual([1, 1])
      await house.dapp.ping({ topic: session.topic })
    },
  )

  test('fall back to subscribe and publish on the next socket if the relay closes over them', async () => {
    house.relay.behaviour.answer = (method) => (method.startsWith('wc_') ? 'close' : 'yes')
    const proposed = await house.dapp.propose({ optionalNamespaces: asked })
    await expect.poll(() => countOf('wc_proposeSession')).toBe(1)
    await house.clock.advance(200)
    await proposed.published
    const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
    const approving = house.wallet.approve({ proposalId: id, namespaces: granted })
    await expect.poll(() => countOf('wc_approveSession')).toBe(1)
    await house.clock.advance(200)
    const { session } = await approving
    expect((await proposed.approval).topic).toBe(session.topic)
    expect([countOf('wc_proposeSession'), countOf('wc_approveSession')]).toEqual([1, 1])
    await house.wallet.ping({ topic: session.topic })
  })

  test('leave one message and one session if their answer is lost', async () => {
    house.relay.behaviour.keeps = true
    const proposed = await house.dapp.propose({ optionalNamespaces: asked })
    const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
    house.relay.behaviour.answer = (method) => (method === 'wc_approveSession' ? 'lost' : 'yes')
    const approving = house.wallet.approve({ proposalId: id, namespaces: granted })
    await expect.poll(() => countOf('wc_approveSession')).toBe(1)
    house.relay.behaviour.answer = () => 'yes'
    house.relay.cut()
    await house.clock.advance(200)
    const { session, acknowledged } = await approving
    expect((await proposed.approval).topic).toBe(session.topic)
    await acknowledged
    expect(house.relay.stored(session.topic).filter(({ tag }) => tag === 1102)).toHaveLength(1)
    expect(house.wallet.sessions()).toHaveLength(1)
  })

  test('reject with relay_refused if refused for good, and work again on the next call', async () => {
    house.relay.behaviour.answer = (method) => (method === 'wc_proposeSession' ? { code: -32000 } : 'yes')
    await expect((await house.dapp.propose({})).published).rejects.toMatchObject({ code: 'relay_refused' })
    house.relay.behaviour.answer = () => 'yes'
    await house.settle()
  })

  test('are sent again if the socket is cut before the relay takes them', async () => {
    house.relay.behaviour.answer = () => 'no'
    const proposed = await house.dapp.propose({ optionalNamespaces: asked })
    await expect.poll(() => countOf('wc_proposeSession')).toBe(1)
    house.relay.behaviour.answer = () => 'yes'
    house.relay.cut()
    await house.clock.advance(200)
    await proposed.published
    const { optionalNamespaces } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
    expect(optionalNamespaces).toEqual(asked)
  })
})

describe('deliveries', () => {
  const sign = { method: 'personal_sign', params: ['0x00', address] }
  /** The tags of the messages that no client has acknowledged yet. */
  const waiting = (topic: string) => house.relay.stored(topic).map(({ tag }) => tag)

  test('are acknowledged after they are written to storage, not before', async () => {
    const { topic } = await house.settle()
    await expect.poll(() => waiting(topic)).toEqual([])
    const { set } = house.storages.wallet
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    house.storages.wallet.set = async (key, value) => {
      await held
      return set(key, value)
    }
    const incoming = next(house.wallet, 'sessionRequest')
    house.dapp.request({ topic, chainId: 'eip155:1', request: sign }).catch(() => {})
    await incoming
    await house.clock.tick()
    expect(waiting(topic)).toEqual([1108])
    release()
    await expect.poll(() => waiting(topic)).toEqual([])
    expect(await keptOf(house.storages.wallet, 'requests')).toContain('personal_sign')
  })

  test('are not acknowledged when storage fails, and are not handled twice when repeated', async () => {
    const { topic } = await house.settle()
    await expect.poll(() => waiting(topic)).toEqual([])
    const { set } = house.storages.wallet
    house.storages.wallet.set = () => Promise.reject(new Error('disk full'))
    const heard: number[] = []
    house.wallet.on('sessionRequest', ({ id }) => heard.push(id))
    const incoming = next(house.wallet, 'sessionRequest')
    house.dapp.request({ topic, chainId: 'eip155:1', request: sign }).catch(() => {})
    await incoming
    await expect.poll(() => house.failures).toContain('storage_failed')
    await house.clock.tick()
    expect(waiting(topic)).toEqual([1108])
    house.storages.wallet.set = set
    house.relay.cut()
    await house.clock.advance(200)
    await expect.poll(() => waiting(topic)).toEqual([])
    expect(heard).toHaveLength(1)
  })

  test('that repeat are acknowledged and handled once, also after a restart', async () => {
    const { topic } = await house.settle()
    house.relay.behaviour.keeps = true
    house.relay.behaviour.push = (delivery, forward) => {
      forward(delivery)
      forward(delivery)
    }
    const heard: number[] = []
    house.wallet.on('sessionRequest', ({ id }) => heard.push(id))
    const incoming = next(house.wallet, 'sessionRequest')
    const answered = house.dapp.request({ topic, chainId: 'eip155:1', request: sign })
    const { id } = await incoming
    await house.wallet.respond({ topic, requestId: id, response: { result: 1 } })
    expect(await answered).toBe(1)
    await house.wallet.stop()
    const again = house.create(house.storages.wallet)
    again.on('sessionRequest', (request) => heard.push(request.id))
    await again.ping({ topic })
    expect(heard).toEqual([id])
  })

  test('of our own messages are dropped: a relay that echoes does no harm', async () => {
    Object.assign(house.relay.behaviour, { echoes: true, keeps: true })
    const { topic } = await house.settle()
    await house.dapp.ping({ topic })
    await house.wallet.ping({ topic })
    await house.dapp.disconnect({ topic })
    await expect.poll(() => house.wallet.sessions()).toEqual([])
    expect(house.failures).toEqual([])
  })

  test('that do not open are acknowledged and reported, and change nothing', async () => {
    const { topic } = await house.settle()
    for (const message of ['rubbish', 'AAAA', btoa('\u0000'.repeat(60)), btoa('\u0002{"id":1}')]) {
      house.relay.publishRaw(topic, message)
    }
    await expect.poll(() => house.failures.filter((code) => code === 'envelope_invalid').length).toBe(8)
    await expect.poll(() => waiting(topic)).toEqual([])
    await house.dapp.ping({ topic })
  })

  test('that open without a message of the protocol are reported', async () => {
    const { topic } = await house.settle()
    const symKey = await house.symKeyOf(house.storages.dapp, topic)
    for (const text of ['{', '[]', '{"id":1}', '{"id":"x","result":1}']) house.relay.publish(topic, symKey, text)
    await expect.poll(() => house.failures.filter((code) => code === 'invalid_session_message').length).toBe(8)
    await house.dapp.ping({ topic })
  })

  test('reports malformed frames, and keeps the socket', async () => {
    const { topic } = await house.settle()
    house.relay.forgetUpgrades()
    house.relay.behaviour.push = (delivery, forward, forwardText) => {
      for (const text of ['', '{', '[]', 'null', '{"id":1,"jsonrpc":"2.0","method":"evil","params":{}}'])
        forwardText(text)
      forwardText('{"id":"1","jsonrpc":"2.0","method":"irn_subscription","params":{"data":{"topic":"x","message":1}}}')
      forwardText('{"id":"77","jsonrpc":"2.0","result":true}')
      forward(delivery)
    }
    await house.dapp.ping({ topic })
    expect(house.failures.filter((code) => code === 'invalid_irn_frame').length).toBeGreaterThan(10)
    expect(house.relay.upgrades()).toEqual([])
  })
})

test('reports a WebSocket that cannot be made, without its address, which holds the JWT', async () => {
  const failures: Error[] = []
  const client = house.create(createMemoryStorage(), {
    createWebSocket: (url) => {
      throw new SyntaxError(`The URL '${url}' is invalid.`)
    },
  })
  client.on('failure', (error) => failures.push(error))
  const { published } = await client.propose({})
  const rejected = expect(published).rejects.toMatchObject({ code: 'relay_unreachable' })
  await expect.poll(() => failures.length).toBeGreaterThan(0)
  await house.clock.advance(8_000)
  await rejected
  for (const error of failures) expect(`${error.message}${JSON.stringify(error)}${error.cause}`).not.toContain('auth')
})
