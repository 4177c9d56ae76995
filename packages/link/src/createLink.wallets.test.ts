import { parseChallengeResponse, parseWalletHistory } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet, type TestHost } from './createTestHost.fixture.ts'

const [first, second] = [createTestWallet(1), createTestWallet(2)]
const nothing = 'A'.repeat(24)

/** Links two wallets of alice, a second apart. */
async function createAlice(options: Parameters<typeof createTestHost>[0] = {}) {
  const host = await createTestHost(options)
  const one = await host.linkWallet('alice', first)
  host.clock.now += 1000
  const two = await host.linkWallet('alice', second)
  host.clock.now += 1000
  return { host, one, two }
}

const change = (host: TestHost, id: string, body: unknown, user = 'alice') =>
  host.send(`/wallets/${id}`, { method: 'PATCH', user, body })
const walletsOf = async (host: TestHost, user = 'alice') => (await host.send('/wallets', { user })).body

test('HEAD /wallets says whether someone is signed in, without reading the list', async () => {
  const { host } = await createAlice()
  const ask = (user?: string) => host.send('/wallets', { method: 'HEAD', ...(user !== undefined && { user }) })
  expect([(await ask('alice')).status, (await ask()).status]).toEqual([200, 401])
  expect(await walletsOf(host)).toMatchObject({ wallets: [{}, {}] })
})

describe('PATCH /wallets/:id', () => {
  test('renames: cleaned, kept through a new proof, reset with null', async () => {
    const { host, one, two } = await createAlice()
    const renamed = await change(host, two.id, { label: ' My\u202e savings ' })
    expect([renamed.status, renamed.body]).toEqual([200, { ...two, label: 'My savings' }])
    expect(await walletsOf(host)).toEqual({ wallets: [one, renamed.body] })
    await host.linkWallet('alice', second)
    expect(await host.link.linkedWallets('alice')).toMatchObject([{}, { label: 'My savings' }])
    expect((await change(host, two.id, { label: null })).body).not.toHaveProperty('label')
  })

  test('sets the primary wallet: at most one', async () => {
    const { host, one, two } = await createAlice()
    expect([one.isPrimary, two.isPrimary]).toEqual([true, false])
    expect(await change(host, two.id, { isPrimary: true })).toMatchObject({ status: 200, body: { isPrimary: true } })
    expect(await walletsOf(host)).toMatchObject({ wallets: [{ isPrimary: false }, { isPrimary: true }] })
  })

  test.each([
    {},
    { label: '' },
    { label: 'x'.repeat(65) },
    { isPrimary: false },
    { label: 'x', hostUserId: 'bob' },
    [],
  ])('T-43 T-51: %j is 400 and changes nothing', async (body) => {
    const { host, one, two } = await createAlice()
    expect(await change(host, two.id, body)).toMatchObject({ status: 400, body: { code: 'invalid_link_body' } })
    expect(await walletsOf(host)).toEqual({ wallets: [one, two] })
  })

  test('a body that is no JSON by its type: 415, nothing changed', async () => {
    const { host, one, two } = await createAlice()
    const headers = { 'content-type': 'text/plain' }
    const sent = { method: 'PATCH', user: 'alice', body: { label: 'x' }, headers }
    expect((await host.send(`/wallets/${two.id}`, sent)).status).toBe(415)
    expect(await walletsOf(host)).toEqual({ wallets: [one, two] })
  })
})

describe('GET /history', () => {
  test('lists the history, the latest first, page by page', async () => {
    const { host, two } = await createAlice()
    await change(host, two.id, { label: 'Savings' })
    await change(host, two.id, { isPrimary: true })
    await host.send(`/wallets/${two.id}`, { method: 'DELETE', user: 'alice' })
    const pages: unknown[] = []
    let query = '?limit=3'
    for (;;) {
      const answer = await host.send(`/history${query}`, { user: 'alice' })
      expect(answer.status).toBe(200)
      const { events, before } = parseWalletHistory(answer.body)
      pages.push(events.map(({ type }) => type))
      if (before === undefined) break
      query = `?limit=3&before=${before}`
    }
    expect(pages).toEqual([
      ['made-primary', 'unlinked', 'made-primary'],
      ['renamed', 'linked', 'linked'],
    ])
    expect((await host.send('/history', { user: 'bob' })).body).toEqual({ events: [] })
  })

  test.each(['?limit=0', '?limit=101', '?before=x', '?user=alice', '?limit=1&limit=2'])('%s is 400', async (query) => {
    const host = await createTestHost()
    expect(await host.send(`/history${query}`, { user: 'alice' })).toMatchObject({ status: 400 })
  })
})

describe('the status of a link', () => {
  test('T-46 T-57: the list shows stale and re-prove; a new proof reactivates a wallet', async () => {
    const { host, one, two } = await createAlice()
    const at = host.clock.now
    await host.store.setWalletStatus({ hostUserId: 'alice', id: one.id, status: 'stale', at })
    await host.store.setWalletStatus({ hostUserId: 'alice', id: two.id, status: 're-prove', at })
    expect(await walletsOf(host)).toMatchObject({ wallets: [{ status: 'stale' }, { status: 're-prove' }] })
    await host.linkWallet('alice', first)
    expect(await host.link.linkedWallets('alice')).toContainEqual(
      expect.objectContaining({ id: one.id, status: 'active' }),
    )
  })
})

test('T-48: an uncheckable signature does not unlink, and the challenge stays open', async () => {
  // The account's key did not make this signature, so the account would have to be asked as a contract, and no endpoint
  // answers.
  const rpc = { 'eip155:1': ['https://rpc.example/'] }
  const host = await createTestHost({ rpc, fetch: () => Promise.reject(new TypeError('no network')) })
  const { id } = await host.linkWallet('alice', first)
  const asked = await host.send('/challenges', {
    method: 'POST',
    user: 'alice',
    body: { purpose: 'unlink', walletId: id },
  })
  const { challengeId, message } = parseChallengeResponse(asked.body)
  const unlink = (signature: string) =>
    host.send(`/wallets/${id}/unlink`, {
      method: 'POST',
      user: 'alice',
      body: { purpose: 'unlink', challengeId, signature },
    })
  expect(await unlink(second.sign(message))).toMatchObject({ status: 503, body: { code: 'cannot_check_now' } })
  expect(await host.link.linkedWallets('alice')).toHaveLength(1)
  expect((await unlink(first.sign(message))).status).toBe(204)
})

describe('T-55: unlinking a wallet that is a login factor', () => {
  const ask = (host: TestHost, id: string, user = 'alice') =>
    host.send('/challenges', { method: 'POST', user, body: { purpose: 'unlink', walletId: id } })
  const unlink = (host: TestHost, id: string, body: object, user = 'alice') =>
    host.send(`/wallets/${id}/unlink`, { method: 'POST', user, body })

  test('a session alone: 401, nothing unlinked', async () => {
    const { host, one, two } = await createAlice({ isLoginFactor: true })
    const answer = await host.send(`/wallets/${one.id}`, { method: 'DELETE', user: 'alice' })
    expect(answer).toMatchObject({ status: 401, body: { code: 'proof_required' } })
    // The message is the same for a wallet that does not exist.
    const unknown = await host.send(`/wallets/${nothing}`, { method: 'DELETE', user: 'alice' })
    expect([unknown.status, unknown.text]).toEqual([answer.status, answer.text])
    expect(await walletsOf(host)).toEqual({ wallets: [one, two] })
  })

  test('with a fresh signature of that wallet: 204, once', async () => {
    const { host, one, two } = await createAlice({ isLoginFactor: true })
    const { challengeId, message } = parseChallengeResponse((await ask(host, two.id)).body)
    expect(message).toContain("Unlink this wallet from the account 'alice@mail.example' on app.example.")
    const proof = { purpose: 'unlink', challengeId, signature: second.sign(message) }
    expect((await unlink(host, two.id, proof)).status).toBe(204)
    expect(await walletsOf(host)).toEqual({ wallets: [one] })
    expect(await unlink(host, two.id, proof)).toMatchObject({ status: 404, body: { code: 'challenge_unknown' } })
  })

  test('by another wallet, text or user: refused, nothing unlinked', async () => {
    const { host, one, two } = await createAlice({ isLoginFactor: true })
    await host.linkWallet('bob', createTestWallet(3))
    const fresh = async () => parseChallengeResponse((await ask(host, two.id)).body)
    const byOther = await fresh()
    const ofOther = { purpose: 'unlink', challengeId: byOther.challengeId, signature: first.sign(byOther.message) }
    expect(await unlink(host, two.id, ofOther)).toMatchObject({ status: 400, body: { code: 'proof_invalid' } })

    const link = await host.challenge('alice', second)
    const linkProof = { purpose: 'unlink', challengeId: link.challengeId, signature: second.sign(link.message) }
    expect((await unlink(host, two.id, linkProof)).status).toBe(404)
    expect((await unlink(host, two.id, { ...linkProof, purpose: 'link' })).status).toBe(400)
    const unlinkText = await fresh()
    const unlinkProof = {
      purpose: 'unlink',
      challengeId: unlinkText.challengeId,
      signature: second.sign(unlinkText.message),
    }
    // A text that unlinks does not link. It unlinks no other wallet, and works for no other user.
    expect((await host.prove('alice', unlinkProof.challengeId, unlinkProof.signature)).status).toBe(404)
    expect((await unlink(host, one.id, unlinkProof)).status).toBe(404)
    expect((await unlink(host, two.id, unlinkProof, 'bob')).status).toBe(404)
    const cacao = { purpose: 'oneTap', challengeId: unlinkText.challengeId, cacao: {} }
    expect((await unlink(host, two.id, cacao)).status).toBe(400)
    expect(await host.link.linkedWallets('alice')).toHaveLength(2)
    // None of these attempts used the challenge up.
    expect((await unlink(host, two.id, unlinkProof)).status).toBe(204)
  })

  test('T-50: the text of another’s wallet, or of no wallet, gets the same 404', async () => {
    const { host, one } = await createAlice({ isLoginFactor: true })
    const [theirs, none] = [await ask(host, one.id, 'bob'), await ask(host, nothing, 'bob')]
    expect([theirs.status, theirs.text]).toEqual([404, none.text])
  })

  test('the last one: 409, unless the host app knows another way to sign in', async () => {
    for (const [mayUnlinkLast, status] of [
      [undefined, 409],
      [async () => false, 409],
      [async () => true, 204],
    ] as const) {
      const host = await createTestHost({ isLoginFactor: true, ...(mayUnlinkLast && { mayUnlinkLast }) })
      const { id } = await host.linkWallet('alice', first)
      const { challengeId, message } = parseChallengeResponse((await ask(host, id)).body)
      const answer = await unlink(host, id, { purpose: 'unlink', challengeId, signature: first.sign(message) })
      expect(answer.status).toBe(status)
      if (status === 409) expect(answer.body).toMatchObject({ code: 'last_factor' })
      expect(await host.link.linkedWallets('alice')).toHaveLength(status === 409 ? 1 : 0)
    }
  })

  test('the last one that counts: 409, even beside others that do not', async () => {
    const { host, one, two } = await createAlice({ isLoginFactor: true })
    await host.store.setWalletStatus({ hostUserId: 'alice', id: two.id, status: 'stale', at: host.clock.now })
    const { challengeId, message } = parseChallengeResponse((await ask(host, one.id)).body)
    const refused = await unlink(host, one.id, { purpose: 'unlink', challengeId, signature: first.sign(message) })
    expect(refused).toMatchObject({ status: 409, body: { code: 'last_factor' } })
    expect(await host.link.linkedWallets('alice')).toHaveLength(2)
  })

  test('both at once: one is unlinked, the other is the last', async () => {
    const { host, one, two } = await createAlice({ isLoginFactor: true })
    const unlinks: (() => Promise<{ status: number }>)[] = []
    for (const [{ id }, wallet] of [
      [one, first],
      [two, second],
    ] as const) {
      const { challengeId, message } = parseChallengeResponse((await ask(host, id)).body)
      unlinks.push(() => unlink(host, id, { purpose: 'unlink', challengeId, signature: wallet.sign(message) }))
    }
    const answers = await Promise.all(unlinks.map((run) => run()))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await host.link.linkedWallets('alice')).toHaveLength(1)
  })

  describe('after a step-up of the host app (mayUnlink), if the wallet is lost', () => {
    const remove = (host: TestHost, id: string, user = 'alice') =>
      host.send(`/wallets/${id}`, { method: 'DELETE', user })

    test('its session unlinks it, nobody else’s, and not if the host app says no', async () => {
      let may: unknown = false
      const asked: string[] = []
      const mayUnlink = async ({ id }: { id: string }) => {
        asked.push(id)
        return may as boolean
      }
      const { host, one, two } = await createAlice({ isLoginFactor: true, mayUnlink })
      for (const no of [false, undefined, 'yes']) {
        may = no
        expect(await remove(host, two.id)).toMatchObject({ status: 401, body: { code: 'proof_required' } })
      }
      may = true
      expect(await remove(host, two.id, 'bob')).toMatchObject({ status: 404 })
      expect((await remove(host, nothing)).status).toBe(404)
      expect(await walletsOf(host)).toEqual({ wallets: [one, two] })
      expect((await remove(host, two.id)).status).toBe(204)
      expect(await walletsOf(host)).toEqual({ wallets: [one] })
      expect(new Set(asked)).toEqual(new Set(['alice', 'bob']))
    })

    test('the last one that counts stays, unless there is another way to sign in', async () => {
      const mayUnlink = async () => true
      const { host, one, two } = await createAlice({ isLoginFactor: true, mayUnlink })
      const statuses = await Promise.all([remove(host, one.id), remove(host, two.id)])
      expect(statuses.map(({ status }) => status).sort()).toEqual([204, 409])
      const other = await createAlice({ isLoginFactor: true, mayUnlink, mayUnlinkLast: async () => true })
      for (const { id } of [other.one, other.two]) expect((await remove(other.host, id)).status).toBe(204)
    })
  })

  test('the wallet’s signature also unlinks if wallets are no login factor', async () => {
    const { host, one, two } = await createAlice()
    const { challengeId, message } = parseChallengeResponse((await ask(host, one.id)).body)
    expect(
      (await unlink(host, one.id, { purpose: 'unlink', challengeId, signature: first.sign(message) })).status,
    ).toBe(204)
    expect(await host.link.linkedWallets('alice')).toMatchObject([{ id: two.id }])
  })
})
