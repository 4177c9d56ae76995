import { runs } from '@hawser/test-kit/night'
import { parseSiweMessage } from '@hawser/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet } from '../createTestHost.fixture.ts'
import { ChallengeExpiredError, ChallengeUnknownError, TooManyChallengesError, TooManyWalletsError } from '../errors.ts'
import { randomId } from '../records/randomId.ts'
import { openSqliteLinkStore } from '../stores/sqlite/sqliteLinkStore.ts'
import { parseLinkAccount } from '../verifiers/linkAccount.ts'
import { challengeLimits, consumeChallenge, createChallenge, issueChallenge, walletsPerHostUser } from './challenge.ts'
import { cleanLabel } from './statements.ts'

const account = parseLinkAccount(createTestWallet(1).accountId)
const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const hostUser = { id: 'alice', label: 'alice@mail.example' }
const site = { domain: 'app.example', uri: 'https://app.example/' }
const now = Date.UTC(2026, 10, 21, 12)

describe('issueChallenge', () => {
  test('writes the whole text: requester, account, host user and expiry', async () => {
    const { store } = await createTestHost()
    const seeded = (length: number) => new Uint8Array(length).fill(7)
    const request = { store, hostUser, account, walletName: 'W', ...site, now, randomBytes: seeded }
    const challenge = await issueChallenge(request)
    expect(challenge).toEqual({
      id: randomId(seeded),
      hostUserId: 'alice',
      purpose: 'link',
      accountId: account.accountId,
      walletName: 'W',
      message: [
        'app.example wants you to sign in with your Ethereum account:',
        account.address,
        '',
        "Link this wallet to the account 'alice@mail.example' on app.example. This costs nothing and moves no funds.",
        '',
        'URI: https://app.example/',
        'Version: 1',
        'Chain ID: 1',
        `Nonce: ${randomId(seeded)}`,
        'Issued At: 2026-11-21T12:00:00.000Z',
        'Expiration Time: 2026-11-21T12:05:00.000Z',
        `Request ID: ${challenge.id}`,
      ].join('\n'),
      expiresAt: now + 300_000,
    })
    expect(
      await consumeChallenge({
        store,
        id: challenge.id,
        hostUserId: 'alice',
        sessionId: undefined,
        purpose: 'link',
        now,
      }),
    ).toEqual(challenge)
  })

  test('T-40: id and nonce are 24 letters and digits, and never repeat', () => {
    const seen = new Set<string>()
    for (let index = 0; index < 1000; index += 1) {
      const challenge = createChallenge({ hostUser, account, walletName: undefined, ...site, now, randomBytes })
      const { nonce } = parseSiweMessage(challenge.message)
      for (const text of [challenge.id, nonce]) expect(text).toMatch(/^[A-Za-z0-9]{24}$/)
      seen.add(challenge.id).add(nonce)
    }
    expect(seen.size).toBe(2000)
  })

  test('refuses an eleventh open challenge and says when to retry; expired ones free their place', async () => {
    const { store } = await createTestHost()
    const issue = (at: number) =>
      issueChallenge({ store, hostUser, account, walletName: undefined, ...site, now: at, randomBytes })
    for (let index = 0; index < challengeLimits.openPerHostUser; index += 1) await issue(now + index * 1000)
    const refusal = await issue(now + 60_000).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(TooManyChallengesError)
    expect(refusal).toMatchObject({ code: 'too_many_challenges', status: 429, retryAfterSeconds: 240 })
    await issue(now + challengeLimits.lifetimeMs)
  })

  test('after a clock that was a day ahead, nobody waits a day for its open challenges', async () => {
    const { store } = await createTestHost()
    const issue = (at: number) =>
      issueChallenge({ store, hostUser, account, walletName: undefined, ...site, now: at, randomBytes })
    for (let index = 0; index < challengeLimits.openPerHostUser; index += 1) await issue(now + 86_400_000 + index)
    await issue(now)
    expect(await issue(now + 60_000).catch((error: unknown) => error)).toMatchObject({ retryAfterSeconds: 240 })
    await issue(now + challengeLimits.lifetimeMs)
  })

  test('refuses a host user who already has the maximum number of wallets', async () => {
    const store = await openSqliteLinkStore({ file: ':memory:' })
    for (let index = 0; index < walletsPerHostUser; index += 1) {
      const address = `0x${index}`
      const proof = { method: 'eip191', chainId: 'eip155:1', block: undefined, challengeId: 'c' } as const
      const rest = { namespace: 'eip155', accountId: account.accountId, walletName: undefined, linkedAt: now, proof }
      await store.putLinkedWallet({ id: `w${index}`, hostUserId: 'alice', address, ...rest })
    }
    const issue = issueChallenge({ store, hostUser, account, walletName: undefined, ...site, now, randomBytes })
    await expect(issue).rejects.toThrow(TooManyWalletsError)
    await store.stop()
  })
})

describe('consumeChallenge', () => {
  test('an expired challenge is refused and used up', async () => {
    const { store } = await createTestHost()
    const { id, expiresAt } = await issueChallenge({
      store,
      hostUser,
      account,
      walletName: undefined,
      ...site,
      now,
      randomBytes,
    })
    const consume = (at: number) =>
      consumeChallenge({ store, id, hostUserId: 'alice', sessionId: undefined, purpose: 'link', now: at })
    await expect(consume(expiresAt)).rejects.toThrow(ChallengeExpiredError)
    await expect(consume(now)).rejects.toThrow(ChallengeUnknownError)
  })

  test('a clock that is not a number counts as expired', async () => {
    const { store } = await createTestHost()
    const { id } = await issueChallenge({ store, hostUser, account, walletName: undefined, ...site, now, randomBytes })
    await expect(
      consumeChallenge({ store, id, hostUserId: 'alice', sessionId: undefined, purpose: 'link', now: Number.NaN }),
    ).rejects.toThrow(ChallengeExpiredError)
  })
})

describe('cleanLabel', () => {
  test.each([
    ['alice@mail.example', 'alice@mail.example'],
    ["Zoë O'Néill", 'Zoe O?Neill'],
    ['a\nURI: https://evil.example', 'a?URI: https://evil.example'],
    ['<b>"x"</b>', '?b?x?/b?'],
    ['Юлия', 'Yuliya'],
    ['Σοφία Großmann', 'Sofia Grossmann'],
    ['王芳', 'Wang Fang'],
    ['山田', 'Shan Tian'],
    ['نور', 'nwr'],
    ['다은', 'daeun'],
    ['राम', 'raam'],
    ['🦊', '?'],
    // The name contains nothing that ends the name or the sentence (T-30).
    ['alice on host.example. Ref 7', 'alice ? host.example Ref 7'],
    ["alice' on host.example. This costs nothing", 'alice? ? host.example ?'],
    ['a.\u00a0b... c! d', 'a b c d'],
    ['alice ON\u2003host.example', 'alice ? host.example'],
    ['x, as asked for  on another screen', 'x, ? ? another screen'],
    ['\u202eecila', '?ecila'],
    ['', '?'],
    ['  spaced   out  ', 'spaced out'],
    ['x'.repeat(100), `${'x'.repeat(63)}~`],
  ])('%j becomes %j', (label, clean) => {
    expect(cleanLabel(label)).toBe(clean)
  })

  test('any label gives a text that parses strictly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (label) => {
        const user = { id: 'alice', label }
        const challenge = createChallenge({ hostUser: user, account, walletName: undefined, ...site, now, randomBytes })
        expect(parseSiweMessage(challenge.message).statement).toBe(
          `Link this wallet to the account '${cleanLabel(label)}' on app.example. This costs nothing and moves no funds.`,
        )
      }),
      { numRuns: runs(1000) },
    )
  })
})

test('randomId: uses every character about equally often', () => {
  const counts = new Map<string, number>()
  for (let index = 0; index < 2000; index += 1)
    for (const character of randomId(randomBytes)) counts.set(character, (counts.get(character) ?? 0) + 1)
  expect(counts.size).toBe(62)
  // 48,000 characters, 774 of each on average, deviation 28: a count eight deviations off means a broken generator.
  for (const count of counts.values()) expect(Math.abs(count - 774)).toBeLessThan(224)
})
