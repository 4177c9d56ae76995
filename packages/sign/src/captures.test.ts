import { type Cacao, parseClientFrame, parseRelayFrame } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import {
  type Capture,
  type CapturedFrame,
  captureNames,
  envelopesOf,
  type Opened,
  readCapture,
} from './captures.conformance.ts'
import { createClock } from './clock.conformance.ts'
import type { SignClientEvents } from './context.ts'
import type { SignClientOptions } from './createClient.ts'
import { type AuthenticatingClient, createSignClient, type SignClient } from './createSignClient.ts'
import { hexToBytes } from './keys.ts'
import type { Session } from './records.ts'
import { createMemoryStorage, type Storage } from './storage.ts'
import { topicOf } from './topic.ts'

// What official clients said to each other is said again to ours, frame by frame, once in the dapp's place and once in the
// wallet's. The recordings hold the keys, so ours end up on the same topics.

type Role = 'dapp' | 'wallet'
type Delivery = {
  readonly text: string
  readonly topic: string
  readonly publishedAt: number
  readonly idToken: string
}

/** A relay that gives what the recorded one gave, each message once its topic is subscribed. */
function createPlayer(capture: Capture, role: Role) {
  const topics = new Set<string>()
  const acknowledged = new Set<string>()
  const asked: string[] = []
  const published: { readonly topic: string; readonly tag: number; readonly message: string }[] = []
  const deliveries = capture.frames.flatMap(({ dir, rpc }): Delivery[] => {
    if (dir !== `relay->${role}` || rpc.method !== 'irn_subscription') return []
    const { topic, publishedAt } = rpc.params?.data ?? {}
    const idToken = JSON.stringify(rpc.id)
    return [{ text: JSON.stringify(rpc), topic: String(topic), publishedAt: Number(publishedAt), idToken }]
  })
  let push = (_text: string) => {}

  function onFrame(text: string): void {
    const frame = parseClientFrame(text)
    if (frame.kind === 'ack') return void acknowledged.add(frame.idToken)
    asked.push(frame.request.method)
    const { request } = frame
    if (request.method === 'irn_publish') published.push(request.publish)
    if (request.method === 'irn_subscribe') topics.add(request.topic)
    if (request.method === 'irn_batchSubscribe') for (const topic of request.topics) topics.add(topic)
    if (request.method === 'wc_approveSession') topics.add(request.settlement.topic)
    push(`{"id":${frame.idToken},"jsonrpc":"2.0","result":true}`)
  }

  return {
    deliveries,
    acknowledged,
    asked,
    published,
    topics,
    deliver: (text: string) => push(text),
    createWebSocket() {
      const socket = {
        onopen: () => {},
        onmessage: (_event: { data: string }) => {},
        send: (text: string) => queueMicrotask(() => onFrame(text)),
        close() {},
      }
      push = (text) => socket.onmessage({ data: text })
      queueMicrotask(() => socket.onopen())
      return socket as unknown as WebSocket
    },
  }
}

const textsIn = (capture: Capture, method: string): readonly Opened[] =>
  capture.frames.flatMap(envelopesOf).flatMap(({ opened }) => (opened.method === method ? [opened] : []))

/** The pairing of a recording, and the proposal in it. */
function pairingOf(capture: Capture) {
  const [proposal] = textsIn(capture, 'wc_sessionPropose')
  const params = proposal?.params as { proposer: { publicKey: string }; expiryTimestamp: number }
  const envelope = capture.frames.flatMap(envelopesOf).find(({ opened }) => opened === proposal)
  const topic = envelope?.topic ?? ''
  return {
    topic,
    symKey: capture.symKeysByTopic[topic] ?? '',
    expiresAt: params.expiryTimestamp * 1000,
    proposal: { ...params, id: proposal?.id ?? 0 },
  }
}

async function seedDapp(storage: Storage, capture: Capture): Promise<void> {
  const { topic, symKey, expiresAt, proposal } = pairingOf(capture)
  const { publicKey } = proposal.proposer
  const privateKey = capture.symKeysByTopic[publicKey]
  await storage.set('pairings', JSON.stringify([{ topic, symKey, expiresAt, role: 'dapp' }]))
  await storage.set(
    'proposed',
    JSON.stringify([{ ...proposal, pairingTopic: topic, privateKey, publicKey, expiresAt }]),
  )
}

/** The namespaces a recorded wallet settled or last updated. */
function grantedIn(capture: Capture): Session['namespaces'] {
  const last = [...textsIn(capture, 'wc_sessionSettle'), ...textsIn(capture, 'wc_sessionUpdate')].at(-1)
  return last?.params?.namespaces as Session['namespaces']
}

/** Plays a recording to a client in one role, and returns what became of it. */
async function play(capture: Capture, role: Role, authenticates = false) {
  const { topic, symKey, expiresAt } = pairingOf(capture)
  const player = createPlayer(capture, role)
  const clock = createClock((player.deliveries[0]?.publishedAt ?? expiresAt - 300_000) - 1_000)
  const storage = createMemoryStorage()
  if (role === 'dapp') await seedDapp(storage, capture)
  const [settlement] = textsIn(capture, 'wc_sessionSettle')
  const controller = settlement?.params?.controller as { publicKey: string } | undefined
  let ownKey: string | undefined
  const options: SignClientOptions = {
    relayUrl: 'ws://relay.test',
    metadata: { name: 'Replay', description: '', url: 'https://app.example', icons: [] },
    storage,
    now: clock.now,
    setTimer: clock.setTimer,
    createWebSocket: player.createWebSocket,
    randomBytes: (length) =>
      length === 32 && ownKey !== undefined ? hexToBytes(ownKey) : crypto.getRandomValues(new Uint8Array(length)),
  }
  const client: SignClient | AuthenticatingClient = authenticates
    ? createSignClient({ ...options, authenticates })
    : createSignClient(options)
  const told = watch(client)
  client.on('sessionRequest', ({ topic, id, params }) => {
    client.respond({ topic, requestId: id, response: { result: params } }).catch(() => {})
  })
  await client.ready()
  if (role === 'wallet') {
    const link = `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}&expiryTimestamp=${expiresAt / 1000}&methods=wc_sessionAuthenticate`
    client.pair({ pairingUri: link }).catch(() => {})
    client.on('proposal', ({ id }) => {
      if (settlement === undefined) return
      ownKey = capture.symKeysByTopic[controller?.publicKey ?? '']
      const namespaces = settlement.params?.namespaces as Session['namespaces']
      void client.approve({ proposalId: id, namespaces }).then(() => {
        ownKey = undefined
      })
    })
  }
  const delivered: Delivery[] = []
  for (const delivery of player.deliveries) {
    await expect.poll(() => player.topics.has(delivery.topic)).toBe(true)
    await clock.advance(Math.max(0, delivery.publishedAt - clock.now()))
    player.deliver(delivery.text)
    delivered.push(delivery)
    await expect.poll(() => player.acknowledged.has(delivery.idToken)).toBe(true)
    await clock.tick()
  }
  return { client, told, delivered, player }
}

function watch(client: Pick<SignClient, 'on'>) {
  const names = [
    'proposal',
    'authentication',
    'sessionSettled',
    'sessionUpdated',
    'sessionExtended',
    'sessionEvent',
    'sessionRequest',
    'sessionDeleted',
    'failure',
  ] as const
  const told: [keyof SignClientEvents, unknown][] = []
  for (const name of names) client.on(name, (payload: unknown) => told.push([name, payload]))
  return told
}

/** How many messages of a method came in, the same one once. */
function countOf(capture: Capture, role: Role, method: string): number {
  const frames = capture.frames.filter(({ dir }: CapturedFrame) => dir === `relay->${role}`)
  return new Set(frames.flatMap(envelopesOf).flatMap(({ opened }) => (opened.method === method ? [opened.id] : [])))
    .size
}

const told = {
  wc_sessionPropose: 'proposal',
  wc_sessionSettle: 'sessionSettled',
  wc_sessionUpdate: 'sessionUpdated',
  wc_sessionExtend: 'sessionExtended',
  wc_sessionEvent: 'sessionEvent',
  wc_sessionRequest: 'sessionRequest',
  wc_sessionDelete: 'sessionDeleted',
} as const

const recorded = captureNames.filter((name) => !name.startsWith('oca-'))

test('there are recordings of every pair of versions', () => {
  expect(captureNames.length).toBeGreaterThanOrEqual(32)
})

test.each(captureNames)('%s: every frame of both clients and of the relay is read', (name) => {
  for (const { dir, rpc } of readCapture(name).frames) {
    const text = JSON.stringify(rpc)
    if (dir.startsWith('relay')) expect(parseRelayFrame(text).idToken).toBe(JSON.stringify(rpc.id))
    else expect(parseClientFrame(text).idToken).toBe(JSON.stringify(rpc.id))
  }
})

describe.each(recorded)('%s', (name) => {
  const capture = readCapture(name)

  test.each(['dapp', 'wallet'] as const)('the %s of this client accepts every frame', async (role) => {
    const { client, told: events, delivered } = await play(capture, role)
    expect(events.filter(([event]) => event === 'failure')).toEqual([])
    for (const [method, event] of Object.entries(told)) {
      if (role === 'wallet' && method === 'wc_sessionSettle') continue
      const count = countOf(capture, role, method)
      expect([event, events.filter(([heard]) => heard === event).length]).toEqual([event, count])
    }
    const isDeleted = countOf(capture, role, 'wc_sessionDelete') > 0
    const isSettled = textsIn(capture, 'wc_sessionSettle').length > 0
    const namespaces =
      role === 'dapp' ? grantedIn(capture) : textsIn(capture, 'wc_sessionSettle')[0]?.params?.namespaces
    expect(client.sessions()).toMatchObject(isSettled && !isDeleted ? [{ namespaces }] : [])
    for (const { topic } of client.sessions())
      expect(await topicOf(hexToBytes(capture.symKeysByTopic[topic] ?? ''))).toBe(topic)
    // Nobody answered what expired, and what the wallet's own code refused was never sent.
    expect(delivered.length > 0 || /^(expired|autoreject)/.test(name)).toBe(true)
    await client.stop()
  })
})

test.each(captureNames.filter((name) => name.startsWith('oca-')))(
  '%s: a wallet that does not sign in takes the proposal that comes with it, and refuses nothing',
  async (name) => {
    const capture = readCapture(name)
    expect(countOf(capture, 'wallet', 'wc_sessionAuthenticate')).toBe(1)
    const { client, told: events, player } = await play(capture, 'wallet')
    expect(events.map(([event]) => event)).toEqual(['proposal'])
    expect(client.pendingProposals()).toHaveLength(1)
    expect(player.asked).toEqual(['irn_batchSubscribe'])
    await client.stop()
  },
)

test.each(captureNames.filter((name) => name.startsWith('oca-')))(
  '%s: a wallet that signs in takes the request, passes over the proposal, and answers as the recorded one did',
  async (name) => {
    const capture = readCapture(name)
    const { client, told: events, player } = await play(capture, 'wallet', true)
    expect(events.map(([event]) => event)).toEqual(['authentication'])
    if (!('approveAuthentication' in client)) throw new Error('A wallet that signs in was expected.')
    const [asked] = client.pendingAuthentications()
    if (asked === undefined) throw new Error('Nothing was asked.')
    const recorded = capture.frames
      .flatMap(envelopesOf)
      .find(({ opened }) => opened.id === asked.id && opened.method === undefined)
    const { cacaos } = (recorded?.opened.result ?? {}) as { cacaos?: readonly Cacao[] }
    if (cacaos !== undefined) await client.approveAuthentication({ requestId: asked.id, cacaos })
    else await client.rejectAuthentication({ requestId: asked.id })
    const responseTopic = await topicOf(hexToBytes(asked.requester.publicKey))
    expect(player.published).toMatchObject([{ topic: responseTopic, tag: cacaos === undefined ? 1118 : 1117 }])
    expect(recorded?.topic ?? responseTopic).toBe(responseTopic)
    // The answer goes in an envelope of type 1: 0x01, then the key it is sealed with.
    expect(Buffer.from(player.published[0]?.message ?? '', 'base64')[0]).toBe(1)
    expect(client.sessions()).toHaveLength(cacaos === undefined ? 0 : 1)
    if (cacaos !== undefined) {
      const methods = ['eth_sendTransaction', 'personal_sign']
      const accounts = ['eip155:1:0x4a62316623ad457f02cdc5d997ded67a383ec569']
      expect(client.sessions()[0]?.namespaces).toMatchObject({ eip155: { accounts, methods } })
    }
    await client.stop()
  },
)
