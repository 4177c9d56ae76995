import {
  type AuthenticationRequest,
  type Cacao,
  createCacao,
  formatAuthenticationMessage,
  formatRecap,
  narrowRecap,
  recapOf,
} from '@hawser/wire'
import { describe, expect, onTestFinished, test } from 'vitest'
import { topicOf } from '../envelope/createPairing.ts'
import { openSealed, parseEnvelope, sealEnvelope } from '../envelope/envelope.ts'
import { bytesToHex, createKeyPair, deriveSymKey, hexToBytes } from '../envelope/keys.ts'
import { createWebCurves } from '../envelope/webCurves.ts'
import { formatAuthenticationParams, parseAuthenticationParams } from '../message/authenticationMessage.ts'
import type { ProposedPairing } from '../proposer/proposer.ts'
import type { Authentication } from '../records/records.ts'
import { createMemoryStorage, type Storage } from '../records/storage.ts'
import { account, address, asked, createTestClients, granted } from '../testing/testClients.fixture.ts'
import { createSignClient } from './createSignClient.ts'

// wc_sessionAuthenticate: approval and signature in one step. test/interop shows that it works with official clients.
const curves = createWebCurves(crypto.subtle)
const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const signature = `0x${'11'.repeat(65)}`
const metadata = { name: 'Signer', description: '', url: 'https://wallet.example', icons: [] }
const request: AuthenticationRequest = {
  chains: ['eip155:1', 'eip155:10'],
  domain: 'app.example',
  uri: 'https://app.example/',
  nonce: '0123456789abcdef',
  issuedAt: '2026-11-20T20:00:00.000Z',
  requestId: 'challenge-1',
  statement: 'Link this wallet.',
  methods: ['personal_sign'],
}
const unlimited = formatRecap(recapOf(request))

function start() {
  const house = createTestClients()
  const stops: (() => Promise<void>)[] = [house.stop]
  onTestFinished(async () => {
    await Promise.all(stops.map((stop) => stop()))
  })
  function createSigner(storage: Storage = createMemoryStorage(), behindMs = 0) {
    const signer = createSignClient({
      relayUrl: 'ws://relay.test',
      metadata,
      storage,
      now: () => house.clock.now() - behindMs,
      setTimer: house.clock.setTimer,
      createWebSocket: house.relay.createWebSocket,
      authenticates: true,
    })
    signer.on('failure', ({ code }) => house.failures.push(code))
    stops.push(signer.stop)
    return signer
  }
  const propose = () => house.dapp.propose({ optionalNamespaces: asked, authentication: request })
  return { ...house, createSigner, signer: createSigner(), propose }
}

type House = ReturnType<typeof start>

async function askedOf(signer: House['signer'], pairingUri: string): Promise<Authentication> {
  const got = await signer.pair({ pairingUri })
  if (got.kind !== 'authentication') throw new Error('A request to sign in was expected.')
  return got
}

function sign(
  recap = unlimited,
  accountId: Parameters<typeof createCacao>[0]['accountId'] = account,
  of = request,
): Cacao {
  return createCacao({ request: of, accountId, signature, recap })
}

const withPayload = (part: object): Cacao => ({ ...sign(), p: { ...sign().p, ...part } })

/** Creates a wallet without a client: it reads the request from the mailbox, and seals any answer to it. */
async function createHostileWallet(house: House, { published, pairingTopic }: ProposedPairing) {
  await published
  const messages = await house.unread(house.storages.dapp, pairingTopic)
  const found = messages.find(({ tag }) => tag === 1116)?.payload
  const { requester } = (found?.params ?? {}) as { requester: { publicKey: string } }
  const keys = await createKeyPair(curves, randomBytes)
  const symKey = await deriveSymKey(curves, keys.privateKey, hexToBytes(requester.publicKey))
  const publicKey = bytesToHex(keys.publicKey)
  const responseTopic = await topicOf(hexToBytes(requester.publicKey))
  const seal = (body: object, senderPublicKey = keys.publicKey) =>
    sealEnvelope(JSON.stringify({ id: found?.id, jsonrpc: '2.0', ...body }), { symKey, senderPublicKey }, randomBytes)
  async function publish(message: string): Promise<void> {
    house.relay.publishRaw(responseTopic, message)
    await house.clock.tick()
  }
  return {
    symKey,
    publicKey,
    responseTopic,
    sessionTopic: await topicOf(symKey),
    seal,
    publish,
    answer: (cacaos: readonly unknown[], by = publicKey) =>
      publish(seal({ result: { cacaos, responder: { publicKey: by, metadata } } })),
  }
}

test('T-31: properties come with the proposal and the sign-in request, also after a restart', async () => {
  const { dapp, createSigner, wallet } = start()
  const sessionProperties = { hawser_originStatement: '{"domain":"app.example"}' }
  const proposed = await dapp.propose({ optionalNamespaces: asked, authentication: request, sessionProperties })
  const storage = createMemoryStorage()
  const signer = createSigner(storage)
  expect(await askedOf(signer, proposed.pairingUri)).toMatchObject({ sessionProperties })
  await signer.stop()
  const again = createSigner(storage)
  await again.ready()
  expect(again.pendingAuthentications()).toMatchObject([{ sessionProperties }])

  const plain = await dapp.propose({ optionalNamespaces: asked, sessionProperties })
  expect(await wallet.pair({ pairingUri: plain.pairingUri })).toMatchObject({ kind: 'proposal', sessionProperties })
})

test('F-L12 a wallet with a slow clock signs after the end: it gets an error, not a session', async () => {
  const { dapp, createSigner, propose, clock, relay, failures } = start()
  const signer = createSigner(createMemoryStorage(), 60_000)
  const proposed = await propose()
  const { id } = await askedOf(signer, proposed.pairingUri)
  const over = expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_expired' })
  await clock.advance(302_000)
  await over
  const deleted = new Promise((resolve) => signer.on('sessionDeleted', resolve))
  const { topic } = await signer.approveAuthentication({ requestId: id, cacaos: [sign()] })
  expect(await deleted).toMatchObject({ topic, by: 'peer', reason: { code: 7000 } })
  expect([dapp.sessions(), signer.sessions(), failures]).toEqual([[], [], []])
  // The socket that stayed open for a late answer closes in the end.
  await clock.advance(620_000)
  expect(relay.connections()).toBe(0)
})

test('one tap: the dapp asks, the wallet signs, and both hold the same session', async () => {
  const { dapp, signer, propose, failures } = start()
  const proposed = await propose()
  expect(proposed.pairingUri).toContain('&methods=wc_sessionAuthenticate')
  const got = await askedOf(signer, proposed.pairingUri)
  expect(got.request).toEqual(request)
  const recap = formatRecap(narrowRecap(recapOf(got.request), { methods: ['personal_sign'], chains: ['eip155:1'] }))
  expect(formatAuthenticationMessage(got.request, account, recap)).toContain('Link this wallet. I further authorize')
  const cacao = sign(recap)
  const settled = await signer.approveAuthentication({ requestId: got.id, cacaos: [cacao] })
  const session = await proposed.approval
  expect(await proposed.cacaos).toEqual([cacao])
  expect(session).toMatchObject({
    topic: settled.topic,
    role: 'dapp',
    acknowledged: true,
    namespaces: { eip155: { accounts: [account], methods: ['personal_sign'] } },
  })
  expect([dapp.sessions(), signer.sessions()]).toEqual([[session], [settled]])
  await Promise.all([dapp.ping({ topic: session.topic }), signer.ping({ topic: session.topic })])
  expect([dapp.pairings(), signer.pendingAuthentications(), failures]).toEqual([[], [], []])
})

test('CACAOs of several accounts and chains give one session with all of them', async () => {
  const { signer, propose } = start()
  const proposed = await propose()
  const { id } = await askedOf(signer, proposed.pairingUri)
  const cacaos = [sign(), sign(unlimited, `eip155:10:${address}`), sign(unlimited, `eip155:1:0x${'22'.repeat(20)}`)]
  await signer.approveAuthentication({ requestId: id, cacaos })
  const { namespaces } = await proposed.approval
  expect(namespaces.eip155?.accounts).toEqual([account, `eip155:10:${address}`, `eip155:1:0x${'22'.repeat(20)}`])
  expect(await proposed.cacaos).toHaveLength(3)
})

test('a wallet without sign-in takes the proposal beside the request, and signs nothing', async () => {
  const { wallet, propose, failures } = start()
  const proposed = await propose()
  const { id, kind } = await wallet.pair({ pairingUri: proposed.pairingUri })
  expect(kind).toBe('proposal')
  await wallet.approve({ proposalId: id, namespaces: granted })
  expect((await proposed.approval).namespaces).toEqual(granted)
  expect([await proposed.cacaos, failures]).toEqual([[], []])
})

test('a wallet with sign-in still takes an ordinary proposal', async () => {
  const { dapp, signer } = start()
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  const { id, kind } = await signer.pair({ pairingUri: proposed.pairingUri })
  expect(kind).toBe('proposal')
  await signer.approve({ proposalId: id, namespaces: granted })
  expect((await proposed.approval).namespaces).toEqual(granted)
})

test('the wallet declines: the dapp gets its number, and no key remains', async () => {
  const { dapp, signer, propose } = start()
  const proposed = await propose()
  const refused = expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_rejected', reason: { code: 5000 } })
  const { id } = await askedOf(signer, proposed.pairingUri)
  await signer.rejectAuthentication({ requestId: id })
  await refused
  await expect(proposed.cacaos).rejects.toMatchObject({ code: 'proposal_rejected' })
  expect([dapp.pairings(), signer.pendingAuthentications()]).toEqual([[], []])
  await expect(signer.approveAuthentication({ requestId: id, cacaos: [sign()] })).rejects.toMatchObject({
    code: 'unknown_proposal',
  })
})

describe('T-44 the dapp refuses an answer to another request, and notifies the wallet', () => {
  const other = { ...request, methods: ['personal_sign', 'eth_sendTransaction'] }
  test.each<[string, readonly unknown[]]>([
    ['no CACAO', []],
    ['more CACAOs than anybody has accounts', Array.from({ length: 33 }, () => sign())],
    ['a malformed CACAO', [{}]],
    ['another domain', [withPayload({ domain: 'evil.example' })]],
    ['another nonce', [withPayload({ nonce: 'fedcba9876543210' })]],
    ['another time', [withPayload({ iat: '2026-11-20T20:00:01.000Z' })]],
    ['an end that was not asked for', [withPayload({ exp: '2027-11-20T20:00:00.000Z' })]],
    ['another statement', [withPayload({ statement: 'Send all funds.' })]],
    ['another chain', [sign(unlimited, `eip155:137:${address}`)]],
    ['an account of another kind', [withPayload({ iss: 'did:pkh:solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abc' })]],
    ['more methods', [sign(formatRecap(recapOf(other)), account, other)]],
    ['more chains', [sign(formatRecap({ personal_sign: { chains: ['eip155:137'] } }))]],
    ['a wrong one beside a right one', [sign(), withPayload({ nonce: 'fedcba9876543210' })]],
  ])('%s', async (_, cacaos) => {
    const house = start()
    const proposed = await house.propose()
    const refused = expect(proposed.approval).rejects.toMatchObject({ code: 'invalid_cacao' })
    const hostile = await createHostileWallet(house, proposed)
    await hostile.answer(cacaos)
    await refused
    expect([house.dapp.sessions(), house.dapp.pairings(), house.failures]).toEqual([[], [], ['invalid_cacao']])
    const [told] = house.relay.stored(hostile.sessionTopic)
    const bytes = openSealed(parseEnvelope(told?.message ?? ''), hostile.symKey)
    expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({
      method: 'wc_sessionDelete',
      params: { code: 11003 },
    })
  })

  test('a key other than the one that seals the answer', async () => {
    const house = start()
    const proposed = await house.propose()
    const refused = expect(proposed.approval).rejects.toMatchObject({ code: 'invalid_cacao' })
    await (await createHostileWallet(house, proposed)).answer([sign()], 'ab'.repeat(32))
    await refused
  })
})

test('malformed answers, other ids and weak keys change nothing; the right answer counts', async () => {
  const house = start()
  const proposed = await house.propose()
  const hostile = await createHostileWallet(house, proposed)
  const { publicKey, seal, publish, symKey } = hostile
  await publish('rubbish')
  await publish(sealEnvelope('{}', { symKey }, randomBytes))
  await publish(seal({ result: {} }, new Uint8Array(32)))
  await publish(seal({ result: {} }, randomBytes(32)))
  await publish(seal({ id: 1, result: { cacaos: [withPayload({ nonce: 'x' })], responder: { publicKey, metadata } } }))
  await publish(seal({ method: 'wc_sessionPing', params: {} }))
  expect(house.failures).toEqual(['envelope_invalid', 'envelope_invalid', 'shared_secret_invalid', 'envelope_invalid'])
  await hostile.answer([sign()])
  expect((await proposed.approval).peer.publicKey).toBe(publicKey)
})

test('a wallet that does not know the method leaves the proposal open', async () => {
  const house = start()
  const proposed = await house.propose()
  const hostile = await createHostileWallet(house, proposed)
  await hostile.publish(hostile.seal({ error: { code: 10001, message: 'Unsupported wc_ method.' } }))
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  await house.wallet.approve({ proposalId: id, namespaces: granted })
  expect((await proposed.approval).namespaces).toEqual(granted)
})

test('the first answer counts; a second, a repeated and a late one do nothing', async () => {
  const house = start()
  const proposed = await house.propose()
  const [first, second] = [await createHostileWallet(house, proposed), await createHostileWallet(house, proposed)]
  await first.answer([sign()])
  const session = await proposed.approval
  await first.answer([sign()])
  await second.answer([sign()])
  expect(house.dapp.sessions()).toEqual([session])

  const again = await house.propose()
  const late = await createHostileWallet(house, again)
  const { id } = await house.wallet.pair({ pairingUri: again.pairingUri })
  await house.wallet.approve({ proposalId: id, namespaces: granted })
  await late.answer([sign()])
  expect([(await again.approval).namespaces, await again.cacaos]).toEqual([granted, []])
})

test('after five minutes or a cancel nothing waits for the answer, and it comes too late', async () => {
  const house = start()
  for (const end of ['proposal_expired', 'proposal_cancelled']) {
    const proposed = await house.propose()
    const over = expect(proposed.approval).rejects.toMatchObject({ code: end })
    const hostile = await createHostileWallet(house, proposed)
    if (end === 'proposal_expired') await house.clock.advance(300_000)
    else proposed.cancel()
    await over
    await hostile.answer([sign()])
    expect(house.dapp.sessions()).toEqual([])
  }
})

test('T-69 refuses a session too long for the dapp: the wallet gets an error, others stay', async () => {
  const { dapp, wallet, signer, clock } = start()
  for (let index = 0; index < 10; index += 1) {
    const { pairingUri, approval } = await dapp.propose({ optionalNamespaces: asked })
    const { id: proposalId } = await wallet.pair({ pairingUri })
    const more = Array.from({ length: 48 }, (_, other) => `eip155:1:0x${`${other}`.padStart(40, '2')}` as const)
    const namespaces = { eip155: { ...granted.eip155, accounts: [account, ...more] } }
    await wallet.approve({ proposalId, namespaces })
    await approval
  }
  const before = dapp.sessions()
  expect(before).toHaveLength(10)
  // The requested namespaces are part of the session's record, which is then too long.
  const methods = Array.from({ length: 150 }, (_, index) => `method${index}`.padEnd(60, 'x'))
  const optionalNamespaces = { eip155: { ...asked.eip155, methods } }
  const proposed = await dapp.propose({ optionalNamespaces, authentication: request })
  const { id } = await askedOf(signer, proposed.pairingUri)
  const deleted = new Promise((resolve) => signer.on('sessionDeleted', resolve))
  const refused = [proposed.approval, proposed.cacaos].map((each) =>
    expect(each).rejects.toMatchObject({ code: 'invalid_session_message' }),
  )
  await signer.approveAuthentication({ requestId: id, cacaos: [sign()] })
  await Promise.all(refused)
  expect(await deleted).toMatchObject({ reason: { code: 11003 } })
  await clock.tick()
  expect(dapp.sessions()).toEqual(before)
})

test('a cancel while the answer is processed counts: the wallet gets an error, not a session', async () => {
  const { dapp, signer, propose, relay, clock, failures } = start()
  const proposed = await propose()
  const { id } = await askedOf(signer, proposed.pairingUri)
  const over = expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_cancelled' })
  const deleted = new Promise((resolve) => signer.on('sessionDeleted', resolve))
  // After the answer arrives, the next hash is that of the session's key.
  const { subtle } = crypto
  const { digest } = subtle
  onTestFinished(() => void Reflect.deleteProperty(subtle, 'digest'))
  relay.behaviour.push = (delivery, forward) => {
    if (delivery.tag === 1117) {
      subtle.digest = (...given) => {
        queueMicrotask(proposed.cancel)
        Reflect.deleteProperty(subtle, 'digest')
        return digest.apply(subtle, given)
      }
    }
    forward(delivery)
  }
  const { topic } = await signer.approveAuthentication({ requestId: id, cacaos: [sign()] })
  await over
  expect(await deleted).toMatchObject({ topic, reason: { code: 6000 } })
  await clock.tick()
  expect([dapp.sessions(), signer.sessions(), failures]).toEqual([[], [], []])
  await expect(dapp.disconnect({ topic })).rejects.toMatchObject({ code: 'unknown_session' })
})

describe('the wallet', () => {
  test.each<[string, readonly Cacao[]]>([
    ['no CACAO', []],
    ['the text of another request', [withPayload({ nonce: 'fedcba9876543210' })]],
    ['a chain that was not asked for', [sign(unlimited, `eip155:137:${address}`)]],
    ['more than was asked for', [sign(formatRecap({ eth_sendTransaction: { chains: undefined } }))]],
  ])('sends nothing that its dapp would refuse: %s', async (_, cacaos) => {
    const { signer, propose } = start()
    const proposed = await propose()
    const { id } = await askedOf(signer, proposed.pairingUri)
    await expect(signer.approveAuthentication({ requestId: id, cacaos })).rejects.toMatchObject({
      code: 'invalid_cacao',
    })
    await signer.approveAuthentication({ requestId: id, cacaos: [sign()] })
    expect((await proposed.approval).namespaces.eip155?.accounts).toEqual([account])
  })

  test('approves twice at once: one session', async () => {
    const { signer, propose } = start()
    const proposed = await propose()
    const { id } = await askedOf(signer, proposed.pairingUri)
    const both = await Promise.all([1, 2].map(() => signer.approveAuthentication({ requestId: id, cacaos: [sign()] })))
    expect(both[0]).toEqual(both[1])
    expect(signer.sessions()).toHaveLength(1)
  })

  test('approves and rejects at once: both ends get the same one of the two answers', async () => {
    const { signer, propose, dapp, clock } = start()
    const approved: boolean[] = []
    for (let moment = -1; moment <= 10; moment += 1) {
      const proposed = await propose()
      const heard = proposed.approval.catch(({ code }) => code)
      const { id: requestId } = await askedOf(signer, proposed.pairingUri)
      const reject = () => signer.rejectAuthentication({ requestId }).then(String, ({ code }) => code)
      const first = moment < 0 ? reject() : undefined
      const approving = signer.approveAuthentication({ requestId, cacaos: [sign()] }).catch(({ code }) => code)
      for (let step = 0; step < moment; step += 1) await new Promise((resolve) => setImmediate(resolve))
      if (moment === 10) await approving
      const rejected = await (first ?? reject())
      const answer = await approving
      const isApproved = answer.topic !== undefined
      approved.push(isApproved)
      expect([moment, isApproved ? rejected : answer]).toEqual([moment, 'unknown_proposal'])
      expect(await heard).toEqual(isApproved ? expect.objectContaining({ topic: answer.topic }) : 'proposal_rejected')
      await clock.tick()
      for (const client of [dapp, signer]) expect(client.sessions()).toHaveLength(approved.filter(Boolean).length)
    }
    expect(approved.slice(0, 2)).toEqual([false, false])
    expect(approved.at(-1)).toBe(true)
  })

  test('requests of two dapps with the same id are two sessions', async () => {
    const { signer, create } = start()
    const randomBytes = (length: number) =>
      crypto.getRandomValues(new Uint8Array(length)).fill(0, 0, length === 1 ? 1 : 0)
    const ids = new Set<number>()
    for (let index = 0; index < 2; index += 1) {
      const dapp = create(createMemoryStorage(), { randomBytes })
      const proposed = await dapp.propose({ optionalNamespaces: asked, authentication: request })
      const { id: requestId } = await askedOf(signer, proposed.pairingUri)
      const session = await signer.approveAuthentication({ requestId, cacaos: [sign()] })
      expect(session.pairingTopic).toBe(proposed.pairingTopic)
      expect((await proposed.approval).topic).toBe(session.topic)
      ids.add(requestId)
    }
    expect([ids.size, signer.sessions().length]).toEqual([1, 2])
  })

  test('the same link gives the same request until it is answered, also after a restart', async () => {
    const { createSigner, propose } = start()
    const storage = createMemoryStorage()
    const proposed = await propose()
    const first = createSigner(storage)
    const got = await askedOf(first, proposed.pairingUri)
    expect(await first.pair({ pairingUri: proposed.pairingUri })).toEqual(got)
    await first.stop()
    const second = createSigner(storage)
    await second.ready()
    expect(second.pendingAuthentications()).toEqual([got])
    expect(await second.pair({ pairingUri: proposed.pairingUri })).toEqual(got)
    await second.approveAuthentication({ requestId: got.id, cacaos: [sign()] })
    await proposed.approval
    await expect(second.pair({ pairingUri: proposed.pairingUri })).rejects.toMatchObject({ code: 'pairing_expired' })
  })

  test('the request expires with its pairing, and the wallet gets the event', async () => {
    const { clock, signer, propose } = start()
    const proposed = await propose()
    const { id, expiresAt } = await askedOf(signer, proposed.pairingUri)
    expect(expiresAt).toBe(Math.floor(proposed.expiresAt / 1000) * 1000)
    const expired = new Promise((resolve) => signer.on('proposalExpired', resolve))
    await clock.advance(300_000)
    expect(await expired).toMatchObject({ id })
    expect(signer.pendingAuthentications()).toEqual([])
    await expect(signer.approveAuthentication({ requestId: id, cacaos: [sign()] })).rejects.toMatchObject({
      code: 'proposal_expired',
    })
  })

  test.each<[string, object, number]>([
    ['another version', { version: '2' }, 11002],
    ['no nonce', { nonce: undefined }, 11002],
    ['a domain that breaks the text', { domain: 'app.example\nURI: https://evil.example/' }, 11002],
    ['a statement that breaks the text', { statement: 'One.\nTwo.' }, 11002],
    ['a malformed time', { iat: 'yesterday' }, 11002],
    ['no chain of an EVM', { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }, 11002],
    ['malformed resources', { resources: [1] }, 11002],
    ['a ReCap that cannot be read', { resources: ['urn:recap:????'] }, 11002],
    ['an end that is over', { exp: '2020-01-01T00:00:00.000Z' }, 11005],
  ])('refuses a request with %s, and the dapp gets the number', async (_, part, code) => {
    const { clock, relay, signer, storages, propose, unread } = start()
    const proposed = await propose()
    await proposed.published
    const [found] = await unread(storages.dapp, proposed.pairingTopic)
    const params = found?.payload.params as { authPayload: object; requester: { publicKey: string } }
    const pairing = new URL(proposed.pairingUri.replace('wc:', 'https://'))
    const keys = await createKeyPair(curves, randomBytes)
    const requester = { publicKey: bytesToHex(keys.publicKey), metadata }
    const otherTopic = await topicOf(new Uint8Array(32).fill(5))
    const payload = { ...params, requester, authPayload: { ...params.authPayload, ...part } }
    const uri = proposed.pairingUri
      .replace(proposed.pairingTopic, otherTopic)
      .replace(pairing.searchParams.get('symKey') ?? '', '05'.repeat(32))
    const paired = expect(signer.pair({ pairingUri: uri })).rejects.toMatchObject({
      code: expect.stringMatching(/^invalid_(cacao|session_message)$/),
    })
    await clock.tick()
    relay.publish(otherTopic, '05'.repeat(32), {
      id: 7,
      jsonrpc: '2.0',
      method: 'wc_sessionAuthenticate',
      params: payload,
    })
    await paired
    await clock.tick()
    const [answer] = relay.stored(await topicOf(keys.publicKey))
    const envelope = parseEnvelope(answer?.message ?? '')
    const symKey = await deriveSymKey(curves, keys.privateKey, envelope.senderPublicKey ?? new Uint8Array())
    expect([answer?.tag, JSON.parse(new TextDecoder().decode(openSealed(envelope, symKey)))]).toMatchObject([
      1119,
      { id: 7, error: { code } },
    ])
  })
})

describe('F09 a refusal of a request to sign in by', () => {
  test.each<[string, object, number]>([
    ['a text', { error: 'Declined by the user' }, 5000],
    ['an error without a number', { error: { message: 'Declined' } }, 5000],
    ['null beside an error', { result: null, error: { code: 12001, message: 'No.' } }, 12001],
    ['a number as text', { error: { code: '4001', message: 'No.' } }, 4001],
    ['an error that is empty', { error: {} }, -32603],
    ['neither result nor error', {}, -32603],
  ])('%s: the proposal is rejected, in every way a wallet can refuse', async (_, body, code) => {
    for (const place of ['to the dapp alone', 'on the pairing']) {
      const house = start()
      const proposed = await house.propose()
      const refused = expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_rejected', reason: { code } })
      const { answerAuthentication } = await createRefusingWallet(house, proposed)
      await answerAuthentication(place === 'on the pairing', body)
      await refused
    }
  })

  test.each([10001, 1001, 3001, 5101, 4200, -32601, -32004])(
    '%i, for a method without support: the proposal beside it stays open',
    async (code) => {
      const house = start()
      const proposed = await house.propose()
      const { answerAuthentication } = await createRefusingWallet(house, proposed)
      for (const isOnPairing of [true, false]) await answerAuthentication(isOnPairing, { error: { code, message: '' } })
      const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
      const { session } = await house.wallet.approve({ proposalId: id, namespaces: granted })
      expect((await proposed.approval).topic).toBe(session.topic)
      expect(await proposed.cacaos).toEqual([])
    },
  )
})

/** Creates a wallet that answers a sign-in request with any body, on the response topic or on the pairing. */
async function createRefusingWallet(house: House, proposed: ProposedPairing) {
  const hostile = await createHostileWallet(house, proposed)
  const asking = await house.unread(house.storages.dapp, proposed.pairingTopic)
  const id = asking.find(({ tag }) => tag === 1116)?.payload.id
  const pairingKey = await house.symKeyOf(house.storages.dapp, proposed.pairingTopic)
  return {
    async answerAuthentication(isOnPairing: boolean, body: object): Promise<void> {
      if (!isOnPairing) return hostile.publish(hostile.seal(body))
      house.relay.publish(proposed.pairingTopic, pairingKey, { id, jsonrpc: '2.0', ...body })
      await house.clock.tick()
    },
  }
}

describe('F03a an answer to a request to sign in keeps its good CACAO beside', () => {
  test.each<[string, unknown]>([
    ['a malformed CACAO', {}],
    ['null', null],
    ['one of another kind', { ...sign(), h: { t: 'other' } }],
    ['one without a signature', { ...sign(), s: { t: 'eip191', s: '' } }],
    [
      'one of an account of Solana',
      withPayload({ iss: 'did:pkh:solana:main:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv' }),
    ],
    ['one on a chain that nobody asked for', sign(unlimited, `eip155:5:${address}`)],
  ])('%s', async (_, other) => {
    const house = start()
    const proposed = await house.propose()
    const hostile = await createHostileWallet(house, proposed)
    await hostile.answer([other, sign()])
    expect((await proposed.approval).namespaces.eip155?.accounts).toEqual([account])
    expect(await proposed.cacaos).toEqual([sign()])
    expect(house.failures).toEqual([])
  })
})

test('F03a a wallet gets the chains it can read, with any others in the list', () => {
  const peer = { publicKey: 'ab'.repeat(32), metadata }
  const params = formatAuthenticationParams(request, peer, 1_795_208_116_000) as { authPayload: object }
  const chains = [7, null, 'eip155', 'eip155:x', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', ...request.chains]
  const read = parseAuthenticationParams({ ...params, authPayload: { ...params.authPayload, chains } })
  expect(read.request.chains).toEqual(request.chains)
})
