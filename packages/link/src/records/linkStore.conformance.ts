import type { AccountId } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import type { LinkChallenge, OneTapChallenge } from './challenge.ts'
import { accountId, hostileTexts, now, withStore as onStore, rowOf, walletOf } from './linkRows.fixture.ts'
import type { LinkStore } from './linkStore.ts'

const bounds = { openLimit: 10, now, whenFull: 'refuse' } as const
const dropping = { ...bounds, whenFull: 'drop-oldest' } as const

function challengeOf(id: string, part: Partial<LinkChallenge> = {}): LinkChallenge {
  const rest = {
    hostUserId: 'alice',
    purpose: 'link',
    accountId,
    walletName: 'W',
    message: 'text',
    expiresAt: now + 1,
  } as const
  return { id, ...rest, ...part }
}

function oneTapOf(id: string, part: Partial<OneTapChallenge> = {}): OneTapChallenge {
  const rest = { hostUserId: 'alice', message: '{"chains":[]}', expiresAt: now + 1 }
  return { id, purpose: 'oneTap', accountId: undefined, walletName: undefined, ...rest, ...part }
}

/** The contract of every `LinkStore`. `make` returns a new, empty store; the suite stops it. */
export function testLinkedWalletStore(name: string, make: () => Promise<LinkStore>): void {
  const withStore = (run: (store: LinkStore) => Promise<void>) => onStore(make, run)
  const consume = (store: LinkStore, id: string, hostUserId = 'alice') =>
    store.consumeChallenge({ id, hostUserId, purpose: 'link' })
  const consumeOneTap = (store: LinkStore, id: string) =>
    store.consumeChallenge({ id, hostUserId: 'alice', purpose: 'oneTap' })

  describe(`${name}: challenges`, () => {
    test(
      'a challenge comes back unchanged, once',
      withStore(async (store) => {
        const challenge = challengeOf('a', { message: 'line\n\nline "two" \\ é' })
        expect(await store.putChallenge(challenge, bounds)).toEqual({ kept: true })
        expect(await consume(store, 'a')).toEqual(challenge)
        expect(await consume(store, 'a')).toBeUndefined()
      }),
    )
    test(
      'a one-tap challenge has no account yet, and cannot answer for another purpose',
      withStore(async (store) => {
        const challenge = oneTapOf('a')
        await store.putChallenge(challenge, bounds)
        expect(await consume(store, 'a')).toBeUndefined()
        expect(await consumeOneTap(store, 'a')).toEqual(challenge)
        expect(await consumeOneTap(store, 'a')).toBeUndefined()
      }),
    )
    test(
      'a challenge of each purpose comes back unchanged, for that purpose only',
      withStore(async (store) => {
        const purposes = ['unlink', 'release', 'signIn'] as const
        const challenges = purposes.map((purpose) => ({ ...challengeOf(purpose), purpose, walletName: undefined }))
        for (const challenge of challenges) await store.putChallenge(challenge, bounds)
        for (const challenge of challenges) {
          const { id, hostUserId } = challenge
          for (const purpose of ['link', 'oneTap', ...purposes] as const)
            if (purpose !== challenge.purpose)
              expect(await store.consumeChallenge({ id, hostUserId, purpose })).toBeUndefined()
          expect(await store.consumeChallenge({ id, hostUserId, purpose: challenge.purpose })).toEqual(challenge)
        }
      }),
    )
    test(
      'a missing wallet name stays missing',
      withStore(async (store) => {
        await store.putChallenge(challengeOf('a', { walletName: undefined }), bounds)
        expect((await consume(store, 'a'))?.walletName).toBeUndefined()
      }),
    )
    test(
      'returns an expired one too, so that the caller can say so',
      withStore(async (store) => {
        await store.putChallenge(challengeOf('a', { expiresAt: now - 1 }), bounds)
        expect((await consume(store, 'a'))?.expiresAt).toBe(now - 1)
      }),
    )
    test(
      'one of fifty at once gets it',
      withStore(async (store) => {
        await store.putChallenge(challengeOf('a'), bounds)
        const taken = await Promise.all(Array.from({ length: 50 }, () => consume(store, 'a')))
        expect(taken.filter((challenge) => challenge !== undefined)).toHaveLength(1)
      }),
    )
    test(
      'another host user neither gets it nor removes it',
      withStore(async (store) => {
        await store.putChallenge(challengeOf('a'), bounds)
        for (const user of ['bob', 'Alice', 'alice ', '', ...hostileTexts])
          expect(await consume(store, 'a', user)).toBeUndefined()
        expect(await consume(store, 'a')).toBeDefined()
      }),
    )
    test(
      'limits a host user’s open ones; others’, expired and consumed ones do not count',
      withStore(async (store) => {
        await store.putChallenge(challengeOf('expired', { expiresAt: now }), bounds)
        for (let index = 0; index < 10; index += 1) {
          await store.putChallenge(challengeOf(`b${index}`, { hostUserId: 'bob' }), bounds)
          const put = await store.putChallenge(challengeOf(`a${index}`, { expiresAt: now + 100 - index }), bounds)
          expect(put).toEqual({ kept: true })
        }
        const refused = { kept: false, full: 'challenges', firstExpiresAt: now + 91 }
        expect(await store.putChallenge(challengeOf('more'), bounds)).toEqual(refused)
        expect(await consume(store, 'more')).toBeUndefined()
        await consume(store, 'a0')
        expect(await store.putChallenge(challengeOf('more'), bounds)).toEqual({ kept: true })
      }),
    )
    test(
      'the limit holds for fifty at once',
      withStore(async (store) => {
        const puts = Array.from({ length: 50 }, (_, index) => store.putChallenge(challengeOf(`a${index}`), bounds))
        expect((await Promise.all(puts)).filter(({ kept }) => kept)).toHaveLength(10)
      }),
    )
    test(
      'the open ones of one purpose take no place of another',
      withStore(async (store) => {
        for (let index = 0; index < 10; index += 1) await store.putChallenge(oneTapOf(`o${index}`), bounds)
        expect(await store.putChallenge(oneTapOf('more'), bounds)).toMatchObject({ kept: false })
        for (let index = 0; index < 10; index += 1)
          expect(await store.putChallenge(challengeOf(`a${index}`), bounds)).toEqual({ kept: true })
        expect(await store.putChallenge(challengeOf('more'), bounds)).toMatchObject({ kept: false })
        expect(await store.putChallenge(oneTapOf('more'), dropping)).toEqual({ kept: true })
        for (let index = 0; index < 10; index += 1) expect(await consume(store, `a${index}`)).toBeDefined()
      }),
    )
    test(
      'the oldest open one of that host user and purpose makes room',
      withStore(async (store) => {
        await store.putChallenge(oneTapOf('expired', { expiresAt: now }), bounds)
        await store.putChallenge(oneTapOf('bob', { hostUserId: 'bob' }), bounds)
        await store.putChallenge(challengeOf('link'), bounds)
        for (let index = 0; index < 10; index += 1)
          await store.putChallenge(oneTapOf(`o${index}`, { expiresAt: now + 100 - index }), dropping)
        // Another process's clock can be behind, so that a newer challenge expires first.
        expect(await store.putChallenge(oneTapOf('new'), dropping)).toEqual({ kept: true })
        expect(await consumeOneTap(store, 'o9')).toBeUndefined()
        for (const id of ['expired', 'new', ...Array.from({ length: 9 }, (_, index) => `o${index}`)])
          expect(await consumeOneTap(store, id)).toMatchObject({ id })
        expect(await consume(store, 'link')).toBeDefined()
        const ofBob = { id: 'bob', hostUserId: 'bob', purpose: 'oneTap' } as const
        expect(await store.consumeChallenge(ofBob)).toBeDefined()
      }),
    )
    test(
      'if the oldest makes room, fifty at once leave as many as there is room for',
      withStore(async (store) => {
        const ids = Array.from({ length: 50 }, (_, index) => `o${index}`)
        const put = await Promise.all(ids.map((id) => store.putChallenge(oneTapOf(id), dropping)))
        expect(put.filter(({ kept }) => kept)).toHaveLength(50)
        const left = await Promise.all(ids.map((id) => consumeOneTap(store, id)))
        expect(left.filter((challenge) => challenge !== undefined)).toHaveLength(10)
      }),
    )
    test(
      'a host user with as many wallets as allowed gets none, and nothing makes room for one',
      withStore(async (store) => {
        const put = (id: string, walletLimit: number | undefined, hostUserId = 'alice') =>
          store.putChallenge(challengeOf(id, { hostUserId }), { ...dropping, walletLimit })
        for (let index = 0; index < 3; index += 1) {
          expect(await put(`below${index}`, 3)).toEqual({ kept: true })
          await store.putLinkedWallet(walletOf(`w${index}`, { address: `0x${index}` }))
        }
        for (const limit of [1, 2, 3]) expect(await put('full', limit)).toEqual({ kept: false, full: 'wallets' })
        for (let index = 0; index < 10; index += 1) await put(`open${index}`, 4)
        expect(await put('full', 3)).toEqual({ kept: false, full: 'wallets' })
        expect(await consume(store, 'full')).toBeUndefined()
        expect(await put('below', 4)).toEqual({ kept: true })
        expect(await put('any', undefined)).toEqual({ kept: true })
        for (const hostUserId of ['bob', 'Alice', ...hostileTexts])
          expect(await put('a', 1, hostUserId)).toEqual({ kept: true })
        await store.removeLinkedWallet({ hostUserId: 'alice', id: 'w0', at: now })
        expect(await put('free', 3)).toEqual({ kept: true })
      }),
    )
    test(
      'a token and a challenge are taken at once; if there is no token, the challenge stays',
      withStore(async (store) => {
        const token = { key: 'k', perMs: 100, burst: 2, now }
        const answer = (id: string, at = now, hostUserId = 'alice') =>
          store.consumeWithToken({ id, hostUserId, purpose: 'link', token: { ...token, now: at } })
        const challenges = [challengeOf('a'), challengeOf('b', { walletName: undefined })]
        for (const challenge of challenges) await store.putChallenge(challenge, bounds)
        const taken = { allowed: true, retryAfterMs: 0 }
        expect(await answer('a')).toEqual({ ...taken, challenge: challenges[0] })
        expect(await answer('b', now, 'bob')).toEqual({ ...taken, challenge: undefined })
        expect(await answer('b')).toEqual({ allowed: false, retryAfterMs: 100, challenge: undefined })
        expect(await store.takeTokens({ ...token, now: now + 40 })).toEqual({ allowed: false, retryAfterMs: 60 })
        expect(await answer('b', now + 100)).toEqual({ ...taken, challenge: challenges[1] })
        expect(await answer('b', now + 10_000)).toEqual({ ...taken, challenge: undefined })
      }),
    )
    test(
      'a challenge is taken with a token for its own purpose only',
      withStore(async (store) => {
        const token = { key: 'k', perMs: 1, burst: 9, now }
        const answer = (purpose: 'link' | 'oneTap') =>
          store.consumeWithToken({ id: 'a', hostUserId: 'alice', purpose, token })
        await store.putChallenge(oneTapOf('a'), bounds)
        expect(await answer('link')).toMatchObject({ allowed: true, challenge: undefined })
        expect(await answer('oneTap')).toMatchObject({ allowed: true, challenge: oneTapOf('a') })
        expect(await answer('oneTap')).toMatchObject({ allowed: true, challenge: undefined })
      }),
    )
    test(
      'with tokens for seven of fifty at once, seven count and one gets the challenge',
      withStore(async (store) => {
        await store.putChallenge(challengeOf('a'), bounds)
        const token = { key: 'k', perMs: 100, burst: 7, now }
        const answers = await Promise.all(
          Array.from({ length: 50 }, () =>
            store.consumeWithToken({ id: 'a', hostUserId: 'alice', purpose: 'link', token }),
          ),
        )
        expect(answers.filter(({ allowed }) => allowed)).toHaveLength(7)
        expect(answers.filter(({ challenge }) => challenge !== undefined)).toHaveLength(1)
      }),
    )
    test(
      'purging drops the earlier expired ones, and nothing else',
      withStore(async (store) => {
        await store.putChallenge(challengeOf('old', { expiresAt: now - 1 }), bounds)
        await store.putChallenge(challengeOf('edge', { expiresAt: now }), bounds)
        await store.purgeChallenges(now)
        expect(await consume(store, 'old')).toBeUndefined()
        expect(await consume(store, 'edge')).toBeDefined()
      }),
    )
  })

  describe(`${name}: linked wallets`, () => {
    test(
      'a row comes back unchanged',
      withStore(async (store) => {
        const wallet = walletOf('a', { walletName: undefined })
        expect(await store.putLinkedWallet(wallet)).toEqual({ wallet: rowOf(wallet), released: [] })
        expect(await store.linkedWallets('alice')).toEqual([rowOf(wallet)])
      }),
    )
    test(
      'the same host user again: refreshes the row and keeps its id',
      withStore(async (store) => {
        await store.putLinkedWallet(walletOf('a'))
        const polygon: AccountId = 'eip155:137:0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946'
        const again = walletOf('b', { accountId: polygon, walletName: undefined, linkedAt: now + 5 })
        const refreshed = rowOf({ ...again, id: 'a' })
        expect(await store.putLinkedWallet(again)).toEqual({ wallet: refreshed, released: [] })
        expect(await store.linkedWallets('alice')).toEqual([refreshed])
      }),
    )
    test(
      'another host user: writes nothing and moves nothing',
      withStore(async (store) => {
        const put = await store.putLinkedWallet(walletOf('a'))
        expect(await store.putLinkedWallet(walletOf('b', { hostUserId: 'bob', walletName: 'B' }))).toBeUndefined()
        expect(await store.linkedWallets('bob')).toEqual([])
        expect(await store.linkedWallets('alice')).toEqual([put?.wallet])
      }),
    )
    test(
      'T-50: two host users race for one address: one row, every time',
      withStore(async (store) => {
        for (let round = 0; round < 100; round += 1) {
          const users = round % 2 === 0 ? ['alice', 'bob'] : ['bob', 'alice']
          const address = `0x${round}`
          const puts = users.map((hostUserId) =>
            store.putLinkedWallet(walletOf(`${hostUserId}${round}`, { hostUserId, address })),
          )
          expect((await Promise.all(puts)).filter((wallet) => wallet !== undefined)).toHaveLength(1)
        }
        const rows = await Promise.all(['alice', 'bob'].map((user) => store.linkedWallets(user)))
        expect(rows.flat()).toHaveLength(100)
      }),
      30_000,
    )
    test(
      'the holder of an address is found by exactly that address, in any link status',
      withStore(async (store) => {
        const [alices, bobs] = [walletOf('a'), walletOf('b', { hostUserId: 'bob', address: 'eip155:1:0xb' })]
        await store.putLinkedWallet(alices)
        await store.putLinkedWallet(bobs)
        const held = (address: string, namespace = 'eip155') => store.heldWallet({ namespace, address })
        expect(await held(alices.address)).toEqual(rowOf(alices))
        await store.setWalletStatus({ hostUserId: 'bob', id: 'b', status: 'stale', at: now })
        expect(await held('eip155:1:0xb')).toEqual(rowOf(bobs, { status: 'stale' }))
        for (const none of ['0xb', 'eip155:137:0xb', `eip155:1:${alices.address}`, '', ...hostileTexts])
          expect(await held(none)).toBeUndefined()
        expect(await held(alices.address, 'solana')).toBeUndefined()
        await store.removeLinkedWallet({ hostUserId: 'alice', id: 'a', at: now })
        expect(await held(alices.address)).toBeUndefined()
      }),
    )
    test(
      'the same address in another namespace is another wallet',
      withStore(async (store) => {
        await store.putLinkedWallet(walletOf('a'))
        expect(await store.putLinkedWallet(walletOf('b', { hostUserId: 'bob', namespace: 'other' }))).toBeDefined()
      }),
    )
    test(
      'the oldest link comes first',
      withStore(async (store) => {
        for (const [id, linkedAt] of [
          ['c', now + 2],
          ['a', now],
          ['b', now + 1],
        ] as const)
          await store.putLinkedWallet(walletOf(id, { address: `0x${id}`, linkedAt }))
        expect((await store.linkedWallets('alice')).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
      }),
    )
    test(
      'only its host user removes a wallet; then another user can link it',
      withStore(async (store) => {
        await store.putLinkedWallet(walletOf('a'))
        for (const hostUserId of ['bob', '', ...hostileTexts])
          expect(await store.removeLinkedWallet({ id: 'a', hostUserId, at: now })).toBeUndefined()
        for (const id of ['b', '', ...hostileTexts])
          expect(await store.removeLinkedWallet({ id, hostUserId: 'alice', at: now })).toBeUndefined()
        const removed = await store.removeLinkedWallet({ id: 'a', hostUserId: 'alice', at: now })
        expect(removed).toEqual(rowOf(walletOf('a')))
        expect(await store.removeLinkedWallet({ id: 'a', hostUserId: 'alice', at: now })).toBeUndefined()
        expect(await store.putLinkedWallet(walletOf('b', { hostUserId: 'bob' }))).toBeDefined()
      }),
    )
    test(
      'host user ids are compared exactly',
      withStore(async (store) => {
        const users = ['alice', 'ALICE', 'alice ', 'álice', ...hostileTexts]
        for (const [index, hostUserId] of users.entries())
          await store.putLinkedWallet(
            walletOf(`w${index}`, { hostUserId, address: `0x${index}`, walletName: hostUserId }),
          )
        for (const [index, hostUserId] of users.entries()) {
          const wallets = await store.linkedWallets(hostUserId)
          expect(wallets.map(({ id, walletName }) => [id, walletName])).toEqual([[`w${index}`, hostUserId]])
        }
      }),
    )
  })
}
