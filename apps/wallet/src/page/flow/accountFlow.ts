import type { Session } from '@hawser/sign'
import { cleanWalletName } from '@hawser/wire'
import type { WalletAccount } from '../accounts/account.ts'
import { giveLink } from './pairingFlow.ts'
import { proceed } from './questionFlow.ts'
import { fail, home, show } from './showScreen.ts'
import type { AccountScreen, Screen, ScreenEvent, Transition, WalletState } from './walletState.ts'

/** Where the wallet waits for its accounts, it goes on; elsewhere there are only more of them. */
export function loadAccounts(
  state: WalletState,
  { accounts, sessions }: { readonly accounts: readonly WalletAccount[]; readonly sessions: readonly Session[] },
): Transition {
  const loaded = { ...state, accounts, sessions }
  const { screen } = state
  if (screen.status === 'starting') return screen.text === undefined ? proceed(loaded) : giveLink(loaded, screen.text)
  return 'isBusy' in screen && screen.isBusy ? proceed(loaded) : [loaded, []]
}

/** The person looks at an account, names or removes it, imports a phrase, or starts anew. */
export function changeAccounts(state: WalletState, screen: AccountScreen, event: ScreenEvent): Transition {
  if ('isBusy' in screen && screen.isBusy) {
    if (event.type === 'importRefused' && screen.status === 'import')
      return [show(state, { status: 'import', problem: event.problem, isBusy: false }), []]
    return event.type === 'effectFailed' && event.effect === 'accounts' ? fail(state, event.failure) : [state, []]
  }
  switch (screen.status) {
    case 'account':
      return showAccount(state, screen, event)
    case 'remove': {
      const { address } = screen
      if (event.type === 'removeConfirmed')
        return [show(state, { ...screen, isBusy: true }), [{ type: 'removeAccount', address }]]
      if (event.type !== 'dismissed') return [state, []]
      return [show(state, { status: 'account', address, copied: undefined }), []]
    }
    case 'import':
      if (event.type === 'phraseGiven')
        return [
          show(state, { status: 'import', problem: undefined, isBusy: true }),
          [{ type: 'importPhrase', text: event.text }],
        ]
      return event.type === 'dismissed' ? proceed(state) : [state, []]
    case 'phrase':
      return event.type === 'dismissed' ? proceed(state) : [state, []]
    case 'reset':
      if (event.type === 'resetConfirmed')
        return [show(state, { status: 'reset', isBusy: true }), [{ type: 'renewAccount' }]]
      if (event.type !== 'dismissed') return [state, []]
      return state.accounts.length > 0
        ? proceed(state)
        : fail(state, { code: 'account_unreadable', message: 'The test accounts cannot be read.' })
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
      return [show(state, { status: 'phrase', words: event.words }), []]
    case 'removeChosen':
      // The wallet is never without an account.
      return state.accounts.length > 1 ? [show(state, { status: 'remove', address, isBusy: false }), []] : [state, []]
    case 'effectFailed':
      return event.effect === 'accounts' || event.effect === 'disconnect' ? home(state, event.failure) : [state, []]
    case 'dismissed':
      return proceed(state)
    default:
      return [state, []]
  }
}
