import { type Cacao, parseClientFrame, parseRelayFrame } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { topicOf } from '../envelope/createPairing.ts'
import { openEnvelope, sealEnvelope } from '../envelope/envelope.ts'
import { bytesToHex, createKeyPair, deriveSymKey, hexToBytes } from '../envelope/keys.ts'
import { createWebCurves } from '../envelope/webCurves.ts'
import { parseAuthenticationParams } from '../message/authenticationMessage.ts'
import type { Session } from '../records/records.ts'
import { createMemoryStorage, type Storage } from '../records/storage.ts'
import type { SignClientEvents } from '../session/context.ts'
import { createClock } from '../testing/clock.fixture.ts'
import {
  type Capture,
  type CapturedFrame,
  captureNames,
  envelopesOf,
  type Opened,
  readCapture,
} from './captures.fixture.ts'
import { type AuthenticatingClient, createSignClient, type SignClient } from './createSignClient.ts'
import type { SignClientOptions } from './signClientOptions.ts'

// This package's client receives the messages of official clients frame by frame, once in the dapp's place and once in
// the wallet's. The recordings contain the keys, so that the client ends up on the same topics.

const curves = createWebCurves(crypto.subtle)
const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const quickly = { interval: 2 }

type Role = 'dapp' | 'wallet'
type Delivery = {
  readonly text: string
  readonly topic: string
  readonly publishedAt: number
  readonly idToken: string
}

/** Returns the message that the relay delivered to one role in a frame. */
function deliveryOf({ dir, rpc }: CapturedFrame, role: Role): Delivery | undefined {
  if (dir !== `relay->${role}` || rpc.method !== 'irn_subscription') return undefined
  const { topic, publishedAt } = rpc.params?.data ?? {}
  const idToken = JSON.stringify(rpc.id)
  return { text: JSON.stringify(rpc), topic: String(topic), publishedAt: Number(publishedAt), idToken }
}

/** Creates a relay that delivers the recorded messages, each once its topic is subscribed. */
function createPlayer() {
  const topics = new Set<string>()
  const acknowledged = new Set<string>()
  const asked: string[] = []
  const published: { readonly topic: string; readonly tag: number; readonly message: string }[] = []
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

/** Returns the pairing of a recording, and the proposal on it. */
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

/** Returns the namespaces that a recorded wallet settled or last updated. */
function grantedIn(capture: Capture): Session['namespaces'] {
  const last = [...textsIn(capture, 'wc_sessionSettle'), ...textsIn(capture, 'wc_sessionUpdate')].at(-1)
  return last?.params?.namespaces as Session['namespaces']
}

/** A client's request to its peer, and the outcome. */
type Asked = { readonly id: number; readonly outcome: unknown }

/** Repeats a request of the recorded client with the same params. */
function ask(
  client: SignClient | AuthenticatingClient,
  topic: string,
  { method, params = {} }: Opened,
): Promise<unknown> {
  const { chainId, request, namespaces, event } = params as never as Parameters<SignClient['request']>[0] &
    Parameters<SignClient['update']>[0] &
    Parameters<SignClient['emit']>[0]
  const acknowledged = ({ acknowledged }: { acknowledged: Promise<unknown> }) => acknowledged.then(() => true)
  if (method === 'wc_sessionRequest') return client.request({ topic, chainId, request })
  if (method === 'wc_sessionPing') return client.ping({ topic }).then(() => true)
  if (method === 'wc_sessionUpdate') return client.update({ topic, namespaces }).then(acknowledged)
  if (method === 'wc_sessionExtend') return client.extend({ topic }).then(acknowledged)
  if (method === 'wc_sessionEvent') return client.emit({ topic, chainId, event })
  if (method === 'wc_sessionDelete') return client.disconnect({ topic })
  return Promise.reject(new Error(`A client does not ask for ${method} by itself.`))
}

/** Returns the requests that a recorded client made in a session, each once, with the frame that carried it. */
function requestsOf(capture: Capture, role: Role) {
  const settled = new Set(textsIn(capture, 'wc_sessionSettle').map(({ id }) => id))
  const ids = new Set<number>()
  return capture.frames.flatMap((frame) => {
    if (frame.dir !== `${role}->relay`) return []
    return envelopesOf(frame).flatMap(({ topic, opened }) => {
      const { id, method } = opened
      const isAsked = method !== undefined && method !== 'wc_sessionPropose' && !settled.has(id) && !ids.has(id)
      if (!isAsked) return []
      ids.add(id)
      return [{ frame, topic, opened }]
    })
  })
}

/**
 * Plays a recording to a client in one role, which repeats the recorded client's requests. Returns the events and the
 * outcomes.
 */
async function play(capture: Capture, role: Role, authenticates = false) {
  const { topic, symKey, expiresAt } = pairingOf(capture)
  const player = createPlayer()
  const [firstDelivery] = capture.frames.flatMap((frame) => deliveryOf(frame, role) ?? [])
  const clock = createClock((firstDelivery?.publishedAt ?? expiresAt - 300_000) - 1_000)
  const storage = createMemoryStorage()
  if (role === 'dapp') await seedDapp(storage, capture)
  const [settlement] = textsIn(capture, 'wc_sessionSettle')
  const controller = settlement?.params?.controller as { publicKey: string } | undefined
  let ownKey: string | undefined
  let nextId: number | undefined
  // An id is the time and up to three random digits. These digits make it the recorded id.
  const digits = () =>
    Float64Array.of((((nextId ?? 0) - clock.now() * 1000) * 256 + 128) / 1000) as unknown as Uint8Array
  const options: SignClientOptions = {
    relayUrl: 'ws://relay.test',
    metadata: { name: 'Replay', description: '', url: 'https://app.example', icons: [] },
    storage,
    now: clock.now,
    setTimer: clock.setTimer,
    createWebSocket: player.createWebSocket,
    randomBytes(length) {
      if (length === 32 && ownKey !== undefined) return hexToBytes(ownKey)
      return length === 1 && nextId !== undefined ? digits() : randomBytes(length)
    },
  }
  const client: SignClient | AuthenticatingClient = authenticates
    ? createSignClient({ ...options, authenticates })
    : createSignClient(options)
  const told = watch(client)
  const asked: Asked[] = []
  const note = (id: number, answer: Promise<unknown>) =>
    answer.then(
      (outcome) => asked.push({ id, outcome }),
      (error: { readonly reason?: unknown }) => asked.push({ id, outcome: error.reason ?? error }),
    )
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
      nextId = settlement.id
      const namespaces = settlement.params?.namespaces as Session['namespaces']
      void client.approve({ proposalId: id, namespaces }).then(({ acknowledged }) => {
        ownKey = undefined
        nextId = undefined
        void note(
          settlement.id,
          acknowledged.then(() => true),
        )
      })
    })
  }
  const delivered: Delivery[] = []
  const own = requestsOf(capture, role)
  for (const frame of capture.frames) {
    const delivery = deliveryOf(frame, role)
    if (delivery !== undefined) {
      await expect.poll(() => player.topics.has(delivery.topic), quickly).toBe(true)
      await clock.advance(Math.max(0, delivery.publishedAt - clock.now()))
      player.deliver(delivery.text)
      delivered.push(delivery)
      await expect.poll(() => player.acknowledged.has(delivery.idToken), quickly).toBe(true)
      await clock.tick()
    }
    for (const { topic, opened } of own.filter((request) => request.frame === frame)) {
      await clock.advance(Math.max(0, Math.floor(opened.id / 1000) - clock.now()))
      nextId = opened.id
      void note(opened.id, ask(client, topic, opened))
      await clock.tick()
      nextId = undefined
    }
  }
  return { client, told, delivered, player, asked, own }
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

/** Counts the messages of a method that a role received, each once. */
function countOf(capture: Capture, role: Role, method: string): number {
  const frames = capture.frames.filter(({ dir }: CapturedFrame) => dir === `relay->${role}`)
  return new Set(frames.flatMap(envelopesOf).flatMap(({ opened }) => (opened.method === method ? [opened.id] : [])))
    .size
}

/** Returns the recorded answers to the requests of a role. */
function answersIn(capture: Capture, role: Role): readonly Asked[] {
  const frames = capture.frames.filter(({ dir }: CapturedFrame) => dir === `relay->${role}`)
  const answers = frames.flatMap(envelopesOf).filter(({ opened }) => opened.method === undefined)
  const byId = new Map(answers.map(({ opened: { id, result, error } }) => [id, error ?? result]))
  return [...byId].map(([id, outcome]) => ({ id, outcome }))
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
/** The side that sends these messages gets the event too. */
const toldToBoth: readonly string[] = ['wc_sessionUpdate', 'wc_sessionExtend', 'wc_sessionDelete']

const recorded = captureNames.filter((name) => !name.startsWith('oca-'))
/**
 * How many answers a role waited for: the dapp for those to requests and a ping, the wallet for those to its settlement
 * and its changes.
 */
const answersOf: Readonly<Record<Role, Readonly<Record<string, number>>>> = {
  dapp: {
    happy: 3,
    cut: 2,
    mailbox: 1,
    unauthorized: 1,
    ...none(['reject', 'autoreject', 'expired', 'idle', 'walletDisconnect']),
  },
  wallet: {
    happy: 3,
    cut: 1,
    mailbox: 1,
    unauthorized: 1,
    idle: 1,
    walletDisconnect: 1,
    ...none(['reject', 'autoreject', 'expired']),
  },
}
function none(names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(names.map((name) => [name, 0]))
}

test('there are recordings of every pair of versions', () => {
  expect(captureNames.length).toBeGreaterThanOrEqual(32)
})

test.each(captureNames)('%s: reads every frame of both clients and of the relay', (name) => {
  for (const { dir, rpc } of readCapture(name).frames) {
    const text = JSON.stringify(rpc)
    if (dir.startsWith('relay')) expect(parseRelayFrame(text).idToken).toBe(JSON.stringify(rpc.id))
    else expect(parseClientFrame(text).idToken).toBe(JSON.stringify(rpc.id))
  }
})

describe.each(recorded)('%s', (name) => {
  const capture = readCapture(name)

  test.each(['dapp', 'wallet'] as const)('the %s of this client accepts every frame and every answer', async (role) => {
    const { client, told: events, delivered, asked, own } = await play(capture, role)
    expect(events.filter(([event]) => event === 'failure')).toEqual([])
    const isOwn = (method: string) => own.filter(({ opened }) => opened.method === method).length
    for (const [method, event] of Object.entries(told)) {
      if (role === 'wallet' && method === 'wc_sessionSettle') continue
      const count = countOf(capture, role, method) + (toldToBoth.includes(method) ? isOwn(method) : 0)
      expect([event, events.filter(([heard]) => heard === event).length]).toEqual([event, count])
    }
    const isDeleted = countOf(capture, role, 'wc_sessionDelete') + isOwn('wc_sessionDelete') > 0
    const isSettled = textsIn(capture, 'wc_sessionSettle').length > 0
    const namespaces = grantedIn(capture)
    expect(client.sessions()).toMatchObject(isSettled && !isDeleted ? [{ namespaces }] : [])
    for (const { topic } of client.sessions())
      expect(await topicOf(hexToBytes(capture.symKeysByTopic[topic] ?? ''))).toBe(topic)
    // Only these recordings can lack deliveries: no wallet answered the expired proposal, and the refusal by the
    // wallet's own code was never sent.
    expect(delivered.length > 0 || /^(expired|autoreject)/.test(name)).toBe(true)

    // In this client, no promise waits for the answer to a proposal, an event or an end.
    const unawaited = ['wc_sessionPropose', 'wc_sessionEvent', 'wc_sessionDelete']
    const others = new Set(unawaited.flatMap((method) => textsIn(capture, method)).map(({ id }) => id))
    const isAwaited = ({ id }: Asked) => !others.has(id)
    const byId = (left: Asked, right: Asked) => left.id - right.id
    const expected = answersIn(capture, role).filter(isAwaited).sort(byId)
    expect(asked.filter(isAwaited).sort(byId)).toEqual(expected)
    expect([role, expected.length]).toEqual([role, answersOf[role][name.replace(/-.*/, '')]])
    await client.stop()
  })
})

test.each(captureNames.filter((name) => name.startsWith('oca-')))(
  '%s: a wallet without sign-in accepts the proposal beside it and refuses nothing',
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
  '%s: a wallet with sign-in takes the request and answers as the recorded one did',
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
    // The answer's envelope is of type 1: 0x01, then the public key of its sender.
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

// The key of a dapp that asks to sign in was not recorded. So the test seals the answer again with a new key, which
// also replaces the wallet's key inside the answer.
test.each(captureNames.filter((name) => name.startsWith('oca-')))(
  '%s: a dapp with the same request accepts the recorded wallet’s answer',
  async (name) => {
    const capture = readCapture(name)
    const [recorded] = textsIn(capture, 'wc_sessionAuthenticate')
    const { request } = parseAuthenticationParams(recorded?.params)
    const player = createPlayer()
    const clock = createClock(Math.floor((recorded?.id ?? 0) / 1000))
    const dapp = createSignClient({
      relayUrl: 'ws://relay.test',
      metadata: { name: 'Replay', description: '', url: 'https://app.example', icons: [] },
      now: clock.now,
      setTimer: clock.setTimer,
      createWebSocket: player.createWebSocket,
    })
    const told = watch(dapp)
    const methods = ['personal_sign', 'eth_sendTransaction']
    const optionalNamespaces = { eip155: { chains: ['eip155:1', 'eip155:10'], methods, events: [] } } as const
    const proposed = await dapp.propose({ optionalNamespaces, authentication: request })
    const approval = proposed.approval.catch((error) => error)
    await expect.poll(() => player.published.some(({ tag }) => tag === 1116)).toBe(true)
    const symKey = new URL(proposed.pairingUri.replace('wc:', 'https://')).searchParams.get('symKey') ?? ''
    const message = player.published.find(({ tag }) => tag === 1116)?.message ?? ''
    const asked: Opened = JSON.parse(openEnvelope(message, hexToBytes(symKey)))
    // Apart from the dapp's own name and key, the request is the recorded one.
    const { requester, authPayload } = asked.params as { requester: { publicKey: string }; authPayload: object }
    expect(authPayload).toEqual(recorded?.params?.authPayload)

    const answered = capture.frames
      .filter(({ dir }) => dir === 'relay->dapp')
      .flatMap(envelopesOf)
      .find(({ opened }) => opened.id === recorded?.id)
    // The wallet of `oca-noauth` did not know sign-in requests, and took the proposal or nothing.
    expect(answered === undefined).toBe(name.startsWith('oca-noauth'))
    if (answered === undefined) return dapp.stop()
    const keys = await createKeyPair(curves, randomBytes)
    const publicKey = bytesToHex(keys.publicKey)
    const { result, error } = answered.opened as { result?: { cacaos: Cacao[]; responder: object }; error?: object }
    const answer =
      result === undefined ? { error } : { result: { ...result, responder: { ...result.responder, publicKey } } }
    const key = await deriveSymKey(curves, keys.privateKey, hexToBytes(requester.publicKey))
    const text = JSON.stringify({ ...answered.opened, id: asked.id, ...answer })
    const topic = await topicOf(hexToBytes(requester.publicKey))
    const sealed = sealEnvelope(text, { symKey: key, senderPublicKey: keys.publicKey }, randomBytes)
    await expect.poll(() => player.topics.has(topic), quickly).toBe(true)
    const data = { topic, message: sealed, publishedAt: clock.now(), tag: result === undefined ? 1118 : 1117 }
    player.deliver(JSON.stringify({ id: 7, jsonrpc: '2.0', method: 'irn_subscription', params: { id: 'a', data } }))
    await expect.poll(() => player.acknowledged.has('7'), quickly).toBe(true)

    expect(told.filter(([event]) => event === 'failure')).toEqual([])
    if (result === undefined) {
      expect(await approval).toMatchObject({ code: 'proposal_rejected', reason: { code: 5000 } })
      expect(dapp.sessions()).toEqual([])
    } else {
      expect(await proposed.cacaos).toEqual(result.cacaos)
      expect(await approval).toMatchObject({
        topic: await topicOf(key),
        peer: { publicKey, metadata: { name: 'wallet' } },
        namespaces: { eip155: { accounts: ['eip155:1:0x4a62316623ad457f02cdc5d997ded67a383ec569'] } },
      })
    }
    await dapp.stop()
  },
)
