import { describe, expect, test } from 'vitest'
import type { ProvenWallet } from './linkedWalletRow.ts'
import { hostileTexts, now, withStore as onStore, rowOf, walletOf } from './linkRows.fixture.ts'
import type { LinkStore } from './linkStore.ts'

const everything = { before: undefined, limit: 1000 }

/** The contract of every `LinkStore` beyond `testLinkedWalletStore`: changes, history, data requests, buckets. */
export function testLinkChanges(name: string, make: () => Promise<LinkStore>): void {
  const withStore = (run: (store: LinkStore) => Promise<void>) => onStore(make, run)
  const put = (store: LinkStore, id: string, part: Partial<ProvenWallet> = {}) =>
    store.putLinkedWallet(walletOf(id, { address: `0x${id}`, ...part }))
  const link = async (...linked: Parameters<typeof put>) => (await put(...linked))?.wallet
  const primaries = async (store: LinkStore, hostUserId = 'alice') =>
    (await store.linkedWallets(hostUserId)).filter(({ isPrimary }) => isPrimary).map(({ id }) => id)
  const types = async (store: LinkStore, hostUserId = 'alice') =>
    (await store.history(hostUserId, everything)).map(({ type }) => type)

  describe(`${name}: the holder of an address (T-50)`, () => {
    const contract = (chainId: 'eip155:1' | 'eip155:137', method: 'eip1271' | 'eip6492' = 'eip1271') => ({
      address: `${chainId}:0xc`,
      proof: { method, chainId, block: '123', challengeId: 'c' },
    })
    const key = { address: '0xc' }

    test(
      'a contract account has one owner on each chain',
      withStore(async (store) => {
        expect(await link(store, 'a', contract('eip155:1'))).toMatchObject({ proof: { block: '123' } })
        expect(await link(store, 'b', { hostUserId: 'bob', ...contract('eip155:1', 'eip6492') })).toBeUndefined()
        expect(await link(store, 'b', { hostUserId: 'bob', ...contract('eip155:137') })).toBeDefined()
      }),
    )
    test(
      'a host user has an address by its key and by its contract, in two rows',
      withStore(async (store) => {
        for (const [id, part] of [
          ['a', key],
          ['b', contract('eip155:1')],
          ['c', contract('eip155:137')],
        ] as const)
          expect(await link(store, id, part)).toBeDefined()
        expect(await store.linkedWallets('alice')).toHaveLength(3)
      }),
    )
  })

  describe(`${name}: releasing an address (T-30, T-50)`, () => {
    const contract = (chainId: 'eip155:1' | 'eip155:137') => ({
      address: `${chainId}:0xc`,
      proof: { method: 'eip1271', chainId, block: '123', challengeId: 'c' } as const,
    })
    const end = (store: LinkStore, id: string, hostUserId = 'alice') =>
      store.setWalletStatus({ hostUserId, id, status: 'stale', at: now + 1 })

    test(
      'a link that is not active gives way to another host user’s proof; an active one does not',
      withStore(async (store) => {
        await link(store, 'a', { linkedAt: now - 2 })
        await link(store, 'b', { linkedAt: now - 1 })
        expect(await link(store, 'taken', { hostUserId: 'bob', address: '0xa' })).toBeUndefined()
        await end(store, 'a')
        const taken = walletOf('taken', { hostUserId: 'bob', address: '0xa', linkedAt: now + 2 })
        const released = [
          rowOf(walletOf('a', { address: '0xa', linkedAt: now - 2 }), { isPrimary: true, status: 'stale' }),
        ]
        expect(await store.putLinkedWallet(taken)).toEqual({ wallet: rowOf(taken), released })
        expect(await primaries(store)).toEqual(['b'])
        const told = (await store.history('alice', everything)).map(({ type, at }) => [type, at - now])
        expect(told.slice(0, 3)).toEqual([
          ['made-primary', 2],
          ['released', 2],
          ['became-stale', 1],
        ])
        expect(await types(store, 'bob')).toEqual(['linked'])
        expect(await link(store, 'again', { address: '0xa' })).toBeUndefined()
      }),
    )
    test(
      'all links of contracts give way to the key at once; the oldest left becomes primary',
      withStore(async (store) => {
        await link(store, 'c1', { hostUserId: 'alice', ...contract('eip155:1') })
        await link(store, 'c2', { hostUserId: 'alice', ...contract('eip155:137') })
        await link(store, 'other', { hostUserId: 'alice' })
        await end(store, 'c1')
        const taken = await put(store, 'k', { hostUserId: 'bob', address: '0xc' })
        expect(taken?.released.map(({ id }) => id).toSorted()).toEqual(['c1', 'c2'])
        expect((await types(store)).filter((type) => type === 'released')).toHaveLength(2)
        expect(await primaries(store)).toEqual(['other'])
      }),
    )
    test(
      'two host users who take each other’s wallets at once do not wait for each other',
      withStore(async (store) => {
        for (let round = 0; round < 20; round += 1) {
          const address = (of: string) => `0x${of}${round}`
          for (const hostUserId of ['alice', 'bob']) {
            await link(store, `${hostUserId}${round}`, { hostUserId, address: address(hostUserId) })
            await end(store, `${hostUserId}${round}`, hostUserId)
          }
          const puts = [
            link(store, `x${round}`, { hostUserId: 'alice', address: address('bob') }),
            link(store, `y${round}`, { hostUserId: 'bob', address: address('alice') }),
          ]
          expect((await Promise.all(puts)).filter((wallet) => wallet !== undefined)).toHaveLength(2)
        }
      }),
      30_000,
    )
    test(
      'released: others lose conflicting links; the requester and other addresses lose nothing',
      withStore(async (store) => {
        await link(store, 'c1', contract('eip155:1'))
        await link(store, 'c2', { hostUserId: 'bob', ...contract('eip155:137') })
        await link(store, 'd', { hostUserId: 'bob' })
        const held = { hostUserId: 'carol', namespace: 'eip155', at: now + 5 }
        expect(await store.releaseAddress({ ...held, namespace: 'solana', address: '0xc' })).toEqual([])
        expect(await store.releaseAddress({ ...held, hostUserId: 'alice', address: 'eip155:1:0xc' })).toEqual([])
        const [bobs] = await store.linkedWallets('bob')
        expect(bobs).toMatchObject({ id: 'c2', hostUserId: 'bob' })
        expect(await store.releaseAddress({ ...held, address: 'eip155:137:0xc' })).toEqual([bobs])
        expect((await store.linkedWallets('bob')).map(({ id, isPrimary }) => [id, isPrimary])).toEqual([['d', true]])
        expect(await types(store, 'bob')).toEqual(['made-primary', 'released', 'linked', 'linked'])
        expect(await store.releaseAddress({ ...held, address: '0xc' })).toMatchObject([
          { id: 'c1', hostUserId: 'alice' },
        ])
        expect(await types(store)).toEqual(['released', 'linked'])
        expect(await store.linkedWallets('alice')).toEqual([])
        expect(await store.releaseAddress({ ...held, address: '0xc' })).toEqual([])
      }),
    )
  })

  describe(`${name}: wallets that a host user must keep (T-55)`, () => {
    const remove = (store: LinkStore, id: string, only: 'inactive' | 'not-last') =>
      store.removeLinkedWallet({ hostUserId: 'alice', id, at: now, only })
    test(
      'the last active wallet stays, with any others beside it; an inactive one does not',
      withStore(async (store) => {
        for (const id of ['a', 'b', 'c']) await link(store, id)
        await link(store, 'other', { hostUserId: 'bob' })
        for (const [id, status] of [
          ['b', 'stale'],
          ['c', 're-prove'],
        ] as const)
          await store.setWalletStatus({ hostUserId: 'alice', id, status, at: now })
        expect(await remove(store, 'a', 'not-last')).toBe('kept')
        expect(await remove(store, 'a', 'inactive')).toBe('kept')
        expect(await remove(store, 'b', 'not-last')).toMatchObject({ id: 'b' })
        expect(await remove(store, 'c', 'inactive')).toMatchObject({ id: 'c' })
        expect(await remove(store, 'a', 'not-last')).toBe('kept')
        expect((await store.linkedWallets('alice')).map(({ id }) => id)).toEqual(['a'])
        await link(store, 'd')
        expect(await remove(store, 'a', 'not-last')).toMatchObject({ id: 'a' })
        expect(await remove(store, 'nothing', 'not-last')).toBeUndefined()
      }),
    )
    test(
      'of ten unlinked at once one stays',
      withStore(async (store) => {
        const ids = Array.from({ length: 10 }, (_, index) => `${index}`)
        for (const id of ids) await link(store, id)
        const removed = await Promise.all(ids.map((id) => remove(store, id, 'not-last')))
        expect(removed.filter((each) => each === 'kept')).toHaveLength(1)
        expect(await store.linkedWallets('alice')).toHaveLength(1)
      }),
    )
    test(
      'a status found for an earlier proof does not mark a later one',
      withStore(async (store) => {
        const row = await link(store, 'a')
        const key = { hostUserId: 'alice', id: 'a', status: 'stale', at: now } as const
        expect(await store.setWalletStatus({ ...key, challengeId: 'before' })).toEqual(row)
        expect(await types(store)).toEqual(['linked'])
        const changed = await store.setWalletStatus({ ...key, challengeId: row?.proof.challengeId })
        expect(changed?.status).toBe('stale')
      }),
    )
  })

  describe(`${name}: changes of a wallet`, () => {
    test(
      'label, primary, last use and status change one wallet; a new proof resets only status',
      withStore(async (store) => {
        const [a, b] = [walletOf('a', { address: '0xa' }), walletOf('b', { address: '0xb', linkedAt: now + 1 })]
        await store.putLinkedWallet(a)
        await store.putLinkedWallet(b)
        const key = { hostUserId: 'alice', id: 'b', at: now + 2 }
        const changed = { label: 'é "savings" 😀', isPrimary: true, lastUsedAt: now + 2, status: 'stale' } as const
        await store.renameLinkedWallet({ ...key, label: changed.label })
        await store.setPrimaryWallet(key)
        await store.useLinkedWallet(key)
        expect(await store.setWalletStatus({ ...key, status: 'stale' })).toEqual(rowOf(b, changed))
        expect(await store.linkedWallets('alice')).toEqual([rowOf(a, { isPrimary: false }), rowOf(b, changed)])
        const proof = { ...b.proof, challengeId: 'another' }
        const again = { ...b, id: 'new', linkedAt: now + 3, proof, walletName: undefined }
        const wallet = rowOf({ ...again, id: 'b' }, { ...changed, status: 'active' })
        expect(await store.putLinkedWallet(again)).toEqual({ wallet, released: [] })
        expect((await store.renameLinkedWallet({ ...key, label: undefined }))?.label).toBeUndefined()
      }),
    )
    test(
      "nobody changes another host user's wallet, or a missing one",
      withStore(async (store) => {
        const wallet = await link(store, 'a')
        for (const key of [
          ...['bob', '', ...hostileTexts].map((hostUserId) => ({ hostUserId, id: 'a', at: now })),
          ...['b', '', ...hostileTexts].map((id) => ({ hostUserId: 'alice', id, at: now })),
        ]) {
          expect(await store.renameLinkedWallet({ ...key, label: 'mine' })).toBeUndefined()
          expect(await store.setPrimaryWallet(key)).toBeUndefined()
          expect(await store.useLinkedWallet(key)).toBeUndefined()
          expect(await store.setWalletStatus({ ...key, status: 'stale' })).toBeUndefined()
        }
        expect(await store.linkedWallets('alice')).toEqual([wallet])
        expect(await types(store)).toEqual(['linked'])
      }),
    )
    test(
      'the first linked is primary; after its unlinking the oldest left takes its place',
      withStore(async (store) => {
        for (const [index, id] of ['a', 'b', 'c'].entries()) await link(store, id, { linkedAt: now + index })
        await link(store, 'other', { hostUserId: 'bob' })
        expect(await primaries(store)).toEqual(['a'])
        await store.removeLinkedWallet({ hostUserId: 'alice', id: 'b', at: now })
        expect(await primaries(store)).toEqual(['a'])
        await store.removeLinkedWallet({ hostUserId: 'alice', id: 'a', at: now })
        expect(await primaries(store)).toEqual(['c'])
        await store.removeLinkedWallet({ hostUserId: 'alice', id: 'c', at: now })
        expect(await primaries(store)).toEqual([])
        expect(await primaries(store, 'bob')).toEqual(['other'])
      }),
    )
    test(
      'twenty choices of a primary and a link at once leave one',
      withStore(async (store) => {
        for (let index = 0; index < 5; index += 1) await link(store, `${index}`)
        const choices = Array.from({ length: 20 }, (_, index) =>
          store.setPrimaryWallet({ hostUserId: 'alice', id: `${index % 5}`, at: now }),
        )
        await Promise.all([...choices, link(store, 'new')])
        expect(await primaries(store)).toHaveLength(1)
      }),
    )
    test(
      'an earlier use does not move the last use back',
      withStore(async (store) => {
        await link(store, 'a')
        const key = { hostUserId: 'alice', id: 'a' }
        await store.useLinkedWallet({ ...key, at: now + 5 })
        expect((await store.useLinkedWallet({ ...key, at: now }))?.lastUsedAt).toBe(now + 5)
      }),
    )
    test(
      'T-57: marks all wallets, or those of one method, for a new proof, each once',
      withStore(async (store) => {
        const proof = { method: 'eip1271', chainId: 'eip155:1', block: '1', challengeId: 'c' } as const
        await link(store, 'a', { proof })
        await link(store, 'b')
        await link(store, 'c', { hostUserId: 'bob' })
        expect(await store.reproveAll({ at: now, methods: ['eip1271', 'eip6492'] })).toBe(1)
        expect(await store.reproveAll({ at: now })).toBe(2)
        expect(await store.reproveAll({ at: now })).toBe(0)
        const all = [...(await store.linkedWallets('alice')), ...(await store.linkedWallets('bob'))]
        expect(all.map(({ status }) => status)).toEqual(['re-prove', 're-prove', 're-prove'])
        expect(await types(store, 'bob')).toEqual(['must-re-prove', 'linked'])
        expect((await link(store, 'c', { hostUserId: 'bob' }))?.status).toBe('active')
      }),
    )
  })

  describe(`${name}: history`, () => {
    test(
      'lists each change once, the latest first, in pages; no-ops are not listed',
      withStore(async (store) => {
        await link(store, 'a')
        const key = (at: number) => ({ hostUserId: 'alice', id: 'a', at: now + at })
        await link(store, 'b', { walletName: undefined })
        await link(store, 'again', { address: '0xa', linkedAt: now + 1 })
        for (const at of [2, 3]) await store.renameLinkedWallet({ ...key(at), label: 'mine' })
        for (const at of [4, 5]) await store.setPrimaryWallet({ ...key(at), id: 'b' })
        for (const at of [6, 7]) await store.setWalletStatus({ ...key(at), status: 'stale' })
        await store.setWalletStatus({ ...key(8), status: 're-prove' })
        await store.useLinkedWallet(key(9))
        for (let time = 0; time < 2; time += 1) await store.useLinkedWallet({ ...key(9), event: 'signed-in' })
        await store.removeLinkedWallet({ ...key(10), id: 'b' })
        await link(store, 'other', { hostUserId: 'bob' })
        const events = await store.history('alice', everything)
        expect(events.map(({ number, type, at }) => [number, type, at - now])).toEqual([
          [11, 'made-primary', 10],
          [10, 'unlinked', 10],
          [9, 'signed-in', 9],
          [8, 'signed-in', 9],
          [7, 'must-re-prove', 8],
          [6, 'became-stale', 6],
          [5, 'made-primary', 4],
          [4, 'renamed', 2],
          [3, 'refreshed', 1],
          [2, 'linked', 0],
          [1, 'linked', 0],
        ])
        const { accountId } = walletOf('a')
        expect(events.at(-1)).toEqual({ number: 1, type: 'linked', at: now, accountId, walletName: 'W' })
        expect(events.at(-2)?.walletName).toBeUndefined()
        expect(await store.history('alice', { before: undefined, limit: 2 })).toEqual(events.slice(0, 2))
        expect(await store.history('alice', { before: 10, limit: 3 })).toEqual(events.slice(2, 5))
        for (const before of [2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER])
          expect(await store.history('alice', { before, limit: 2 })).toEqual(events.slice(0, 2))
        expect(await store.history('nobody', everything)).toEqual([])
      }),
    )
    test(
      'thirty changes at once are numbered without a gap',
      withStore(async (store) => {
        await Promise.all(Array.from({ length: 30 }, (_, index) => link(store, `${index}`)))
        const numbers = (await store.history('alice', everything)).map(({ number }) => number)
        expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => 30 - index))
      }),
    )
  })

  describe(`${name}: data requests`, () => {
    const open = { openLimit: 10, now, whenFull: 'refuse' } as const
    const challenge = { purpose: 'link', accountId: walletOf('a').accountId, walletName: undefined } as const
    const fill = async (store: LinkStore, hostUserId: string) => {
      await link(store, hostUserId, { hostUserId })
      await store.putChallenge({ ...challenge, id: hostUserId, hostUserId, message: 'm', expiresAt: now + 1 }, open)
    }
    test(
      'the export contains all data of a host user and none of another',
      withStore(async (store) => {
        await fill(store, 'alice')
        await fill(store, 'bob')
        expect(await store.exportHostUser('alice')).toEqual({
          hostUserId: 'alice',
          wallets: await store.linkedWallets('alice'),
          challenges: [{ ...challenge, id: 'alice', hostUserId: 'alice', message: 'm', expiresAt: now + 1 }],
          events: await store.history('alice', everything),
          handoffs: [],
        })
        const nothing = { wallets: [], challenges: [], events: [], handoffs: [] }
        for (const hostUserId of ['', 'ALICE', ...hostileTexts])
          expect(await store.exportHostUser(hostUserId)).toEqual({ hostUserId, ...nothing })
      }),
    )
    test(
      'erasing removes all data of a host user and none of another; the wallet is free',
      withStore(async (store) => {
        await fill(store, 'alice')
        await fill(store, 'bob')
        const bob = await store.exportHostUser('bob')
        for (const hostUserId of ['', 'ALICE', ...hostileTexts])
          expect(await store.eraseHostUser(hostUserId)).toEqual({ wallets: 0, challenges: 0, events: 0 })
        expect(await store.eraseHostUser('alice')).toEqual({ wallets: 1, challenges: 1, events: 1 })
        expect(await store.eraseHostUser('alice')).toEqual({ wallets: 0, challenges: 0, events: 0 })
        expect(await store.history('alice', everything)).toEqual([])
        expect(await store.exportHostUser('bob')).toEqual(bob)
        expect(await link(store, 'alice', { hostUserId: 'carol' })).toBeDefined()
      }),
    )
  })

  describe(`${name}: token buckets`, () => {
    const bucket = { key: 'k', perMs: 100, burst: 3 }
    test(
      'allows a burst, then one per interval; a full bucket gains no more',
      withStore(async (store) => {
        const take = (at: number) => store.takeTokens({ ...bucket, now: now + at })
        const allowed = { allowed: true, retryAfterMs: 0 }
        for (let index = 0; index < 3; index += 1) expect(await take(0)).toEqual(allowed)
        expect(await take(0)).toEqual({ allowed: false, retryAfterMs: 100 })
        expect(await take(40)).toEqual({ allowed: false, retryAfterMs: 60 })
        expect(await take(100)).toEqual(allowed)
        expect(await take(150)).toEqual({ allowed: false, retryAfterMs: 50 })
        for (let index = 0; index < 3; index += 1) expect(await take(10_000)).toEqual(allowed)
        expect(await take(10_000)).toMatchObject({ allowed: false })
      }),
    )
    test(
      'a refusal takes nothing, and of fifty at once as many pass as it holds',
      withStore(async (store) => {
        const takes = Array.from({ length: 50 }, () => store.takeTokens({ ...bucket, burst: 7, now }))
        expect((await Promise.all(takes)).filter(({ allowed }) => allowed)).toHaveLength(7)
        expect(await store.takeTokens({ ...bucket, burst: 7, now: now + 100 })).toMatchObject({ allowed: true })
        expect(await store.takeTokens({ ...bucket, key: 'another', now })).toMatchObject({ allowed: true })
      }),
    )
    test(
      'a time of a clock that was ahead counts as one with its last token',
      withStore(async (store) => {
        const ahead = now + 86_400_000
        const allowed = { allowed: true, retryAfterMs: 0 }
        const take = (at: number) => store.takeTokens({ ...bucket, now: at })
        const consume = async (at: number) => {
          const key = { id: 'none', hostUserId: 'alice', purpose: 'link' } as const
          const { challenge, ...answer } = await store.consumeWithToken({ ...key, token: { ...bucket, now: at } })
          return answer
        }
        for (const takeAt of [take, consume]) {
          expect(await takeAt(ahead)).toEqual(allowed)
          expect(await takeAt(now)).toEqual(allowed)
          expect(await takeAt(now)).toEqual({ allowed: false, retryAfterMs: 100 })
          expect(await takeAt(now + 100)).toEqual(allowed)
          expect(await takeAt(now + 100)).toEqual({ allowed: false, retryAfterMs: 100 })
        }
      }),
    )
    test(
      'two clocks less than one fill apart give no more tokens than the later clock',
      withStore(async (store) => {
        const take = (at: number) => store.takeTokens({ ...bucket, now: at })
        let taken = 0
        for (let index = 0; index < 40; index += 1)
          if ((await take(index % 2 === 0 ? now + 299 : now)).allowed) taken += 1
        expect(taken).toBe(3)
      }),
    )
    test(
      'keeps a fractional rate to within one millisecond a token',
      withStore(async (store) => {
        const take = () => store.takeTokens({ key: 'k', perMs: 100 / 3, burst: 1, now })
        expect(await take()).toMatchObject({ allowed: true })
        expect(await take()).toEqual({ allowed: false, retryAfterMs: 34 })
      }),
    )
    test(
      'purging deletes only full buckets',
      withStore(async (store) => {
        for (let index = 0; index < 3; index += 1) await store.takeTokens({ ...bucket, now })
        await store.purgeChallenges(now + 300)
        expect(await store.takeTokens({ ...bucket, now })).toMatchObject({ allowed: false })
        await store.purgeChallenges(now + 301)
        expect(await store.takeTokens({ ...bucket, now })).toMatchObject({ allowed: true })
      }),
    )
    test(
      'repeated purging deletes every full bucket and no other',
      withStore(async (store) => {
        const keys = Array.from({ length: 900 }, (_, index) => `${index % 10}-${index}`)
        const take = (key: string, at: number) => store.takeTokens({ key, perMs: 100, burst: 1, now: at })
        const isEmpty = async (key: string) => !(await take(key, now)).allowed
        // Every third bucket is full again at a later time.
        await Promise.all(keys.map((key, index) => take(key, index % 3 === 0 ? now + 50 : now)))
        for (let call = 0; call < 11; call += 1) await store.purgeChallenges(now + 101)
        const empty = await Promise.all(keys.map(isEmpty))
        expect(empty).toEqual(keys.map((_, index) => index % 3 === 0))
      }),
    )
  })
}
