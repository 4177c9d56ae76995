import { isNight, nightLimit } from '@hawser/test-kit/night'
import { sharedPostgres } from '@hawser/test-kit/sharedServers'
import { parseChallengeResponse } from '@hawser/wire'
import { expect, onTestFinished, test } from 'vitest'
import { createTestHost, createTestWallet, type TestHost } from './createTestHost.fixture.ts'
import type { LinkOptions } from './options/linkOptions.ts'
import type { SignInOptions } from './options/signInOptions.ts'
import type { LinkStore } from './records/linkStore.ts'
import { openPostgresLinkStore } from './stores/postgres/postgresLinkStore.ts'

const users = ['alice', 'bob'] as const
type User = (typeof users)[number]
const otherOf = (user: User): User => (user === 'alice' ? 'bob' : 'alice')
const linked = { alice: createTestWallet(1), bob: createTestWallet(2) }
const open = { alice: createTestWallet(3), bob: createTestWallet(4) }
const nothing = 'A'.repeat(24)
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'] as const

const postgres = sharedPostgres()

async function openSchema(): Promise<LinkStore> {
  const store = await openPostgresLinkStore({ url: await postgres.newSchema() })
  onTestFinished(() => store.stop())
  return store
}

/** Each user has a separate session as a visitor. */
const signIn: SignInOptions = {
  session: async (request) => `visitor session of ${request.headers.get('x-test-user')}`,
  complete: async (_, { hostUserId }) => ({ 'set-cookie': `session=${hostUserId}; Secure` }),
}

/** Ids of a user that another user could try: a wallet, an open challenge and one to unlink, with their signatures. */
type Target = { readonly id: string; readonly bodies: readonly object[] }

async function prepare(host: TestHost, user: User): Promise<Target> {
  const { id } = await host.linkWallet(user, linked[user])
  const { challengeId, message } = await host.challenge(user, open[user])
  const asked = await host.send('/challenges', { method: 'POST', user, body: { purpose: 'unlink', walletId: id } })
  const unlink = parseChallengeResponse(asked.body)
  const body = { purpose: 'release', accountId: open[user].accountId }
  const release = parseChallengeResponse((await host.send('/challenges', { method: 'POST', user, body })).body)
  const asking = await host.send('/challenges', {
    method: 'POST',
    user,
    body: { purpose: 'signIn', accountId: linked[user].accountId },
  })
  const signing = asking.status === 201 ? parseChallengeResponse(asking.body) : undefined
  return {
    id,
    bodies: [
      { purpose: 'unlink', walletId: id },
      { purpose: 'link', challengeId, signature: open[user].sign(message) },
      { purpose: 'unlink', challengeId: unlink.challengeId, signature: linked[user].sign(unlink.message) },
      { label: 'mine' },
      { isPrimary: true },
      { topic: 'ab'.repeat(32) },
      { purpose: 'release', challengeId: release.challengeId, signature: open[user].sign(release.message) },
      ...(signing
        ? [{ purpose: 'signIn', challengeId: signing.challengeId, signature: linked[user].sign(signing.message) }]
        : []),
    ],
  }
}

/** Returns the same body with ids that do not exist. */
const without = (body: object): object => ({
  ...body,
  ...('walletId' in body ? { walletId: nothing } : {}),
  ...('challengeId' in body ? { challengeId: nothing } : {}),
})

const pathsOf = (id: string) => [
  '/',
  '/challenges',
  '/proofs',
  '/wallets',
  `/wallets/${id}`,
  `/wallets/${id}/unlink`,
  '/wallets/release',
  '/sign-in',
  '/origin-statements',
  '/history',
  '/history?before=100&limit=100',
]

test.each([
  ['SQLite', false],
  ['SQLite', true],
  ['PostgreSQL', false],
  ['PostgreSQL', true],
] as const)(
  'two users, all routes on %s: nobody reads or changes the other’s data (factor: %s)',
  async (engine, isLoginFactor) => {
    const host = await createTestHost({
      isLoginFactor,
      ...(engine === 'PostgreSQL' && { store: await openSchema() }),
      ...(isLoginFactor && { signIn, mayLink: async () => true }),
      originStatements: { secretKey: new Uint8Array(32).fill(7) },
    })
    const targets = { alice: await prepare(host, 'alice'), bob: await prepare(host, 'bob') }
    let requests = 0
    for (const user of users) {
      const other = otherOf(user)
      const { id, bodies } = targets[other]
      const before = JSON.stringify(await host.store.exportHostUser(other))
      const secrets = [id, linked[other].address, open[other].address, `${other}@mail.example`]
      for (const method of methods) {
        const sent = method === 'GET' || method === 'HEAD' ? [undefined] : [undefined, ...bodies]
        for (const [index, path] of pathsOf(id).entries())
          for (const body of sent) {
            const theirs = await host.send(path, { method, user, ...(body && { body }) })
            const none = await host.send(pathsOf(nothing)[index] ?? '', {
              method,
              user,
              ...(body && { body: without(body) }),
            })
            requests += 2
            const what = `${method} ${path} ${Object.keys(body ?? {})}`
            expect([theirs.status, theirs.text], what).toEqual([none.status, none.text])
            for (const secret of secrets) expect(theirs.text, what).not.toContain(secret)
            expect(theirs.status, what).not.toBe(500)
          }
      }
      expect(JSON.stringify(await host.store.exportHostUser(other))).toBe(before)
    }
    expect(requests).toBeGreaterThan(1000)
    expect(host.failures).toEqual([])
    // Each user's own challenges are still open.
    for (const user of users) {
      const { id, bodies } = targets[user]
      expect((await host.send('/proofs', { method: 'POST', user, body: bodies[1] })).status).toBe(201)
      if (isLoginFactor)
        expect((await host.send('/sign-in', { method: 'POST', user, body: bodies.at(-1) })).status).toBe(200)
      expect((await host.send(`/wallets/${id}/unlink`, { method: 'POST', user, body: bodies[2] })).status).toBe(204)
    }
  },
  120_000,
)

test.each([
  ['an accent', 'alice', 'alic\u00e9'],
  ['a letter of another alphabet', 'alice', '\u0430lice'],
  ['full width', 'alice', '\uff41\uff4c\uff49\uff43\uff45'],
  ['invisible characters', 'alice', 'ali\u200bce'],
  ['a name in two scripts', '\u042e\u043b\u044f', 'Yulya'],
  ['names of other scripts', '\u5c71\u7530', '\u0646\u0648\u0631'],
  ['the part that is cut', `${'x'.repeat(70)}a`, `${'x'.repeat(70)}b`],
  ['another account and site', 'alice', 'alice on app.example. Ref 7'],
  ['the end of the quotes', 'alice', "alice' on app.example. This costs nothing"],
  ['the words of a release', 'alice', "x other than 'alice'"],
  ['two lines', 'alice', 'alice\nURI: https://evil.example/'],
  ['a short id', 'alice', 'alice #3fa9c1'],
])('T-30: two users whose names differ by %s: no text reads as the other’s', async (_, first, second) => {
  const labels: Readonly<Record<User, string>> = { alice: first, bob: second }
  const isUser = (text: string | null): text is User => text === 'alice' || text === 'bob'
  const hostUser = async (request: Request) => {
    const id = request.headers.get('x-test-user')
    return isUser(id) ? { id, label: labels[id] } : undefined
  }
  const host = await createTestHost({ hostUser, hashKey: new Uint8Array(32).fill(7) })
  const textsOf = async (user: User) => {
    const { id } = await host.linkWallet(user, linked[user])
    const bodies = [
      { purpose: 'link', accountId: open.alice.accountId },
      { purpose: 'release', accountId: open.alice.accountId },
      { purpose: 'unlink', walletId: id },
    ]
    const sent = bodies.map((body) => host.send('/challenges', { method: 'POST', user, body }))
    return (await Promise.all(sent)).map(({ body }) => parseChallengeResponse(body))
  }
  const [alices, bobs] = [await textsOf('alice'), await textsOf('bob')]
  for (const [index, { message, account, challengeId }] of alices.entries()) {
    const [own, theirs] = [message, bobs[index]?.message ?? ''].map((text) => text.split('\n')[3] ?? '')
    expect(own?.split("'")).toHaveLength(3)
    expect([own?.split("'")[1], theirs?.split("'")[1]]).toEqual([account, bobs[index]?.account])
    expect(own).not.toBe(theirs)
    // Apart from the name, the sentences are equal, and each is on the line of the statement.
    expect(own?.replace(/'.*'/, '')).toBe(theirs?.replace(/'.*'/, ''))
    const answer = { purpose: 'link', challengeId, signature: open.alice.sign(message) }
    expect((await host.send('/proofs', { method: 'POST', user: 'bob', body: answer })).status).toBe(404)
  }
})

/** A host that records the names of its calls to the store, in order. */
async function createWatchedHost(options: Partial<LinkOptions> = {}) {
  const calls: string[] = []
  const { store } = await createTestHost()
  const watched = new Proxy(store, {
    get: (target, name, receiver) => {
      const member: unknown = Reflect.get(target, name, receiver)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        calls.push(String(name))
        return Reflect.apply(member, target, given)
      }
    },
  })
  return { host: await createTestHost({ ...options, store: watched }), calls }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Measures the calls to the store and the median time of two requests that take turns. */
async function compare(calls: string[], requests: readonly [() => Promise<unknown>, () => Promise<unknown>]) {
  const times: [number[], number[]] = [[], []]
  const work: [Set<string>, Set<string>] = [new Set(), new Set()]
  // Only a night run has enough rounds for a median, and only there it is checked.
  for (let round = 0; round < (isNight ? 150 : 10); round += 1)
    for (const side of [0, 1] as const) {
      calls.length = 0
      const start = performance.now()
      await requests[side]()
      times[side].push(performance.now() - start)
      work[side].add(calls.join(' '))
    }
  return { ratio: median(times[0]) / median(times[1]), work }
}

test('T-50: a refusal takes the same work and time for every holder of the wallet', async () => {
  const { host, calls } = await createWatchedHost()
  const alices = await host.linkWallet('alice', linked.alice)
  await host.linkWallet('bob', linked.bob)
  const prove = (wallet: (typeof linked)['alice']) => async () => {
    const { challengeId, message } = await host.challenge('carol', wallet)
    expect((await host.prove('carol', challengeId, wallet.sign(message))).status).toBe(409)
  }
  const change = (id: string) => async () => {
    const sent = { method: 'PATCH', user: 'carol', body: { label: 'mine' } }
    expect((await host.send(`/wallets/${id}`, sent)).status).toBe(404)
  }
  const remove = (id: string) => async () => {
    expect((await host.send(`/wallets/${id}`, { method: 'DELETE', user: 'carol' })).status).toBe(404)
  }
  const ask = (id: string) => async () => {
    const sent = { method: 'POST', user: 'carol', body: { purpose: 'unlink', walletId: id } }
    expect((await host.send('/challenges', sent)).status).toBe(404)
  }
  for (const pair of [
    [prove(linked.alice), prove(linked.bob)],
    [change(alices.id), change(nothing)],
    [remove(alices.id), remove(nothing)],
    [ask(alices.id), ask(nothing)],
  ] as const) {
    const { ratio, work } = await compare(calls, pair)
    expect(work[0]).toEqual(work[1])
    expect(work[0].size).toBe(1)
    // Generous: a busy machine shifts a median, but one more look-up would double it.
    if (isNight) expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(nightLimit(1.7))
  }
})
