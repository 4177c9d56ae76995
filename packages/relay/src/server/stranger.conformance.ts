import { createHash, randomBytes } from 'node:crypto'
import { atNight } from '@hawser/test-kit/night'
import { afterEach, describe, expect, test } from 'vitest'
import { createMemoryBuckets } from '../limits/buckets/memory.ts'
import { type MailboxLimits, noPace, type RelayLimits } from '../limits/limits.ts'
import type { Mailbox } from '../mailboxes/mailbox.ts'
import { createRelay, type Relay } from './createRelay.ts'
import { createTestClient, createTestIdentity, createTestToken, type TestClient } from './createTestClient.fixture.ts'
import { type RelayMetrics, silentMetrics } from './metrics.ts'

/** An address unique to each test: tests on a shared store count messages stored under the same address together. */
const newAddress = () => ['10', ...randomBytes(3)].join('.')
const newTopic = () => randomBytes(32).toString('hex')
const kibibyte = 1024

/** Like the defaults, but smaller: an address has a sixteenth of the store. */
const small = { totalLength: 1024 * kibibyte, addressLength: 64 * kibibyte, clientLength: 20 * kibibyte } as const

/**
 * Attempts of one stranger, at one address with any number of client ids. The relay refuses them, while clients at other
 * addresses can still link. The result is the same on every store.
 * @param make - creates a new, empty mailbox; the relay closes it
 */
export function testStranger(name: string, make: (limits: Partial<MailboxLimits>) => Promise<Mailbox>): void {
  let relay: Relay | undefined
  const clients: TestClient[] = []
  afterEach(async () => {
    for (const client of clients.splice(0)) client.socket.terminate()
    await relay?.stop()
    relay = undefined
  })
  const start = async (options: {
    readonly limits?: Partial<RelayLimits>
    readonly mailboxLimits?: Partial<MailboxLimits>
  }) => {
    const clock = { now: 0 }
    const stranger = newAddress()
    const over: string[] = []
    const metrics: RelayMetrics = {
      ...silentMetrics,
      overShare: (bound, address) => over.push(`${bound} ${address}`),
      refused: (reason, address) => over.push(`${reason} ${address}`),
    }
    relay = createRelay({
      mailbox: await make({ ...small, ...options.mailboxLimits }),
      limits: { ...noPace, connectPace: noPace.readPace, paceWaitMs: 0, refusalDelayMs: 0, ...options.limits },
      buckets: createMemoryBuckets({ now: () => clock.now }),
      trustedProxies: 1,
      metrics,
    })
    const { url } = await relay.listen({ port: 0, host: '127.0.0.1' })
    const connect = async (address: string, acks = true) => {
      const client = await createTestClient(url, { address, acks })
      clients.push(client)
      return client
    }
    /**
     * A link as the relay sees it: proposal, approval, a request and its answer, between two addresses that are not the
     * stranger's.
     */
    const link = async () => {
      const [dapp, wallet] = [
        await connect(newAddress()),
        await connect(`2001:db8:${randomBytes(2).toString('hex')}::1`),
      ]
      const [pairingTopic, sessionTopic] = [newTopic(), newTopic()]
      const sealed = (kind: string) => `${kind} ${randomBytes(1_000).toString('base64')}`
      const proposal = { pairingTopic, sessionProposal: sealed('proposal'), ttl: 300, correlationId: 1 }
      expect(await dapp.request('wc_proposeSession', proposal)).toMatchObject({ result: true })
      await wallet.request('irn_subscribe', { topic: pairingTopic })
      expect((await wallet.nextDelivery()).delivery.message).toBe(proposal.sessionProposal)
      const messages = { sessionProposalResponse: sealed('response'), sessionSettlementRequest: sealed('settlement') }
      const approval = { pairingTopic, sessionTopic, ...messages, ttl: 300, correlationId: 2 }
      expect(await wallet.request('wc_approveSession', approval)).toMatchObject({ result: true })
      await dapp.request('irn_subscribe', { topic: sessionTopic })
      const answered = [await dapp.nextDelivery(), await dapp.nextDelivery()]
      expect(answered.map(({ delivery }) => delivery.message).sort()).toEqual(Object.values(messages).sort())
      for (const [from, to] of [
        [dapp, wallet],
        [wallet, dapp],
      ] as const) {
        const message = sealed('request')
        const asked = { topic: sessionTopic, message, ttl: 86_400, tag: 1108 }
        expect(await from.request('irn_publish', asked)).toMatchObject({ result: true })
        expect((await to.nextDelivery()).delivery.message).toBe(message)
      }
    }
    return { url, clock, over, stranger, connect, link }
  }
  const publish = (client: TestClient, length: number, topic = newTopic()) =>
    client.request('irn_publish', { topic, message: randomBytes(length / 2).toString('hex'), ttl: 604_800 })

  // One address in many spellings: a proxy's entry comes last, and a client's own entries before it do not count.
  const disguises: Readonly<Record<string, () => (turn: number) => string>> = {
    'every address of one /64'() {
      const network = `2001:db8:${randomBytes(2).toString('hex')}:1`
      return () => `${network}:${randomBytes(2).toString('hex')}::1`
    },
    'IPv4 and its spellings in IPv6'() {
      const bytes = [10, ...randomBytes(3)]
      const v4 = bytes.join('.')
      const hex = Buffer.from(bytes).toString('hex')
      const spellings = [v4, `::ffff:${v4}`, `[::FFFF:${v4}]:443`, `::ffff:${hex.slice(0, 4)}:${hex.slice(4)}`]
      return (turn) => spellings[turn % spellings.length] ?? v4
    },
    'forged hops before the proxy’s'() {
      const own = newAddress()
      return (turn) => `${newAddress()}, 192.0.2.${turn % 250}, ${own}`
    },
    'what is no address'() {
      return (turn) => ['nonsense', `x${turn}`, '999.1.1.1', ' '][turn % 4] ?? ''
    },
  }
  const kinds = ['publish', 'batch', 'proposal', 'approval', 'http'] as const
  type Kind = (typeof kinds)[number]
  const variants: readonly (readonly [string, Kind])[] = [
    ['every address of one /64', 'batch'],
    ['IPv4 and its spellings in IPv6', 'proposal'],
    ['forged hops before the proxy’s', 'http'],
    ['what is no address', 'approval'],
  ]
  const more = Object.keys(disguises).flatMap((disguise) => kinds.map((kind) => [disguise, kind] as const))

  describe(`T-82: one stranger, ${name}`, () => {
    test.each([...variants, ...atNight(...more)])('does not fill the store: %s, by %s', async (disguise, kind) => {
      const length = 2 * kibibyte
      const { url, over, connect, link } = await start({
        mailboxLimits: { totalLength: 512 * kibibyte, addressLength: 24 * kibibyte },
      })
      const addressAt = disguises[disguise]?.() ?? newAddress
      const text = () => randomBytes(length / 2).toString('hex')
      // Short and with a short TTL, like the messages that the reserve is for.
      const message = () => ({ topic: newTopic(), message: text(), ttl: 300, tag: 1100 })
      const calls: Readonly<Record<Exclude<Kind, 'http'>, () => readonly [string, object, number]>> = {
        publish: () => ['irn_publish', message(), 1],
        batch: () => ['irn_batchPublish', { messages: [message(), message(), message()] }, 3],
        proposal: () => ['wc_proposeSession', { pairingTopic: newTopic(), sessionProposal: text(), ttl: 300 }, 1],
        approval() {
          const topics = { pairingTopic: newTopic(), sessionTopic: newTopic() }
          return [
            'wc_approveSession',
            { ...topics, sessionProposalResponse: text(), sessionSettlementRequest: text(), ttl: 300 },
            2,
          ]
        },
      }
      const callByHttp = async (address: string) => {
        const answer = await fetch(`${url.replace('ws', 'http')}/rpc`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${createTestToken(createTestIdentity())}`,
            'x-forwarded-for': address,
          },
          body: JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_publish', params: message() }),
        })
        // A refusal by the store is an answer as well.
        return 'result' in ((await answer.json()) as object) ? 1 : 0
      }
      const callBySocket = async (address: string, [method, params, messages]: readonly [string, object, number]) => {
        const client = await connect(address)
        const answer = await client.request(method, params)
        await client.close()
        return answer.kind === 'result' ? messages : 0
      }
      let kept = 0
      for (let turn = 0; turn < 24; turn += 1) {
        const address = addressAt(turn)
        kept += kind === 'http' ? await callByHttp(address) : await callBySocket(address, calls[kind]())
      }
      expect(kept).toBeGreaterThan(1)
      expect(kept * length).toBeLessThanOrEqual(24 * kibibyte)
      expect(over.filter((one) => one.startsWith('address '))).not.toEqual([])
      await link()
    })

    test('many client ids of one address do not fill the store: refused there, others link', async () => {
      const { over, stranger, connect, link } = await start({})
      const length = 4 * kibibyte
      let kept = 0
      for (let id = 0; id < 53; id += 1) {
        const client = await connect(stranger)
        for (let index = 0; index < 5; index += 1) {
          if ((await publish(client, length)).kind === 'result') kept += 1
        }
        await client.close()
        if (id === 30) await link()
      }
      expect(kept).toBeGreaterThan(5)
      expect(kept * length).toBeLessThanOrEqual(small.addressLength)
      expect(over).toContain('address ipv4')
      await link()
    })

    test('two client ids that ack each other are held to a rate of bytes, and their own share', async () => {
      const publishPace = { perSecond: 10, burst: 20 }
      const { clock, stranger, connect, link } = await start({ limits: { publishPace, clientsPerAddress: 2 } })
      const [one, two] = [await connect(stranger), await connect(stranger)]
      const topics: string[] = []
      const outcomes = new Set<string>()
      for (let index = 0; index < 60; index += 1) {
        const [from, to] = index % 2 === 0 ? [one, two] : [two, one]
        const topic = newTopic()
        await to.request('irn_subscribe', { topic })
        const answer = await publish(from, 8 * kibibyte, topic)
        outcomes.add(answer.kind === 'error' ? String(answer.code) : 'true')
        if (answer.kind === 'result') {
          topics.push(topic)
          await to.nextDelivery()
          await to.settle()
        }
        // Each of the two clients sends 8 KiB per 0.1 s, twice the rate of 4 KiB.
        clock.now += 50
      }
      // A client whose ack is still on its way to another slot is refused for its share, not its rate.
      outcomes.delete('-32000')
      expect(outcomes).toEqual(new Set(['true', '3001']))
      expect(topics.length).toBeGreaterThan(20)
      const third = await connect(newAddress())
      let left = 0
      for (const topic of topics) {
        const answer = await third.request('irn_fetchMessages', { topic })
        if (JSON.stringify(answer).includes('"message":')) left += 1
      }
      expect(left * 8 * kibibyte).toBeLessThanOrEqual(small.addressLength)
      clock.now += 60_000
      await link()
    })

    test('one address does not take every subscription: refused there, others link', async () => {
      const { over, stranger, connect, link } = await start({
        limits: { subscriptions: 100, subscriptionsPerAddress: 20, subscriptionsPerClient: 15 },
      })
      let subscribed = 0
      for (let id = 0; id < 10; id += 1) {
        const client = await connect(stranger)
        for (let index = 0; index < 20; index += 1)
          if ((await client.request('irn_subscribe', { topic: newTopic() })).kind === 'result') subscribed += 1
      }
      expect(subscribed).toBe(20)
      expect(over).toContain('address ipv4')
      await link()
      // A topic that a closed socket leaves is free for another socket.
      const [first] = clients
      await first?.close()
      const again = await connect(stranger)
      expect(await again.request('irn_subscribe', { topic: newTopic() })).toMatchObject({ kind: 'result' })
    })

    test('nor by batches, proposals and approvals, nor by sockets that vanish and come again', async () => {
      const { stranger, connect, link } = await start({
        limits: { subscriptions: 100, subscriptionsPerAddress: 20, subscriptionsPerClient: 15 },
        mailboxLimits: { totalLength: 8192 * kibibyte, addressLength: 1024 * kibibyte },
      })
      const sealed = () => randomBytes(20).toString('hex')
      const topics = () => Array.from({ length: 6 }, newTopic)
      const asks: readonly (() => readonly [string, object])[] = [
        // A topic named twice counts once.
        () => {
          const six = topics()
          return ['irn_batchSubscribe', { topics: [...six, ...six] }]
        },
        () => ['wc_proposeSession', { pairingTopic: newTopic(), sessionProposal: sealed(), ttl: 300 }],
        () => [
          'wc_approveSession',
          {
            ...{ pairingTopic: newTopic(), sessionTopic: newTopic(), ttl: 300 },
            ...{ sessionProposalResponse: sealed(), sessionSettlementRequest: sealed() },
          },
        ],
      ]
      // Repeated, because a socket's share must become free when the socket is gone, and no more than that.
      for (let round = 0; round < 3; round += 1) {
        let subscribed = 0
        const sockets = await Promise.all(Array.from({ length: 6 }, () => connect(stranger)))
        for (const client of sockets) {
          for (let turn = 0; turn < 6; turn += 1) {
            const [method, params] = asks[turn % asks.length]?.() ?? ['', {}]
            const answer = await client.request(method, params)
            if (answer.kind === 'result') subscribed += method === 'irn_batchSubscribe' ? 6 : 1
          }
        }
        // The previous socket can still be counted for a moment.
        expect(subscribed).toBeLessThanOrEqual(20)
        expect(subscribed).toBeGreaterThan(10)
        await link()
        for (const { socket } of sockets) socket.terminate()
        await Promise.all(sockets.map(({ closed }) => closed))
        // The relay learns of the close a moment later than the stranger.
        const next = await connect(stranger)
        const hasRoom = async () => (await next.request('irn_batchSubscribe', { topics: topics() })).kind
        await expect.poll(hasRoom).toBe('result')
        await next.close()
      }
    })

    test.each([
      ['by a receipt', 'irn_batchReceive'],
      ['by a fetch that arrived', 'irn_fetchMessages'],
    ])('foreign clients that take messages %s do not close a topic for its app', async (_, method) => {
      const { stranger, connect, link } = await start({ mailboxLimits: { queuedMessages: 4 } })
      const topic = newTopic()
      const [app, wallet] = [await connect(newAddress()), await connect(newAddress())]
      for (let index = 0; index < 12; index += 1) {
        const message = randomBytes(50).toString('hex')
        const put = () => wallet.request('irn_publish', { topic, message, ttl: 604_800 })
        // The store can learn of an ack a moment later.
        await expect.poll(async () => (await put()).kind).toBe('result')
        const client = await connect(stranger)
        const messageId = createHash('sha256').update(message).digest('hex')
        const params = method === 'irn_batchReceive' ? { receipts: [{ topic, messageId }] } : { topic }
        expect(await client.request(method, params)).toMatchObject({ kind: 'result' })
        await client.settle()
        await client.close()
      }
      // Messages that strangers took are still delivered to the app.
      await app.request('irn_subscribe', { topic })
      for (let index = 0; index < 12; index += 1) await app.nextDelivery()
      await link()
    })

    test('one address does not take every socket: refused there, others link', async () => {
      const { over, connect, link } = await start({ limits: { connections: 40, connectionsPerAddress: 10 } })
      const sockets = await Promise.all(Array.from({ length: 15 }, () => connect('2001:db8:66::1')))
      const closed = await Promise.all(sockets.slice(10).map((client) => client.closed))
      expect(closed.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 1013))
      expect(over).toEqual(Array.from({ length: 5 }, () => 'address ipv6'))
      await link()
    })

    test('sixteen foreign subscribers do not close a topic for its app', async () => {
      const { stranger, connect, link } = await start({ mailboxLimits: { queuedMessages: 4 } })
      const topic = newTopic()
      const [app, wallet] = [await connect(newAddress()), await connect(newAddress())]
      const strangers = await Promise.all(Array.from({ length: 20 }, () => connect(stranger)))
      for (const client of strangers) await client.request('irn_subscribe', { topic })
      await publish(wallet, 100, topic)
      for (const client of strangers) await client.nextDelivery()
      for (const client of strangers) await client.settle()
      for (const client of strangers) await client.close()
      await app.request('irn_subscribe', { topic })
      await app.nextDelivery()
      for (let index = 0; index < 12; index += 1) {
        expect(await publish(wallet, 100, topic)).toMatchObject({ kind: 'result' })
        await app.nextDelivery()
        await app.settle()
      }
      await link()
    })
  })
}
