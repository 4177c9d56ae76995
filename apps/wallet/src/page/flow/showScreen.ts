import { InvalidPairingUriError, parsePairingUri } from '@hawser/wire'
import { findPairingUri } from '../requests/pairingLink.ts'
import { isRisky, type Peer } from '../requests/peer.ts'
import { blockReason } from '../requests/signInCheck.ts'
import type { Failure, Screen, Transition, WalletState } from './walletState.ts'

/** The same state with another screen. */
export function show(state: WalletState, screen: Screen): WalletState {
  return { ...state, screen }
}

/** The screen everything starts from, with what went wrong last. */
export function home(state: WalletState, failure: Failure | undefined): Transition {
  return [show(state, { status: 'home', failure }), []]
}

/** The screen that says what went wrong. */
export function fail(state: WalletState, failure: Failure): Transition {
  return [show(state, { status: 'failed', failure }), []]
}

/** The next waiting request, or home. */
export function proceed(state: WalletState): Transition {
  const [request, ...waiting] = state.waiting
  if (request === undefined) return home(state, undefined)
  const next = { ...state, waiting }
  const reason = blockReason(request.signIn)
  if (reason !== undefined)
    return [show(next, { status: 'blocked', request }), [{ type: 'answerError', request, reason }]]
  return [
    show(next, { status: 'request', request, isArmed: false, isRiskAccepted: false }),
    [{ type: 'watch', expiresAt: request.expiresAt }],
  ]
}

/** Follows a link, or says that it is none. */
export function giveLink(state: WalletState, text: string): Transition {
  const pairingUri = readLink(text)
  return pairingUri === undefined
    ? home(state, { code: 'invalid_pairing_uri', message: 'This is no connection link.' })
    : [show(state, { status: 'pairing' }), [{ type: 'pair', pairingUri }]]
}

/** The pairing URI in a text; undefined when there is none that can be read. */
export function readLink(text: string): string | undefined {
  const pairingUri = findPairingUri(text)
  try {
    parsePairingUri(pairingUri)
    return pairingUri
  } catch (error) {
    if (error instanceof InvalidPairingUriError) return undefined
    throw error
  }
}

/** Whether a question can be answered with yes: it has stood for a moment, and where there is a risk the person has said so. */
export function isAnswerable(
  { isArmed, isRiskAccepted }: { readonly isArmed: boolean; readonly isRiskAccepted: boolean },
  { peer }: { readonly peer: Peer },
): boolean {
  return isArmed && (isRiskAccepted || !isRisky(peer))
}

/** Whether there is an account to answer with. */
export function hasAccount(state: WalletState): boolean {
  return state.accounts.length > 0
}
