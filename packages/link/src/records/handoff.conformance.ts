import { describe, expect, test } from 'vitest'
import { handoffOf } from './handoff.fixture.ts'
import type { Handoff } from './handoff.ts'
import type { PutWallet } from './linkedWalletRow.ts'
import { hostileTexts, now, walletOf, withStore } from './linkRows.fixture.ts'
import type { LinkStore } from './linkStore.ts'

const everything = { before: undefined, limit: 100 }
const next = (handoff: Handoff, part: Partial<Handoff> = {}): Handoff => ({
  ...handoff,
  version: handoff.version + 1,
  ...part,
})
const linkedBy =
  (handoff: Handoff) =>
  ({ wallet }: PutWallet): Handoff =>
    next(handoff, { stage: { state: 'linked', expiresAt: now + 60_000, walletId: wallet.id, undoes: 'challenge-a' } })
const finish = (store: LinkStore, handoff: Handoff, wallet = walletOf('a')) =>
  store.finishHandoff({ handoff, wallet, linked: linkedBy(handoff) })

/** The contract of every store for handoffs. */
export function testHandoffs(name: string, make: () => Promise<LinkStore>): void {
  describe(`${name}: handoffs`, () => {
    test(
      'a stored handoff is found by its id only, complete',
      withStore(make, async (store) => {
        for (const text of ['h', ...hostileTexts]) {
          const earlierSecrets = [{ hash: 'e', expiresAt: now }]
          const hashes = {
            secretHash: 's',
            earlierSecrets,
            rotatedHashes: ['a', 'b'],
            isWithoutWallet: true,
            grantHash: 'g',
          }
          const handoff = handoffOf(text, { hostUserId: text, label: text, ...hashes })
          await store.putHandoff(handoff)
          expect(await store.handoff(text)).toEqual(handoff)
        }
        expect(await store.handoff('H')).toBeUndefined()
        expect(await store.handoff('')).toBeUndefined()
      }),
    )

    test(
      'a session has one handoff: the next replaces it, and those of others stay',
      withStore(make, async (store) => {
        const others = [handoffOf('other', { sessionKey: 'other' }), handoffOf('bob', { hostUserId: 'bob' })]
        for (const handoff of [handoffOf('first'), ...others, handoffOf('second')]) await store.putHandoff(handoff)
        expect(await store.handoff('first')).toBeUndefined()
        for (const id of ['second', 'other', 'bob']) expect(await store.handoff(id)).toBeDefined()
        expect(await store.changeHandoff(next(handoffOf('first')))).toBe(false)
      }),
    )

    test(
      'one of eight changes to one version is written',
      withStore(make, async (store) => {
        await store.putHandoff(handoffOf('h'))
        const changes = Array.from({ length: 8 }, (_, index) => next(handoffOf('h'), { secretHash: `${index}` }))
        const written = await Promise.all(changes.map((change) => store.changeHandoff(change)))
        expect(written.filter(Boolean)).toHaveLength(1)
        expect(await store.handoff('h')).toEqual(changes[written.indexOf(true)])
      }),
    )

    test(
      'finishing links the wallet and ends the handoff; its event says how',
      withStore(make, async (store) => {
        const handoff = handoffOf('h')
        await store.putHandoff(handoff)
        const put = await finish(store, handoff)
        expect(put).toMatchObject({ wallet: { id: 'a', hostUserId: 'alice' }, released: [] })
        expect(await store.handoff('h')).toMatchObject({ version: 2, stage: { state: 'linked', walletId: 'a' } })
        expect(await store.linkedWallets('alice')).toHaveLength(1)
        await store.putLinkedWallet(walletOf('again'))
        const events = await store.history('alice', everything)
        expect(events.map(({ type, via }) => [type, via])).toEqual([
          ['refreshed', undefined],
          ['linked', 'handoff'],
        ])
      }),
    )

    test(
      'a changed or deleted handoff links nothing',
      withStore(make, async (store) => {
        const handoff = handoffOf('h')
        expect(await finish(store, handoff)).toBe('changed')
        await store.putHandoff(handoff)
        await store.changeHandoff(next(handoff))
        expect(await finish(store, handoff)).toBe('changed')
        expect(await store.linkedWallets('alice')).toEqual([])
        expect(await store.history('alice', everything)).toEqual([])
      }),
    )

    test(
      'a wallet that another host user holds is not linked, and the handoff stays unchanged',
      withStore(make, async (store) => {
        const handoff = handoffOf('h')
        await store.putHandoff(handoff)
        await store.putLinkedWallet(walletOf('b', { hostUserId: 'bob' }))
        expect(await finish(store, handoff)).toBe('taken')
        expect(await store.handoff('h')).toEqual(handoff)
        expect(await store.linkedWallets('alice')).toEqual([])
        await store.setWalletStatus({ hostUserId: 'bob', id: 'b', status: 're-prove', at: now })
        expect(await finish(store, handoff)).toMatchObject({ released: [{ id: 'b' }] })
        expect(await store.linkedWallets('bob')).toEqual([])
      }),
    )

    test(
      'finished eight times at once, or claimed again meanwhile, it links at most once',
      withStore(make, async (store) => {
        for (const round of [0, 1, 2, 3]) {
          const hostUserId = `user${round}`
          const address = `0x${round}`
          const handoff = handoffOf(`h${round}`, { hostUserId })
          await store.putHandoff(handoff)
          const wallet = walletOf(`w${round}`, { hostUserId, address })
          const claimedAgain = store.changeHandoff(next(handoff))
          const finished = await Promise.all(Array.from({ length: 8 }, () => finish(store, handoff, wallet)))
          const links = finished.filter((each) => each !== 'changed')
          expect(links.length).toBe((await claimedAgain) ? 0 : 1)
          expect(await store.linkedWallets(hostUserId)).toHaveLength(links.length)
          expect(await store.history(hostUserId, everything)).toHaveLength(links.length)
        }
      }),
    )

    test(
      'purging challenges also drops old handoffs',
      withStore(make, async (store) => {
        for (const [id, expiresAt] of [
          ['old', now],
          ['new', now + 2],
        ] as const)
          await store.putHandoff(handoffOf(id, { sessionKey: id, stage: { state: 'waiting', expiresAt } }))
        await store.purgeChallenges(now + 1)
        expect(await store.handoff('old')).toBeUndefined()
        expect(await store.handoff('new')).toBeDefined()
      }),
    )

    test(
      'the export of a host user contains them, and erasing removes all',
      withStore(make, async (store) => {
        const [alice, bob] = [handoffOf('a'), handoffOf('b', { hostUserId: 'bob' })]
        await store.putHandoff(alice)
        await store.putHandoff(bob)
        expect((await store.exportHostUser('alice')).handoffs).toEqual([alice])
        await store.eraseHostUser('alice')
        expect((await store.exportHostUser('alice')).handoffs).toEqual([])
        expect(await store.handoff('a')).toBeUndefined()
        expect(await store.handoff('b')).toEqual(bob)
      }),
    )
  })
}
