import { formatPairingUri } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { grantProposal } from '../requests/grant.ts'
import { readPeer } from '../requests/peer.ts'
import { readSignIn } from '../requests/signInQuestion.ts'
import { readSignRequest, type SignRequest } from '../requests/signRequest.ts'
import {
  bitcoinAddress,
  bitcoinChain,
  makeAuthentication,
  makeProposal,
  makeRequest,
  makeSession,
  solanaAddress,
  solanaChain,
  testAccounts,
  testAddress,
  testAddresses,
} from '../wallet.fixture.ts'
import { maxWaiting } from './requestFlow.ts'
import { transition } from './walletFlow.ts'
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
const proposer = readPeer(proposal.proposer.metadata, 'unknown')
const mismatch = readPeer(proposal.proposer.metadata, 'mismatch')
const unsupported = makeProposal({
  optionalNamespaces: { solana: { chains: ['solana:mainnet'], methods: [], events: [] } },
})
const request = readSignRequest(makeRequest(), session, testAddresses, 'unknown')
const otherRequest: SignRequest = { ...request, id: request.id + 1, topic: other.topic }
const blocked: SignRequest = {
  ...request,
  id: request.id + 2,
  signIn: { status: 'domain_mismatch', domain: 'evil.example' },
}
const question = readSignIn(makeAuthentication(), testAddress, 'unknown')
const scamQuestion = readSignIn(makeAuthentication(), testAddress, 'scam')
const riskyRequest = readSignRequest(makeRequest(), session, testAddresses, 'mismatch')
const foreign = readSignIn(makeAuthentication({ domain: 'evil.example' }), testAddress, 'unknown')
const failure = { code: 'relay_unreachable', message: 'The relay did not answer.' }
const pairingUri = formatPairingUri({
  topic: 'a'.repeat(64),
  symKey: 'b'.repeat(64),
  expiresAt: undefined,
  methods: [],
})

function grantOf(): Granted {
  const grant = grantProposal(proposal, testAddresses.slice(0, 1))
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
  home: on({ status: 'home', failure: undefined }),
  scanning: on({ status: 'scanning', camera: 'watching', isForeignCode: false }),
  pairing: on({ status: 'pairing' }),
  proposalUnarmed: on({
    status: 'proposal',
    proposal,
    peer: proposer,
    grant,
    chosen,
    missing: [],
    isArmed: false,
    isRiskAccepted: false,
  }),
  proposalLacking: on({
    status: 'proposal',
    proposal,
    peer: proposer,
    grant,
    chosen,
    missing: ['solana:a'],
    isArmed: true,
    isRiskAccepted: false,
  }),
  proposalOfNone: on({
    status: 'proposal',
    proposal,
    peer: proposer,
    grant,
    chosen: [],
    missing: [],
    isArmed: true,
    isRiskAccepted: false,
  }),
  proposal: on({
    status: 'proposal',
    proposal,
    peer: proposer,
    grant,
    chosen,
    missing: [],
    isArmed: true,
    isRiskAccepted: false,
  }),
  riskyProposal: on({
    ...{ status: 'proposal', proposal, peer: mismatch, grant, chosen, missing: [] },
    ...{ isArmed: true, isRiskAccepted: false },
  }),
  riskyProposalAccepted: on({
    ...{ status: 'proposal', proposal, peer: mismatch, grant, chosen, missing: [] },
    ...{ isArmed: true, isRiskAccepted: true },
  }),
  approving: on({ status: 'approving', proposal, peer: proposer, grant, chosen }),
  rejecting: on({ status: 'rejecting', proposal, peer: proposer, grant, chosen }),
  signInUnarmed: on({ status: 'signIn', question, isArmed: false, isRiskAccepted: false }),
  signIn: on({ status: 'signIn', question, isArmed: true, isRiskAccepted: false }),
  scamSignIn: on({ status: 'signIn', question: scamQuestion, isArmed: true, isRiskAccepted: false }),
  signingIn: on({ status: 'signingIn', question }),
  declining: on({ status: 'declining', question }),
  requestUnarmed: on({ status: 'request', request, isArmed: false, isRiskAccepted: false }),
  request: on({ status: 'request', request, isArmed: true, isRiskAccepted: false }),
  riskyRequest: on({ status: 'request', request: riskyRequest, isArmed: true, isRiskAccepted: false }),
  riskyRequestAccepted: on({ status: 'request', request: riskyRequest, isArmed: true, isRiskAccepted: true }),
  signing: on({ status: 'signing', request }),
  refusing: on({ status: 'refusing', request }),
  blocked: on({ status: 'blocked', request: blocked }),
  approved: on({ status: 'done', outcome: { name: 'approved', peer } }),
  signed: on({ status: 'done', outcome: { name: 'signed', peer, topic: session.topic } }),
  failed: on({ status: 'failed', failure }),
  failedWithoutAccount: on({ status: 'failed', failure }, { accounts: [], sessions: [] }),
  account: on({ status: 'account', address: second, copied: undefined }),
  onlyAccount: on(
    { status: 'account', address: testAddress, copied: undefined },
    { accounts: testAccounts.slice(0, 1) },
  ),
  removeAsked: on({ status: 'removeAsked', address: second }),
  removing: on({ status: 'removing', address: second }),
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
  'renameAccount',
  'removeAccount',
  'renewAccount',
] as const

const events = {
  linkGiven: { type: 'linkGiven', text: pairingUri },
  garbageGiven: { type: 'linkGiven', text: 'garbage' },
  scanChosen: { type: 'scanChosen' },
  approveChosen: { type: 'approveChosen' },
  riskAccepted: { type: 'riskAccepted', isAccepted: true },
  rejectChosen: { type: 'rejectChosen' },
  signChosen: { type: 'signChosen' },
  refuseChosen: { type: 'refuseChosen' },
  dismissed: { type: 'dismissed' },
  copyChosen: { type: 'copyChosen', address: testAddress },
  disconnectChosen: { type: 'disconnectChosen', topic: other.topic },
  strangerDisconnectChosen: { type: 'disconnectChosen', topic: '0'.repeat(64) },
  disconnectAllChosen: { type: 'disconnectAllChosen' },
  addressToggled: { type: 'addressToggled', address: second },
  accountPicked: { type: 'accountPicked', address: second },
  strangerPicked: { type: 'accountPicked', address: `0x${'11'.repeat(20)}` },
  addAccountChosen: { type: 'addAccountChosen' },
  importChosen: { type: 'importChosen' },
  phraseGiven: { type: 'phraseGiven', text: 'abandon' },
  accountChosen: { type: 'accountChosen', address: second },
  strangerChosen: { type: 'accountChosen', address: `0x${'11'.repeat(20)}` },
  nameGiven: { type: 'nameGiven', text: ' Spare\u200b  one ' },
  removeChosen: { type: 'removeChosen' },
  removeConfirmed: { type: 'removeConfirmed' },
  phraseChosen: { type: 'phraseChosen' },
  phraseRead: { type: 'phraseRead', words: ['abandon'] },
  importRefused: { type: 'importRefused', problem: { problem: 'checksum' } },
  resetChosen: { type: 'resetChosen' },
  resetConfirmed: { type: 'resetConfirmed' },
  accountsLoaded: { type: 'accountsLoaded', accounts: testAccounts, sessions: [] },
  connectedAtRead: { type: 'connectedAtRead', connectedAt: { [session.topic]: 1 } },
  cameraDenied: { type: 'cameraChanged', camera: 'denied' },
  proposalReceived: { type: 'proposalReceived', proposal, origin: 'unknown' },
  unsupportedReceived: { type: 'proposalReceived', proposal: unsupported, origin: 'unknown' },
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
const ofAccount: Row = {
  copyChosen: 'same → copyAddress',
  copied: 'account',
  nameGiven: 'same → renameAccount',
  renameAccountFailed: 'home:relay_unreachable',
  phraseChosen: 'same → readPhrase',
  phraseRead: 'phraseShown',
  dismissed: 'home',
  disconnectFailed: 'home:relay_unreachable',
}
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
    accountChosen: 'account',
    addAccountChosen: 'same → addAccount',
    addAccountFailed: 'home:relay_unreachable',
    importChosen: 'importAsked',
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
    riskAccepted: 'proposal',
    addressToggled: 'proposal',
    rejectChosen: 'rejecting → reject',
    timeRanOut: 'failed:proposal_expired',
  },
  proposalLacking: {
    armed: 'proposal',
    riskAccepted: 'proposal',
    addressToggled: 'proposal',
    rejectChosen: 'rejecting → reject',
    timeRanOut: 'failed:proposal_expired',
  },
  proposalOfNone: {
    armed: 'proposal',
    riskAccepted: 'proposal',
    addressToggled: 'proposal',
    rejectChosen: 'rejecting → reject',
    timeRanOut: 'failed:proposal_expired',
  },
  proposal: {
    armed: 'proposal',
    riskAccepted: 'proposal',
    addressToggled: 'proposal',
    approveChosen: 'approving → approve',
    rejectChosen: 'rejecting → reject',
    timeRanOut: 'failed:proposal_expired',
  },
  riskyProposal: {
    armed: 'proposal',
    riskAccepted: 'proposal',
    addressToggled: 'proposal',
    rejectChosen: 'rejecting → reject',
    timeRanOut: 'failed:proposal_expired',
  },
  riskyProposalAccepted: {
    armed: 'proposal',
    riskAccepted: 'proposal',
    addressToggled: 'proposal',
    approveChosen: 'approving → approve',
    rejectChosen: 'rejecting → reject',
    timeRanOut: 'failed:proposal_expired',
  },
  approving: answers('approve', 'approved'),
  rejecting: answers('reject', 'rejected'),
  signInUnarmed: {
    armed: 'signIn',
    riskAccepted: 'signIn',
    accountPicked: 'signIn',
    refuseChosen: 'declining → decline',
    timeRanOut: 'failed:proposal_expired',
  },
  signIn: {
    armed: 'signIn',
    riskAccepted: 'signIn',
    accountPicked: 'signIn',
    signChosen: 'signingIn → signIn',
    refuseChosen: 'declining → decline',
    timeRanOut: 'failed:proposal_expired',
  },
  scamSignIn: {
    armed: 'signIn',
    riskAccepted: 'signIn',
    accountPicked: 'signIn',
    refuseChosen: 'declining → decline',
    timeRanOut: 'failed:proposal_expired',
  },
  signingIn: answers('signIn', 'signedIn'),
  declining: answers('decline', 'rejected'),
  requestUnarmed: {
    armed: 'request',
    riskAccepted: 'request',
    disconnectAllChosen: 'failed:session_ended → disconnect, disconnect',
    refuseChosen: 'refusing → refuse',
    timeRanOut: 'failed:request_expired',
    sessionsGone: 'failed:session_ended',
  },
  request: {
    armed: 'request',
    riskAccepted: 'request',
    disconnectAllChosen: 'failed:session_ended → disconnect, disconnect',
    signChosen: 'signing → sign',
    refuseChosen: 'refusing → refuse',
    timeRanOut: 'failed:request_expired',
    sessionsGone: 'failed:session_ended',
  },
  riskyRequest: {
    armed: 'request',
    riskAccepted: 'request',
    disconnectAllChosen: 'failed:session_ended → disconnect, disconnect',
    refuseChosen: 'refusing → refuse',
    timeRanOut: 'failed:request_expired',
    sessionsGone: 'failed:session_ended',
  },
  riskyRequestAccepted: {
    armed: 'request',
    riskAccepted: 'request',
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
  account: { ...ofAccount, removeChosen: 'removeAsked' },
  onlyAccount: ofAccount,
  removeAsked: { removeConfirmed: 'removing → removeAccount', dismissed: 'account' },
  removing: { accountsLoaded: 'home', removeAccountFailed: 'failed:relay_unreachable' },
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

test('transition: a request that comes while the proposal is approved follows at once, unarmed', () => {
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
  const both = run(asked, events.addressToggled)
  expect(both.screen).toMatchObject({ chosen: [testAddress, second] })
  const [, effects] = transition(both, events.approveChosen)
  expect(effects).toMatchObject([
    { grant: { namespaces: { eip155: { accounts: [`eip155:1:${testAddress}`, `eip155:1:${second}`] } } } },
  ])
  const other = run(both, { type: 'addressToggled', address: testAddress })
  expect(transition(other, events.approveChosen)[1]).toMatchObject([
    { grant: { namespaces: { eip155: { accounts: [`eip155:1:${second}`] } } } },
  ])
})

const threefold = makeProposal({
  requiredNamespaces: { bip122: { chains: [bitcoinChain], methods: ['signMessage'], events: [] } },
  optionalNamespaces: {
    eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] },
    solana: { chains: [solanaChain], methods: ['solana_signMessage'], events: [] },
  },
})

test('transition: of each ecosystem the first address is offered; what is unticked is not given', () => {
  const asked = run(states.pairing, { type: 'proposalReceived', proposal: threefold, origin: 'unknown' }, events.armed)
  expect(asked.screen).toMatchObject({ chosen: [testAddress, solanaAddress, bitcoinAddress] })
  const two = run(asked, { type: 'addressToggled', address: testAddress })
  const [, effects] = transition(two, events.approveChosen)
  expect(effects).toMatchObject([
    { grant: { namespaces: { solana: { accounts: [`${solanaChain}:${solanaAddress}`] }, bip122: {} } } },
  ])
  expect(Object.keys(effects[0]?.type === 'approve' ? effects[0].grant.namespaces : {})).not.toContain('eip155')
})

test('transition: what the app requires can be unticked, and then nothing is approved', () => {
  const asked = run(states.pairing, { type: 'proposalReceived', proposal: threefold, origin: 'unknown' }, events.armed)
  const without = run(asked, { type: 'addressToggled', address: bitcoinAddress })
  expect(without.screen).toMatchObject({ chosen: [testAddress, solanaAddress], missing: [bitcoinChain] })
  expect(transition(without, events.approveChosen)).toEqual([without, []])
  const again = run(without, { type: 'addressToggled', address: bitcoinAddress })
  expect(again.screen).toMatchObject({ missing: [] })
  expect(transition(again, events.approveChosen)[1]).toMatchObject([{ type: 'approve' }])
})

test('transition: an address the app did not ask for cannot be ticked', () => {
  const next = run(states.proposal, { type: 'addressToggled', address: solanaAddress })
  expect(next.screen).toMatchObject({ chosen: [testAddress] })
})

test('transition: a name is cleaned before it is kept', () => {
  expect(transition(states.account, events.nameGiven)[1]).toEqual([
    { type: 'renameAccount', address: second, name: 'Spare one' },
  ])
  expect(transition(states.account, { type: 'nameGiven', text: ' \u200b' })[1]).toMatchObject([{ name: undefined }])
})

test('transition: with no account chosen nothing is approved', () => {
  const none = run(states.proposal, { type: 'addressToggled', address: testAddress })
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

test('T-31: a mismatch or a scam is approved in two steps; what was taken back is no step', () => {
  for (const origin of ['mismatch', 'scam'] as const) {
    const asked = run(states.pairing, { type: 'proposalReceived', proposal, origin }, events.armed)
    expect(asked.screen).toMatchObject({ status: 'proposal', peer: { origin }, isRiskAccepted: false })
    expect(run(asked, events.approveChosen)).toBe(asked)
    const takenBack = run(asked, events.riskAccepted, { type: 'riskAccepted', isAccepted: false })
    expect(run(takenBack, events.approveChosen)).toBe(takenBack)
    const [next, effects] = transition(run(asked, events.riskAccepted), events.approveChosen)
    expect(next.screen.status).toBe('approving')
    expect(effects).toMatchObject([{ type: 'approve', origin }])
  }
  for (const origin of ['valid', 'unknown'] as const) {
    const asked = run(states.pairing, { type: 'proposalReceived', proposal, origin }, events.armed)
    expect(run(asked, events.approveChosen).screen.status).toBe('approving')
  }
})

test('T-31, T-33: the sign-in text of an app its address disowns, or of a known scam, is refused', () => {
  const disowned = readSignIn(makeAuthentication(), testAddress, 'mismatch')
  expect(disowned.request.signIn).toMatchObject({ status: 'domain_mismatch' })
  const blockedHere = run(states.pairing, { type: 'signInReceived', question: disowned })
  expect(blockedHere.screen).toMatchObject({ status: 'blocked', request: { peer: { origin: 'mismatch' } } })
  const listed = readSignIn(makeAuthentication(), testAddress, 'scam')
  const [next, effects] = transition(states.pairing, { type: 'signInReceived', question: listed })
  expect(next.screen).toMatchObject({ status: 'blocked', request: { signIn: { status: 'known_scam' } } })
  expect(effects).toMatchObject([{ type: 'declineUnsupported', reason: { code: 4100 } }])
  for (const origin of ['valid', 'unknown'] as const)
    expect(readSignIn(makeAuthentication(), testAddress, origin).request.signIn.status).toBe('matching')
})
