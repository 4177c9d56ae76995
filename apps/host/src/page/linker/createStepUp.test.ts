import type { Linker, LinkerEvent, LinkerState } from '@hawser/core'
import { expect, test } from 'vitest'
import { createStepUp } from './createStepUp.ts'

const minute = 60_000
const accountId = 'eip155:1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const unlink = { kind: 'unlink', walletId: 'w1', accountId } as const

/** A step-up whose clock the test sets, over a linker that notes what it is sent. */
function openStepUp(mayLinkForMs: number | undefined, { isFramed = false } = {}) {
  const sent: LinkerEvent[] = []
  const clock = { now: 1_700_000_000_000 }
  const linker: Linker = {
    getState: () => ({ isFramed }) as LinkerState,
    subscribe: () => () => {},
    send: (event) => sent.push(event),
    preload: async () => {},
    stop: () => {},
  }
  return { ...createStepUp({ linker, mayLinkForMs, now: () => clock.now }), sent, clock }
}

test('createStepUp: the password is due five minutes before it counts no more, and again after', () => {
  const { linker, sent, clock, getHeld, confirmed } = openStepUp(30 * minute)
  clock.now += 25 * minute
  linker.send({ type: 'opened' })
  expect([getHeld(), sent]).toEqual([undefined, [{ type: 'opened' }]])
  clock.now += 1
  linker.send({ type: 'opened' })
  expect([getHeld(), sent.length]).toEqual([{ kind: 'link' }, 1])
  confirmed(30 * minute)
  expect([getHeld(), sent.length]).toEqual([undefined, 2])
  clock.now += 26 * minute
  linker.send({ type: 'opened', purpose: { kind: 'link' } })
  expect([getHeld(), sent.length]).toEqual([{ kind: 'link' }, 2])
})

test('createStepUp: unlinking that was refused goes by the password, or by the wallet', () => {
  const { linker, sent, getHeld, confirmed, signInstead } = openStepUp(0)
  linker.send({ type: 'opened', purpose: unlink })
  expect([getHeld(), sent]).toEqual([unlink, []])
  confirmed(30 * minute)
  expect(sent.splice(0)).toEqual([{ type: 'unlinked', id: 'w1' }])
  linker.send({ type: 'opened', purpose: unlink })
  signInstead()
  expect([getHeld(), sent]).toEqual([undefined, [{ type: 'opened', purpose: unlink }]])
})

test('createStepUp: who has no password, signs in or takes a wallet back is asked for none', () => {
  const anonymous = openStepUp(undefined)
  const signedIn = openStepUp(0)
  const events = [{ kind: 'signIn' }, { kind: 'release' }].map(
    (purpose) => ({ type: 'opened', purpose }) as LinkerEvent,
  )
  for (const event of [...events, { type: 'linkedWalletsWanted' } as const]) signedIn.linker.send(event)
  expect([signedIn.getHeld(), signedIn.sent.length]).toEqual([undefined, 3])
  for (const purpose of [unlink, { kind: 'link' } as const]) anonymous.linker.send({ type: 'opened', purpose })
  expect([anonymous.getHeld(), anonymous.sent.length]).toEqual([undefined, 2])
  signedIn.linker.send({ type: 'opened' })
  signedIn.cancel()
  signedIn.confirmed(30 * minute)
  expect([signedIn.getHeld(), signedIn.sent.length]).toEqual([undefined, 3])
})

test('createStepUp: a page in a frame, which may not link, does not ask for the password either', () => {
  const { linker, sent, getHeld } = openStepUp(0, { isFramed: true })
  linker.send({ type: 'opened' })
  expect([getHeld(), sent]).toEqual([undefined, [{ type: 'opened' }]])
})
