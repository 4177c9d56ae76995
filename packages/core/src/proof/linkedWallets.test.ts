import type { AccountId, LinkedWallet } from '@hawser/wire'
import { expect, test } from 'vitest'
import { toFlowFailure } from '../flow/toFlowFailure.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { createLinkedWallets } from './linkedWallets.ts'
import type { LinkedWalletsState } from './linkedWalletsState.ts'

const accountId: AccountId = 'eip155:1:0xabc'
const first: LinkedWallet = { id: 'w1', accountId, walletName: 'Rainbow', linkedAt: 1, isPrimary: true }
const second: LinkedWallet = { ...first, id: 'w2', isPrimary: false }
const wanted = { type: 'linkedWalletsWanted' } as const

/** Creates a list whose server answers its requests in turn, when the test says so. */
function start() {
  const timers = createTimers()
  const stopped = new AbortController()
  const answers: ((body: object) => Promise<void>)[] = []
  let state: LinkedWalletsState = { status: 'idle', wallets: [], error: undefined }
  const wallets = createLinkedWallets({
    linkApi: {
      linkUrl: '/link',
      setTimer: timers.setTimer,
      fetch: () =>
        new Promise((resolve) =>
          answers.push(async (body) => {
            resolve(Response.json(body))
            await timers.settle()
          }),
        ),
    },
    signal: stopped.signal,
    get: () => state,
    set(next) {
      state = next
    },
    toFailure: toFlowFailure,
    images: undefined,
  })
  const answer = async (...list: readonly LinkedWallet[]) => answers.shift()?.({ wallets: list })
  return { wallets, timers, stopped, answers, answer, state: () => state, ids: () => state.wallets.map(({ id }) => id) }
}

test('reads the list, which stays visible while it loads again', async () => {
  const { wallets, answer, state, ids } = start()
  wallets.handle(wanted)
  expect(state().status).toBe('loading')
  await answer(first)
  expect([state().status, ids()]).toEqual(['ready', ['w1']])
  wallets.handle(wanted)
  expect([state().status, ids()]).toEqual(['ready', ['w1']])
  await answer(first, second)
  expect(ids()).toEqual(['w1', 'w2'])
})

test('an answer to an older request is ignored', async () => {
  const { wallets, answer, answers, ids } = start()
  wallets.handle(wanted)
  wallets.handle(wanted)
  const [older] = answers.splice(0, 1)
  await answer(first, second)
  await older?.({ wallets: [] })
  expect(ids()).toEqual(['w1', 'w2'])
})

test('a signature’s unlinking removes the row, and a link keeps its place', async () => {
  const { wallets, answer, answers, ids, state } = start()
  wallets.tellOutcome({ kind: 'unlink', walletId: 'w1' })
  expect(answers).toEqual([])
  wallets.handle(wanted)
  await answer(first, second)
  wallets.tellOutcome({ kind: 'unlink', walletId: 'w1' })
  expect(ids()).toEqual(['w2'])
  await answer({ ...second, isPrimary: true })
  expect(state().wallets).toEqual([{ ...second, isPrimary: true }])
  wallets.tellOutcome({ kind: 'link', wallet: first })
  expect(ids()).toEqual(['w2', 'w1'])
  wallets.tellOutcome({ kind: 'link', wallet: { ...second, status: 'active' } })
  expect([ids(), state().wallets[0]?.status]).toEqual([['w2', 'w1'], 'active'])
})

test('requests a signature’s result again if it came while the list loaded', async () => {
  const { wallets, answer, answers, ids } = start()
  wallets.handle(wanted)
  wallets.tellOutcome({ kind: 'link', wallet: second })
  const [before] = answers.splice(0, 1)
  await before?.({ wallets: [first] })
  expect(ids()).toEqual([])
  await answer(first, second)
  expect(ids()).toEqual(['w1', 'w2'])
})

test('a newly signed-in visitor sees nothing of the previous one', async () => {
  const { wallets, answer, ids, state } = start()
  wallets.handle(wanted)
  await answer(first)
  wallets.tellOutcome({ kind: 'signIn', wallet: second })
  expect([state().status, ids()]).toEqual(['loading', []])
  await answer(second)
  expect(ids()).toEqual(['w2'])
})

test('history and changes of the previous visitor are not shown to the new one', async () => {
  const { wallets, answer, answers, ids, state, timers } = start()
  const event = { number: 9, type: 'linked', at: 1, accountId, walletName: 'Rainbow' } as const
  wallets.handle(wanted)
  await answer(first)
  wallets.handle({ type: 'historyWanted', isOlder: false })
  wallets.handle({ type: 'walletChanged', id: 'w1', change: { label: 'Mine' } })
  wallets.handle({ type: 'unlinked', id: 'w2' })
  const before = answers.splice(0)
  wallets.tellOutcome({ kind: 'signIn', wallet: second })
  expect(state().actions).toBe(undefined)
  expect(state().history).toMatchObject({ status: 'loading', events: [] })
  // The list and the history of the current visitor are requested.
  expect(answers).toHaveLength(2)
  await answer(first, second)
  for (const body of [{ events: [event] }, { ...first, label: 'Mine' }, {}]) await before.shift()?.(body)
  await timers.settle()
  expect(state()).toMatchObject({
    status: 'ready',
    wallets: [first, second],
    history: { status: 'loading', events: [] },
  })
  await answers.shift()?.({ events: [{ ...event, number: 10 }] })
  expect(state().history?.events.map(({ number }) => number)).toEqual([10])
  expect(ids()).toEqual(['w1', 'w2'])
})

test('a visitor who never loaded the list sees no history of the previous one either', async () => {
  const { wallets, answers, state } = start()
  wallets.handle({ type: 'historyWanted', isOlder: false })
  await answers.shift()?.({ events: [{ number: 9, type: 'linked', at: 1, accountId, walletName: 'Rainbow' }] })
  expect(state().history?.events).toHaveLength(1)
  wallets.tellOutcome({ kind: 'signIn', wallet: second })
  expect(state()).toMatchObject({ status: 'idle', history: { status: 'loading', events: [] } })
  expect(answers).toHaveLength(1)
})

test('T-66 a server that never answers is given up after 10 s', async () => {
  const { wallets, timers, state } = start()
  wallets.handle(wanted)
  await timers.advance(10_000)
  expect(state()).toMatchObject({ status: 'failed', error: { code: 'link_unavailable' } })
  expect(timers.open()).toBe(0)
})
