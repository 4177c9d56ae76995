import { randomUUID } from 'node:crypto'
import { createLink, type LinkStore, type ProvenWallet } from '@hawser/link'
import { flat, linear, logarithmic } from './bounds.ts'
import { inBatches } from './inBatches.ts'
import { addressOf, type LinkRows, userOf } from './linkRows.ts'
import { openFilledStore, type StoreName } from './linkStores.ts'
import { pickSpread } from './pickSpread.ts'
import { processorMicros } from './processorMicros.ts'
import type { Place, Sizes, Subject } from './subject.ts'
import type { World } from './world.ts'

const issue = 'issue a challenge'
const linkOne = 'link and unlink a wallet'
const list = 'list the wallets of a user'
const readPage = 'read a page of the history'
const rename = 'rename a wallet'
const eventSizes: Sizes = [10, 100, 1_000]
const ofEvents = logarithmic(eventSizes, 'an event is written into a sorted index, and at 1,000 the oldest one goes')
const ofUser = linear('each wallet of the user is read; a user has at most 500')

type Growing = Pick<Subject, 'grows' | 'sizes' | 'operations'> & { readonly rowsAt: (size: number) => LinkRows }

const growing: readonly Growing[] = [
  {
    grows: 'users, each with a wallet',
    sizes: [500, 5_000, 50_000],
    operations: [
      { name: issue, count: 60, bound: flat },
      { name: linkOne, count: 60, bound: flat },
      { name: list, count: 200, bound: flat },
    ],
    rowsAt: (users) => ({ users, wallets: 1, events: 1 }),
  },
  {
    grows: 'wallets of a user',
    sizes: [4, 40, 400],
    operations: [
      { name: issue, count: 40, bound: flat },
      { name: linkOne, count: 40, bound: flat },
      { name: list, count: 40, bound: ofUser },
    ],
    rowsAt: (wallets) => ({ users: 20, wallets, events: 1 }),
  },
  {
    grows: 'events of a user',
    sizes: eventSizes,
    operations: [
      { name: readPage, count: 200, bound: flat },
      { name: rename, count: 60, bound: ofEvents },
    ],
    rowsAt: (events) => ({ users: 200, wallets: 1, events }),
  },
]

/** The link API on both databases. The processor time is that of this process and of its PostgreSQL processes. */
export const linkSubjects: readonly Subject[] = (['SQLite', 'PostgreSQL'] as const).flatMap((store) =>
  growing.map(({ rowsAt, ...rest }) => ({
    ...rest,
    part: 'link' as const,
    component: `link API, ${store}`,
    isLeftOutOfQuick: store === 'PostgreSQL',
    open: (size: number, world: World) => openLink(store, rowsAt(size), world),
  })),
)

const origin = 'http://localhost:4400'

async function openLink(name: StoreName, rows: LinkRows, world: World): Promise<Place> {
  const { store, serverPids, close } = await openFilledStore(name, rows, world)
  const link = createLink({
    publicUrl: origin,
    store,
    hostUser: async ({ headers }) => ({ id: headers.get('x-user') ?? '', label: headers.get('x-user') ?? '' }),
    rateLimits: { challengesPerUser: 1_000_000 },
  })
  const users = Array.from({ length: rows.users }, (_, user) => user)
  let number = 0
  const ask = async (user: number, path: string, body?: object) => {
    const headers = { 'x-user': userOf(user), origin, 'content-type': 'application/json' }
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await link.fetch(new Request(`${origin}${path}`, { headers, ...post }))
    if (!response.ok) throw new Error(`${path} was answered ${response.status}.`)
    await response.arrayBuffer()
  }
  const operations: Readonly<Record<string, (user: number) => Promise<void>>> = {
    [issue]: (user) => ask(user, '/challenges', { purpose: 'link', accountId: `eip155:1:${addressOf(number, 999)}` }),
    [linkOne]: (user) => linkAndUnlink(store, user),
    [list]: (user) => ask(user, '/wallets'),
    [readPage]: (user) => ask(user, '/history?limit=10'),
    [rename]: async (user) => {
      const key = { hostUserId: userOf(user), id: `wallet-${user}-0` }
      const renamed = await store.renameLinkedWallet({ ...key, label: `Name ${number}`, at: Date.now() })
      if (renamed === undefined) throw new Error('A wallet was not renamed.')
    },
  }
  return {
    async run(operation, count) {
      const run = operations[operation]
      if (run === undefined) throw new Error(`There is no operation "${operation}".`)
      const work = () =>
        inBatches(count, 4, () => {
          number += 1
          return run(pickSpread(users, number))
        })
      // Opens the connections whose processes the next step measures.
      await inBatches(4, 4, (user) => ask(user, '/wallets'))
      const micros = await processorMicros(work, await serverPids())
      // A user is allowed few open challenges.
      if (operation === issue) await store.purgeChallenges(Date.now() + 86_400_000)
      return micros
    },
    close,
  }
}

/** Runs the store's steps of a link, without the signature check, which costs the same at every size. */
async function linkAndUnlink(store: LinkStore, user: number): Promise<void> {
  const now = Date.now()
  const [id, hostUserId] = [randomUUID(), userOf(user)]
  const address = `0x${id.replaceAll('-', '')}${addressOf(user, 0).slice(-8)}`
  const accountId = `eip155:1:${address}` as const
  const challenge = {
    ...({ id, hostUserId, accountId, purpose: 'link', walletName: 'Bench', message: 'text' } as const),
    expiresAt: now + 300_000,
  }
  const wallet: ProvenWallet = {
    ...{ id, hostUserId, namespace: 'eip155', address, accountId, walletName: 'Bench', linkedAt: now },
    proof: { method: 'eip191', chainId: 'eip155:1', block: undefined, challengeId: id, receipt: id },
  }
  const kept = await store.putChallenge(challenge, { openLimit: 10, now, whenFull: 'refuse', walletLimit: 500 })
  const token = { key: hostUserId, perMs: 1, burst: 1_000_000, now }
  const { challenge: consumed } = await store.consumeWithToken({ id, hostUserId, purpose: 'link', token })
  const put = await store.putLinkedWallet(wallet)
  const removed = await store.removeLinkedWallet({ id, hostUserId, at: now })
  if (!kept.kept || consumed === undefined || put === undefined || removed === undefined)
    throw new Error('A wallet was not linked and unlinked.')
}
