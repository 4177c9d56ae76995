import type { Session } from '@hawser/sign'
import { cleanWalletName } from '@hawser/wire'
import type { WalletAccount } from '../accounts/account.ts'
import { fail, giveLink, hasAccount, home, proceed, show } from './showScreen.ts'
import type { Failure, Screen, ScreenEvent, Transition, WalletState } from './walletState.ts'

const accountUnreadable: Failure = { code: 'account_unreadable', message: 'The test accounts cannot be read.' }

type AccountScreen = Extract<
  Screen,
  {
    status:
      | 'account'
      | 'removeAsked'
      | 'removing'
      | 'importAsked'
      | 'importing'
      | 'phraseShown'
      | 'resetAsked'
      | 'resetting'
  }
>

/** Where the wallet waits for its accounts, it goes on; elsewhere there are only more of them. */
export function loadAccounts(
  state: WalletState,
  { accounts, sessions }: { readonly accounts: readonly WalletAccount[]; readonly sessions: readonly Session[] },
): Transition {
  const loaded = { ...state, accounts, sessions }
  switch (state.screen.status) {
    case 'starting':
      return state.screen.text === undefined ? proceed(loaded) : giveLink(loaded, state.screen.text)
    case 'importing':
    case 'removing':
    case 'resetting':
      return proceed(loaded)
    default:
      return [loaded, []]
  }
}

/** The person looks at an account, names or removes it, imports a phrase, or starts anew. */
export function changeAccounts(state: WalletState, screen: AccountScreen, event: ScreenEvent): Transition {
  switch (screen.status) {
    case 'account':
      return showAccount(state, screen, event)
    case 'removeAsked':
      if (event.type === 'removeConfirmed')
        return [
          show(state, { status: 'removing', address: screen.address }),
          [{ type: 'removeAccount', address: screen.address }],
        ]
      if (event.type !== 'dismissed') return [state, []]
      return [show(state, { status: 'account', address: screen.address, copied: undefined }), []]
    case 'importAsked':
      if (event.type === 'phraseGiven')
        return [show(state, { status: 'importing' }), [{ type: 'importPhrase', text: event.text }]]
      return event.type === 'dismissed' ? proceed(state) : [state, []]
    case 'importing':
      if (event.type === 'importRefused') return [show(state, { status: 'importAsked', problem: event.problem }), []]
      return event.type === 'effectFailed' && event.effect === 'importPhrase' ? fail(state, event.failure) : [state, []]
    case 'phraseShown':
      return event.type === 'dismissed' ? proceed(state) : [state, []]
    case 'resetAsked':
      if (event.type === 'resetConfirmed') return [show(state, { status: 'resetting' }), [{ type: 'renewAccount' }]]
      if (event.type !== 'dismissed') return [state, []]
      return hasAccount(state) ? proceed(state) : fail(state, accountUnreadable)
    case 'removing':
      return event.type === 'effectFailed' && event.effect === 'removeAccount'
        ? fail(state, event.failure)
        : [state, []]
    case 'resetting':
      return event.type === 'effectFailed' && event.effect === 'renewAccount' ? fail(state, event.failure) : [state, []]
  }
}

function showAccount(
  state: WalletState,
  screen: Extract<Screen, { status: 'account' }>,
  event: ScreenEvent,
): Transition {
  const { address } = screen
  switch (event.type) {
    case 'copyChosen':
      return [state, [{ type: 'copyAddress', address: event.address }]]
    case 'copied':
      return [show(state, { ...screen, copied: { address: event.address, isCopied: event.isCopied } }), []]
    case 'nameGiven':
      return [state, [{ type: 'renameAccount', address, name: cleanWalletName(event.text) }]]
    case 'phraseChosen':
      return [state, [{ type: 'readPhrase', address }]]
    case 'phraseRead':
      return [show(state, { status: 'phraseShown', words: event.words }), []]
    case 'removeChosen':
      // The wallet is never without an account.
      return state.accounts.length > 1 ? [show(state, { status: 'removeAsked', address }), []] : [state, []]
    case 'effectFailed':
      return event.effect === 'renameAccount' || event.effect === 'disconnect'
        ? home(state, event.failure)
        : [state, []]
    case 'dismissed':
      return proceed(state)
    default:
      return [state, []]
  }
}
