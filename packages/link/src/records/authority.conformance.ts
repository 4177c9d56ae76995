import { describe, expect, test } from 'vitest'
import { authority, type Holder, holders, type Outcome, proofs } from './authority.fixture.ts'
import { handoffOf } from './handoff.fixture.ts'
import type { LinkedWalletRow, ProvenWallet, PutWallet } from './linkedWalletRow.ts'
import { now, walletOf, withStore } from './linkRows.fixture.ts'
import type { LinkStore } from './linkStore.ts'

const names = Object.keys(holders) as readonly Holder[]
const at = now + 5

/** The ways to link: directly, as `POST /proofs` does, or in the step that ends a handoff. */
const ways = {
  'a proof': (store: LinkStore, wallet: ProvenWallet) => store.putLinkedWallet(wallet),
  'a handoff': async (store: LinkStore, wallet: ProvenWallet): Promise<PutWallet | undefined> => {
    const handoff = handoffOf(wallet.id, { hostUserId: wallet.hostUserId, sessionKey: wallet.id })
    await store.putHandoff(handoff)
    const linked = (put: PutWallet) => ({
      ...handoff,
      version: 2,
      stage: { state: 'linked', expiresAt: at, walletId: put.wallet.id, undoes: undefined } as const,
    })
    const put = await store.finishHandoff({ handoff, wallet, linked })
    return put === 'taken' || put === 'changed' ? undefined : put
  },
}

/** The contract of every store for links of one address that rest on different kinds of proof (docs/link-accounts.md, T-50). */
export function testAuthority(name: string, make: () => Promise<LinkStore>): void {
  describe(`${name}: whose proof counts for more (T-50)`, () => {
    test.each(Object.entries(ways))('by %s: every link meets every proof, as the table says', async (_, link) => {
      await withStore(make, async (store) => {
        const outcomes: Partial<Record<Holder, readonly Outcome[]>> = {}
        for (const [index, holder] of names.entries()) {
          const row: Outcome[] = []
          for (const [column, proof] of Object.values(proofs).entries()) {
            const world = { id: `${index}-${column}`, bare: `0x${index}${column}` }
            row.push(await outcomeOf(store, link, { ...world, holder, proof }))
          }
          outcomes[holder] = row
        }
        expect(outcomes).toEqual(authority)
      })()
    })

    test('a link that needs a new proof counts as a stale one, for every proof', async () => {
      await withStore(make, async (store) => {
        const unproven = names.filter((holder) => holders[holder].status === 'stale')
        for (const [index, holder] of unproven.entries())
          for (const [column, proof] of Object.values(proofs).entries()) {
            const world = { id: `${index}-${column}`, bare: `0x${index}${column}` }
            const met = await outcomeOf(store, ways['a proof'], { ...world, holder, proof, status: 're-prove' })
            expect([holder, column, met]).toEqual([holder, column, authority[holder][column]])
          }
        expect(unproven).toHaveLength(3)
      })()
    })

    test('one user’s own links of an address coexist, with any proofs', async () => {
      await withStore(make, async (store) => {
        const places = ['', 'eip155:1:', 'eip155:137:']
        for (const [index, first] of places.entries())
          for (const second of places.filter((place) => place !== first)) {
            const [user, bare] = [`own-${first}-${second}`, `0xd${index}${places.indexOf(second)}`]
            await store.putLinkedWallet(rowOf({ id: `${user}-1`, user, address: `${first}${bare}` }))
            const put = await store.putLinkedWallet(rowOf({ id: `${user}-2`, user, address: `${second}${bare}` }))
            expect(put?.released).toEqual([])
            // Releasing the address from others does not affect its own user either.
            for (const place of places)
              expect(
                await store.releaseAddress({ hostUserId: user, namespace: 'eip155', address: `${place}${bare}`, at }),
              ).toEqual([])
            expect((await store.linkedWallets(user)).map(({ id }) => id).toSorted()).toEqual([`${user}-1`, `${user}-2`])
          }
      })()
    })

    test('a key and a contract race for one address: the key always gets it', async () => {
      await withStore(make, async (store) => {
        for (let round = 0; round < 25; round += 1) {
          const bare = `0x${round}`
          const key = { id: `k${round}`, user: 'alice', address: bare }
          const contract = { id: `c${round}`, user: 'mallory', address: `eip155:1:${bare}` }
          const both = round % 2 === 0 ? [contract, key] : [key, contract]
          await Promise.all(both.map((each) => store.putLinkedWallet(rowOf(each))))
        }
        expect(await store.linkedWallets('alice')).toHaveLength(25)
        expect(await store.linkedWallets('mallory')).toEqual([])
      })()
    })

    test('a key ends the contracts of its address on every chain; every owner learns of it', async () => {
      await withStore(make, async (store) => {
        for (const [user, chain] of [
          ['bob', 1],
          ['carol', 137],
          ['bob', 10],
        ] as const)
          await store.putLinkedWallet(rowOf({ id: `${user}${chain}`, user, address: `eip155:${chain}:0xc` }))
        await store.putLinkedWallet(rowOf({ id: 'own', user: 'alice', address: 'eip155:8453:0xc' }))
        const put = await store.putLinkedWallet(rowOf({ id: 'k', user: 'alice', address: '0xc' }))
        expect(put?.released.map(({ id }) => id).toSorted()).toEqual(['bob1', 'bob10', 'carol137'])
        expect((await store.linkedWallets('alice')).map(({ id }) => id)).toEqual(expect.arrayContaining(['own', 'k']))
        for (const user of ['bob', 'carol']) {
          expect(await store.linkedWallets(user)).toEqual([])
          expect((await store.history(user, { before: undefined, limit: 1 }))[0]?.type).toBe('released')
        }
      })()
    })
  })
}

function rowOf(of: { readonly id: string; readonly user: string; readonly address: string }): ProvenWallet {
  const isContract = of.address.includes(':')
  const proof = { method: isContract ? 'eip1271' : 'eip191', chainId: 'eip155:1', block: isContract ? '1' : undefined }
  return walletOf(of.id, {
    hostUserId: of.user,
    address: of.address,
    proof: { ...walletOf(of.id).proof, ...proof } as ProvenWallet['proof'],
  })
}

type Meeting = {
  readonly id: string
  readonly bare: string
  readonly holder: Holder
  readonly proof: (typeof proofs)[keyof typeof proofs]
  readonly status?: 're-prove'
}

async function outcomeOf(store: LinkStore, link: (typeof ways)['a proof'], meeting: Meeting): Promise<Outcome> {
  const { id, bare, proof } = meeting
  const { address } = holders[meeting.holder]
  const status = meeting.status ?? holders[meeting.holder].status
  const [holder, prover] = [`holder-${id}`, `prover-${id}`]
  await store.putLinkedWallet(rowOf({ id: `h${id}`, user: holder, address: `${address}${bare}` }))
  if (status !== 'active') await store.setWalletStatus({ hostUserId: holder, id: `h${id}`, at: now, status })
  const before = await store.linkedWallets(holder)

  const held = { hostUserId: prover, namespace: 'eip155', address: `${proof.address}${bare}` }
  const wallet = rowOf({ id: `p${id}`, user: prover, address: held.address })
  const isLink = proof.purpose === 'link'
  const put = isLink ? await link(store, wallet) : undefined
  const released = isLink ? put?.released : await store.releaseAddress({ ...held, at })

  const after = await store.linkedWallets(holder)
  const linked = await store.linkedWallets(prover)
  expect(linked.map((row) => row.id)).toEqual(put === undefined ? [] : [wallet.id])
  return outcome({ before, after, released })
}

function outcome(of: {
  readonly before: readonly LinkedWalletRow[]
  readonly after: readonly LinkedWalletRow[]
  readonly released: readonly LinkedWalletRow[] | undefined
}): Outcome {
  if (of.after.length === 0) {
    expect(of.released).toEqual(of.before)
    return 'ends'
  }
  expect(of.after).toEqual(of.before)
  expect(of.released ?? []).toEqual([])
  return of.released === undefined ? '409' : 'stays'
}
