import { formatPairingUri } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { makeAuthentication, makeProposal, makeRequest, makeSession, testAccounts, testAddress } from './fixtures.ts'
import { grantProposal } from './grant.ts'
import { readPeer } from './peer.ts'
import { readSignIn } from './signInQuestion.ts'
import { readSignRequest, type SignRequest } from './signRequest.ts'
import { maxWaiting, transition } from './walletFlow.ts'
import {
  type AwaitedEffect,
  type Granted,
  type Screen,
  startingState,
  type WalletEvent,
  type WalletState,
} from './walletState.ts'

const session = makeSession()
const other = makeSession({ topic: 'f'.repeat(64) })
const peer = readPeer(session.peer.metadata)
const proposal = makeProposal()
const unsupported = makeProposal({
  optionalNamespaces: { solana: { chains: ['solana:mainnet'], methods: [], events: [] } },
})
const request = readSignRequest(makeRequest(), session, [testAddress])
const otherRequest: SignRequest = { ...request, id: request.id + 1, topic: other.topic }
const blocked: SignRequest = {
  ...request,
  id: request.id + 2,
  signIn: { status: 'domain_mismatch', domain: 'evil.example' },
}
const question = readSignIn(makeAuthentication(), testAddress)
const foreign = readSignIn(makeAuthentication({ domain: 'evil.example' }), testAddress)
const failure = { code: 'relay_unreachable', message: 'The relay did not answer.' }
const pairingUri = formatPairingUri({
  topic: 'a'.repeat(64),
  symKey: 'b'.repeat(64),
  expiresAt: undefined,
  methods: [],
})

function grantOf(): Granted {
  const grant = grantProposal(proposal, [testAddress])
  if (grant.status !== 'granted') throw new Error('The fixture must be granted.')
  return grant
}
const grant = grantOf()
const chosen = [testAddress]
const [, second] = testAccounts.map(({ address }) => address)
if (second === undefined) throw new Error('There must be two accounts.')

const ready: WalletState = { ...startingState, accounts: testAccounts, sessions: [session, other] }
const on = (screen: Screen, change: Partial<WalletState> = {}): WalletState => ({ ...ready, ...change, screen })

const states = {
  starting: startingState,
  startingWithLink: { ...startingState, screen: { status: 'starting', text: pairingUri } },
  startingWithGarbage: { ...startingState, screen: { status: 'starting', text: 'garbage' } },
  home: on({ status: 'home', failure: undefined, copied: undefined }),
  scanning: on({ status: 'scanning', camera: 'watching', isForeignCode: false }),
  pairing: on({ status: 'pairing' }),
  proposalUnarmed: on({ status: 'proposal', proposal, grant, chosen, isArmed: false }),
  proposalOfNone: on({ status: 'proposal', proposal, grant, chosen: [], isArmed: true }),
  proposal: on({ status: 'proposal', proposal, grant, chosen, isArmed: true }),
  approving: on({ status: 'approving', proposal, grant, chosen }),
  rejecting: on({ status: 'rejecting', proposal, grant, chosen }),
  signInUnarmed: on({ status: 'signIn', question, isArmed: false }),
  signIn: on({ status: 'signIn', question, isArmed: true }),
  signingIn: on({ status: 'signingIn', question }),
  declining: on({ status: 'declining', question }),
  requestUnarmed: on({ status: 'request', request, isArmed: false }),
  request: on({ status: 'request', request, isArmed: true }),
  signing: on({ status: 'signing', request }),
  refusing: on({ status: 'refusing', request }),
  blocked: on({ status: 'blocked', request: blocked }),
  approved: on({ status: 'done', outcome: { name: 'approved', peer } }),
  signed: on({ status: 'done', outcome: { name: 'signed', peer, topic: session.topic } }),
  failed: on({ status: 'failed', failure }),
  failedWithoutAccount: on({ status: 'failed', failure }, { accounts: [], sessions: [] }),
  importAsked: on({ status: 'importAsked', problem: undefined }),
  importing: on({ status: 'importing' }),
  phraseShown: on({ status: 'phraseShown', words: ['abandon'] }),
  resetAsked: on({ status: 'resetAsked' }),
  resetting: on({ status: 'resetting' }),
  elsewhere: on({ status: 'elsewhere' }),
} satisfies Record<string, WalletState>

const awaitedEffects = [
  'load',
  'pair',
  'approve',
  'reject',
  'signIn',
  'decline',
  'sign',
  'refuse',
  'disconnect',
  'addAccount',
  'importPhrase',
  'renewAccount',
] as const

const events = {
  linkGiven: { type: 'linkGiven', text: pairingUri },
  garbageGiven: { type: 'linkGiven', text: 'garbage' },
  scanChosen: { type: 'scanChosen' },
  approveChosen: { type: 'approveChosen' },
  rejectChosen: { type: 'rejectChosen' },
  signChosen: { type: 'signChosen' },
  refuseChosen: { type: 'refuseChosen' },
  dismissed: { type: 'dismissed' },
  copyChosen: { type: 'copyChosen', address: testAddress },
  disconnectChosen: { type: 'disconnectChosen', topic: other.topic },
  strangerDisconnectChosen: { type: 'disconnectChosen', topic: '0'.repeat(64) },
  disconnectAllChosen: { type: 'disconnectAllChosen' },
  accountToggled: { type: 'accountToggled', address: second },
  accountPicked: { type: 'accountPicked', address: second },
  strangerPicked: { type: 'accountPicked', address: `0x${'11'.repeat(20)}` },
  addAccountChosen: { type: 'addAccountChosen' },
  importChosen: { type: 'importChosen' },
  phraseGiven: { type: 'phraseGiven', text: 'abandon' },
  phraseChosen: { type: 'phraseChosen', address: testAddress },
  phraseRead: { type: 'phraseRead', words: ['abandon'] },
  importRefused: { type: 'importRefused', problem: { problem: 'checksum' } },
  resetChosen: { type: 'resetChosen' },
  resetConfirmed: { type: 'resetConfirmed' },
  accountsLoaded: { type: 'accountsLoaded', accounts: testAccounts, sessions: [] },
  connectedAtRead: { type: 'connectedAtRead', connectedAt: { [session.topic]: 1 } },
  cameraDenied: { type: 'cameraChanged', camera: 'denied' },
  proposalReceived: { type: 'proposalReceived', proposal },
  unsupportedReceived: { type: 'proposalReceived', proposal: unsupported },
  signInReceived: { type: 'signInReceived', question },
  foreignReceived: { type: 'signInReceived', question: foreign },
  requestReceived: { type: 'requestReceived', request: otherRequest },
  blockedReceived: { type: 'requestReceived', request: { ...blocked, topic: other.topic } },
  sessionsChanged: { type: 'sessionsChanged', sessions: [session] },
  sessionsGone: { type: 'sessionsChanged', sessions: [] },
  relayChanged: { type: 'relayChanged', relay: 'connected' },
  relayUnchanged: { type: 'relayChanged', relay: 'disconnected' },
  copied: { type: 'copied', address: testAddress, isCopied: true },
  armed: { type: 'armed' },
  timeRanOut: { type: 'timeRanOut' },
  takenOver: { type: 'takenOver' },
  ...Object.fromEntries(
    awaitedEffects.flatMap((effect): [string, WalletEvent][] => [
      [`${effect}Done`, { type: 'effectDone', effect }],
      [`${effect}Failed`, { type: 'effectFailed', effect, failure }],
    ]),
  ),
} satisfies Record<string, WalletEvent>

type Row = Readonly<Record<string, string | undefined>>

/** What an event does: `screen → effects`. An event that is not listed for a state must leave it as it is. */
const everywhere: Row = {
  disconnectChosen: 'same → disconnect',
  disconnectAllChosen: 'same → disconnect, disconnect',
  accountsLoaded: 'same',
  connectedAtRead: 'same',
  requestReceived: 'same',
  blockedReceived: 'same',
  sessionsChanged: 'same',
  sessionsGone: 'same',
  relayChanged: 'same',
  takenOver: 'elsewhere → stop',
}
const answers = (effect: AwaitedEffect, outcome: string) => ({
  [`${effect}Done`]: `done:${outcome}`,
  [`${effect}Failed`]: 'failed:relay_unreachable',
})
const links = { linkGiven: 'pairing → pair', garbageGiven: 'home:invalid_pairing_uri' }
const table: Readonly<Record<string, Row>> = {
  starting: {
    linkGiven: 'starting',
    garbageGiven: 'starting',
    accountsLoaded: 'home',
    loadFailed: 'failed:relay_unreachable',
    disconnectChosen: undefined,
    disconnectAllChosen: undefined,
  },
  startingWithLink: {
    linkGiven: 'starting',
    garbageGiven: 'starting',
    accountsLoaded: 'pairing → pair',
    loadFailed: 'failed:relay_unreachable',
    disconnectChosen: undefined,
    disconnectAllChosen: undefined,
  },
  startingWithGarbage: {
    linkGiven: 'starting',
    garbageGiven: 'starting',
    accountsLoaded: 'home:invalid_pairing_uri',
    loadFailed: 'failed:relay_unreachable',
    disconnectChosen: undefined,
    disconnectAllChosen: undefined,
  },
  home: {
    ...links,
    scanChosen: 'scanning',
    resetChosen: 'resetAsked',
    copyChosen: 'same → copyAddress',
    copied: 'home',
    addAccountChosen: 'same → addAccount',
    addAccountFailed: 'home:relay_unreachable',
    importChosen: 'importAsked',
    phraseChosen: 'same → readPhrase',
    phraseRead: 'phraseShown',
    dismissed: 'home',
    disconnectFailed: 'home:relay_unreachable',
    requestReceived: 'request → watch',
    blockedReceived: 'blocked → answerError',
  },
  scanning: { linkGiven: 'pairing → pair', garbageGiven: 'scanning', cameraDenied: 'scanning', dismissed: 'home' },
  pairing: {
    proposalReceived: 'proposal → watch',
    unsupportedReceived: 'done:unsupported → rejectUnsupported',
    signInReceived: 'signIn → watch',
    foreignReceived: 'blocked → declineUnsupported',
    pairFailed: 'home:relay_unreachable',
    dismissed: 'home → cancelPairing',
  },
  proposalUnarmed: {
    armed: 'proposal',
    accountToggled: 'proposal',
    rejectChosen: 'rejecting → reject',
    timeRanOut: 'failed:proposal_expired',
  },
  proposalOfNone: {
    armed: 'proposal',
    accountToggled: 'proposal',
    rejectChosen: 'rejecting → reject',
    timeRanOut: 'failed:proposal_expired',
  },
  proposal: {
    armed: 'proposal',
    accountToggled: 'proposal',
    approveChosen: 'approving → approve',
    rejectChosen: 'rejecting → reject',
    timeRanOut: 'failed:proposal_expired',
  },
  approving: answers('approve', 'approved'),
  rejecting: answers('reject', 'rejected'),
  signInUnarmed: {
    armed: 'signIn',
    accountPicked: 'signIn',
    refuseChosen: 'declining → decline',
    timeRanOut: 'failed:proposal_expired',
  },
  signIn: {
    armed: 'signIn',
    accountPicked: 'signIn',
    signChosen: 'signingIn → signIn',
    refuseChosen: 'declining → decline',
    timeRanOut: 'failed:proposal_expired',
  },
  signingIn: answers('signIn', 'signedIn'),
  declining: answers('decline', 'rejected'),
  requestUnarmed: {
    armed: 'request',
    disconnectAllChosen: 'failed:session_ended → disconnect, disconnect',
    refuseChosen: 'refusing → refuse',
    timeRanOut: 'failed:request_expired',
    sessionsGone: 'failed:session_ended',
  },
  request: {
    armed: 'request',
    disconnectAllChosen: 'failed:session_ended → disconnect, disconnect',
    signChosen: 'signing → sign',
    refuseChosen: 'refusing → refuse',
    timeRanOut: 'failed:request_expired',
    sessionsGone: 'failed:session_ended',
  },
  signing: answers('sign', 'signed'),
  refusing: answers('refuse', 'refused'),
  blocked: { ...links, dismissed: 'home', disconnectFailed: 'home:relay_unreachable' },
  approved: {
    ...links,
    dismissed: 'home',
    disconnectFailed: 'home:relay_unreachable',
    requestReceived: 'request → watch',
    blockedReceived: 'blocked → answerError',
  },
  signed: { ...links, dismissed: 'home', disconnectFailed: 'home:relay_unreachable' },
  failed: { ...links, dismissed: 'home', disconnectFailed: 'home:relay_unreachable' },
  failedWithoutAccount: {
    resetChosen: 'resetAsked',
    disconnectChosen: undefined,
    disconnectAllChosen: undefined,
  },
  importAsked: { phraseGiven: 'importing → importPhrase', dismissed: 'home' },
  importing: { accountsLoaded: 'home', importRefused: 'importAsked', importPhraseFailed: 'failed:relay_unreachable' },
  phraseShown: { dismissed: 'home' },
  resetAsked: { resetConfirmed: 'resetting → renewAccount', dismissed: 'home' },
  resetting: { accountsLoaded: 'home', renewAccountFailed: 'failed:relay_unreachable' },
  elsewhere: Object.fromEntries(Object.keys(everywhere).map((name) => [name, undefined])),
}

function nameScreen(screen: Screen): string {
  switch (screen.status) {
    case 'home':
      return screen.failure === undefined ? 'home' : `home:${screen.failure.code}`
    case 'failed':
      return `failed:${screen.failure.code}`
    case 'done':
      return `done:${screen.outcome.name}`
    default:
      return screen.status
  }
}

test('transition: the table has every state, and no event that is not sent', () => {
  expect(Object.keys(table)).toEqual(Object.keys(states))
  const named = [everywhere, ...Object.values(table)].flatMap((row) => Object.keys(row))
  expect(named.filter((name) => !(name in events))).toEqual([])
})

describe.each(Object.entries<WalletState>(states))('transition: %s', (stateName, state) => {
  test.each(Object.entries<WalletEvent>(events))('%s', (eventName, event) => {
    const [next, effects] = transition(state, event)
    const row = table[stateName] ?? {}
    const expected = eventName in row ? row[eventName] : everywhere[eventName]
    if (expected === undefined) {
      expect(next).toBe(state)
      expect(effects).toEqual([])
      return
    }
    const [screen, effectName] = expected.split(' → ')
    expect(nameScreen(next.screen)).toBe(screen === 'same' ? nameScreen(state.screen) : screen)
    expect(effects.map(({ type }) => type).join(', ')).toBe(effectName ?? '')
  })
})

function run(state: WalletState, ...sent: WalletEvent[]): WalletState {
  return sent.reduce((current, event) => transition(current, event)[0], state)
}

test('transition: requests wait their turn, and the one at hand is not pushed aside', () => {
  const busy = run(states.request, events.requestReceived)
  expect(busy.screen).toBe(states.request.screen)
  const done = run(busy, events.signChosen, { type: 'effectDone', effect: 'sign' })
  expect(nameScreen(done.screen)).toBe('done:signed')
  expect(run(done, events.dismissed).screen).toMatchObject({ status: 'request', request: otherRequest, isArmed: false })
})

test('transition: a request that arrives while the proposal is being approved follows at once, unarmed', () => {
  const next = run(states.approving, events.requestReceived, { type: 'effectDone', effect: 'approve' })
  expect(next.screen).toMatchObject({ status: 'request', isArmed: false })
  expect(run(next, events.signChosen)).toBe(next)
})

test('transition: the same request twice is one request', () => {
  const once = run(states.signed, events.requestReceived)
  expect(run(once, events.requestReceived)).toBe(once)
  expect(run(states.request, { type: 'requestReceived', request })).toBe(states.request)
})

test('transition: a storm of requests is cut off', () => {
  const storm = Array.from({ length: maxWaiting }, (_, index): WalletEvent => {
    return { type: 'requestReceived', request: { ...otherRequest, id: otherRequest.id + 10 + index } }
  })
  const full = run(states.signed, ...storm)
  expect(full.waiting).toHaveLength(maxWaiting)
  const [next, effects] = transition(full, events.requestReceived)
  expect(next).toBe(full)
  expect(effects).toEqual([
    { type: 'answerError', request: otherRequest, reason: expect.objectContaining({ code: -32005 }) },
  ])
})

test('transition: requests of a session that ended are forgotten', () => {
  const waiting = run(states.signed, events.requestReceived)
  expect(run(waiting, events.sessionsChanged).waiting).toEqual([])
})

test('transition: an app that needs more than the wallet has is told so with the numbered reason', () => {
  const [next, effects] = transition(states.pairing, events.unsupportedReceived)
  expect(next.screen).toMatchObject({ outcome: { name: 'unsupported', missing: ['solana:mainnet'] } })
  expect(effects).toEqual([
    { type: 'rejectUnsupported', proposal: unsupported, reason: { code: 5100, message: 'Unsupported chains.' } },
  ])
})

test('transition: a disconnected app is gone at once, with what it still asked for', () => {
  const asked = run(states.signed, events.requestReceived)
  const next = run(asked, events.disconnectChosen)
  expect(next.sessions).toEqual([session])
  expect(next.waiting).toEqual([])
})

test('transition: keeping an account that cannot be read leads back to the error', () => {
  const asked = run(states.failedWithoutAccount, events.resetChosen, events.dismissed)
  expect(nameScreen(asked.screen)).toBe('failed:account_unreadable')
})

test('transition: a foreign code is mentioned once and the camera goes on', () => {
  const seen = run(states.scanning, events.garbageGiven)
  expect(seen.screen).toMatchObject({ status: 'scanning', isForeignCode: true })
  expect(run(seen, events.garbageGiven)).toBe(seen)
})

test('transition: the first account is offered, and what is chosen is what is granted', () => {
  const asked = run(states.pairing, events.proposalReceived, events.armed)
  expect(asked.screen).toMatchObject({ chosen: [testAddress] })
  const both = run(asked, events.accountToggled)
  expect(both.screen).toMatchObject({ chosen: [testAddress, second] })
  const [, effects] = transition(both, events.approveChosen)
  expect(effects).toMatchObject([
    { grant: { namespaces: { eip155: { accounts: [`eip155:1:${testAddress}`, `eip155:1:${second}`] } } } },
  ])
  const other = run(both, { type: 'accountToggled', address: testAddress })
  expect(transition(other, events.approveChosen)[1]).toMatchObject([
    { grant: { namespaces: { eip155: { accounts: [`eip155:1:${second}`] } } } },
  ])
})

test('transition: with no account chosen nothing is approved', () => {
  const none = run(states.proposal, { type: 'accountToggled', address: testAddress })
  expect(none.screen).toMatchObject({ chosen: [] })
  expect(transition(none, events.approveChosen)).toEqual([none, []])
})

test('transition: the account picked to sign in stands in the text that is signed', () => {
  const { screen } = run(states.signIn, events.accountPicked)
  if (screen.status !== 'signIn') throw new Error('It must still be asked.')
  expect(screen.question.accountId).toBe(`eip155:1:${second}`)
  expect(screen.question.request.text).toContain(second)
  expect(screen.question.request.signIn.status).toBe('matching')
})

test('transition: disconnecting all forgets every session and every request', () => {
  const asked = run(states.signed, events.requestReceived)
  const [next, effects] = transition(asked, events.disconnectAllChosen)
  expect(next).toMatchObject({ sessions: [], waiting: [] })
  expect(effects).toEqual([session, other].map(({ topic }) => ({ type: 'disconnect', topic })))
})
