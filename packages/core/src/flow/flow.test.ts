import type { Session } from '@hawser/sign'
import { runs } from '@hawser/test-kit/night'
import type { Listing } from '@hawser/wire'
import { createCacao, parseListing } from '@hawser/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Effect, FlowEvent } from './event.ts'
import { unconfirmedPairingOf } from './failed.ts'
import { transition } from './flow.ts'
import type { FlowRules } from './rules.ts'
import { choiceOf, connectionOf, type FlowFailure, type FlowState, type Pairing, pairingOf } from './state.ts'

const listing = parseListing({
  id: 'rainbow',
  name: 'Rainbow',
  rdns: 'me.rainbow',
  mobile: { native: 'rainbow://', universal: 'https://rnbwapp.com/' },
  desktop: { native: 'rainbow-desktop://', universal: 'https://web.rainbow.me/' },
})
const plain: Listing = parseListing({ id: 'plain', name: 'Plain' })
const pairing: Pairing = {
  pairingTopic: 'a1',
  pairingUri: 'wc:a1@2?…',
  expiresAt: 300_000,
  relay: 'waiting',
  replaces: undefined,
  earlier: undefined,
}
const session: Session = {
  topic: 's1',
  pairingTopic: 'a1',
  peer: { publicKey: '', metadata: { name: 'Wallet', description: '', url: '', icons: [] } },
  self: { publicKey: '', metadata: { name: 'Host', description: '', url: '', icons: [] } },
  role: 'dapp',
  controller: '',
  namespaces: {},
  requiredNamespaces: {},
  optionalNamespaces: {},
  expiresAt: 1,
  acknowledged: true,
}
const connection = connectionOf(session)
const extension = {
  kind: 'extension',
  id: 'me.rainbow#1',
  walletName: 'Rainbow',
  rdns: 'me.rainbow',
  accounts: [],
} as const
const accountId = 'eip155:1:0xabc'
const wallet = { id: 'w1', accountId, walletName: 'Wallet', linkedAt: 1 } as const
const error: FlowFailure = { kind: 'declined', code: 'proposal_rejected', message: '' }
const silence: FlowFailure = { kind: 'relayUnreachable', code: 'relay_silent', message: '' }
const mobile = { listing, via: 'mobile' } as const
const installed = { listing, via: 'extension' } as const
const proving = { status: 'proving', connection, accountId, attempt: 1, choice: mobile } as const

const states = {
  closed: { status: 'closed' },
  choosing: { status: 'choosing', pairing },
  'choosing, no pairing': { status: 'choosing', pairing: undefined },
  connecting: { status: 'connecting', pairing, ...mobile },
  'connecting by code': { status: 'connecting', pairing, listing, via: 'qrcode' },
  'connecting, no pairing': { status: 'connecting', pairing: undefined, ...mobile },
  'choosing, renewed': { status: 'choosing', pairing: { ...pairing, pairingTopic: 'b1', earlier: 'a1' } },
  'asking an extension': { status: 'connecting', pairing, ...installed },
  'asking an extension, no pairing': { status: 'connecting', pairing: undefined, ...installed },
  connected: { status: 'connected', connection, choice: mobile },
  'proving: challenge': { ...proving, step: 'challenge' },
  'proving: signature': { ...proving, step: 'signature' },
  'proving: checking': { ...proving, step: 'checking' },
  linked: { status: 'linked', wallet, connection, choice: mobile },
  done: { status: 'done', outcome: { kind: 'signIn', wallet }, connection, choice: mobile },
  'failed, nothing chosen': { status: 'failed', error, choice: undefined, retry: { step: 'pairing' } },
  failed: { status: 'failed', error, choice: mobile, retry: { step: 'pairing' } },
  'failed extension': { status: 'failed', error, choice: installed, retry: { step: 'pairing' } },
  'failed by silence': { status: 'failed', error: silence, choice: mobile, retry: { step: 'pairing', pairing } },
  'failed proof': {
    status: 'failed',
    error,
    choice: mobile,
    retry: { step: 'proof', connection, accountId, attempt: 1, keepsProof: false },
  },
} as const satisfies Record<string, FlowState>

const pairingTopic = 'a1'
const topic = 's1'
const connectionId = 's1'
const attempt = 1
const challengeId = 'c1'
const events = {
  opened: { type: 'opened' },
  closed: { type: 'closed' },
  walletChosen: { type: 'walletChosen', listing },
  anyWalletChosen: { type: 'anyWalletChosen' },
  platformChosen: { type: 'platformChosen', via: 'web' },
  linkOpened: { type: 'linkOpened', preferUniversal: true },
  retried: { type: 'retried' },
  renewed: { type: 'renewed' },
  wentBack: { type: 'wentBack' },
  pairingCreated: { type: 'pairingCreated', pairing: { ...pairing, pairingTopic: 'a2' }, opens: undefined },
  pairingNotCreated: { type: 'pairingNotCreated', error },
  resumed: {
    type: 'resumed',
    purpose: { kind: 'link' },
    pairing: { ...pairing, pairingTopic: 'a3' },
    choice: undefined,
  },
  signInNeeded: { type: 'signInNeeded', error },
  relayAnswered: { type: 'relayAnswered', pairingTopic, relay: 'acknowledged' },
  pairingFailed: { type: 'pairingFailed', pairingTopic, error },
  pairingExpired: { type: 'pairingExpired', pairingTopic, error },
  sessionSettled: { type: 'sessionSettled', pairingTopic, session, accountId },
  extensionConnected: { type: 'extensionConnected', connection: extension, accountId },
  handoffLinked: { type: 'handoffLinked', wallet },
  extensionFailed: { type: 'extensionFailed', rdns: 'me.rainbow', error },
  sessionEnded: { type: 'sessionEnded', topic, error },
  challengeIssued: { type: 'challengeIssued', connectionId, attempt, challengeId, accountId, message: 'sign me' },
  signatureDelayed: { type: 'signatureDelayed', connectionId, attempt },
  signatureGiven: { type: 'signatureGiven', connectionId, attempt, challengeId, signature: '0x01' },
  proofAccepted: { type: 'proofAccepted', connectionId, attempt, outcome: { kind: 'link', wallet } },
  proofFailed: { type: 'proofFailed', connectionId, attempt, error, retry: 'proof', keepsProof: false },
} as const satisfies Record<FlowEvent['type'], FlowEvent>

const desktop = { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false } as const
const phone = { device: 'phone', isAndroid: true, isIos: false, isTelegram: false } as const
const rules: FlowRules = {
  platform: phone,
  linksWallets: true,
  keepsSession: false,
  installed: [],
  renewsCode: true,
  prefersUniversal: false,
}

function outcome(before: FlowState, event: FlowEvent, given = rules): string {
  const [after, effects] = transition(before, event, given)
  const shown = after === before ? 'same' : describeState(after)
  return [shown, ...effects.map(describeEffect)].join(' + ')
}

function describeState(state: FlowState): string {
  switch (state.status) {
    case 'choosing':
      return `choosing ${describePairing(state.pairing)}`
    case 'connecting':
      return `connecting ${state.via} ${describePairing(state.pairing)}${state.namespace ? ` on ${state.namespace}` : ''}`
    case 'proving':
      return `proving ${state.step} ${state.attempt}`
    case 'failed':
      return `failed, retry ${state.retry.step}`
    default:
      return state.status
  }
}

function describePairing(value: Pairing | undefined): string {
  if (value === undefined) return '-'
  const more = [value.earlier, value.replaces].filter((part) => part !== undefined).map((part) => `/${part}`)
  return `${value.pairingTopic}/${value.relay}${more.join('')}`
}

function describeEffect(effect: Effect): string {
  switch (effect.type) {
    case 'createPairing':
      return `createPairing${describeTarget(effect.opens)}${effect.replaces === undefined ? '' : ` after ${effect.replaces}`}`
    case 'openLink':
    case 'openWallet':
      return `${effect.type}${describeTarget(effect.target)}`
    case 'cancelPairing':
      return `cancelPairing ${effect.pairingTopic}`
    case 'connectExtension':
      return `connectExtension ${effect.rdns}${effect.namespace === undefined ? '' : ` on ${effect.namespace}`}`
    default:
      return effect.type
  }
}

function describeTarget(target: Extract<Effect, { type: 'createPairing' }>['opens']): string {
  if (target === undefined) return ''
  return target === 'any' ? ' any' : ` ${target.via}${target.preferUniversal ? ' universal' : ''}`
}

const stateNames = Object.keys(states) as (keyof typeof states)[]
const eventNames = Object.keys(events) as (keyof typeof events)[]

// Every state reacts in the same way to events of an abandoned attempt.
const orphans = {
  pairingCreated: 'same + cancelPairing a2',
  resumed: 'same + cancelPairing a3',
  sessionSettled: 'same + endSession',
  proofAccepted: 'same + tellOutcome',
  handoffLinked: 'same + tellOutcome',
} as const

/** The events with an effect in each state. Any other event must leave the state unchanged. */
const legal: Record<keyof typeof states, Partial<Record<keyof typeof events, string>>> = {
  closed: {
    ...orphans,
    opened: 'choosing - + fetchListings + createPairing',
    resumed: 'choosing a3/waiting + fetchListings',
  },
  choosing: {
    ...orphans,
    handoffLinked: 'linked + cancelPairing a1 + tellOutcome',
    resumed: 'choosing a1/waiting/a3',
    signInNeeded: 'failed, retry pairing + cancelPairing a1',
    closed: 'closed + cancelPairing a1',
    walletChosen: 'connecting mobile a1/waiting + openLink mobile',
    anyWalletChosen: 'same + openLink any',
    relayAnswered: 'choosing a1/acknowledged',
    pairingFailed: 'choosing - + cancelPairing a1 + createPairing after declined',
    pairingExpired: 'choosing - + cancelPairing a1 + createPairing after expired',
    sessionSettled: 'proving challenge 1 + requestChallenge',
    renewed: 'same + createPairing after expired',
  },
  'choosing, no pairing': {
    ...orphans,
    handoffLinked: 'linked + tellOutcome',
    resumed: 'choosing a3/waiting',
    signInNeeded: 'failed, retry pairing',
    closed: 'closed',
    walletChosen: 'connecting mobile -',
    pairingCreated: 'choosing a2/waiting',
    pairingNotCreated: 'failed, retry pairing',
  },
  connecting: {
    ...orphans,
    handoffLinked: 'linked + cancelPairing a1 + tellOutcome',
    resumed: 'connecting mobile a1/waiting/a3',
    signInNeeded: 'failed, retry pairing + cancelPairing a1',
    closed: 'closed + cancelPairing a1',
    walletChosen: 'connecting mobile a1/waiting + openLink mobile',
    anyWalletChosen: 'same + openLink any',
    platformChosen: 'connecting web a1/waiting + openLink web',
    linkOpened: 'same + openLink mobile universal',
    retried: 'same + openLink mobile',
    wentBack: 'choosing a1/waiting',
    relayAnswered: 'connecting mobile a1/acknowledged',
    pairingFailed: 'failed, retry pairing + cancelPairing a1',
    pairingExpired: 'failed, retry pairing + cancelPairing a1',
    sessionSettled: 'proving challenge 1 + rememberWallet + requestChallenge',
    renewed: 'same + createPairing after expired',
  },
  'connecting by code': {
    ...orphans,
    handoffLinked: 'linked + cancelPairing a1 + tellOutcome',
    resumed: 'connecting qrcode a1/waiting/a3',
    signInNeeded: 'failed, retry pairing + cancelPairing a1',
    closed: 'closed + cancelPairing a1',
    walletChosen: 'connecting mobile a1/waiting + openLink mobile',
    anyWalletChosen: 'same + openLink any',
    platformChosen: 'connecting web a1/waiting + openLink web',
    wentBack: 'choosing a1/waiting',
    relayAnswered: 'connecting qrcode a1/acknowledged',
    pairingFailed: 'connecting qrcode - + cancelPairing a1 + createPairing after declined',
    pairingExpired: 'connecting qrcode - + cancelPairing a1 + createPairing after expired',
    sessionSettled: 'proving challenge 1 + rememberWallet + requestChallenge',
    renewed: 'same + createPairing after expired',
  },
  'connecting, no pairing': {
    ...orphans,
    handoffLinked: 'linked + tellOutcome',
    resumed: 'connecting mobile a3/waiting',
    signInNeeded: 'failed, retry pairing',
    closed: 'closed',
    walletChosen: 'connecting mobile -',
    platformChosen: 'connecting web -',
    wentBack: 'choosing -',
    pairingCreated: 'connecting mobile a2/waiting',
    pairingNotCreated: 'failed, retry pairing',
  },
  'choosing, renewed': {
    ...orphans,
    handoffLinked: 'linked + cancelPairing b1 + cancelPairing a1 + tellOutcome',
    signInNeeded: 'failed, retry pairing + cancelPairing b1 + cancelPairing a1',
    closed: 'closed + cancelPairing b1 + cancelPairing a1',
    walletChosen: 'connecting mobile b1/waiting/a1 + openLink mobile',
    anyWalletChosen: 'same + openLink any',
    renewed: 'same + createPairing after expired',
    pairingFailed: 'choosing b1/waiting/declined + cancelPairing a1',
    pairingExpired: 'choosing b1/waiting + cancelPairing a1',
    sessionSettled: 'proving challenge 1 + cancelPairing b1 + requestChallenge',
  },
  'asking an extension': {
    ...orphans,
    handoffLinked: 'linked + cancelPairing a1 + stopExtension + tellOutcome',
    resumed: 'connecting extension a1/waiting/a3',
    signInNeeded: 'failed, retry pairing + cancelPairing a1 + stopExtension',
    closed: 'closed + cancelPairing a1 + stopExtension',
    walletChosen: 'connecting mobile a1/waiting + stopExtension + openLink mobile',
    anyWalletChosen: 'same + openLink any',
    platformChosen: 'connecting web a1/waiting + stopExtension + openLink web',
    retried: 'same + stopExtension + connectExtension me.rainbow',
    renewed: 'same + createPairing after expired',
    wentBack: 'choosing a1/waiting + stopExtension',
    relayAnswered: 'connecting extension a1/acknowledged',
    pairingFailed: 'connecting extension - + cancelPairing a1 + createPairing after declined',
    pairingExpired: 'connecting extension - + cancelPairing a1 + createPairing after expired',
    sessionSettled: 'proving challenge 1 + stopExtension + rememberWallet + requestChallenge',
    extensionConnected: 'proving challenge 1 + cancelPairing a1 + rememberWallet + requestChallenge',
    extensionFailed: 'failed, retry pairing + cancelPairing a1',
  },
  'asking an extension, no pairing': {
    ...orphans,
    handoffLinked: 'linked + stopExtension + tellOutcome',
    resumed: 'connecting extension a3/waiting',
    signInNeeded: 'failed, retry pairing + stopExtension',
    closed: 'closed + stopExtension',
    walletChosen: 'connecting mobile - + stopExtension + createPairing mobile',
    platformChosen: 'connecting web - + stopExtension + createPairing web',
    retried: 'same + stopExtension + connectExtension me.rainbow',
    wentBack: 'choosing - + stopExtension + createPairing',
    pairingCreated: 'connecting extension a2/waiting',
    extensionConnected: 'proving challenge 1 + rememberWallet + requestChallenge',
    extensionFailed: 'failed, retry pairing',
  },
  'failed extension': {
    ...orphans,
    handoffLinked: 'linked + tellOutcome',
    closed: 'closed',
    walletChosen: 'connecting mobile - + createPairing mobile',
    anyWalletChosen: 'choosing - + createPairing any',
    platformChosen: 'connecting web - + createPairing web',
    linkOpened: 'connecting extension - + createPairing + connectExtension me.rainbow',
    retried: 'connecting extension - + createPairing + connectExtension me.rainbow',
    renewed: 'choosing - + createPairing',
    wentBack: 'choosing - + createPairing',
  },
  'failed by silence': {
    ...orphans,
    handoffLinked: 'linked + cancelPairing a1 + tellOutcome',
    closed: 'closed + cancelPairing a1',
    walletChosen: 'connecting mobile - + cancelPairing a1 + createPairing mobile',
    anyWalletChosen: 'connecting mobile - + cancelPairing a1 + createPairing any',
    platformChosen: 'connecting web - + cancelPairing a1 + createPairing web',
    linkOpened: 'connecting mobile - + cancelPairing a1 + createPairing mobile universal',
    retried: 'connecting mobile - + cancelPairing a1 + createPairing mobile',
    renewed: 'connecting mobile - + cancelPairing a1 + createPairing',
    wentBack: 'choosing - + cancelPairing a1 + createPairing',
    relayAnswered: 'connecting mobile a1/acknowledged',
    pairingFailed: 'failed, retry pairing + cancelPairing a1',
    pairingExpired: 'failed, retry pairing + cancelPairing a1',
    sessionSettled: 'proving challenge 1 + rememberWallet + requestChallenge',
  },
  connected: { ...orphans, closed: 'closed + endSession', sessionEnded: 'failed, retry pairing' },
  'proving: challenge': {
    ...orphans,
    linkOpened: 'same + openWallet mobile universal',
    closed: 'closed + stopProving + endSession',
    sessionEnded: 'failed, retry pairing + stopProving',
    challengeIssued: 'proving signature 1 + requestSignature',
    proofAccepted: 'linked + endSession + tellOutcome',
    proofFailed: 'failed, retry proof',
  },
  'proving: signature': {
    ...orphans,
    linkOpened: 'same + openWallet mobile universal',
    closed: 'closed + stopProving + endSession',
    sessionEnded: 'failed, retry pairing + stopProving',
    signatureDelayed: 'proving signature 1',
    signatureGiven: 'proving checking 1 + sendProof',
    proofAccepted: 'linked + endSession + tellOutcome',
    proofFailed: 'failed, retry proof',
  },
  'proving: checking': {
    ...orphans,
    linkOpened: 'same + openWallet mobile universal',
    closed: 'closed + endSession',
    // The server refuses the proof that was sent again.
    challengeIssued: 'proving signature 1 + requestSignature',
    proofAccepted: 'linked + endSession + tellOutcome',
    proofFailed: 'failed, retry proof',
  },
  linked: { ...orphans, closed: 'closed' },
  done: { ...orphans, closed: 'closed' },
  'failed, nothing chosen': {
    ...orphans,
    handoffLinked: 'linked + tellOutcome',
    closed: 'closed',
    walletChosen: 'connecting mobile - + createPairing mobile',
    anyWalletChosen: 'choosing - + createPairing any',
    retried: 'choosing - + createPairing',
    renewed: 'choosing - + createPairing',
  },
  failed: {
    ...orphans,
    handoffLinked: 'linked + tellOutcome',
    closed: 'closed',
    walletChosen: 'connecting mobile - + createPairing mobile',
    anyWalletChosen: 'connecting mobile - + createPairing any',
    platformChosen: 'connecting web - + createPairing web',
    linkOpened: 'connecting mobile - + createPairing mobile universal',
    retried: 'connecting mobile - + createPairing mobile',
    wentBack: 'choosing - + createPairing',
    renewed: 'connecting mobile - + createPairing',
  },
  'failed proof': {
    ...orphans,
    closed: 'closed + endSession',
    retried: 'proving challenge 2 + requestChallenge',
    wentBack: 'choosing - + endSession + createPairing',
    sessionEnded: 'failed, retry pairing',
  },
}

// Fails to compile if a new status is missing from the table.
const tabled: Record<FlowState['status'], (typeof stateNames)[number]> = {
  closed: 'closed',
  choosing: 'choosing',
  connecting: 'connecting',
  connected: 'connected',
  proving: 'proving: signature',
  linked: 'linked',
  done: 'done',
  failed: 'failed',
}
test('transition: the table has a state for every status', () => {
  for (const [status, name] of Object.entries(tabled)) expect(states[name].status).toBe(status)
})

test.each(stateNames)('transition: %s answers every event', (name) => {
  const table = Object.fromEntries(eventNames.map((event) => [event, outcome(states[name], events[event])]))
  expect(table).toEqual(Object.fromEntries(eventNames.map((event) => [event, legal[name][event] ?? 'same'])))
})

test.each(stateNames)('transition: %s ignores answers to an older pairing, session or challenge', (name) => {
  const late: readonly FlowEvent[] = [
    { ...events.relayAnswered, pairingTopic: 'old' },
    { ...events.pairingFailed, pairingTopic: 'old' },
    { ...events.pairingExpired, pairingTopic: 'old' },
    { ...events.sessionEnded, topic: 'old' },
    { ...events.challengeIssued, connectionId: 'old' },
    { ...events.signatureGiven, connectionId: 'old' },
    { ...events.proofFailed, connectionId: 'old' },
    { ...events.challengeIssued, attempt: 7 },
    { ...events.signatureGiven, attempt: 7 },
    { ...events.proofFailed, attempt: 7 },
  ]
  for (const event of late) expect(outcome(states[name], event)).toBe('same')
  // A session or linked wallet outside the flow is not forgotten, though: the session is ended, and the wallet is shown.
  expect(outcome(states[name], { ...events.sessionSettled, pairingTopic: 'old' })).toBe('same + endSession')
  expect(outcome(states[name], { ...events.proofAccepted, connectionId: 'old' })).toBe('same + tellOutcome')
})

test('transition: without a link API the session is the whole result', () => {
  const given = { ...rules, linksWallets: false, keepsSession: true }
  expect(outcome(states.connecting, events.sessionSettled, given)).toBe('connected + rememberWallet')
  expect(outcome(states.choosing, events.sessionSettled, given)).toBe('connected')
  expect(outcome(states.connected, events.closed, given)).toBe('closed')
})

test('transition: sends a proof signed with the approval at once; else requests a signature', () => {
  const cacao = createCacao({
    request: {
      chains: ['eip155:1'],
      domain: 'a',
      uri: 'https://a/',
      nonce: 'abcd1234',
      issuedAt: '2026-01-01T00:00:00Z',
      methods: [],
    },
    accountId,
    signature: '0x01',
  })
  const signed: FlowEvent = {
    ...events.sessionSettled,
    proof: { purpose: 'oneTap', challengeId, cacao, walletName: 'Wallet' },
  }
  expect(outcome(states.connecting, signed)).toBe('proving checking 0 + rememberWallet + sendApproval')
  expect(outcome(states.connecting, signed, { ...rules, linksWallets: false })).toBe('connected + rememberWallet')
  const inPage: FlowEvent = {
    ...events.extensionConnected,
    proof: { purpose: 'oneTap', challengeId, accountId, signature: '0x01', walletName: 'Wallet' },
  }
  expect(outcome(states['asking an extension'], inPage)).toBe(
    'proving checking 0 + cancelPairing a1 + rememberWallet + sendApproval',
  )
  const checking: FlowState = { ...states['proving: checking'], attempt: 0 }
  const of = (event: FlowEvent): FlowEvent => ({ ...event, attempt: 0 }) as FlowEvent
  expect(outcome(checking, of(events.proofAccepted))).toBe('linked + endSession + tellOutcome')
  expect(outcome(checking, of(events.proofFailed))).toBe('proving challenge 1 + requestChallenge')
  expect(outcome(checking, of({ ...events.proofFailed, retry: 'pairing' }))).toBe('failed, retry pairing + endSession')
  expect(outcome(checking, events.sessionEnded)).toBe('same')
  expect(outcome(checking, of(events.challengeIssued))).toBe('same')
  expect(outcome(checking, events.closed)).toBe('closed + endSession')
  // An answer to the CACAO no longer matters once the wallet signs.
  expect(outcome(states['proving: signature'], of(events.proofFailed))).toBe('same')
})

test('transition: another purpose than linking has its own end, reported even when closed', () => {
  const outcomes = [{ kind: 'signIn', wallet }, { kind: 'unlink', walletId: 'w1' }, { kind: 'release' }] as const
  for (const each of outcomes) {
    const event: FlowEvent = { ...events.proofAccepted, outcome: each }
    const told: Effect = { type: 'tellOutcome', outcome: each }
    expect(transition(states['proving: checking'], event, { ...rules, keepsSession: true })).toEqual([
      { status: 'done', outcome: each, connection, choice: mobile },
      [told],
    ])
    expect(transition(states.closed, event, rules)).toEqual([states.closed, [told]])
  }
})

test('transition: the account that signs is that of its challenge', () => {
  const other: FlowEvent = { ...events.challengeIssued, accountId: 'eip155:137:0xabc' }
  const [state, effects] = transition(states['proving: challenge'], other, rules)
  expect(state).toMatchObject({ status: 'proving', step: 'signature', accountId: 'eip155:137:0xabc' })
  expect(effects).toMatchObject([{ type: 'requestSignature', accountId: 'eip155:137:0xabc' }])
})

test('transition: linking, closing and giving up do not end a kept session', () => {
  const given = { ...rules, keepsSession: true }
  expect(outcome(states['proving: checking'], events.proofAccepted, given)).toBe('linked + tellOutcome')
  expect(outcome(states['proving: signature'], events.closed, given)).toBe('closed + stopProving')
  expect(outcome(states['failed proof'], events.closed, given)).toBe('closed')
})

test('transition: while proving, only a wallet on this phone is opened again', () => {
  const scanned: FlowState = { ...states['proving: signature'], choice: undefined }
  expect(outcome(scanned, events.linkOpened)).toBe('same')
  const onComputer: FlowState = { ...states['proving: signature'], choice: { listing, via: 'desktop' } }
  expect(outcome(onComputer, events.linkOpened)).toBe('same')
})

test('transition: after a session Back leads to the wallets, also without a chosen wallet', () => {
  const scanned: FlowState = { ...states['failed proof'], choice: undefined }
  expect(outcome(scanned, events.wentBack)).toBe('choosing - + endSession + createPairing')
  const refused: FlowState = { ...states['failed, nothing chosen'], error: { ...error, kind: 'linkRefused' } }
  expect(outcome(refused, events.wentBack)).toBe('choosing - + createPairing')
})

test('F-L15 transition: a kept proof needs no session: Retry sends it after the session ended', () => {
  const [kept] = transition(states['proving: checking'], { ...events.proofFailed, keepsProof: true }, rules)
  expect(outcome(kept, events.sessionEnded)).toBe('same')
  expect(outcome(kept, events.retried)).toBe('proving checking 2 + requestChallenge')
  const [again] = transition(kept, events.retried, rules)
  expect(outcome(again, events.sessionEnded)).toBe('same')
  const of = (event: FlowEvent): FlowEvent => ({ ...event, attempt: 2 }) as FlowEvent
  expect(outcome(again, of(events.proofAccepted))).toBe('linked + endSession + tellOutcome')
  expect(outcome(again, of(events.challengeIssued))).toBe('proving signature 2 + requestSignature')
})

test('transition: a session that ends after its proof failed is reported as ended', () => {
  const ended: FlowEvent = { ...events.sessionEnded, error: { ...error, kind: 'sessionEnded' } }
  expect(transition(states['failed proof'], ended, rules)[0]).toMatchObject({
    error: { kind: 'sessionEnded' },
    retry: { step: 'pairing' },
  })
})

test('transition: ends a session that cannot give a proof', () => {
  expect(outcome(states['proving: signature'], { ...events.proofFailed, retry: 'pairing' })).toBe(
    'failed, retry pairing + endSession',
  )
})

test('transition: S3 on a phone the app, else the web page, else nothing to wait for', () => {
  const web = { ...listing, mobile: { native: undefined, universal: undefined } }
  expect(outcome(states.choosing, { type: 'walletChosen', listing: web })).toBe(
    'connecting web a1/waiting + openLink web',
  )
  expect(outcome(states.choosing, { type: 'walletChosen', listing: plain })).toBe('same')
  expect(outcome(states.failed, { type: 'walletChosen', listing: plain })).toBe('same')
})

test('transition: S4 on a desktop a wallet without links for it needs a code', () => {
  const given = { ...rules, platform: desktop }
  const onPhones = { ...listing, desktop: { native: undefined, universal: undefined } }
  expect(outcome(states.choosing, events.walletChosen, given)).toBe('connecting desktop a1/waiting + openLink desktop')
  expect(outcome(states.choosing, { type: 'walletChosen', listing: onPhones }, given)).toBe(
    'connecting qrcode a1/waiting',
  )
  expect(outcome(states.connecting, { type: 'platformChosen', via: 'qrcode' }, given)).toBe(
    'connecting qrcode a1/waiting',
  )
})

test('transition: ignores a route that the wallet does not have', () => {
  const state: FlowState = {
    status: 'connecting',
    pairing,
    listing: { ...listing, desktop: plain.desktop },
    via: 'mobile',
  }
  expect(outcome(state, { type: 'platformChosen', via: 'web' })).toBe('same')
  expect(outcome({ ...states.failed, choice: { listing: plain, via: 'mobile' } }, events.platformChosen)).toBe('same')
})

test('transition: opens the wallet that a new pairing is for', () => {
  const created = { ...events.pairingCreated, opens: { ...mobile, preferUniversal: false } }
  const [, effects] = transition(states['connecting, no pairing'], created, rules)
  expect(effects).toEqual([{ type: 'openLink', target: created.opens, pairingUri: created.pairing.pairingUri }])
})

test('S4 transition: an installed extension comes first, on desktops and in phone browsers', () => {
  for (const platform of [desktop, phone]) {
    const given = { ...rules, platform, installed: ['me.rainbow'] }
    expect(outcome(states.choosing, events.walletChosen, given)).toBe(
      'connecting extension a1/waiting + connectExtension me.rainbow',
    )
    expect(outcome(states.failed, events.walletChosen, given)).toBe(
      'connecting extension - + createPairing + connectExtension me.rainbow',
    )
    expect(outcome(states['connecting by code'], { type: 'platformChosen', via: 'extension' }, given)).toBe(
      'connecting extension a1/waiting + connectExtension me.rainbow',
    )
    expect(outcome(states['asking an extension'], { type: 'platformChosen', via: 'qrcode' }, given)).toBe(
      'connecting qrcode a1/waiting + stopExtension',
    )
  }
  // No extension announced itself.
  expect(outcome(states['connecting by code'], { type: 'platformChosen', via: 'extension' })).toBe('same')
})

test('T-23 transition: only the chosen extension counts', () => {
  const other = { ...extension, rdns: 'evil.example' }
  const connected: FlowEvent = { ...events.extensionConnected, connection: other }
  expect(outcome(states['asking an extension'], connected)).toBe('same')
  expect(outcome(states['asking an extension'], { ...events.extensionFailed, rdns: 'evil.example' })).toBe('same')
})

test('T-66 transition: a failing relay does not end an extension’s request', () => {
  const silent: FlowEvent = { ...events.pairingFailed, error: { ...error, kind: 'relayUnreachable' } }
  expect(outcome(states['asking an extension'], silent)).toBe('connecting extension - + cancelPairing a1')
})

test('T-66 transition: a silent relay that has the code after all needs no Retry', () => {
  const silent: FlowEvent = { ...events.pairingFailed, error: silence }
  for (const name of ['choosing', 'connecting', 'connecting by code', 'choosing, renewed'] as const) {
    const before = states[name]
    const { pairingTopic } = before.pairing
    const [failed, effects] = transition(before, { ...silent, pairingTopic }, rules)
    expect([describeState(failed), effects]).toEqual(['failed, retry pairing', []])
    const [after] = transition(failed, { ...events.relayAnswered, pairingTopic }, rules)
    expect(after).toEqual({ ...before, pairing: { ...before.pairing, relay: 'acknowledged' } })
    // The same silence is reported again, as the protocol client does a second later.
    const still: FlowEvent = { ...silent, pairingTopic, error: { ...silence, code: 'relay_unreachable' } }
    expect(outcome(failed, still)).toBe('same')
    expect(outcome(failed, { ...events.relayAnswered, pairingTopic, relay: 'slow' })).toBe('same')
  }
  // A relay that refuses the proposal will not accept it later.
  const refused: FlowEvent = { ...silent, error: { ...silence, code: 'relay_refused' } }
  expect(outcome(states.connecting, refused)).toBe('failed, retry pairing + cancelPairing a1')
  const [told] = transition(states['failed by silence'], refused, rules)
  expect(told).toEqual({ status: 'failed', error: refused.error, choice: mobile, retry: { step: 'pairing' } })
  // After the expiry, the failure is still the relay's silence.
  const [over] = transition(states['failed by silence'], events.pairingExpired, rules)
  expect(over).toEqual({ status: 'failed', error: silence, choice: mobile, retry: { step: 'pairing' } })
})

test('living QR, transition: a renewed code leaves one earlier code valid, and no more', () => {
  const renewed: FlowEvent = {
    ...events.pairingCreated,
    pairing: { ...pairing, pairingTopic: 'b1', replaces: 'expired' },
  }
  for (const name of ['choosing', 'connecting by code', 'asking an extension'] as const) {
    const [state] = transition(states[name], renewed, rules)
    expect(pairingOf(state)).toEqual({ ...pairing, pairingTopic: 'b1', replaces: 'expired', earlier: 'a1' })
  }
  const again: FlowEvent = { ...renewed, pairing: { ...renewed.pairing, pairingTopic: 'c1' } }
  expect(outcome(states['choosing, renewed'], again)).toBe('choosing c1/waiting/b1/expired + cancelPairing a1')
  // No new pairing could be made, so the code stays until its own expiry.
  expect(outcome(states.choosing, events.pairingNotCreated)).toBe('same')
  expect(outcome(states.closed, renewed)).toBe('same + cancelPairing b1')
})

test('living QR, transition: either code settles the flow, and the other is dropped', () => {
  const onNew: FlowEvent = { ...events.sessionSettled, pairingTopic: 'b1' }
  expect(outcome(states['choosing, renewed'], onNew)).toBe('proving challenge 1 + cancelPairing a1 + requestChallenge')
})

test('S5 living QR, transition: a declined or expired code that cannot be renewed is the end', () => {
  const given = { ...rules, renewsCode: false }
  for (const name of ['choosing', 'connecting by code'] as const) {
    expect(outcome(states[name], events.pairingFailed, given)).toBe('failed, retry pairing + cancelPairing a1')
    expect(outcome(states[name], events.pairingExpired, given)).toBe('failed, retry pairing + cancelPairing a1')
  }
  expect(outcome(states['asking an extension'], events.pairingExpired, given)).toBe(
    'connecting extension - + cancelPairing a1',
  )
})

test('transition: a device that needs universal links gets them by default', () => {
  const given = { ...rules, prefersUniversal: true }
  const opened: FlowEvent = { type: 'linkOpened' }
  expect(outcome(states.choosing, events.walletChosen, given)).toContain('openLink mobile universal')
  expect(outcome(states.connecting, events.retried, given)).toContain('openLink mobile universal')
  expect(outcome(states.connecting, opened, given)).toContain('openLink mobile universal')
  expect(outcome(states.failed, events.retried, given)).toContain('createPairing mobile universal')
  expect(outcome(states['proving: signature'], opened, given)).toContain('openWallet mobile universal')
  expect(outcome(states.connecting, { ...opened, preferUniversal: false }, given)).toBe('same + openLink mobile')
})

const severalNetworks = {
  ...rules,
  platform: desktop,
  installed: ['me.rainbow'],
  networks: { 'me.rainbow': ['eip155', 'solana'] },
}
const onSolana = { ...installed, namespace: 'solana' } as const
const chosenOnSolana = { ...events.walletChosen, namespace: 'solana' } as const
const linkedOnEthereum = {
  status: 'linked',
  wallet,
  connection: extension,
  choice: { ...installed, namespace: 'eip155' },
} as const

test.each<[string, FlowState, FlowEvent, string]>([
  ['is chosen without one', states.choosing, events.walletChosen, 'same'],
  ['is chosen without one after a failure', states.failed, events.walletChosen, 'same'],
  [
    'is chosen with one',
    states.choosing,
    chosenOnSolana,
    'connecting extension a1/waiting on solana + connectExtension me.rainbow on solana',
  ],
  [
    'refused on its network',
    { status: 'failed', error, choice: onSolana, retry: { step: 'pairing' } },
    events.retried,
    'connecting extension - on solana + createPairing + connectExtension me.rainbow on solana',
  ],
  [
    'is linked, and is requested on another network',
    linkedOnEthereum,
    chosenOnSolana,
    'connecting extension - on solana + connectExtension me.rainbow on solana',
  ],
  ['is linked, and chosen again without one', linkedOnEthereum, events.walletChosen, 'same'],
  ['is linked over a session', states.linked, chosenOnSolana, 'same'],
])('transition: a wallet with several networks that %s', (_, state, event, expected) => {
  expect(outcome(state, event, severalNetworks)).toBe(expected)
})

test('transition: a wallet that is linked on a second network knows the first', () => {
  const linkedAs = ['bip122:0:bc1'] as const
  const choice = { ...linkedOnEthereum.choice, linkedAs }
  const [next] = transition({ ...linkedOnEthereum, choice }, chosenOnSolana, severalNetworks)
  expect(choiceOf(next)).toEqual({ ...onSolana, linkedAs: [...linkedAs, accountId] })
})

test('Z-9 transition: any order of events ends in closed, with nothing open', () => {
  const sequences = fc.array(fc.constantFrom(...eventNames), { maxLength: 40 })
  const givens = fc.record({
    platform: fc.constantFrom(phone, desktop),
    linksWallets: fc.boolean(),
    renewsCode: fc.boolean(),
    installed: fc.constantFrom([], ['me.rainbow']),
    networks: fc.constantFrom(undefined, { 'me.rainbow': ['eip155', 'solana'] }),
    // These decide which of the open pairings an answer belongs to, and if a pairing can be made.
    isEarlier: fc.boolean(),
    isEntropyGone: fc.boolean(),
    isRelaySilent: fc.boolean(),
  })
  fc.assert(
    fc.property(sequences, givens, (names, { isEarlier, isEntropyGone, isRelaySilent, ...more }) => {
      const given = { ...rules, ...more }
      let state: FlowState = { status: 'closed' }
      const now = (): FlowState => state
      let made = 0
      let isResumed = false
      let asked: string | undefined
      const pairings = new Set<string>()
      const sessions = new Set<string>()
      const step = (event: FlowEvent): void => {
        const [next, effects] = transition(state, event, given)
        state = next
        const follow: FlowEvent[] = []
        for (const effect of effects) {
          if (effect.type === 'cancelPairing') pairings.delete(effect.pairingTopic)
          if (effect.type === 'endSession') sessions.delete(effect.topic)
          if (effect.type === 'stopExtension') asked = undefined
          if (effect.type === 'connectExtension') {
            // At most one extension is asked at a time.
            expect(asked).toBeUndefined()
            asked = effect.rdns
          }
          if (effect.type !== 'createPairing') continue
          if (isEntropyGone && made % 3 === 2) {
            made += 1
            follow.push(events.pairingNotCreated)
            continue
          }
          made += 1
          pairings.add(`p${made}`)
          const created = { ...pairing, pairingTopic: `p${made}`, replaces: effect.replaces }
          follow.push({ type: 'pairingCreated', pairing: created, opens: effect.opens })
        }
        for (const event of follow) step(event)
      }
      for (const name of names) {
        const event = events[name]
        const open = pairingOf(now()) ?? unconfirmedPairingOf(now())
        const current = (isEarlier ? open?.earlier : undefined) ?? open?.pairingTopic ?? 'none'
        if (event.type === 'pairingCreated' || event.type === 'pairingNotCreated') continue
        if (event.type === 'resumed') {
          // A page resumes a pairing once, before any other event of that pairing.
          if (isResumed) continue
          isResumed = true
          pairings.add(event.pairing.pairingTopic)
          step(event)
        } else if (event.type === 'sessionSettled') {
          if (!pairings.delete(current)) continue
          sessions.add(current)
          step({ ...event, pairingTopic: current, session: { ...session, topic: current } })
        } else if (event.type === 'extensionConnected' || event.type === 'extensionFailed') {
          if (asked === undefined) continue
          asked = undefined
          step(event)
        } else if (event.type === 'sessionEnded') {
          const ended = [...sessions][0] ?? 'none'
          sessions.delete(ended)
          step({ ...event, topic: ended })
        } else if (event.type === 'pairingFailed' && isRelaySilent)
          step({ ...event, pairingTopic: current, error: silence })
        else if ('pairingTopic' in event) step({ ...event, pairingTopic: current })
        else if ('connectionId' in event) {
          const reached = now()
          step({ ...event, connectionId: reached.status === 'proving' ? reached.connection.id : 'none' })
        } else step(event)
        const { pairingTopic, earlier } = pairingOf(now()) ?? unconfirmedPairingOf(now()) ?? {}
        expect(new Set(pairings)).toEqual(new Set([pairingTopic, earlier].filter((topic) => topic !== undefined)))
        expect(asked).toBe(
          choiceOf(now())?.via === 'extension' && now().status === 'connecting' ? 'me.rainbow' : undefined,
        )
      }
      step({ type: 'closed' })
      expect(state).toEqual({ status: 'closed' })
      expect([...pairings]).toEqual([])
      expect([...sessions]).toEqual([])
      expect(asked).toBeUndefined()
    }),
    { numRuns: runs(2000) },
  )
})
