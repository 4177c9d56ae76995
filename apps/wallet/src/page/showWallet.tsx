import { useSyncExternalStore } from 'react'
import { accountOf } from './accounts/account.ts'
import type { DemoWallet } from './effects/createDemoWallet.ts'
import { Frame, Waiting } from './parts/Frame.tsx'
import { AccountScreen } from './screens/AccountScreen.tsx'
import { BlockedScreen } from './screens/BlockedScreen.tsx'
import { DoneScreen } from './screens/DoneScreen.tsx'
import { FailedScreen } from './screens/FailedScreen.tsx'
import { HomeScreen } from './screens/HomeScreen.tsx'
import { ProposalScreen } from './screens/ProposalScreen.tsx'
import { ImportScreen, PhraseScreen } from './screens/phraseScreens.tsx'
import { ElsewhereScreen, ResetScreen } from './screens/plainScreens.tsx'
import { RemoveScreen } from './screens/RemoveScreen.tsx'
import { RequestScreen } from './screens/RequestScreen.tsx'
import { ScanScreen } from './screens/ScanScreen.tsx'
import { SignInScreen } from './screens/SignInScreen.tsx'
import { useWords } from './words/words.ts'

/**
 * The wallet page: the frame, and the one screen the state names. No component: the page shows the same frame before there
 * is a wallet, and it stays when this takes its place.
 */
export function showWallet(wallet: DemoWallet) {
  return (
    <Frame relay={<RelayNews wallet={wallet} />}>
      <CurrentScreen wallet={wallet} />
    </Frame>
  )
}

/** That the relay cannot be reached: without a session, which depends on it, that is no news. */
function RelayNews({ wallet }: { readonly wallet: DemoWallet }) {
  const { relay, sessions } = useSyncExternalStore(wallet.subscribe, wallet.getState)
  const { messages } = useWords()
  return sessions.length > 0 && relay !== 'connected' && messages.reconnecting
}

function CurrentScreen({ wallet }: { readonly wallet: DemoWallet }) {
  const state = useSyncExternalStore(wallet.subscribe, wallet.getState)
  const { screen, accounts } = state
  const { send } = wallet
  const { messages } = useWords()
  switch (screen.status) {
    case 'starting':
      return <Waiting title={messages.opening} />
    case 'home':
      return <HomeScreen state={state} screen={screen} send={send} />
    case 'scanning':
      return <ScanScreen screen={screen} send={send} />
    case 'pairing':
      return <Waiting title={messages.waitingForApp} onCancel={() => send({ type: 'dismissed' })} />
    case 'proposal':
    case 'approving':
    case 'rejecting':
      return <ProposalScreen screen={screen} accounts={accounts} send={send} />
    case 'signIn':
    case 'signingIn':
    case 'declining':
      return <SignInScreen screen={screen} accounts={accounts} send={send} />
    case 'request':
    case 'signing':
    case 'refusing':
      return (
        <RequestScreen
          key={screen.request.id}
          screen={screen}
          accounts={accounts}
          waitingCount={state.waiting.length}
          send={send}
        />
      )
    case 'blocked':
      return <BlockedScreen key={screen.request.id} request={screen.request} sessions={state.sessions} send={send} />
    case 'done':
      return <DoneScreen outcome={screen.outcome} state={state} send={send} />
    case 'failed':
      return <FailedScreen failure={screen.failure} hasAccount={accounts.length > 0} send={send} />
    case 'account': {
      const account = accountOf(accounts, screen.address)
      return account === undefined ? null : (
        <AccountScreen account={account} isLast={accounts.length === 1} copied={screen.copied} send={send} />
      )
    }
    case 'removeAsked':
    case 'removing': {
      const account = accountOf(accounts, screen.address)
      return account === undefined ? null : (
        <RemoveScreen account={account} sessions={state.sessions} isBusy={screen.status === 'removing'} send={send} />
      )
    }
    case 'importAsked':
    case 'importing':
      return (
        <ImportScreen
          problem={screen.status === 'importing' ? undefined : screen.problem}
          isBusy={screen.status === 'importing'}
          send={send}
        />
      )
    case 'phraseShown':
      return <PhraseScreen words={screen.words} send={send} />
    case 'resetAsked':
    case 'resetting':
      return <ResetScreen isBusy={screen.status === 'resetting'} sessionCount={state.sessions.length} send={send} />
    case 'elsewhere':
      return <ElsewhereScreen />
  }
}
