import { InvalidPairingUriError, parsePairingUri } from '@hawser/wire'
import { findPairingUri } from '../requests/pairingLink.ts'
import { proceed, receiveProposal, receiveSignIn } from './questionFlow.ts'
import { home, show } from './showScreen.ts'
import type { Screen, ScreenEvent, Transition, WalletState } from './walletState.ts'

/** Follows a link, or says that it is none. */
export function giveLink(state: WalletState, text: string): Transition {
  const pairingUri = readLink(text)
  return pairingUri === undefined
    ? home(state, { code: 'invalid_pairing_uri', message: 'This is no connection link.' })
    : [show(state, { status: 'pairing' }), [{ type: 'pair', pairingUri }]]
}

/** The camera runs. */
export function scan(
  state: WalletState,
  screen: Extract<Screen, { status: 'scanning' }>,
  event: ScreenEvent,
): Transition {
  switch (event.type) {
    case 'cameraChanged':
      return [show(state, { ...screen, camera: event.camera }), []]
    case 'linkGiven':
      // Posters and bills carry codes too: keep looking.
      return readLink(event.text) === undefined
        ? [screen.isForeignCode ? state : show(state, { ...screen, isForeignCode: true }), []]
        : giveLink(state, event.text)
    case 'dismissed':
      return proceed(state)
    default:
      return [state, []]
  }
}

/** A link was followed, and the app has to ask something. */
export function pair(state: WalletState, event: ScreenEvent): Transition {
  switch (event.type) {
    case 'proposalReceived':
      return receiveProposal(state, event.proposal, event.origin)
    case 'signInReceived':
      return receiveSignIn(state, event.question)
    case 'effectFailed':
      return event.effect === 'pair' ? home(state, event.failure) : [state, []]
    case 'dismissed': {
      const [next, effects] = proceed(state)
      return [next, [{ type: 'cancelPairing' }, ...effects]]
    }
    default:
      return [state, []]
  }
}

/** The pairing URI in a text; undefined when there is none that can be read. */
function readLink(text: string): string | undefined {
  const pairingUri = findPairingUri(text)
  try {
    parsePairingUri(pairingUri)
    return pairingUri
  } catch (error) {
    if (error instanceof InvalidPairingUriError) return undefined
    throw error
  }
}
