// @vitest-environment happy-dom
import type { LinkerState } from '@hawser/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  accountId,
  choosing,
  connection,
  createScriptedLinker,
  failed,
  proofRetry,
} from '../../linkerStates.fixture.ts'
import { formatPurposeMessages } from '../../messages/loadPurposeMessages.ts'
import { en } from '../../messages/modal/en.ts'
import { en as purposeTexts } from '../../messages/purposes/en.ts'
import { LaterView } from './LaterView.tsx'

afterEach(cleanup)

function show(state: LinkerState, messages = { ...en, ...formatPurposeMessages(purposeTexts).link }) {
  const linker = createScriptedLinker(state)
  const { calls } = linker
  render(<LaterView state={state} linker={linker} messages={messages} />)
  return { calls }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('F17c names a wallet that cannot sign, and offers another wallet', () => {
  const error = { kind: 'linkRefused', code: 'wallet_cannot_sign', message: '' } as const
  const flow = failed('linkRefused', { error, retry: { step: 'wallet' } })
  const { calls } = show({ ...choosing, flow })
  expect(screen.getByText(/^This wallet cannot sign a message with this account/)).toBeTruthy()
  press('Try again with another wallet')
  expect(calls).toEqual([['retry']])
})

test('F22 says that a wallet has no network of the site, and offers another wallet', () => {
  const error = { kind: 'connectionFailed', code: 'chain_not_granted', message: '' } as const
  const { calls } = show({ ...choosing, flow: failed('connectionFailed', { error, retry: { step: 'wallet' } }) })
  expect(screen.getByText('The wallet could not be connected')).toBeTruthy()
  expect(screen.getByText(/^The wallet shared no account on a network of this site/)).toBeTruthy()
  press('Try again with another wallet')
  expect(calls).toEqual([['retry']])
})

test('F22b F17c offers an account of another network by its name', () => {
  const error = { kind: 'linkRefused', code: 'account_not_deployed', message: '' } as const
  const other = 'eip155:8453:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
  const retry = { ...proofRetry, accountId: other, insteadOf: accountId } as const
  show({ ...choosing, flow: failed('linkRefused', { error, retry }) })
  expect(screen.getByText(/^This smart wallet is not set up on this network yet/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again on Base' })).toBeTruthy()
})

test('F18b checks a wallet that has not finished signing again', () => {
  const error = { kind: 'linkRefused', code: 'signature_pending', message: '' } as const
  const { calls } = show({
    ...choosing,
    flow: failed('linkRefused', { error, retry: { ...proofRetry, keepsProof: true } }),
  })
  expect(screen.getByText(/^The wallet has not finished signing\. Others may still have to sign/)).toBeTruthy()
  press('Check again')
  expect(calls).toEqual([['retry']])
})

test('F02b after a minute the visitor reads that others may have to sign, and until when', () => {
  const expiresAt = new Date().setHours(23, 5, 0, 0)
  const flow = {
    status: 'proving',
    step: 'signature',
    connection,
    accountId,
    attempt: 1,
    choice: undefined,
    expiresAt,
  } as const
  show({ ...choosing, flow })
  expect(screen.queryByText(/others have to sign/)).toBeNull()
  cleanup()
  show({ ...choosing, flow: { ...flow, isLong: true } })
  expect(
    screen.getByText(/^If others have to sign with you, ask them now\. This page waits until 11:05\sPM\.$/),
  ).toBeTruthy()
})

test('F17c offers Retry until its texts are loaded', () => {
  const error = { kind: 'linkRefused', code: 'wallet_cannot_sign', message: '' } as const
  const { calls } = show({ ...choosing, flow: failed('linkRefused', { error, retry: { step: 'wallet' } }) }, en)
  press('Retry')
  expect(calls).toEqual([['retry']])
})
