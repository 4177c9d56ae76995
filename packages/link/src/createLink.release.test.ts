import { parseChallengeResponse } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet, type TestHost } from './createTestHost.fixture.ts'
import type { ReleasedWallet } from './wallets/releasedWallet.ts'

const [wallet, second] = [createTestWallet(1), createTestWallet(2)]
const idsOf = async (host: TestHost, user: string) => (await host.link.linkedWallets(user)).map(({ id }) => id)
const eventsOf = async (host: TestHost, user: string) =>
  (await host.store.history(user, { before: undefined, limit: 10 })).map(({ type }) => type)
const end = (host: TestHost, id: string, status: 'stale' | 're-prove', hostUserId = 'mallory') =>
  host.store.setWalletStatus({ hostUserId, id, status, at: host.clock.now })

async function askRelease(host: TestHost, user: string, of = wallet) {
  const answer = await host.send('/challenges', {
    method: 'POST',
    user,
    body: { purpose: 'release', accountId: of.accountId },
  })
  expect(answer.status, answer.text).toBe(201)
  return parseChallengeResponse(answer.body)
}
const release = (host: TestHost, user: string, challengeId: string, signature: string) =>
  host.send('/wallets/release', { method: 'POST', user, body: { purpose: 'release', challengeId, signature } })

describe('T-57: an inactive link blocks no one', () => {
  test.each(['stale', 're-prove'] as const)(
    '%s: the wallet goes to the one who proves it, and the other learns of it',
    async (status) => {
      const host = await createTestHost({ isLoginFactor: true })
      const { id } = await host.linkWallet('mallory', wallet)
      const { challengeId, message } = await host.challenge('alice', wallet)
      expect((await host.prove('alice', challengeId, wallet.sign(message))).status).toBe(409)
      await end(host, id, status)
      const linked = await host.linkWallet('alice', wallet)
      expect(await idsOf(host, 'alice')).toEqual([linked.id])
      expect(await idsOf(host, 'mallory')).toEqual([])
      expect((await eventsOf(host, 'mallory'))[0]).toBe('released')
    },
  )

  test('T-55: if wallets are a login factor, a session alone unlinks no active wallet', async () => {
    const host = await createTestHost({ isLoginFactor: true })
    const { id } = await host.linkWallet('mallory', wallet)
    const remove = () => host.send(`/wallets/${id}`, { method: 'DELETE', user: 'mallory' })
    expect(await remove()).toMatchObject({ status: 401, body: { code: 'proof_required' } })
    await end(host, id, 'stale')
    expect((await host.send(`/wallets/${id}`, { method: 'DELETE', user: 'alice' })).status).toBe(401)
    expect((await remove()).status).toBe(204)
    expect(await idsOf(host, 'mallory')).toEqual([])
  })
})

describe('T-30: the owner of a key takes it from an account they cannot access', () => {
  test('by its signature: 204, the other account is notified, and the wallet can be linked', async () => {
    const host = await createTestHost({ isLoginFactor: true })
    await host.linkWallet('mallory', wallet)
    const kept = await host.linkWallet('mallory', second)
    const { challengeId, message } = await askRelease(host, 'alice')
    expect(message).toContain("Unlink this wallet from any account on app.example other than 'alice@mail.example'.")
    expect((await release(host, 'alice', challengeId, wallet.sign(message))).status).toBe(204)
    expect(await idsOf(host, 'mallory')).toEqual([kept.id])
    expect((await eventsOf(host, 'mallory')).slice(0, 2)).toEqual(['made-primary', 'released'])
    expect(await eventsOf(host, 'alice')).toEqual([])
    await host.linkWallet('alice', wallet)
  })

  test('gives the same answer if nobody holds it, and keeps the requester’s own link', async () => {
    const host = await createTestHost()
    for (const user of ['alice', 'carol']) {
      const { challengeId, message } = await askRelease(host, user)
      const answer = await release(host, user, challengeId, wallet.sign(message))
      expect([answer.status, answer.text]).toEqual([204, ''])
      if (user === 'alice') await host.linkWallet('carol', wallet)
    }
    expect(await idsOf(host, 'carol')).toHaveLength(1)
  })

  test('by another wallet or user, twice or with another text: nothing is unlinked', async () => {
    const host = await createTestHost()
    const { id } = await host.linkWallet('mallory', wallet)
    const wrong = await askRelease(host, 'alice')
    const refused = await release(host, 'alice', wrong.challengeId, second.sign(wrong.message))
    expect(refused).toMatchObject({ status: 400, body: { code: 'proof_invalid' } })

    const linking = await host.challenge('alice', wallet)
    expect((await release(host, 'alice', linking.challengeId, wallet.sign(linking.message))).status).toBe(404)
    const { challengeId, message } = await askRelease(host, 'alice')
    const signature = wallet.sign(message)
    expect((await release(host, 'bob', challengeId, signature)).status).toBe(404)
    expect((await host.prove('alice', challengeId, signature)).status).toBe(404)
    expect(await idsOf(host, 'mallory')).toEqual([id])
    expect((await release(host, 'alice', challengeId, signature)).status).toBe(204)
    await host.linkWallet('mallory', wallet)
    expect((await release(host, 'alice', challengeId, signature)).status).toBe(404)
    expect(await idsOf(host, 'mallory')).toHaveLength(1)
  })

  test('only in the requesting session, and only for a chain that is linked here', async () => {
    let sessionId = 'one'
    const host = await createTestHost({ hostUser: async () => ({ id: 'alice', label: 'alice', sessionId }) })
    const { challengeId, message } = await askRelease(host, 'alice')
    sessionId = 'two'
    expect((await release(host, 'alice', challengeId, wallet.sign(message))).status).toBe(404)
    sessionId = 'one'
    expect((await release(host, 'alice', challengeId, wallet.sign(message))).status).toBe(204)
    const body = { purpose: 'release', accountId: createTestWallet(1, 10).accountId }
    const elsewhere = await host.send('/challenges', { method: 'POST', user: 'alice', body })
    expect(elsewhere).toMatchObject({ status: 400, body: { code: 'unsupported_account' } })
  })
})

describe('T-50: the host app can notify the user who lost a wallet', () => {
  const told = () => {
    const heard: ReleasedWallet[] = []
    return { heard, onReleased: (released: ReleasedWallet) => void heard.push(released) }
  }
  const releaseBy = async (host: TestHost, user: string) => {
    const { challengeId, message } = await askRelease(host, user)
    return await release(host, user, challengeId, wallet.sign(message))
  }

  test('taken back by signature: reports owner, wallet and time once, not who took it', async () => {
    const { heard, onReleased } = told()
    const host = await createTestHost({ onReleased })
    await host.linkWallet('mallory', wallet)
    host.clock.now += 1
    for (let time = 0; time < 2; time += 1) expect((await releaseBy(host, 'alice')).status).toBe(204)
    const { accountId, name: walletName } = wallet
    expect(heard).toEqual([{ hostUserId: 'mallory', accountId, walletName, at: host.clock.now }])
    expect(JSON.stringify(host.events)).not.toContain('mallory')
  })

  test.each(['stale', 're-prove'] as const)('a link that is %s gives way in the same way', async (status) => {
    const { heard, onReleased } = told()
    const host = await createTestHost({ onReleased })
    const { id } = await host.linkWallet('mallory', wallet)
    await end(host, id, status)
    host.clock.now += 1
    await host.linkWallet('alice', createTestWallet(1, 137))
    const { accountId, name: walletName } = wallet
    expect(heard).toEqual([{ hostUserId: 'mallory', accountId, walletName, at: host.clock.now }])
  })

  test('each of several owners is reported once', async () => {
    const { heard, onReleased } = told()
    const host = await createTestHost({ onReleased })
    for (const [hostUserId, chainId] of [
      ['bob', 'eip155:1'],
      ['carol', 'eip155:137'],
    ] as const)
      await host.store.putLinkedWallet({
        id: hostUserId,
        hostUserId,
        namespace: 'eip155',
        address: `${chainId}:${wallet.address.toLowerCase()}`,
        accountId: `${chainId}:${wallet.address}`,
        walletName: undefined,
        linkedAt: host.clock.now,
        proof: { method: 'eip1271', chainId, block: '1', challengeId: 'c' },
      })
    expect((await releaseBy(host, 'alice')).status).toBe(204)
    expect(heard.map(({ hostUserId, accountId }) => [hostUserId, accountId]).toSorted()).toEqual([
      ['bob', `eip155:1:${wallet.address}`],
      ['carol', `eip155:137:${wallet.address}`],
    ])
  })

  test('a refusal, a user’s own unlinking and a new proof report nothing', async () => {
    const { heard, onReleased } = told()
    const host = await createTestHost({ onReleased })
    const { id } = await host.linkWallet('mallory', wallet)
    await host.linkWallet('mallory', wallet)
    const { challengeId, message } = await host.challenge('alice', wallet)
    const refused = await host.prove('alice', challengeId, wallet.sign(message))
    const words = { code: 'wallet_already_linked', message: 'This wallet is already linked to an account.' }
    expect([refused.status, refused.body]).toEqual([409, words])
    expect((await releaseBy(host, 'mallory')).status).toBe(204)
    expect(await eventsOf(host, 'mallory')).toEqual(['refreshed', 'linked'])
    expect((await host.send(`/wallets/${id}`, { method: 'DELETE', user: 'mallory' })).status).toBe(204)
    expect(await eventsOf(host, 'mallory')).toEqual(['unlinked', 'refreshed', 'linked'])
    expect(heard).toEqual([])
  })

  test('reports exactly the changes that were written', async () => {
    const { heard, onReleased } = told()
    const { store } = await createTestHost()
    const failing = await createTestHost({
      store: { ...store, releaseAddress: () => Promise.reject(new Error('disk')) },
      onReleased,
    })
    await failing.linkWallet('mallory', wallet)
    expect((await releaseBy(failing, 'alice')).status).toBe(500)
    expect(heard).toEqual([])

    const seen: ReturnType<typeof eventsOf>[] = []
    const host = await createTestHost({ store, onReleased: () => void seen.push(eventsOf(host, 'mallory')) })
    expect((await releaseBy(host, 'alice')).status).toBe(204)
    expect(await Promise.all(seen)).toEqual([['released', 'linked']])
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('mail down')
      },
    ],
    ['rejects', () => Promise.reject(new Error('mail down'))],
  ] as const)('a host app that %s there changes no answer; onFailure receives it', async (_, onReleased) => {
    const host = await createTestHost({ onReleased })
    await host.linkWallet('mallory', wallet)
    expect((await releaseBy(host, 'alice')).status).toBe(204)
    const { id } = await host.linkWallet('mallory', wallet)
    await end(host, id, 'stale')
    await host.linkWallet('alice', wallet)
    expect(host.failures).toEqual([new Error('mail down'), new Error('mail down')])
  })
})
