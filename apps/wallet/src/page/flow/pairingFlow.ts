import { InvalidPairingUriError, parsePairingUri } from '@hawser/wire'
import { receiveProposal, receiveSignIn, showNextRequest } from './questionFlow.ts'
import { home, type ScreenHandlers, show, showFailure, stay } from './showScreen.ts'
import type { ScreenOf, Transition, WalletState } from './walletState.ts'

/** Follows a link, or reports that the text contains no link. */
export function submitLink(state: WalletState, text: string): Transition {
  return isLink(text)
    ? show(state, { status: 'pairing' }, { type: 'pair', pairingUri: text })
    : home(state, { code: 'invalid_pairing_uri', message: 'This is not a connection link.' })
}

export const scanning: ScreenHandlers<ScreenOf<'scanning'>> = {
  cameraChanged: (state, { camera }, screen) => show(state, { ...screen, camera }),
  linkGiven(state, { text }, screen) {
    if (isLink(text)) return submitLink(state, text)
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

/** Whether a text is a pairing URI, or a link of a wallet with one. */
function isLink(text: string): boolean {
  try {
    parsePairingUri(text)
    return true
  } catch (error) {
    if (error instanceof InvalidPairingUriError) return false
    throw error
  }
}
