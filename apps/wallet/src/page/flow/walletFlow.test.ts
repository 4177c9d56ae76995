import { formatPairingUri, parsePairingUri } from '@hawser/wire'
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
import { maxWaiting } from './questionFlow.ts'
import { transition } from './walletFlow.ts'
import {
  type ProposalScreen,
  type RequestScreen,
  type Screen,
  type SignInScreen,
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

const grant = grantProposal(proposal, testAddresses.slice(0, 1))
if (grant.status !== 'granted') throw new Error('The fixture must be granted.')
const chosen = [testAddress]
const [, second] = testAccounts.map(({ address }) => address)
if (second === undefined) throw new Error('There must be two accounts.')

const ready: WalletState = { ...startingState, accounts: testAccounts, sessions: [session, other] }
const on = (screen: Screen, change: Partial<WalletState> = {}): WalletState => ({ ...ready, ...change, screen })

const asked = { answer: undefined, isArmed: true, isRiskAccepted: false }
const proposed: ProposalScreen = { status: 'proposal', proposal, peer: proposer, grant, chosen, missing: [], ...asked }
const signInAsked: SignInScreen = { status: 'signIn', ...question, peer: question.request.peer, ...asked }
const requested: RequestScreen = { status: 'request', request, peer: request.peer, ...asked }

const states = {
  starting: startingState,
  startingWithLink: { ...startingState, screen: { status: 'starting', text: pairingUri } },
  startingWithGarbage: { ...startingState, screen: { status: 'starting', text: 'garbage' } },
  home: on({ status: 'home', failure: undefined }),
  scanning: on({ status: 'scanning', camera: 'watching', isForeignCode: false }),
  pairing: on({ status: 'pairing' }),
  proposalUnarmed: on({ ...proposed, isArmed: false }),
  proposalLacking: on({ ...proposed, missing: ['solana:a'] }),
  proposalOfNone: on({ ...proposed, chosen: [] }),
  proposal: on(proposed),
  riskyProposal: on({ ...proposed, peer: mismatch }),
  riskyProposalAccepted: on({ ...proposed, peer: mismatch, isRiskAccepted: true }),
  approving: on({ ...proposed, answer: 'yes' }),
  rejecting: on({ ...proposed, answer: 'no' }),
  signInUnarmed: on({ ...signInAsked, isArmed: false }),
  signIn: on(signInAsked),
  scamSignIn: on({ ...signInAsked, ...scamQuestion, peer: scamQuestion.request.peer }),
  signingIn: on({ ...signInAsked, answer: 'yes' }),
  declining: on({ ...signInAsked, answer: 'no' }),
  requestUnarmed: on({ ...requested, isArmed: false }),
  request: on(requested),
  riskyRequest: on({ ...requested, request: riskyRequest, peer: mismatch }),
  riskyRequestAccepted: on({ ...requested, request: riskyRequest, peer: mismatch, isRiskAccepted: true }),
  signing: on({ ...requested, answer: 'yes' }),
  refusing: on({ ...requested, answer: 'no' }),
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
  remove: on({ status: 'remove', address: second, isBusy: false }),
  removing: on({ status: 'remove', address: second, isBusy: true }),
  import: on({ status: 'import', problem: undefined, isBusy: false }),
  importing: on({ status: 'import', problem: undefined, isBusy: true }),
  phrase: on({ status: 'phrase', words: ['abandon'] }),
  reset: on({ status: 'reset', isBusy: false }),
  resetting: on({ status: 'reset', isBusy: true }),
  elsewhere: on({ status: 'elsewhere' }),
} satisfies Record<string, WalletState>

const awaitedEffects = ['load', 'pair', 'answer', 'disconnect', 'accounts'] as const

const events = {
  linkGiven: { type: 'linkGiven', text: pairingUri },
  garbageGiven: { type: 'linkGiven', text: 'garbage' },
  scanChosen: { type: 'scanChosen' },
  acceptChosen: { type: 'acceptChosen' },
  riskAccepted: { type: 'riskAccepted', isAccepted: true },
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
  answered: { type: 'answered' },
  armed: { type: 'armed' },
  timeRanOut: { type: 'timeRanOut' },
  takenOver: { type: 'takenOver' },
  ...Object.fromEntries(
    awaitedEffects.map((effect): [string, WalletEvent] => [
      `${effect}Failed`,
      { type: 'effectFailed', effect, failure },
    ]),
  ),
} satisfies Record<string, WalletEvent>

type Row = Readonly<Record<string, string | undefined>>

/** The expected results of events: `screen → effects`. An unlisted event must leave the state unchanged. */
const everywhere: Row = {
  disconnectChosen: 'same → disconnect',
  disconnectAllChosen: 'same → disconnect, disconnect',
  accountsLoaded: 'same',
  requestReceived: 'same',
  blockedReceived: 'same',
  sessionsChanged: 'same',
  sessionsGone: 'same',
  relayChanged: 'same',
  takenOver: 'elsewhere → stop',
}
const answers = (outcome: string) => ({ answered: `done:${outcome}`, answerFailed: 'failed:relay_unreachable' })
const links = { linkGiven: 'pairing → pair', garbageGiven: 'home:invalid_pairing_uri' }
const ofAccount: Row = {
  copyChosen: 'same → copyAddress',
  copied: 'account',
  nameGiven: 'same → renameAccount',
  accountsFailed: 'home:relay_unreachable',
  phraseChosen: 'same → readPhrase',
  phraseRead: 'phrase',
  dismissed: 'home',
  disconnectFailed: 'home:relay_unreachable',
}
const ofQuestion: Row = {
  armed: 'same',
  riskAccepted: 'same',
  refuseChosen: 'same → answer',
  timeRanOut: 'failed:proposal_expired',
}
const accepted: Row = { acceptChosen: 'same → answer' }
const ofProposal: Row = { ...ofQuestion, addressToggled: 'same' }
const ofSignIn: Row = { ...ofQuestion, accountPicked: 'same' }
const ofRequest: Row = {
  ...ofQuestion,
  disconnectAllChosen: 'failed:session_ended → disconnect, disconnect',
  timeRanOut: 'failed:request_expired',
  sessionsGone: 'failed:session_ended',
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
    resetChosen: 'reset',
    accountChosen: 'account',
    addAccountChosen: 'same → addAccount',
    accountsFailed: 'home:relay_unreachable',
    importChosen: 'import',
    dismissed: 'home',
    disconnectFailed: 'home:relay_unreachable',
    requestReceived: 'request → watch',
    blockedReceived: 'blocked → refuse',
  },
  scanning: { linkGiven: 'pairing → pair', garbageGiven: 'scanning', cameraDenied: 'scanning', dismissed: 'home' },
  pairing: {
    proposalReceived: 'proposal → watch',
    unsupportedReceived: 'done:unsupported → refuse',
    signInReceived: 'signIn → watch',
    foreignReceived: 'blocked → refuse',
    pairFailed: 'home:relay_unreachable',
    dismissed: 'home → cancelPairing',
  },
  proposalUnarmed: ofProposal,
  proposalLacking: ofProposal,
  proposalOfNone: ofProposal,
  proposal: { ...ofProposal, ...accepted },
  riskyProposal: ofProposal,
  riskyProposalAccepted: { ...ofProposal, ...accepted },
  approving: answers('approved'),
  rejecting: answers('rejected'),
  signInUnarmed: ofSignIn,
  signIn: { ...ofSignIn, ...accepted },
  scamSignIn: ofSignIn,
  signingIn: answers('signedIn'),
  declining: answers('rejected'),
  requestUnarmed: ofRequest,
  request: { ...ofRequest, ...accepted },
  riskyRequest: ofRequest,
  riskyRequestAccepted: { ...ofRequest, ...accepted },
  signing: answers('signed'),
  refusing: answers('refused'),
  blocked: { ...links, dismissed: 'home', disconnectFailed: 'home:relay_unreachable' },
  approved: {
    ...links,
    dismissed: 'home',
    disconnectFailed: 'home:relay_unreachable',
    requestReceived: 'request → watch',
    blockedReceived: 'blocked → refuse',
  },
  signed: { ...links, dismissed: 'home', disconnectFailed: 'home:relay_unreachable' },
  failed: { ...links, dismissed: 'home', disconnectFailed: 'home:relay_unreachable' },
  failedWithoutAccount: {
    resetChosen: 'reset',
    disconnectChosen: undefined,
    disconnectAllChosen: undefined,
  },
  account: { ...ofAccount, removeChosen: 'remove' },
  onlyAccount: ofAccount,
  remove: { removeConfirmed: 'same → removeAccount', dismissed: 'account' },
  removing: { accountsLoaded: 'home', accountsFailed: 'failed:relay_unreachable' },
  import: { phraseGiven: 'same → importPhrase', dismissed: 'home' },
  importing: { accountsLoaded: 'home', importRefused: 'import', accountsFailed: 'failed:relay_unreachable' },
  phrase: { dismissed: 'home' },
  reset: { resetConfirmed: 'same → renewAccount', dismissed: 'home' },
  resetting: { accountsLoaded: 'home', accountsFailed: 'failed:relay_unreachable' },
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

const encoded = encodeURIComponent(pairingUri)
test.each([
  ['the URI', pairingUri],
  ['white space around it', `\n  ${pairingUri}\t`],
  ['a universal link', `https://wallet.example/wc?uri=${encoded}`],
  ['a universal link with more in it', `http://localhost:4401/wc?a=b&uri=${encoded}#top`],
  ['a link of an own scheme', `hawser-demo://wc?uri=${encoded}`],
  ['a link with the URI as written', `wallet://wc?uri=${pairingUri}`],
])('linkGiven: finds the pairing in %s', (_, text) => {
  const [next, [effect]] = transition(states.home, { type: 'linkGiven', text })
  expect(next.screen.status).toBe('pairing')
  expect(effect).toMatchObject({ type: 'pair' })
  expect(parsePairingUri(effect?.type === 'pair' && effect.pairingUri)).toEqual(parsePairingUri(pairingUri))
})

test.each(['', 'hello', 'https://example.com/', 'https://example.com/?x=1', 'WC:abc', 'javascript:alert(1)'])(
  'linkGiven: finds no pairing in "%s"',
  (text) => {
    const [{ screen }] = transition(states.home, { type: 'linkGiven', text })
    expect(screen).toMatchObject({ status: 'home', failure: { code: 'invalid_pairing_uri' } })
  },
)

test('transition: the table has every state, and only events that are sent', () => {
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

test('transition: requests wait their turn, and never replace the current one', () => {
  const busy = run(states.request, events.requestReceived)
  expect(busy.screen).toBe(states.request.screen)
  const done = run(busy, events.acceptChosen, events.answered)
  expect(nameScreen(done.screen)).toBe('done:signed')
  expect(run(done, events.dismissed).screen).toMatchObject({ status: 'request', request: otherRequest, isArmed: false })
})

test('transition: a request during an approval follows at once, unarmed', () => {
  const next = run(states.approving, events.requestReceived, events.answered)
  expect(next.screen).toMatchObject({ status: 'request', isArmed: false })
  expect(run(next, events.acceptChosen)).toBe(next)
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
  expect(effects).toEqual([{ type: 'refuse', asked: otherRequest, reason: expect.objectContaining({ code: -32005 }) }])
})

test('transition: requests of a session that ended are forgotten', () => {
  const waiting = run(states.signed, events.requestReceived)
  expect(run(waiting, events.sessionsChanged).waiting).toEqual([])
})

test('transition: an app that needs more than the wallet has gets the numbered reason', () => {
  const [next, effects] = transition(states.pairing, events.unsupportedReceived)
  expect(next.screen).toMatchObject({ outcome: { name: 'unsupported', missing: ['solana:mainnet'] } })
  expect(effects).toEqual([
    { type: 'refuse', asked: unsupported, reason: { code: 5100, message: 'Unsupported chains.' } },
  ])
})

test('transition: a disconnected app disappears at once, with its pending requests', () => {
  const asked = run(states.signed, events.requestReceived)
  const next = run(asked, events.disconnectChosen)
  expect(next.sessions).toEqual([session])
  expect(next.waiting).toEqual([])
})

test('transition: keeping an unreadable account leads back to the error', () => {
  const asked = run(states.failedWithoutAccount, events.resetChosen, events.dismissed)
  expect(nameScreen(asked.screen)).toBe('failed:account_unreadable')
})

test('transition: mentions a foreign code once, and the camera continues', () => {
  const seen = run(states.scanning, events.garbageGiven)
  expect(seen.screen).toMatchObject({ status: 'scanning', isForeignCode: true })
  expect(run(seen, events.garbageGiven)).toBe(seen)
})

test('transition: offers the first account, and grants the chosen ones', () => {
  const asked = run(states.pairing, events.proposalReceived, events.armed)
  expect(asked.screen).toMatchObject({ chosen: [testAddress] })
  const both = run(asked, events.addressToggled)
  expect(both.screen).toMatchObject({ chosen: [testAddress, second] })
  const [, effects] = transition(both, events.acceptChosen)
  expect(effects).toMatchObject([
    { screen: { grant: { namespaces: { eip155: { accounts: [`eip155:1:${testAddress}`, `eip155:1:${second}`] } } } } },
  ])
  const other = run(both, { type: 'addressToggled', address: testAddress })
  expect(transition(other, events.acceptChosen)[1]).toMatchObject([
    { screen: { grant: { namespaces: { eip155: { accounts: [`eip155:1:${second}`] } } } } },
  ])
})

const threefold = makeProposal({
  requiredNamespaces: { bip122: { chains: [bitcoinChain], methods: ['signMessage'], events: [] } },
  optionalNamespaces: {
    eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] },
    solana: { chains: [solanaChain], methods: ['solana_signMessage'], events: [] },
  },
})

test('transition: offers the first address of each ecosystem; an unticked one is not shared', () => {
  const asked = run(states.pairing, { type: 'proposalReceived', proposal: threefold, origin: 'unknown' }, events.armed)
  expect(asked.screen).toMatchObject({ chosen: [testAddress, solanaAddress, bitcoinAddress] })
  const two = run(asked, { type: 'addressToggled', address: testAddress })
  const [, effects] = transition(two, events.acceptChosen)
  expect(effects).toMatchObject([
    { screen: { grant: { namespaces: { solana: { accounts: [`${solanaChain}:${solanaAddress}`] }, bip122: {} } } } },
  ])
  expect(effects).not.toMatchObject([{ screen: { grant: { namespaces: { eip155: {} } } } }])
})

test('transition: a required ecosystem can be unticked, which prevents approval', () => {
  const asked = run(states.pairing, { type: 'proposalReceived', proposal: threefold, origin: 'unknown' }, events.armed)
  const without = run(asked, { type: 'addressToggled', address: bitcoinAddress })
  expect(without.screen).toMatchObject({ chosen: [testAddress, solanaAddress], missing: [bitcoinChain] })
  expect(transition(without, events.acceptChosen)).toEqual([without, []])
  const again = run(without, { type: 'addressToggled', address: bitcoinAddress })
  expect(again.screen).toMatchObject({ missing: [] })
  expect(transition(again, events.acceptChosen)[1]).toMatchObject([{ type: 'answer' }])
})

test('transition: an address that the app did not request cannot be ticked', () => {
  const next = run(states.proposal, { type: 'addressToggled', address: solanaAddress })
  expect(next.screen).toMatchObject({ chosen: [testAddress] })
})

test('transition: cleans a name before it stores it', () => {
  expect(transition(states.account, events.nameGiven)[1]).toEqual([
    { type: 'renameAccount', address: second, name: 'Spare one' },
  ])
  expect(transition(states.account, { type: 'nameGiven', text: ' \u200b' })[1]).toMatchObject([{ name: undefined }])
})

test('transition: without a chosen account approves nothing', () => {
  const none = run(states.proposal, { type: 'addressToggled', address: testAddress })
  expect(none.screen).toMatchObject({ chosen: [] })
  expect(transition(none, events.acceptChosen)).toEqual([none, []])
})

test('transition: the account picked to sign in is in the signed text', () => {
  const { screen } = run(states.signIn, events.accountPicked)
  if (screen.status !== 'signIn') throw new Error('It must still be asked.')
  expect(screen.accountId).toBe(`eip155:1:${second}`)
  expect(screen.request.text).toContain(second)
  expect(screen.request.signIn.status).toBe('matching')
})

test('transition: disconnecting all forgets every session and every request', () => {
  const asked = run(states.signed, events.requestReceived)
  const [next, effects] = transition(asked, events.disconnectAllChosen)
  expect(next).toMatchObject({ sessions: [], waiting: [] })
  expect(effects).toEqual([session, other].map(({ topic }) => ({ type: 'disconnect', topic })))
})

test('T-31: a mismatch or a scam is approved in two steps; a withdrawn tick is not a step', () => {
  for (const origin of ['mismatch', 'scam'] as const) {
    const asked = run(states.pairing, { type: 'proposalReceived', proposal, origin }, events.armed)
    expect(asked.screen).toMatchObject({ status: 'proposal', peer: { origin }, isRiskAccepted: false })
    expect(run(asked, events.acceptChosen)).toBe(asked)
    const takenBack = run(asked, events.riskAccepted, { type: 'riskAccepted', isAccepted: false })
    expect(run(takenBack, events.acceptChosen)).toBe(takenBack)
    const [next, effects] = transition(run(asked, events.riskAccepted), events.acceptChosen)
    expect(effects).toEqual([{ type: 'answer', screen: next.screen }])
    expect(next.screen).toMatchObject({ answer: 'yes', peer: { origin } })
  }
  for (const origin of ['valid', 'unknown'] as const) {
    const asked = run(states.pairing, { type: 'proposalReceived', proposal, origin }, events.armed)
    expect(run(asked, events.acceptChosen).screen).toMatchObject({ answer: 'yes' })
  }
})

test('T-31, T-33: refuses the sign-in text of a disowned app or a known scam', () => {
  const disowned = readSignIn(makeAuthentication(), testAddress, 'mismatch')
  expect(disowned.request.signIn).toMatchObject({ status: 'domain_mismatch' })
  const blockedHere = run(states.pairing, { type: 'signInReceived', question: disowned })
  expect(blockedHere.screen).toMatchObject({ status: 'blocked', request: { peer: { origin: 'mismatch' } } })
  const listed = readSignIn(makeAuthentication(), testAddress, 'scam')
  const [next, effects] = transition(states.pairing, { type: 'signInReceived', question: listed })
  expect(next.screen).toMatchObject({ status: 'blocked', request: { signIn: { status: 'known_scam' } } })
  expect(effects).toMatchObject([{ type: 'refuse', reason: { code: 4100 } }])
  for (const origin of ['valid', 'unknown'] as const)
    expect(readSignIn(makeAuthentication(), testAddress, origin).request.signIn.status).toBe('matching')
})
