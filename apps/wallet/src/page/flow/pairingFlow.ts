import { InvalidPairingUriError, parsePairingUri } from '@hawser/wire'
import { findPairingUri } from '../requests/pairingLink.ts'
import { receiveProposal, receiveSignIn, showNextRequest } from './questionFlow.ts'
import { home, type ScreenHandlers, show, showFailure, stay } from './showScreen.ts'
import type { ScreenOf, Transition, WalletState } from './walletState.ts'

/** Follows a link, or reports that the text contains no link. */
export function submitLink(state: WalletState, text: string): Transition {
  const pairingUri = readLink(text)
  return pairingUri === undefined
    ? home(state, { code: 'invalid_pairing_uri', message: 'This is not a connection link.' })
    : show(state, { status: 'pairing' }, { type: 'pair', pairingUri })
}

export const scanning: ScreenHandlers<ScreenOf<'scanning'>> = {
  cameraChanged: (state, { camera }, screen) => show(state, { ...screen, camera }),
  linkGiven(state, { text }, screen) {
    if (readLink(text) !== undefined) return submitLink(state, text)
    // Posters and bills carry codes too, so the camera keeps looking.
    return screen.isForeignCode ? stay(state) : show(state, { ...screen, isForeignCode: true })
  },
  dismissed: showNextRequest,
}

/** The screen after a link was followed, until the app sends its request. */
export const pairing: ScreenHandlers<ScreenOf<'pairing'>> = {
  proposalReceived: (state, { proposal, origin }) => receiveProposal(state, proposal, origin),
  signInReceived: (state, { question }) => receiveSignIn(state, question),
  effectFailed: showFailure(home, 'pair'),
  dismissed(state) {
    const [next, effects] = showNextRequest(state)
    return [next, [{ type: 'cancelPairing' }, ...effects]]
  },
}

/** The pairing URI in a text; undefined if the text contains no valid URI. */
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
