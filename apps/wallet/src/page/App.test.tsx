// @vitest-environment happy-dom
import type { Proposal } from '@hawser/sign'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { App } from './App.tsx'
import {
  mail,
  makeAuthentication,
  makeProposal,
  makeRequest,
  makeSession,
  testAccounts,
  testAddress,
} from './fixtures.ts'
import { readSignIn } from './signInQuestion.ts'
import { readSignRequest } from './signRequest.ts'
import { transition } from './walletFlow.ts'
import { startingState, type WalletEvent, type WalletState } from './walletState.ts'

// What a person sees, for states the real transition makes.
afterEach(cleanup)

const accounts = testAccounts.slice(0, 1)

function stateAfter(...events: readonly WalletEvent[]): WalletState {
  const loaded: WalletEvent = { type: 'accountsLoaded', accounts, sessions: [] }
  return [loaded, ...events].reduce((state, event) => transition(state, event)[0], startingState)
}

function show(state: WalletState): WalletEvent[] {
  const sent: WalletEvent[] = []
  const wallet = {
    getState: () => state,
    subscribe: () => () => {},
    send: (event: WalletEvent) => void sent.push(event),
    stop: async () => {},
  }
  render(<App wallet={wallet} />)
  return sent
}

const pairingUri = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`
function asked(proposal: Proposal): WalletState {
  return stateAfter({ type: 'linkGiven', text: pairingUri }, { type: 'proposalReceived', proposal }, { type: 'armed' })
}

/** Longer than any screen, with a last line that must not be lost. */
const longText = `app.example wants nothing\n${'line after line\n'.repeat(200)}— the end —`
const hex = `0x${Buffer.from(longText).toString('hex')}`
function askedToSign(): WalletState {
  const session = makeSession()
  const request = readSignRequest(makeRequest({ params: [hex, testAddress] }), session, [testAddress])
  return stateAfter(
    { type: 'sessionsChanged', sessions: [session] },
    { type: 'requestReceived', request },
    { type: 'armed' },
  )
}

test('every screen is marked as a demo', () => {
  for (const state of [startingState, stateAfter(), asked(makeProposal()), askedToSign()]) {
    show(state)
    expect(screen.getByRole('banner').textContent).toContain('Demo wallet – test account, do not send funds')
    cleanup()
  }
})

test('a proposal: who asks, the address it claims and that nobody checked it, account, chains and methods', async () => {
  const optionalNamespaces = {
    eip155: { chains: ['eip155:1', 'eip155:10'], methods: ['personal_sign', 'eth_sendTransaction'], events: [] },
  } as const
  const sent = show(asked(makeProposal({ optionalNamespaces })))
  expect(screen.getByRole('heading', { name: 'Connect to Example app?' })).toBeTruthy()
  const text = document.body.textContent ?? ''
  expect(text).toContain('app.example')
  expect(text).toContain('Claimed, not verified')
  expect(text.replaceAll(/\s/g, '')).toContain(testAddress)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Ethereum', 'OP Mainnet'])
  expect(text).toContain('sign texts – you decide each time')
  expect(text).toContain('It asked, but this wallet does not do that.')

  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await userEvent.click(screen.getByRole('button', { name: 'Reject' }))
  expect(sent.map(({ type }) => type)).toEqual(['approveChosen', 'rejectChosen'])
})

test('a request: the whole text to sign, to its last character, and the account that signs', async () => {
  const sent = show(askedToSign())
  expect(screen.getByRole('region', { name: 'Text to sign' }).textContent).toBe(longText)
  expect((document.body.textContent ?? '').replaceAll(/\s/g, '')).toContain(testAddress)

  await userEvent.click(screen.getByRole('button', { name: 'Sign' }))
  await userEvent.click(screen.getByRole('button', { name: 'Refuse' }))
  expect(sent.map(({ type }) => type)).toEqual(['signChosen', 'refuseChosen'])
})

test('connecting and signing in: who asks, the whole text, and only what this wallet does', async () => {
  const question = readSignIn(makeAuthentication(), testAddress)
  const sent = show(
    stateAfter({ type: 'linkGiven', text: pairingUri }, { type: 'signInReceived', question }, { type: 'armed' }),
  )
  expect(screen.getByRole('heading', { name: 'Connect to Example app and sign in?' })).toBeTruthy()
  const shown = screen.getByRole('region', { name: 'Text to sign' }).textContent
  expect(shown).toBe(question.request.text)
  expect(shown).toContain("(1) 'request': 'personal_sign' for 'eip155'.")
  expect(shown).not.toContain('eth_sendTransaction')
  expect((document.body.textContent ?? '').replaceAll(/\s/g, '')).toContain(testAddress)

  await userEvent.click(screen.getByRole('button', { name: 'Connect and sign in' }))
  await userEvent.click(screen.getByRole('button', { name: 'Reject' }))
  expect(sent.map(({ type }) => type)).toEqual(['signChosen', 'refuseChosen'])
})

test('bytes that are no text are shown whole, as hex, with a warning', () => {
  const session = makeSession()
  const request = readSignRequest(makeRequest({ params: ['0xff00ff', testAddress] }), session, [testAddress])
  show(stateAfter({ type: 'sessionsChanged', sessions: [session] }, { type: 'requestReceived', request }))
  expect(screen.getByRole('region', { name: 'Bytes to sign, in hex' }).textContent).toBe('0xff00ff')
  expect(screen.getByText(/This is no readable text/)).toBeTruthy()
})

test('several accounts: the person chooses which of them an app sees', async () => {
  const sent = show({ ...asked(makeProposal()), accounts: testAccounts })
  const [first, second] = screen.getAllByRole('checkbox')
  expect(first).toHaveProperty('checked', true)
  expect(second).toHaveProperty('checked', false)
  await userEvent.click(screen.getByRole('checkbox', { name: /Account 2/ }))
  expect(sent).toEqual([{ type: 'accountToggled', address: testAccounts[1]?.address }])
})

test('the list of apps: which app, since when, until when, and what it sees; all can be ended at once', async () => {
  const sessions = [makeSession(), makeSession({ topic: 'f'.repeat(64) })]
  const connectedAt = { ['c'.repeat(64)]: Date.UTC(2026, 10, 22, 12) }
  const sent = show(stateAfter({ type: 'sessionsChanged', sessions }, { type: 'connectedAtRead', connectedAt }))
  const [row] = screen.getAllByRole('listitem').filter((item) => item.textContent?.includes('Example app'))
  expect(row?.textContent).toContain('app.example')
  expect(row?.textContent).toMatch(/since Nov 22, .+ · until /)
  expect(row?.textContent).toContain('sees Account 1')
  await userEvent.click(screen.getByRole('button', { name: 'Disconnect all' }))
  expect(sent).toEqual([{ type: 'disconnectAllChosen' }])
})

test.each([
  [{ problem: 'length', count: 0 }, 'Type or paste the words first.'],
  [{ problem: 'length', count: 11 }, 'That are 11 words.'],
  [{ problem: 'words', positions: [3] }, 'Word 3 is not in the word list.'],
  [{ problem: 'words', positions: [3, 12] }, 'Words 3, 12 are not in the word list.'],
  [{ problem: 'checksum' }, 'do not belong together in this order'],
] as const)('importing a phrase: %o is told in words', (problem, text) => {
  show({ ...stateAfter(), screen: { status: 'importAsked', problem } })
  expect(screen.getByRole('alert').textContent).toContain(text)
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
})

test('typed data is shown as a tree of names and values, with a warning, and its hash', () => {
  const methods = ['eth_signTypedData_v4']
  const eip155 = { chains: ['eip155:1'], accounts: [`eip155:1:${testAddress}`], methods, events: [] } as const
  const session = makeSession({ namespaces: { eip155 } })
  const asked = makeRequest({ method: 'eth_signTypedData_v4', params: [testAddress, mail] })
  const request = readSignRequest(asked, session, [testAddress])
  show(stateAfter({ type: 'sessionsChanged', sessions: [session] }, { type: 'requestReceived', request }))
  expect(screen.getByRole('heading', { name: 'Sign this data?' })).toBeTruthy()
  const tree = screen.getByRole('region', { name: 'Data to sign: Mail' })
  for (const text of ['from', 'Person', 'Cow', 'contents', 'Hello, Bob!', 'verifyingContract', 'Ether Mail'])
    expect(tree.textContent).toContain(text)
  expect(screen.getByText(/Sign it only if you know what it is for/)).toBeTruthy()
  expect(document.body.textContent).toContain(request.hex)
})

test('T-33: a sign-in text for another site is marked MISMATCH, names both sites, and has nothing to sign it with', () => {
  const session = makeSession()
  const text = `bank.example wants you to sign in with your Ethereum account:
${testAddress}

Sign in.

URI: https://bank.example
Version: 1
Chain ID: 1
Nonce: abcdefgh12345678
Issued At: 2026-11-21T07:00:00.000Z`
  const asked = makeRequest({ params: [text, testAddress] })
  const request = readSignRequest(asked, session, [testAddress])
  show(stateAfter({ type: 'sessionsChanged', sessions: [session] }, { type: 'requestReceived', request }))
  expect(screen.getByText('MISMATCH')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toMatch(/bank\.example.*app\.example/)
  expect(screen.queryByRole('button', { name: /sign/i })).toBeNull()
})
