import { useSyncExternalStore } from 'react'
import { accountOf } from './accounts/account.ts'
import type { DemoWallet } from './effects/createDemoWallet.ts'
import { SendProvider } from './parts/controls.tsx'
import { Frame, Waiting } from './parts/Frame.tsx'
import { AccountScreen } from './screens/AccountScreen.tsx'
import { BlockedScreen } from './screens/BlockedScreen.tsx'
import { DoneScreen } from './screens/DoneScreen.tsx'
import { HomeScreen } from './screens/HomeScreen.tsx'
import { ProposalScreen } from './screens/ProposalScreen.tsx'
import { ImportScreen, PhraseScreen } from './screens/phraseScreens.tsx'
import { ElsewhereScreen, FailedScreen, RemoveScreen, ResetScreen } from './screens/plainScreens.tsx'
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
      <SendProvider value={wallet.send}>
        <CurrentScreen wallet={wallet} />
      </SendProvider>
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
  const { screen, accounts, sessions } = state
  const { messages } = useWords()
  const account = 'address' in screen ? accountOf(accounts, screen.address) : undefined
  switch (screen.status) {
    case 'starting':
      return <Waiting title={messages.opening} />
    case 'home':
      return <HomeScreen state={state} failure={screen.failure} />
    case 'scanning':
      return <ScanScreen screen={screen} />
    case 'pairing':
      return <Waiting title={messages.waitingForApp} canCancel />
    case 'proposal':
      return <ProposalScreen screen={screen} accounts={accounts} />
    case 'signIn':
      return <SignInScreen screen={screen} accounts={accounts} />
    case 'request':
      return (
        <RequestScreen
          key={screen.request.id}
          screen={screen}
          accounts={accounts}
          waitingCount={state.waiting.length}
        />
      )
    case 'blocked':
      return <BlockedScreen key={screen.request.id} request={screen.request} sessions={sessions} />
    case 'done':
      return <DoneScreen outcome={screen.outcome} state={state} />
    case 'failed':
      return <FailedScreen failure={screen.failure} hasAccount={accounts.length > 0} />
    case 'account':
      return account && <AccountScreen account={account} isLast={accounts.length === 1} copied={screen.copied} />
    case 'remove':
      return account && <RemoveScreen account={account} sessions={sessions} isBusy={screen.isBusy} />
    case 'import':
      return <ImportScreen problem={screen.problem} isBusy={screen.isBusy} />
    case 'phrase':
      return <PhraseScreen words={screen.words} />
    case 'reset':
      return <ResetScreen isBusy={screen.isBusy} hasApps={sessions.length > 0} />
    case 'elsewhere':
      return <ElsewhereScreen />
  }
}
