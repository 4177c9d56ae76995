import { cleanWalletName } from '@hawser/wire'
import type { Address } from '../accounts/ethereumAccount.ts'
import { submitLink } from './pairingFlow.ts'
import { showNextRequest } from './questionFlow.ts'
import { fail, home, type ScreenHandlers, show, showFailure, stay } from './showScreen.ts'
import type { ScreenOf, Transition, WalletState } from './walletState.ts'

/** Stores loaded accounts. A screen that waits for the accounts then leads on; any other screen stays. */
export function loadAccounts(state: WalletState, event: Pick<WalletState, 'accounts' | 'sessions'>): Transition {
  const loaded = { ...state, accounts: event.accounts, sessions: event.sessions }
  const { screen } = state
  if (screen.status === 'starting')
    return screen.text === undefined ? showNextRequest(loaded) : submitLink(loaded, screen.text)
  return 'isBusy' in screen && screen.isBusy ? showNextRequest(loaded) : stay(loaded)
}

export function showAccount(state: WalletState, { address }: { readonly address: Address }): Transition {
  return state.accounts.some((each) => each.address === address)
    ? show(state, { status: 'account', address, copied: undefined })
    : stay(state)
}

export function showReset(state: WalletState): Transition {
  return show(state, { status: 'reset', isBusy: false })
}

export const account: ScreenHandlers<ScreenOf<'account'>> = {
  copyChosen: (state, { address }) => stay(state, { type: 'copyAddress', address }),
  copied: (state, { address, isCopied }, screen) => show(state, { ...screen, copied: { address, isCopied } }),
  nameGiven: (state, { text }, { address }) =>
    stay(state, { type: 'renameAccount', address, name: cleanWalletName(text) }),
  phraseChosen: (state, _event, { address }) => stay(state, { type: 'readPhrase', address }),
  phraseRead: (state, { words }) => show(state, { status: 'phrase', words }),
  // The last account cannot be removed.
  removeChosen: (state, _event, { address }) =>
    state.accounts.length > 1 ? show(state, { status: 'remove', address, isBusy: false }) : stay(state),
  effectFailed: showFailure(home, 'accounts', 'disconnect'),
  dismissed: showNextRequest,
}

export const remove: ScreenHandlers<ScreenOf<'remove'>> = {
  removeConfirmed: (state, _event, screen) =>
    show(state, { ...screen, isBusy: true }, { type: 'removeAccount', address: screen.address }),
  dismissed: (state, _event, screen) => showAccount(state, screen),
}

export const importing: ScreenHandlers<ScreenOf<'import'>> = {
  phraseGiven: (state, { text }) =>
    show(state, { status: 'import', problem: undefined, isBusy: true }, { type: 'importPhrase', text }),
  dismissed: showNextRequest,
}

export const reset: ScreenHandlers<ScreenOf<'reset'>> = {
  resetConfirmed: (state) => show(state, { status: 'reset', isBusy: true }, { type: 'renewAccount' }),
  dismissed: (state) =>
    state.accounts.length > 0
      ? showNextRequest(state)
      : fail(state, { code: 'account_unreadable', message: 'The test accounts cannot be read.' }),
}

/** An account screen while its action runs. */
export const busy: ScreenHandlers<ScreenOf<'remove' | 'import' | 'reset'>> = {
  importRefused: (state, { problem }, { status }) =>
    status === 'import' ? show(state, { status, problem, isBusy: false }) : stay(state),
  effectFailed: showFailure(fail, 'accounts'),
}
