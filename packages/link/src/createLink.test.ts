import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { parseChallengeResponse } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet, formatHighSTwin } from './createTestHost.fixture.ts'
import { fiftyAtOnce } from './fiftyAtOnce.fixture.ts'
import { openSqliteLinkStore } from './stores/sqlite/sqliteLinkStore.ts'

const minute = 60_000
const rounds = isNight ? 20 : 5

describe('the walk: challenge, proof, linked wallet', () => {
  test('links a wallet, lists it, unlinks it', async () => {
    const host = await createTestHost()
    const wallet = createTestWallet(1)
    const challenge = await host.challenge('alice', wallet)
    expect(challenge.message).toContain("Link this wallet to the account 'alice@mail.example' on app.example.")
    expect(challenge.message).toContain(`\n${wallet.address}\n`)
    expect(challenge.expiresAt).toBe(host.clock.now + 5 * minute)

    const proved = await host.prove('alice', challenge.challengeId, wallet.sign(challenge.message))
    const linked = {
      accountId: wallet.accountId,
      isPrimary: true,
      status: 'active',
      walletName: 'Wallet 1',
      linkedAt: host.clock.now,
    }
    expect(proved.status).toBe(201)
    expect(proved.body).toEqual({ ...linked, id: expect.stringMatching(/^[A-Za-z0-9]{24}$/) })
    expect((await host.send('/wallets', { user: 'alice' })).body).toEqual({ wallets: [proved.body] })
    expect(await host.link.linkedWallets('alice')).toEqual([proved.body])

    const [{ id = '' } = {}] = await host.link.linkedWallets('alice')
    expect((await host.send(`/wallets/${id}`, { method: 'DELETE', user: 'alice' })).status).toBe(204)
    expect((await host.send('/wallets', { user: 'alice' })).body).toEqual({ wallets: [] })
    expect(host.failures).toEqual([])
  })

  test('a lower-case address is proven and stored in EIP-55 form; the name is cleaned', async () => {
    const host = await createTestHost()
    const wallet = createTestWallet(1)
    const body = { purpose: 'link', accountId: wallet.accountId.toLowerCase(), walletName: 'My\u202e Wallet\n' }
    const issued = await host.send('/challenges', { method: 'POST', user: 'alice', body })
    const { challengeId, message } = parseChallengeResponse(issued.body)
    expect((await host.prove('alice', challengeId, wallet.sign(message))).body).toMatchObject({
      accountId: wallet.accountId,
      walletName: 'My Wallet',
    })
  })

  test('the same host user again, on another chain: one row, refreshed', async () => {
    const host = await createTestHost()
    const first = await host.linkWallet('alice', createTestWallet(1))
    host.clock.now += 60 * minute
    const again = await host.linkWallet('alice', createTestWallet(1, 137))
    expect(again).toEqual({ ...first, accountId: createTestWallet(1, 137).accountId, linkedAt: host.clock.now })
    expect(await host.link.linkedWallets('alice')).toEqual([again])
  })

  test('rows and open challenges survive a restart', async () => {
    const file = join(temporaryFolder(), 'link.sqlite')
    const wallets = [createTestWallet(1), createTestWallet(2)] as const
    const store = await openSqliteLinkStore({ file })
    const before = await createTestHost({ store })
    const linked = await before.linkWallet('alice', wallets[0])
    const open = await before.challenge('alice', wallets[1])
    await store.stop()

    const after = await createTestHost({ file })
    expect(await after.link.linkedWallets('alice')).toEqual([linked])
    expect((await after.prove('alice', open.challengeId, wallets[1].sign(open.message))).status).toBe(201)
    expect(await after.link.linkedWallets('alice')).toHaveLength(2)
  })

  test('a removed chain: an open challenge links nothing on it', async () => {
    const file = join(temporaryFolder(), 'link.sqlite')
    const before = await createTestHost({ file })
    const wallet = createTestWallet(1, 137)
    const { challengeId, message } = await before.challenge('alice', wallet)
    const after = await createTestHost({ file, chains: ['eip155:1'] })
    const refused = await after.prove('alice', challengeId, wallet.sign(message))
    expect(refused).toMatchObject({ status: 400, body: { code: 'unsupported_account' } })
    expect(await after.link.linkedWallets('alice')).toEqual([])
  })
})

describe('refused proofs', () => {
  const wallet = createTestWallet(1)
  const other = createTestWallet(2)
  const turnedV = (signature: string, v: number) => signature.slice(0, -2) + v.toString(16).padStart(2, '0')

  const cases: readonly (readonly [string, (message: string) => string])[] = [
    ['by another wallet (T-47)', (message) => other.sign(message)],
    ['over another domain', (message) => wallet.sign(message.replaceAll('app.example', 'evil.example'))],
    ['over another host user', (message) => wallet.sign(message.replace('alice', 'mallory'))],
    ['over another address', (message) => wallet.sign(message.replace(wallet.address, other.address))],
    [
      'over the address in lower case',
      (message) => wallet.sign(message.replace(wallet.address, wallet.address.toLowerCase())),
    ],
    ['over another chain', (message) => wallet.sign(message.replace('Chain ID: 1', 'Chain ID: 137'))],
    [
      'over a later expiry',
      (message) => wallet.sign(message.replace('Expiration Time: 2026', 'Expiration Time: 2036')),
    ],
    ['over another nonce', (message) => wallet.sign(message.replace(/Nonce: ./, 'Nonce: _'))],
    ['with a line added', (message) => wallet.sign(`${message}\nResources:\n- https://evil.example`)],
    ['with a final newline', (message) => wallet.sign(`${message}\n`)],
    ['with carriage returns', (message) => wallet.sign(message.replaceAll('\n', '\r\n'))],
    ['by the high-s twin (T-45)', (message) => formatHighSTwin(wallet.sign(message))],
    ['with v 29', (message) => turnedV(wallet.sign(message), 29)],
    ['with the other v', (message) => turnedV(wallet.sign(message), wallet.sign(message).endsWith('1b') ? 28 : 27)],
    ['with v 35', (message) => turnedV(wallet.sign(message), 35)],
    ['with 63 bytes', (message) => wallet.sign(message).slice(0, 128)],
    ['with 66 bytes', (message) => `${wallet.sign(message)}00`],
    ['with half a byte more', (message) => `${wallet.sign(message)}0`],
    ['of zeros', () => `0x${'00'.repeat(64)}1b`],
  ]
  test.each(cases)('a signature %s: 400, nothing stored, the challenge burnt', async (_, sign) => {
    const host = await createTestHost()
    const { challengeId, message } = await host.challenge('alice', wallet)
    const refused = await host.prove('alice', challengeId, sign(message))
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'proof_invalid' }])
    // T-40: after a wrong answer, the correct signature comes too late.
    const late = await host.prove('alice', challengeId, wallet.sign(message))
    expect([late.status, late.body]).toMatchObject([404, { code: 'challenge_unknown' }])
    expect(await host.link.linkedWallets('alice')).toEqual([])
    expect(host.failures).toEqual([])
  })

  test('T-40: the twin of a used proof: 404', async () => {
    const host = await createTestHost()
    const { challengeId, message } = await host.challenge('alice', wallet)
    const signature = wallet.sign(message)
    expect((await host.prove('alice', challengeId, signature)).status).toBe(201)
    for (const replay of [formatHighSTwin(signature), signature.toUpperCase().replace('0X', '0x')])
      expect(await host.prove('alice', challengeId, replay)).toMatchObject({
        status: 404,
        body: { code: 'challenge_unknown' },
      })
  })

  test('a signature for another challenge of the same host user and wallet', async () => {
    const host = await createTestHost()
    const [first, second] = [await host.challenge('alice', wallet), await host.challenge('alice', wallet)]
    const refused = await host.prove('alice', first.challengeId, wallet.sign(second.message))
    expect(refused).toMatchObject({ status: 400, body: { code: 'proof_invalid' } })
  })

  test('after five minutes: 400 challenge_expired, to the millisecond', async () => {
    const host = await createTestHost()
    const [first, second] = [await host.challenge('alice', wallet), await host.challenge('alice', wallet)]
    host.clock.now = first.expiresAt - 1
    expect((await host.prove('alice', first.challengeId, wallet.sign(first.message))).status).toBe(201)
    host.clock.now = second.expiresAt
    const expired = await host.prove('alice', second.challengeId, wallet.sign(second.message))
    expect(expired).toMatchObject({ status: 400, body: { code: 'challenge_expired' } })
  })

  test('an unknown id gets the message of a used one', async () => {
    const host = await createTestHost()
    const { challengeId, message } = await host.challenge('alice', wallet)
    await host.prove('alice', challengeId, wallet.sign(message))
    const used = await host.prove('alice', challengeId, formatHighSTwin(wallet.sign(message)))
    const unknown = await host.prove('alice', 'A'.repeat(24), wallet.sign(message))
    expect([unknown.status, unknown.text]).toEqual([used.status, used.text])
  })

  test('T-41: a challenge of another site on the same store', async () => {
    const host = await createTestHost()
    const elsewhere = await createTestHost({ store: host.store, domain: 'evil.example', uri: 'https://evil.example/' })
    const { challengeId, message } = await elsewhere.challenge('alice', wallet)
    expect(await host.prove('alice', challengeId, wallet.sign(message))).toMatchObject({
      status: 400,
      body: { code: 'proof_invalid' },
    })
  })

  test('T-41: the domain is the configured one, with any claim in the request', async () => {
    const host = await createTestHost()
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    const body = { purpose: 'link', accountId: wallet.accountId }
    const { text } = await host.send('/challenges', { method: 'POST', user: 'alice', body, headers })
    expect(text).not.toContain('evil')
  })

  test.each([
    ['another namespace', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'],
    ['a chain that is not configured (T-43)', createTestWallet(1, 10).accountId],
    ['a wrong checksum', 'eip155:1:0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['a short address', 'eip155:1:0x5aaeb6053'],
  ])('no challenge for %s: 400 unsupported_account', async (_, accountId) => {
    const host = await createTestHost()
    const refused = await host.send('/challenges', {
      method: 'POST',
      user: 'alice',
      body: { purpose: 'link', accountId },
    })
    expect(refused).toMatchObject({ status: 400, body: { code: 'unsupported_account' } })
  })

  test('the eleventh open challenge: 429 with Retry-After', async () => {
    const host = await createTestHost()
    for (let index = 0; index < 10; index += 1) await host.challenge('alice', wallet)
    const refused = await host.send('/challenges', {
      method: 'POST',
      user: 'alice',
      body: { purpose: 'link', accountId: wallet.accountId },
    })
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_challenges' } })
    expect(refused.headers.get('retry-after')).toBe('300')
    await host.challenge('bob', wallet)
  })
})

describe('many at once', () => {
  test(`T-40: fifty parallel posts of one valid proof: exactly one is taken, ${rounds} rounds`, async () => {
    const host = await createTestHost()
    for (let round = 0; round < rounds; round += 1) {
      const wallet = createTestWallet(round)
      const { challengeId, message } = await host.challenge('alice', wallet)
      const signature = wallet.sign(message)
      await fiftyAtOnce(host, 'alice', () => host.prove('alice', challengeId, signature))
    }
    expect(await host.link.linkedWallets('alice')).toHaveLength(rounds)
  })

  test('T-40: a wrong and a right proof at once: no link after the wrong one won', async () => {
    const host = await createTestHost()
    const wallet = createTestWallet(1)
    for (let round = 0; round < 20; round += 1) {
      const { challengeId, message } = await host.challenge('alice', wallet)
      const signatures = [createTestWallet(2).sign(message), wallet.sign(message)]
      const answers = await Promise.all(
        (round % 2 === 0 ? signatures : signatures.reverse()).map((signature) =>
          host.prove('alice', challengeId, signature),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual(round % 2 === 0 ? [400, 404] : [201, 404])
    }
  })

  test('T-50: two host users race for one account: one row, the other gets 409', async () => {
    const host = await createTestHost()
    for (let round = 0; round < 30; round += 1) {
      const wallet = createTestWallet(round)
      const users = round % 2 === 0 ? ['alice', 'bob'] : ['bob', 'alice']
      const challenges = await Promise.all(users.map((user) => host.challenge(user, wallet)))
      const answers = await Promise.all(
        challenges.map(({ challengeId, message }, index) =>
          host.prove(users[index] ?? '', challengeId, wallet.sign(message)),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    }
    const rows = [...(await host.link.linkedWallets('alice')), ...(await host.link.linkedWallets('bob'))]
    expect(rows).toHaveLength(30)
    expect(new Set(rows.map(({ accountId }) => accountId)).size).toBe(30)
  }, 30_000)
})

describe('two host users', () => {
  test('T-50: the wallet of another user gets the same 409 until it is unlinked', async () => {
    const host = await createTestHost()
    const wallet = createTestWallet(1)
    const alices = await host.linkWallet('alice', wallet)
    await host.linkWallet('carol', createTestWallet(2))
    const texts = new Set<string>()
    for (const again of [wallet, createTestWallet(1, 137), createTestWallet(2)]) {
      for (const accountId of [again.accountId, again.accountId.toLowerCase()]) {
        const issued = await host.send('/challenges', {
          method: 'POST',
          user: 'bob',
          body: { purpose: 'link', accountId },
        })
        const { challengeId, message } = parseChallengeResponse(issued.body)
        const refused = await host.prove('bob', challengeId, again.sign(message))
        expect(refused.status).toBe(409)
        texts.add(refused.text)
      }
    }
    expect([...texts]).toEqual([
      JSON.stringify({ code: 'wallet_already_linked', message: 'This wallet is already linked to an account.' }),
    ])
    expect(await host.link.linkedWallets('bob')).toEqual([])
    expect(await host.link.linkedWallets('alice')).toEqual([alices])

    await host.send(`/wallets/${alices.id}`, { method: 'DELETE', user: 'alice' })
    await host.linkWallet('bob', wallet)
    expect(await host.link.linkedWallets('alice')).toEqual([])
  })

  test('every route: nobody reads, uses or removes the other’s data, nor learns of it', async () => {
    const host = await createTestHost()
    const users = ['alice', 'bob'] as const
    const wallets = { alice: createTestWallet(1), bob: createTestWallet(2) }
    const open = { alice: createTestWallet(3), bob: createTestWallet(4) }
    for (const user of users) await host.linkWallet(user, wallets[user])
    for (const user of users) {
      const other = user === 'alice' ? 'bob' : 'alice'
      const [theirs] = await host.link.linkedWallets(other)
      const theirChallenge = await host.challenge(other, open[other])

      const list = await host.send('/wallets', { user })
      expect(list.text).toContain(wallets[user].address)
      expect(list.text).not.toContain(wallets[other].address)

      const removal = await host.send(`/wallets/${theirs?.id}`, { method: 'DELETE', user })
      const nothing = await host.send(`/wallets/${'A'.repeat(24)}`, { method: 'DELETE', user })
      expect([removal.status, removal.text]).toEqual([404, nothing.text])
      expect(await host.link.linkedWallets(other)).toEqual([theirs])

      // T-30: this session can neither answer nor use up the other user's challenge.
      const signature = open[other].sign(theirChallenge.message)
      const answer = await host.prove(user, theirChallenge.challengeId, signature)
      const unknown = await host.prove(user, 'A'.repeat(24), signature)
      expect([answer.status, answer.text]).toEqual([404, unknown.text])
      expect((await host.prove(other, theirChallenge.challengeId, signature)).status).toBe(201)
      expect((await host.send('/wallets', { user })).text).not.toContain(open[other].address)
    }
  })
})
