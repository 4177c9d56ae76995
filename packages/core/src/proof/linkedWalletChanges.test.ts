import type { AccountId, LinkedWallet } from '@hawser/wire'
import { expect, test } from 'vitest'
import { toFlowFailure } from '../flow/toFlowFailure.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { createLinkCall } from './linkClient.ts'
import { createLinkedWalletChanges } from './linkedWalletChanges.ts'
import type { LinkedWalletsState } from './linkedWalletsState.ts'

const accountId: AccountId = 'eip155:1:0xabc'
const first: LinkedWallet = { id: 'w1', accountId, walletName: 'Rainbow', linkedAt: 1, isPrimary: true }
const second: LinkedWallet = { ...first, id: 'w2', isPrimary: false }
const event = { number: 9, type: 'renamed', at: 1, accountId, walletName: 'Rainbow' } as const

const refuse = (status: number, code: string) => Response.json({ code, message: code }, { status })

/** Starts with two shown wallets and a server that gives these answers in the order of the requests. */
function start(...answers: readonly (Response | Promise<Response> | Error)[]) {
  let state: LinkedWalletsState = { status: 'ready', wallets: [first, second], error: undefined }
  const asked: unknown[] = []
  const shown: LinkedWalletsState[] = []
  const stopped = new AbortController()
  const waiting: { readonly is: (state: LinkedWalletsState) => boolean; readonly done: () => void }[] = []
  const handle = createLinkedWalletChanges({
    call: createLinkCall({
      linkUrl: '/link',
      setTimer: createTimers().setTimer,
      fetch: async (input, init) => {
        const answer = answers[asked.length]
        asked.push([init?.method, String(input), ...(typeof init?.body === 'string' ? [JSON.parse(init.body)] : [])])
        if (answer === undefined || answer instanceof Error) throw answer ?? new TypeError('nothing more was expected')
        return answer
      },
    }),
    signal: stopped.signal,
    get: () => state,
    set(next) {
      state = next
      shown.push(next)
      for (const each of waiting) if (each.is(next)) each.done()
    },
    reload: () => asked.push('reload'),
    refresh: () => asked.push('refresh'),
    toFailure: toFlowFailure,
  })
  return {
    handle,
    asked,
    shown,
    stopped,
    state: () => state,
    until: (is: (state: LinkedWalletsState) => boolean) =>
      is(state) ? Promise.resolve() : new Promise<void>((done) => waiting.push({ is, done })),
  }
}

const isIdle = ({ actions }: LinkedWalletsState) => Object.keys(actions ?? {}).length === 0
const actionOf = (state: LinkedWalletsState, id = 'w1') => state.actions?.[id]

test('a rename shows the server’s answer, and nothing before it', async () => {
  const { handle, asked, shown, state, until } = start(Response.json({ ...first, label: 'Cleaned' }))
  handle({ type: 'walletChanged', id: 'w1', change: { label: ' Cleaned\u202e' } })
  expect(actionOf(state())).toEqual({ kind: 'rename', status: 'running' })
  expect(state().wallets).toEqual([first, second])
  await until((next) => isIdle(next) && next.wallets[0]?.label !== undefined)
  expect(asked).toEqual([['PATCH', '/link/wallets/w1', { label: ' Cleaned\u202e' }], 'refresh'])
  expect(state().wallets.map(({ label }) => label)).toEqual(['Cleaned', undefined])
  expect(shown.every(({ status }) => status === 'ready')).toBe(true)
})

test('null resets a label', async () => {
  const { handle, asked, until } = start(Response.json(first))
  handle({ type: 'walletChanged', id: 'w1', change: { label: undefined } })
  await until(isIdle)
  expect(asked[0]).toEqual(['PATCH', '/link/wallets/w1', { label: null }])
})

test('one wallet is primary at a time, once the server says so', async () => {
  const { handle, asked, state, until } = start(Response.json({ ...second, isPrimary: true }))
  handle({ type: 'walletChanged', id: 'w2', change: { isPrimary: true } })
  expect(state().wallets.map(({ isPrimary }) => isPrimary)).toEqual([true, false])
  await until(isIdle)
  expect(asked).toEqual([['PATCH', '/link/wallets/w2', { isPrimary: true }], 'refresh'])
  expect(state().wallets.map(({ isPrimary }) => isPrimary)).toEqual([false, true])
})

test('unlink: the row goes when the server confirms; then it asks who is primary', async () => {
  const { handle, asked, state, until } = start(new Response(null, { status: 204 }))
  handle({ type: 'unlinked', id: 'w1' })
  expect([actionOf(state()), state().wallets.length]).toEqual([{ kind: 'unlink', status: 'running' }, 2])
  await until(isIdle)
  expect(state().wallets).toEqual([second])
  expect(asked).toEqual([['DELETE', '/link/wallets/w1'], 'reload'])
})

test.each([
  ['proof_required', 401],
  ['last_factor', 409],
  ['too_many_requests', 429],
  ['not_signed_in', 401],
])('a refusal keeps its code (%s), and the list stays', async (code, status) => {
  const { handle, asked, state, until } = start(refuse(status, code))
  handle({ type: 'unlinked', id: 'w1' })
  await until((next) => actionOf(next)?.status === 'failed')
  expect(actionOf(state())).toEqual({
    kind: 'unlink',
    status: 'failed',
    error: { kind: 'linkRefused', code, message: code },
  })
  expect([state().wallets.length, state().error, asked.length]).toEqual([2, undefined, 1])
  handle({ type: 'walletFailureRead', id: 'w1' })
  expect(state().actions).toEqual({})
})

test.each([
  ['not_found', refuse(404, 'not_found')],
  ['link_unavailable', new TypeError('Failed to fetch')],
])('after %s it reads the list again: it is outdated, or the change was made anyway', async (code, answer) => {
  const { handle, asked, state, until } = start(answer)
  handle({ type: 'walletChanged', id: 'w1', change: { label: 'Savings' } })
  await until((next) => actionOf(next)?.status === 'failed')
  expect(actionOf(state())).toMatchObject({ kind: 'rename', error: { code } })
  expect(asked.slice(1)).toEqual(['reload'])
})

test('each wallet has its own action, and the latest of one wallet is shown', async () => {
  let answer = (_: Response) => {}
  const late = new Promise<Response>((done) => {
    answer = done
  })
  const { handle, state, until } = start(late, refuse(429, 'too_many_requests'), Response.json(second))
  handle({ type: 'walletChanged', id: 'w1', change: { label: 'One' } })
  handle({ type: 'walletChanged', id: 'w1', change: { isPrimary: true } })
  handle({ type: 'walletChanged', id: 'w2', change: { label: undefined } })
  await until((next) => actionOf(next)?.status === 'failed' && actionOf(next, 'w2') === undefined)
  answer(Response.json({ ...first, label: 'One' }))
  await until(({ wallets }) => wallets[0]?.label === 'One')
  expect(actionOf(state())).toMatchObject({ kind: 'setPrimary', status: 'failed' })
  // A failed action that is being retried cannot be dismissed.
  handle({ type: 'walletChanged', id: 'w1', change: { isPrimary: true } })
  handle({ type: 'walletFailureRead', id: 'w1' })
  expect(actionOf(state())).toEqual({ kind: 'setPrimary', status: 'running' })
})

test('reads the history page by page, and from its start again', async () => {
  const { handle, asked, state, until } = start(
    Response.json({ events: [event], before: 9 }),
    Response.json({ events: [{ ...event, number: 8, type: 'linked' }] }),
    Response.json({ events: [{ ...event, number: 10 }], before: 10 }),
  )
  const isReady = ({ history }: LinkedWalletsState) => history?.status === 'ready'
  handle({ type: 'historyWanted', isOlder: true })
  expect(state().history).toBe(undefined)
  handle({ type: 'historyWanted', isOlder: false })
  expect(state().history).toEqual({ status: 'loading', events: [], before: undefined, error: undefined })
  await until(isReady)
  handle({ type: 'historyWanted', isOlder: true })
  expect(state().history).toMatchObject({ status: 'loading', events: [{ number: 9 }] })
  await until(isReady)
  expect(state().history?.events.map(({ number }) => number)).toEqual([9, 8])
  expect(state().history?.before).toBe(undefined)
  handle({ type: 'historyWanted', isOlder: true })
  expect(asked).toHaveLength(2)
  handle({ type: 'historyWanted', isOlder: false })
  await until(({ history }) => isReady(state()) && history?.events[0]?.number === 10)
  expect(state().history?.events).toHaveLength(1)
  expect(asked).toEqual([
    ['GET', '/link/history?limit=25'],
    ['GET', '/link/history?limit=25&before=9'],
    ['GET', '/link/history?limit=25'],
  ])
})

test('a failed page of the history keeps the shown ones, and can be requested again', async () => {
  const { handle, state, until } = start(
    Response.json({ events: [event], before: 9 }),
    refuse(503, 'link_failed'),
    Response.json({ events: [{ ...event, number: 8 }] }),
  )
  const is = (status: string) => (next: LinkedWalletsState) => next.history?.status === status
  handle({ type: 'historyWanted', isOlder: false })
  await until(is('ready'))
  handle({ type: 'historyWanted', isOlder: true })
  await until(is('failed'))
  expect(state().history).toMatchObject({ events: [event], before: 9, error: { code: 'link_failed' } })
  handle({ type: 'historyWanted', isOlder: true })
  await until(is('ready'))
  expect(state().history).toMatchObject({ events: [event, { number: 8 }], error: undefined })
})

test('after the end nothing is shown', async () => {
  const { handle, shown, stopped } = start(Response.json(first), Response.json({ events: [] }))
  handle({ type: 'walletChanged', id: 'w1', change: { isPrimary: true } })
  handle({ type: 'historyWanted', isOlder: false })
  const before = shown.length
  stopped.abort()
  await new Promise((done) => setTimeout(done, 0))
  expect(shown).toHaveLength(before)
})
