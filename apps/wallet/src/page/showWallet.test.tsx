// @vitest-environment happy-dom
import type { Proposal } from '@hawser/sign'
import type { OriginStatus } from '@hawser/sign/origin'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { transition } from './flow/walletFlow.ts'
import { startingState, type WalletEvent, type WalletState } from './flow/walletState.ts'
import { readSignIn } from './requests/signInQuestion.ts'
import { readSignRequest } from './requests/signRequest.ts'
import { showWallet } from './showWallet.tsx'
import {
  bitcoinAddress,
  bitcoinChain,
  mail,
  makeAuthentication,
  makeProposal,
  makeRequest,
  makeSession,
  solanaAddress,
  solanaChain,
  testAccounts,
  testAddress,
  testAddresses,
} from './wallet.fixture.ts'

// Tests the rendered screens of states that the real `transition` returns.
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
  render(showWallet(wallet))
  return sent
}

const pairingUri = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`
function asked(proposal: Proposal, origin: OriginStatus = 'unknown'): WalletState {
  return stateAfter(
    { type: 'linkGiven', text: pairingUri },
    { type: 'proposalReceived', proposal, origin },
    { type: 'armed' },
  )
}

/** Longer than any screen, with a last line that must stay visible. */
const longText = `app.example wants nothing\n${'line after line\n'.repeat(200)}— the end —`
const hex = `0x${Buffer.from(longText).toString('hex')}`
function askedToSign(): WalletState {
  const session = makeSession()
  const request = readSignRequest(makeRequest({ params: [hex, testAddress] }), session, testAddresses, 'unknown')
  return stateAfter(
    { type: 'sessionsChanged', sessions: [session] },
    { type: 'requestReceived', request },
    { type: 'armed' },
  )
}

test.each([
  ['valid', 'Confirmed by this address'],
  ['unknown', 'Claimed, not verified'],
  ['mismatch', 'MISMATCH'],
  ['scam', 'KNOWN SCAM'],
] as const)('T-31: says %s in words beside the address', async (origin, words) => {
  const sent = show(asked(makeProposal(), origin))
  expect(screen.getByTestId('claim').textContent).toContain(words)
  const isRisky = origin === 'mismatch' || origin === 'scam'
  expect(screen.queryAllByRole('alert')).toHaveLength(isRisky ? 1 : 0)
  const approve = screen.getByRole('button', { name: 'Approve' })
  expect(approve).toHaveProperty('disabled', isRisky)
  if (!isRisky) return
  await userEvent.click(screen.getByRole('checkbox', { name: 'I know who is asking and want to continue' }))
  expect(sent).toEqual([{ type: 'riskAccepted', isAccepted: true }])
})

test('T-31: a later request shows its app’s verdict, and takes two steps if that is bad', () => {
  const session = makeSession()
  const params = ['0xff00ff', testAddress]
  const request = readSignRequest(makeRequest({ params }), session, testAddresses, 'mismatch')
  show(
    stateAfter(
      { type: 'sessionsChanged', sessions: [session] },
      { type: 'requestReceived', request },
      { type: 'armed' },
    ),
  )
  expect(screen.getByTestId('claim').textContent).toContain('MISMATCH')
  expect(screen.getByRole('button', { name: 'Sign' })).toHaveProperty('disabled', true)
  expect(screen.getByRole('checkbox', { name: /I know who is asking/ })).toBeTruthy()
})

test('T-31, T-33: a refused sign-in text says that the address did not confirm the app', () => {
  const question = readSignIn(makeAuthentication(), testAddress, 'mismatch')
  show(stateAfter({ type: 'linkGiven', text: pairingUri }, { type: 'signInReceived', question }))
  expect(screen.getByText('MISMATCH')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('that address did not confirm it')
})

test('marks every screen as a demo', () => {
  for (const state of [startingState, stateAfter(), asked(makeProposal()), askedToSign()]) {
    show(state)
    expect(screen.getByRole('banner').textContent).toContain('Demo wallet – test account, do not send funds')
    cleanup()
  }
})

test('a proposal: the app, its unchecked address, account, chains and methods', async () => {
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
  expect(text).toContain('It asked, but this wallet does not support that.')

  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await userEvent.click(screen.getByRole('button', { name: 'Reject' }))
  expect(sent.map(({ type }) => type)).toEqual(['acceptChosen', 'refuseChosen'])
})

test('a request: the whole text to sign, to its last character, and the account that signs', async () => {
  const sent = show(askedToSign())
  expect(screen.getByRole('region', { name: 'Text to sign' }).textContent).toBe(longText)
  expect((document.body.textContent ?? '').replaceAll(/\s/g, '')).toContain(testAddress)

  await userEvent.click(screen.getByRole('button', { name: 'Sign' }))
  await userEvent.click(screen.getByRole('button', { name: 'Refuse' }))
  expect(sent.map(({ type }) => type)).toEqual(['acceptChosen', 'refuseChosen'])
})

test('connecting and signing in: the app, the whole text, and only this wallet’s actions', async () => {
  const question = readSignIn(makeAuthentication(), testAddress, 'unknown')
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
  expect(sent.map(({ type }) => type)).toEqual(['acceptChosen', 'refuseChosen'])
})

test('shows bytes that are not text whole, as hex, with a warning', () => {
  const session = makeSession()
  const request = readSignRequest(makeRequest({ params: ['0xff00ff', testAddress] }), session, testAddresses, 'unknown')
  show(stateAfter({ type: 'sessionsChanged', sessions: [session] }, { type: 'requestReceived', request }))
  expect(screen.getByRole('region', { name: 'Bytes to sign, in hex' }).textContent).toBe('0xff00ff')
  expect(screen.getByText(/This is not readable text/)).toBeTruthy()
})

test('several accounts: the person chooses which of them an app sees', async () => {
  const sent = show({ ...asked(makeProposal()), accounts: testAccounts })
  const [first, second] = screen.getAllByRole('checkbox')
  expect(first).toHaveProperty('checked', true)
  expect(second).toHaveProperty('checked', false)
  await userEvent.click(screen.getByRole('checkbox', { name: /Account 2/ }))
  expect(sent).toEqual([{ type: 'addressToggled', address: testAccounts[1]?.address }])
})

const threefold = makeProposal({
  optionalNamespaces: {
    eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] },
    solana: { chains: [solanaChain], methods: ['solana_signMessage', 'solana_signTransaction'], events: [] },
    bip122: { chains: [bitcoinChain], methods: ['signMessage'], events: [] },
  },
})

test('several ecosystems: each address has its own tick, and its network in its name', async () => {
  const sent = show(asked(threefold))
  const boxes = ['Account 1 · Ethereum', 'Account 1 · Solana', 'Account 1 · Bitcoin'].map((name) =>
    screen.getByRole('checkbox', { name: new RegExp(name) }),
  )
  for (const box of boxes) expect(box).toHaveProperty('checked', true)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Ethereum', 'Solana', 'Bitcoin'])
  const text = document.body.textContent ?? ''
  expect(text).toContain('sign texts – you decide each time')
  expect(text).toContain('permission to sign transactions')
  expect(text).toContain('knows that they belong together')
  await userEvent.click(screen.getByRole('checkbox', { name: /Solana/ }))
  expect(sent).toEqual([{ type: 'addressToggled', address: solanaAddress }])
})

test('several ecosystems: cannot be approved without a required one, and says so', () => {
  const { bip122 } = threefold.optionalNamespaces
  const state = asked({ ...threefold, requiredNamespaces: bip122 === undefined ? {} : { bip122 } })
  show(transition(state, { type: 'addressToggled', address: bitcoinAddress })[0])
  expect(screen.getByRole('alert').textContent).toContain('requires Bitcoin')
  expect(screen.getByRole('button', { name: 'Approve' })).toHaveProperty('disabled', true)
})

test('an account: its addresses in full, each with a copy button, its phrase, and removal', async () => {
  const state = {
    ...stateAfter(),
    accounts: testAccounts,
    screen: { status: 'account', address: testAddress },
  } as const
  const sent = show({ ...state, screen: { ...state.screen, copied: { address: solanaAddress, isCopied: true } } })
  expect(screen.getByRole('heading', { name: 'Account 1' })).toBeTruthy()
  expect(screen.getAllByTestId('address').map((each) => each.textContent)).toEqual([
    testAddress,
    solanaAddress,
    bitcoinAddress,
  ])
  expect(screen.getByText('Address copied.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Copy the Bitcoin address' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Name of this account' }), 'Savings{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Show seed phrase' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove account' }))
  expect(sent).toEqual([
    { type: 'copyChosen', address: bitcoinAddress },
    { type: 'nameGiven', text: 'Savings' },
    { type: 'phraseChosen' },
    { type: 'removeChosen' },
  ])
})

test('the last account cannot be removed, and says why', () => {
  show({ ...stateAfter(), screen: { status: 'account', address: testAddress, copied: undefined } })
  expect(screen.queryByRole('button', { name: 'Remove account' })).toBeNull()
  expect(screen.getByText(/You cannot remove the last account/)).toBeTruthy()
})

test('removing an account asks first, and names the apps it ends', async () => {
  const sessions = [makeSession()]
  const state = { ...stateAfter(), accounts: testAccounts, sessions }
  const sent = show({ ...state, screen: { status: 'remove', address: testAddress, isBusy: false } })
  expect(screen.getByRole('heading', { name: 'Remove Account 1?' })).toBeTruthy()
  expect(document.body.textContent).toContain('This disconnects the apps that see it: Example app.')
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([{ type: 'removeConfirmed' }, { type: 'dismissed' }])
})

test('a name that the person gave appears everywhere the account does', async () => {
  const named = testAccounts.map((account, index) => (index === 0 ? { ...account, name: 'Savings' } : account))
  show({ ...asked(threefold), accounts: named })
  expect(screen.getByRole('checkbox', { name: /Savings · Solana/ })).toBeTruthy()
  await userEvent.click(screen.getByText('Other accounts'))
  expect(screen.getByRole('checkbox', { name: /Account 2 · Solana/ })).toBeTruthy()
})

test('many addresses: folds other accounts away until one of their addresses is ticked', () => {
  const state = { ...asked(threefold), accounts: testAccounts }
  const others = () => [...document.querySelectorAll('details')].find((each) => each.textContent?.includes('Account 2'))
  show(state)
  expect(others()?.open).toBe(false)
  cleanup()
  show(transition(state, { type: 'addressToggled', address: testAddresses[4]?.address ?? '' })[0])
  expect(others()?.open).toBe(true)
})

test('the list of apps: names, start, end and shared accounts; all can be ended at once', async () => {
  const connectedAt = Date.UTC(2026, 10, 22, 12)
  const sessions = [{ ...makeSession(), connectedAt }, makeSession({ topic: 'f'.repeat(64) })]
  const sent = show(stateAfter({ type: 'sessionsChanged', sessions }))
  const [row] = screen.getAllByRole('listitem').filter((item) => item.textContent?.includes('Example app'))
  expect(row?.textContent).toContain('app.example')
  expect(row?.textContent).toMatch(/since Nov 22, .+ · until /)
  expect(row?.textContent).toContain('sees Account 1')
  await userEvent.click(screen.getByRole('button', { name: 'Disconnect all' }))
  expect(sent).toEqual([{ type: 'disconnectAllChosen' }])
})

test.each([
  [{ problem: 'length', count: 0 }, 'Type or paste the words first.'],
  [{ problem: 'length', count: 11 }, 'Words entered: 11.'],
  [{ problem: 'words', positions: [3] }, 'Word 3 is not in the word list.'],
  [{ problem: 'words', positions: [3, 12] }, 'Words 3, 12 are not in the word list.'],
  [{ problem: 'checksum' }, 'these words are not a seed phrase'],
] as const)('importing a phrase: explains %o in words', (problem, text) => {
  show({ ...stateAfter(), screen: { status: 'import', problem, isBusy: false } })
  expect(screen.getByRole('alert').textContent).toContain(text)
  expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
})

test('shows typed data as a tree of names and values, with a warning, and its hash', () => {
  const methods = ['eth_signTypedData_v4']
  const eip155 = { chains: ['eip155:1'], accounts: [`eip155:1:${testAddress}`], methods, events: [] } as const
  const session = makeSession({ namespaces: { eip155 } })
  const asked = makeRequest({ method: 'eth_signTypedData_v4', params: [testAddress, mail] })
  const request = readSignRequest(asked, session, testAddresses, 'unknown')
  show(stateAfter({ type: 'sessionsChanged', sessions: [session] }, { type: 'requestReceived', request }))
  expect(screen.getByRole('heading', { name: 'Sign this data?' })).toBeTruthy()
  const tree = screen.getByRole('region', { name: 'Data to sign: Mail' })
  for (const text of ['from', 'Person', 'Cow', 'contents', 'Hello, Bob!', 'verifyingContract', 'Ether Mail'])
    expect(tree.textContent).toContain(text)
  expect(screen.getByText(/Sign it only if you know what it is for/)).toBeTruthy()
  expect(document.body.textContent).toContain(request.hex)
})

test('T-31, T-33: refuses a one-tap request of a known scam in words, without a way to sign', () => {
  const question = readSignIn(makeAuthentication(), testAddress, 'scam')
  show(stateAfter({ type: 'linkGiven', text: pairingUri }, { type: 'signInReceived', question }))
  expect(screen.getByText('KNOWN SCAM')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('known for fraud')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close'])
})

test('T-33: a sign-in text for another site is marked MISMATCH and cannot be signed', () => {
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
  const request = readSignRequest(asked, session, testAddresses, 'unknown')
  show(stateAfter({ type: 'sessionsChanged', sessions: [session] }, { type: 'requestReceived', request }))
  expect(screen.getByText('MISMATCH')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toMatch(/bank\.example.*app\.example/)
  expect(screen.queryByRole('button', { name: /sign/i })).toBeNull()
})
