// @vitest-environment happy-dom
import type { LinkerState } from '@hawser/core'
import { LinkerProvider } from '@hawser/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { everyEvent, ready, refusal } from '../../packages/react/src/linkedWallets/linkedWalletsStates.fixture.ts'
import { closed, createScriptedLinker } from '../../packages/react/src/linkerStates.fixture.ts'
import { History, Wallets } from '../example/linkedWallets.tsx'

afterEach(cleanup)

function show(linkedWallets: LinkerState['linkedWallets']) {
  const linker = createScriptedLinker({ ...closed, linkedWallets })
  render(
    <LinkerProvider linker={linker} preload="intent">
      <Wallets />
      <History />
    </LinkerProvider>,
  )
  const press = (name: string) => act(() => screen.getAllByRole('button', { name })[0]?.click())
  return { linker, press }
}

test('README of react: a list of linked wallets made only of values works as it says', () => {
  const refused = { kind: 'unlink', status: 'failed', error: refusal('proof_required') } as const
  const { linker, press } = show({ ...ready, actions: { w1: refused }, history: everyEvent })
  for (const name of ['Call it Savings', 'Its own name', 'Make primary', 'Unlink', 'Sign to unlink', 'Older'])
    press(name)
  press('unlink was refused (proof_required)')
  expect(linker.calls).toEqual([
    ['loadHistory'],
    ['changeLinkedWallet', 'w1', { label: 'Savings' }],
    ['changeLinkedWallet', 'w1', { label: undefined }],
    ['changeLinkedWallet', 'w2', { isPrimary: true }],
    ['unlink', 'w1'],
    [
      'open',
      { purpose: { kind: 'unlink', walletId: 'w1', accountId: 'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb' } },
    ],
    ['loadHistory', { isOlder: true }],
    ['dismissFailure', 'w1'],
  ])
})

test('README of react: requests a list again that failed to load', () => {
  const { linker, press } = show({ status: 'failed', wallets: [], error: refusal('link_unavailable') })
  press('Not loaded (link_unavailable). Retry')
  expect(linker.calls.at(-1)).toEqual(['loadLinkedWallets'])
})
