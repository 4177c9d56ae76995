import type { Linker, LinkerState, LinkPurpose } from '@hawser/core'
import { expect, test } from 'vitest'
import { createStepUp } from './createStepUp.ts'

const minute = 60_000
const accountId = 'eip155:1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const unlink = { kind: 'unlink', walletId: 'w1', accountId } as const

/** A step-up whose clock the test sets, over a linker that records its calls. */
function openStepUp(mayLinkForMs: number | undefined, { isFramed = false } = {}) {
  const sent: unknown[] = []
  const clock = { now: 1_700_000_000_000 }
  const linker = {
    getState: () => ({ isFramed }) as LinkerState,
    open: (options) => void sent.push(options?.purpose ?? 'open'),
    unlink: (id) => void sent.push(id),
    loadLinkedWallets: () => void sent.push('load'),
  } satisfies Partial<Linker>
  return {
    ...createStepUp({ linker: linker as Partial<Linker> as Linker, mayLinkForMs, now: () => clock.now }),
    sent,
    clock,
  }
}

test('createStepUp: requires the password five minutes before it expires, and afterwards', () => {
  const { linker, sent, clock, getHeld, confirmed } = openStepUp(30 * minute)
  clock.now += 25 * minute
  linker.open()
  expect([getHeld(), sent]).toEqual([undefined, ['open']])
  clock.now += 1
  linker.open()
  expect([getHeld(), sent.length]).toEqual([{ kind: 'link' }, 1])
  confirmed(30 * minute)
  expect([getHeld(), sent.length]).toEqual([undefined, 2])
  clock.now += 26 * minute
  linker.open({ purpose: { kind: 'link' } })
  expect([getHeld(), sent.length]).toEqual([{ kind: 'link' }, 2])
})

test('createStepUp: after a refusal the password or the wallet unlinks', () => {
  const { linker, sent, getHeld, confirmed, signInstead } = openStepUp(0)
  linker.open({ purpose: unlink })
  expect([getHeld(), sent]).toEqual([unlink, []])
  confirmed(30 * minute)
  expect(sent.splice(0)).toEqual(['w1'])
  linker.open({ purpose: unlink })
  signInstead()
  expect([getHeld(), sent]).toEqual([undefined, [unlink]])
})

test('createStepUp: asks for none without a password, at sign-in, or to take a wallet back', () => {
  const anonymous = openStepUp(undefined)
  const signedIn = openStepUp(0)
  const purposes: readonly LinkPurpose[] = [{ kind: 'signIn' }, { kind: 'release' }]
  for (const purpose of purposes) signedIn.linker.open({ purpose })
  signedIn.linker.loadLinkedWallets()
  expect([signedIn.getHeld(), signedIn.sent.length]).toEqual([undefined, 3])
  for (const purpose of [unlink, { kind: 'link' } as const]) anonymous.linker.open({ purpose })
  expect([anonymous.getHeld(), anonymous.sent.length]).toEqual([undefined, 2])
  signedIn.linker.open()
  signedIn.cancel()
  signedIn.confirmed(30 * minute)
  expect([signedIn.getHeld(), signedIn.sent.length]).toEqual([undefined, 3])
})

test('createStepUp: a page in a frame, which may not link, does not ask for the password either', () => {
  const { linker, sent, getHeld } = openStepUp(0, { isFramed: true })
  linker.open()
  expect([getHeld(), sent]).toEqual([undefined, ['open']])
})
