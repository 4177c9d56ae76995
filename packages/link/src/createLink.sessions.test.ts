import { parseChallengeResponse } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet, type TestHost } from './createTestHost.fixture.ts'
import type { HostUser } from './options/hostUser.ts'

const [wallet, second] = [createTestWallet(1), createTestWallet(2)]
const alice: HostUser = { id: 'alice', label: 'alice', sessionId: 'one' }

/** Creates a host whose session changes while the answer to a challenge is checked. */
async function createChangingHost(becomes: HostUser | undefined, options: Parameters<typeof createTestHost>[0] = {}) {
  const { store } = await createTestHost()
  const session: { hostUser: HostUser | undefined; changes: boolean } = { hostUser: alice, changes: false }
  const change = () => {
    if (session.changes) session.hostUser = becomes
  }
  const host = await createTestHost({
    ...options,
    store: {
      ...store,
      consumeChallenge: (key) => store.consumeChallenge(key).finally(change),
      consumeWithToken: (request) => store.consumeWithToken(request).finally(change),
    },
    hostUser: async () => session.hostUser,
  })
  return { host, session }
}

const ask = async (host: TestHost, body: object) =>
  parseChallengeResponse((await host.send('/challenges', { method: 'POST', body })).body)

describe.each([
  ['ended', undefined],
  ['became another user’s', { ...alice, id: 'bob' }],
  ['was rotated', { ...alice, sessionId: 'two' }],
] as const)('T-53 T-56: a pending proof when its session %s', (_, becomes) => {
  test('gets 401, and neither links nor unlinks nor takes from others', async () => {
    const { host, session } = await createChangingHost(becomes)
    const { id } = await host.linkWallet('alice', second)
    session.hostUser = { id: 'carol', label: 'carol' }
    await host.linkWallet('carol', createTestWallet(3))
    session.hostUser = alice
    const asked = [
      ['/proofs', { purpose: 'link', accountId: wallet.accountId }, wallet],
      [`/wallets/${id}/unlink`, { purpose: 'unlink', walletId: id }, second],
      ['/wallets/release', { purpose: 'release', accountId: createTestWallet(3).accountId }, createTestWallet(3)],
    ] as const
    for (const [path, body, signer] of asked) {
      const { challengeId, message } = await ask(host, body)
      session.changes = true
      const sent = { purpose: body.purpose, challengeId, signature: signer.sign(message) }
      const answer = await host.send(path, { method: 'POST', body: sent })
      expect([path, answer.status, answer.body]).toMatchObject([path, 401, { code: 'not_signed_in' }])
      Object.assign(session, { hostUser: alice, changes: false })
    }
    expect(await host.link.linkedWallets('alice')).toMatchObject([{ id }])
    expect(await host.link.linkedWallets('bob')).toEqual([])
    expect(await host.link.linkedWallets('carol')).toHaveLength(1)
  })

  test('and could not be checked: the challenge is not restored for a user who may be erased', async () => {
    const rpc = { 'eip155:1': ['https://rpc.example/'] }
    const down = { rpc, fetch: () => Promise.reject(new TypeError('no network')) }
    const { host, session } = await createChangingHost(becomes, down)
    const prove = async () => {
      const { challengeId, message } = await ask(host, { purpose: 'link', accountId: wallet.accountId })
      return { purpose: 'link', challengeId, signature: second.sign(message) }
    }
    const open = async () => (await host.store.exportHostUser('alice')).challenges.length
    const body = await prove()
    expect((await host.send('/proofs', { method: 'POST', body })).status).toBe(503)
    expect(await open()).toBe(1)
    session.changes = true
    expect((await host.send('/proofs', { method: 'POST', body })).status).toBe(503)
    expect(await open()).toBe(0)
  })
})

describe('T-55: linking that requires a step-up', () => {
  // An untyped host app can forget a `return`, or return what it found.
  test.each([undefined, null, 0, 'true', {}])('mayLink that gives %j has not said yes', async (given) => {
    const host = await createTestHost({ mayLink: async () => given as never })
    const body = { purpose: 'link', accountId: wallet.accountId }
    const answer = await host.send('/challenges', { method: 'POST', user: 'alice', body })
    expect(answer).toMatchObject({ status: 401, body: { code: 'proof_required' } })
  })

  test('mayLink says no: 401 for a text and for a proof, and nothing is used up', async () => {
    let may = true
    const asked: string[] = []
    const host = await createTestHost({
      isLoginFactor: true,
      mayLink: async ({ id }) => {
        asked.push(id)
        return may
      },
    })
    const linked = await host.linkWallet('alice', second)
    const { challengeId, message } = await host.challenge('alice', wallet)
    expect(new Set(asked)).toEqual(new Set(['alice']))
    may = false
    const bodies = [
      { purpose: 'link', accountId: wallet.accountId },
      { purpose: 'oneTap', chains: ['eip155:1'], methods: [] },
    ]
    for (const body of bodies) {
      const answer = await host.send('/challenges', { method: 'POST', user: 'alice', body })
      expect(answer).toMatchObject({ status: 401, body: { code: 'proof_required' } })
    }
    const refused = await host.prove('alice', challengeId, wallet.sign(message))
    expect(refused).toMatchObject({ status: 401, body: { code: 'proof_required' } })
    expect(await host.link.linkedWallets('alice')).toHaveLength(1)
    for (const body of [
      { purpose: 'unlink', walletId: linked.id },
      { purpose: 'release', accountId: wallet.accountId },
    ])
      expect((await host.send('/challenges', { method: 'POST', user: 'alice', body })).status).toBe(201)
    may = true
    expect((await host.prove('alice', challengeId, wallet.sign(message))).status).toBe(201)
  })
})
