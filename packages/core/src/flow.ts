import type { AccountId, Topic } from '@hawser/wire'
import type { Effect, FlowEvent, MachineEvent, OpenTarget, WalletTarget } from './flowEvent.ts'
import {
  type Choice,
  type Connection,
  choiceOf,
  connectionOf,
  type FlowFailure,
  type FlowState,
  isAfterSession,
  type Pairing,
  pairingOf,
} from './flowState.ts'
import type { Platform } from './platform.ts'
import { hasVia, viaForListing } from './views.ts'

/** What is fixed for a linker and decides transitions. */
export type FlowRules = {
  readonly platform: Platform
  /** A link endpoint is configured: a session is only the way to a proof. */
  readonly linksWallets: boolean
  /** The session outlives the link. */
  readonly keepsSession: boolean
}

type Next = readonly [FlowState, readonly Effect[]]

/**
 * What an event does to the flow: the next state and what is to be done outside. Pure and total: an event that means
 * nothing in a state, or that belongs to an older pairing, session or challenge, returns the same state.
 */
export function transition(state: FlowState, event: FlowEvent, rules: FlowRules): Next {
  if (event.type === 'sessionSettled' && !isCurrent(state, event)) {
    // The visitor closed or retried while the wallet approved: nobody would ever end that session.
    return [state, [{ type: 'endSession', topic: event.session.topic }]]
  }
  if (event.type === 'pairingCreated' && !awaitsPairing(state)) {
    return [state, [{ type: 'cancelPairing', pairingTopic: event.pairing.pairingTopic }]]
  }
  if (event.type === 'proofAccepted' && !(state.status === 'proving' && isOfProof(state, event))) {
    // The visitor closed while the server checked: the wallet is linked all the same.
    return [state, [{ type: 'addLinkedWallet', wallet: event.wallet }]]
  }
  switch (state.status) {
    case 'closed':
      return event.type === 'opened' ? begin(undefined, undefined, [{ type: 'fetchListings' }]) : [state, []]
    case 'choosing':
    case 'connecting':
      return isPairingEvent(event) ? fromPairing(state, event, rules) : fromPaired(state, event, rules)
    case 'connected':
      return fromConnected(state, event, rules)
    case 'proving':
      return fromProving(state, event, rules)
    case 'linked':
      return event.type === 'closed' ? [{ status: 'closed' }, []] : [state, []]
    case 'failed':
      return fromFailed(state, event, rules)
  }
}

type Paired = Extract<FlowState, { status: 'choosing' | 'connecting' }>
type PairingEvent = Extract<
  MachineEvent,
  {
    type:
      | 'pairingCreated'
      | 'pairingNotCreated'
      | 'relayAnswered'
      | 'pairingFailed'
      | 'pairingExpired'
      | 'sessionSettled'
  }
>

function fromPaired(state: Paired, event: FlowEvent, rules: FlowRules): Next {
  const { pairing } = state
  const choice = choiceOf(state)
  switch (event.type) {
    case 'closed':
      return [{ status: 'closed' }, cancel(pairing)]
    case 'walletChosen': {
      const via = viaForListing(event.listing, rules.platform)
      return via === undefined ? [state, []] : choose(pairing, { listing: event.listing, via })
    }
    case 'anyWalletChosen':
      return [state, open(pairing, 'any')]
    case 'platformChosen':
      if (choice === undefined || !hasVia(choice.listing, event.via)) return [state, []]
      return choose(pairing, { listing: choice.listing, via: event.via })
    case 'linkOpened':
    case 'retried':
      return [state, open(pairing, targetOf(choice, event.type === 'linkOpened' && event.preferUniversal === true))]
    case 'wentBack':
      return choice === undefined ? [state, []] : [{ status: 'choosing', pairing }, []]
    default:
      return [state, []]
  }
}

function fromPairing(state: Paired, event: PairingEvent, rules: FlowRules): Next {
  if (event.type === 'pairingCreated') return [{ ...state, pairing: event.pairing }, open(event.pairing, event.opens)]
  if (event.type === 'pairingNotCreated') {
    return awaitsPairing(state) ? [fail(event.error, choiceOf(state)), []] : [state, []]
  }
  const { pairing } = state
  if (pairing === undefined || !isCurrent(state, event)) return [state, []]
  const choice = choiceOf(state)
  switch (event.type) {
    case 'relayAnswered':
      return pairing.relay === event.relay
        ? [state, []]
        : [{ ...state, pairing: { ...pairing, relay: event.relay } }, []]
    case 'pairingFailed':
      return [fail(event.error, choice), cancel(pairing)]
    case 'pairingExpired':
      // A code on screen is simply drawn anew. A link that was opened is dead: only the visitor can open another.
      return choice === undefined || choice.via === 'qrcode'
        ? begin(choice, undefined, cancel(pairing))
        : [fail(event.error, choice), cancel(pairing)]
    case 'sessionSettled':
      return settle(connectionOf(event.session), event.accountId, choice, rules)
  }
}

function fromConnected(state: Extract<FlowState, { status: 'connected' }>, event: FlowEvent, rules: FlowRules): Next {
  const { connection, choice } = state
  if (event.type === 'closed') return [{ status: 'closed' }, endUnlessKept(connection, rules)]
  if (event.type === 'sessionEnded' && event.topic === connection.id) return [fail(event.error, choice), []]
  return [state, []]
}

function fromProving(state: Extract<FlowState, { status: 'proving' }>, event: FlowEvent, rules: FlowRules): Next {
  const { connection, accountId, attempt, step, choice } = state
  if (event.type === 'closed') {
    // What is with the server cannot be taken back; its answer is still wanted for the list of linked wallets.
    const stop: readonly Effect[] = step === 'checking' ? [] : [{ type: 'stopProving' }]
    return [{ status: 'closed' }, [...stop, ...endUnlessKept(connection, rules)]]
  }
  if (event.type === 'linkOpened') {
    // The visitor is on the phone the wallet is on, and has to go back to it: with no key in the link any more.
    const target = choice?.via === 'mobile' ? targetOf(choice, event.preferUniversal === true) : undefined
    return [state, target === undefined ? [] : [{ type: 'openWallet', target }]]
  }
  if (event.type === 'sessionEnded' && event.topic === connection.id) {
    // Once the signature is with the server, the session has done its work.
    return step === 'checking' ? [state, []] : [fail(event.error, choice), [{ type: 'stopProving' }]]
  }
  if (!('connectionId' in event) || !isOfProof(state, event)) return [state, []]
  if (event.type === 'challengeIssued' && step === 'challenge') {
    const { challengeId, message } = event
    const next = { ...state, step: 'signature' } as const
    return [next, [{ type: 'requestSignature', connection, accountId, attempt, challengeId, message }]]
  }
  if (event.type === 'signatureGiven' && step === 'signature') {
    const { challengeId, signature } = event
    return [
      { ...state, step: 'checking' },
      [{ type: 'sendProof', connectionId: connection.id, attempt, challengeId, signature }],
    ]
  }
  if (event.type === 'proofAccepted') {
    const { wallet } = event
    const effects: readonly Effect[] = [...endUnlessKept(connection, rules), { type: 'addLinkedWallet', wallet }]
    return [{ status: 'linked', wallet, connection, choice }, effects]
  }
  if (event.type !== 'proofFailed') return [state, []]
  return event.retry === 'proof'
    ? [{ status: 'failed', error: event.error, choice, retry: { step: 'proof', connection, accountId, attempt } }, []]
    : [fail(event.error, choice), end(connection)]
}

function fromFailed(state: Extract<FlowState, { status: 'failed' }>, event: FlowEvent, rules: FlowRules): Next {
  const { choice, retry } = state
  const connection = retry.step === 'proof' ? retry.connection : undefined
  switch (event.type) {
    case 'closed':
      return [{ status: 'closed' }, connection === undefined ? [] : endUnlessKept(connection, rules)]
    case 'sessionEnded':
      return event.topic === connection?.id ? [fail(event.error, choice), []] : [state, []]
    case 'wentBack':
      return choice === undefined && !isAfterSession(state) ? [state, []] : begin(undefined, undefined, end(connection))
    case 'retried':
      return retry.step === 'proof'
        ? prove(retry.connection, retry.accountId, retry.attempt + 1, choice)
        : begin(choice, targetOf(choice, false), [])
    default:
      return retry.step === 'proof' ? [state, []] : restart(state, event, rules)
  }
}

/** A failed pairing leaves the wallets on screen: choosing one is a retry with that wallet. */
function restart(state: Extract<FlowState, { status: 'failed' }>, event: FlowEvent, rules: FlowRules): Next {
  const { choice } = state
  if (event.type === 'walletChosen') {
    const via = viaForListing(event.listing, rules.platform)
    if (via === undefined) return [state, []]
    const chosen = { listing: event.listing, via }
    return begin(chosen, targetOf(chosen, false), [])
  }
  if (event.type === 'anyWalletChosen') return begin(choice, 'any', [])
  if (choice === undefined) return [state, []]
  if (event.type === 'linkOpened') return begin(choice, targetOf(choice, event.preferUniversal === true), [])
  if (event.type !== 'platformChosen' || !hasVia(choice.listing, event.via)) return [state, []]
  const chosen = { listing: choice.listing, via: event.via }
  return begin(chosen, targetOf(chosen, false), [])
}

function begin(choice: Choice | undefined, opens: OpenTarget | undefined, effects: readonly Effect[]): Next {
  const state: FlowState =
    choice === undefined
      ? { status: 'choosing', pairing: undefined }
      : { status: 'connecting', pairing: undefined, ...choice }
  return [state, [...effects, { type: 'createPairing', opens }]]
}

function choose(pairing: Pairing | undefined, choice: Choice): Next {
  return [{ status: 'connecting', pairing, ...choice }, open(pairing, targetOf(choice, false))]
}

function settle(connection: Connection, accountId: AccountId, choice: Choice | undefined, rules: FlowRules): Next {
  const remember: readonly Effect[] =
    choice === undefined ? [] : [{ type: 'rememberWallet', listingId: choice.listing.id }]
  if (!rules.linksWallets) return [{ status: 'connected', connection, choice }, remember]
  const [state, effects] = prove(connection, accountId, 1, choice)
  return [state, [...remember, ...effects]]
}

function prove(connection: Connection, accountId: AccountId, attempt: number, choice: Choice | undefined): Next {
  const state: FlowState = { status: 'proving', step: 'challenge', connection, accountId, attempt, choice }
  return [state, [{ type: 'requestChallenge', connection, accountId, attempt }]]
}

function fail(error: FlowFailure, choice: Choice | undefined): FlowState {
  return { status: 'failed', error, choice, retry: { step: 'pairing' } }
}

function open(pairing: Pairing | undefined, target: OpenTarget | undefined): readonly Effect[] {
  if (pairing === undefined || target === undefined) return []
  return [{ type: 'openLink', target, pairingUri: pairing.pairingUri }]
}

/** A phone that scans has nothing to open here. */
function targetOf(choice: Choice | undefined, preferUniversal: boolean): WalletTarget | undefined {
  return choice === undefined || choice.via === 'qrcode' ? undefined : { ...choice, preferUniversal }
}

function cancel(pairing: Pairing | undefined): readonly Effect[] {
  return pairing === undefined ? [] : [{ type: 'cancelPairing', pairingTopic: pairing.pairingTopic }]
}

/** An extension keeps nothing that could be ended. */
function end(connection: Connection | undefined): readonly Effect[] {
  return connection?.kind === 'session' ? [{ type: 'endSession', topic: connection.id }] : []
}

function endUnlessKept(connection: Connection, rules: FlowRules): readonly Effect[] {
  return rules.keepsSession ? [] : end(connection)
}

function awaitsPairing(state: FlowState): boolean {
  return (state.status === 'choosing' || state.status === 'connecting') && state.pairing === undefined
}

function isCurrent(state: FlowState, event: { readonly pairingTopic: Topic }): boolean {
  return pairingOf(state)?.pairingTopic === event.pairingTopic
}

/** Whether an answer belongs to the challenge that is open, not to an older one. */
function isOfProof(
  state: Extract<FlowState, { status: 'proving' }>,
  event: { readonly connectionId: string; readonly attempt: number },
): boolean {
  return event.connectionId === state.connection.id && event.attempt === state.attempt
}

function isPairingEvent(event: FlowEvent): event is PairingEvent {
  return 'pairingTopic' in event || event.type === 'pairingCreated' || event.type === 'pairingNotCreated'
}
