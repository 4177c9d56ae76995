import { type LinkedWallet, parseChallengeResponse } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  createTestHost,
  createTestWallet,
  formatHighSTwin,
  type TestHost,
} from './createTestHost.fixture.ts'
import type { LinkStore } from './records/linkStore.ts'

const wallet = createTestWallet(1)

type Within = { readonly user: string; readonly session: string }
const alice: Within = { user: 'alice', session: 'one' }

function createSessionHost(options: Parameters<typeof createTestHost>[0] = {}): Promise<TestHost> {
  return createTestHost({
    hostUser: async (request) => {
      const id = request.headers.get('x-test-user')
      const sessionId = request.headers.get('x-test-session')
      return id === null || sessionId === null ? undefined : { id, label: id, sessionId }
    },
    ...options,
  })
}

const post = (host: TestHost, path: string, { user, session }: Within, body: object): Promise<Answer> =>
  host.send(path, { method: 'POST', user, headers: { 'x-test-session': session }, body })

/** Links alice's wallet and returns her proof with its answer, which she lost. */
async function linkAndLose(host: TestHost) {
  const asked = await post(host, '/challenges', alice, { purpose: 'link', accountId: wallet.accountId })
  const { challengeId, message } = parseChallengeResponse(asked.body)
  const body = { purpose: 'link', challengeId, signature: wallet.sign(message) }
  const answer = await post(host, '/proofs', alice, body)
  expect(answer.status, answer.text).toBe(201)
  return { body, answer, again: (within: Within = alice) => post(host, '/proofs', within, { ...body, again: true }) }
}

const unknown = { status: 404, body: { code: 'challenge_unknown' } }
const rowOf = async (host: TestHost) => JSON.stringify(await host.store.exportHostUser('alice'))

describe('F-L15: the answer to a proof gets lost, and the proof is sent again', () => {
  test('201 with the same wallet each time; one row, one event, nothing written', async () => {
    const host = await createSessionHost()
    const { answer, again } = await linkAndLose(host)
    const before = await rowOf(host)
    for (let time = 0; time < 3; time += 1) {
      const repeated = await again()
      expect([repeated.status, repeated.text]).toEqual([201, answer.text])
    }
    expect(await rowOf(host)).toBe(before)
    expect(await host.store.linkedWallets('alice')).toHaveLength(1)
    expect(host.events.filter(({ type }) => type === 'linked')).toHaveLength(1)
  })

  test('also over the limit of proofs per minute, which counts checks only', async () => {
    const host = await createSessionHost({ rateLimits: { proofsPerUser: 1 } })
    const { answer, again, body } = await linkAndLose(host)
    const wrong = { ...body, challengeId: 'A'.repeat(24) }
    expect((await post(host, '/proofs', alice, wrong)).status).toBe(429)
    for (let time = 0; time < 3; time += 1) expect((await again()).text).toBe(answer.text)
    for (const within of [
      { ...alice, session: 'two' },
      { ...alice, user: 'bob' },
    ])
      expect((await again(within)).status).not.toBe(201)
  })

  test('also if the answer got lost because the server stopped after the write', async () => {
    const host = await createSessionHost()
    const { answer, body } = await linkAndLose(host)
    const restarted = await createSessionHost({ file: host.file })
    expect((await post(restarted, '/proofs', alice, { ...body, again: true })).text).toBe(answer.text)
  })

  test('the store fails after its write: 500, and the same proof again gets 201', async () => {
    let fails = true
    const { store } = await createTestHost()
    const losing: LinkStore = {
      ...store,
      putLinkedWallet: async (proven) => {
        const put = await store.putLinkedWallet(proven)
        if (fails) throw new Error('The connection broke after the commit.')
        return put
      },
    }
    const host = await createSessionHost({ store: losing })
    const asked = await post(host, '/challenges', alice, { purpose: 'link', accountId: wallet.accountId })
    const { challengeId, message } = parseChallengeResponse(asked.body)
    const body = { purpose: 'link', challengeId, signature: wallet.sign(message) }
    expect((await post(host, '/proofs', alice, body)).status).toBe(500)
    fails = false
    const again = await post(host, '/proofs', alice, { ...body, again: true })
    expect(again).toMatchObject({ status: 201, body: { status: 'active' } })
    expect(await store.linkedWallets('alice')).toHaveLength(1)
  })

  test('T-40: a proof used twice is refused, unless it says it was sent before', async () => {
    const host = await createSessionHost()
    const { body } = await linkAndLose(host)
    expect(await post(host, '/proofs', alice, body)).toMatchObject(unknown)
    for (const again of [false, 'true', 1, null])
      expect(await post(host, '/proofs', alice, { ...body, again })).toMatchObject({ status: 400 })
    for (const path of ['/wallets/AAAA/unlink', '/wallets/release'])
      expect(await post(host, path, alice, { ...body, again: true })).toMatchObject({ status: 400 })
  })

  test('T-40: not for another session or user, with the message for an unknown challenge', async () => {
    const host = await createSessionHost()
    const { again } = await linkAndLose(host)
    for (const within of [
      { ...alice, session: 'two' },
      { user: 'bob', session: 'one' },
      { ...alice, session: 'ONE' },
    ])
      expect(await again(within)).toMatchObject(unknown)
    const none = await post(host, '/proofs', alice, { purpose: 'link', challengeId: 'A'.repeat(24), signature: '0x00' })
    expect((await again({ user: 'bob', session: 'one' })).text).toBe(none.text)
  })

  test('T-40: not with another signature, valid or not', async () => {
    const host = await createSessionHost()
    const { body } = await linkAndLose(host)
    const { signature } = body
    const others = ['0x00', `${signature}00`, formatHighSTwin(signature), createTestWallet(2).sign('x')]
    for (const other of others)
      expect(await post(host, '/proofs', alice, { ...body, signature: other, again: true })).toMatchObject(unknown)
  })

  test.each<[string, (host: TestHost, linked: LinkedWallet) => Promise<unknown>]>([
    ['the wallet was unlinked', (host, { id }) => host.store.removeLinkedWallet({ id, hostUserId: 'alice', at: 1 })],
    ['its user was erased', (host) => host.store.eraseHostUser('alice')],
    ['the operator asked for a new proof', (host) => host.store.reproveAll({ at: 1 })],
    ['it was proven again', (host) => linkAndLose(host)],
    [
      'five minutes have passed',
      async (host) => {
        host.clock.now += 300_000
      },
    ],
  ])('T-40: not after %s', async (_, change) => {
    const host = await createSessionHost()
    const { again, answer } = await linkAndLose(host)
    host.clock.now += 1
    const [linked] = await host.link.linkedWallets('alice')
    expect(linked?.id).toBeDefined()
    expect((await again()).text).toBe(answer.text)
    if (linked !== undefined) await change(host, linked)
    expect(await again()).toMatchObject(unknown)
  })

  test('T-40: reuse after a failure is refused: a wrong signature, then the right one', async () => {
    const host = await createSessionHost()
    const asked = await post(host, '/challenges', alice, { purpose: 'link', accountId: wallet.accountId })
    const { challengeId, message } = parseChallengeResponse(asked.body)
    const wrong = { purpose: 'link', challengeId, signature: createTestWallet(2).sign(message) }
    expect((await post(host, '/proofs', alice, wrong)).status).toBe(400)
    expect(await post(host, '/proofs', alice, wrong)).toMatchObject(unknown)
    expect(
      await post(host, '/proofs', alice, { purpose: 'link', challengeId, signature: wallet.sign(message) }),
    ).toMatchObject(unknown)
    expect(await host.store.linkedWallets('alice')).toEqual([])
  })

  test('the store keeps no signature for it', async () => {
    const host = await createSessionHost()
    const { body } = await linkAndLose(host)
    const kept = await rowOf(host)
    expect(kept).toContain('receipt')
    expect(kept).not.toContain(body.signature.slice(2, 40))
  })
})
