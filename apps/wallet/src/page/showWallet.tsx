import { type ReactNode, useSyncExternalStore } from 'react'
import type { DemoWallet } from './effects/createDemoWallet.ts'
import type { Screen, ScreenProps } from './flow/walletState.ts'
import { SendContext } from './parts/controls.tsx'
import { Frame } from './parts/Frame.tsx'
import { AccountScreen } from './screens/AccountScreen.tsx'
import { BlockedScreen } from './screens/BlockedScreen.tsx'
import { DoneScreen } from './screens/DoneScreen.tsx'
import { HomeScreen } from './screens/HomeScreen.tsx'
import { ProposalScreen } from './screens/ProposalScreen.tsx'
import { ImportScreen, PhraseScreen } from './screens/phraseScreens.tsx'
import {
  ElsewhereScreen,
  FailedScreen,
  PairingScreen,
  RemoveScreen,
  ResetScreen,
  StartingScreen,
} from './screens/plainScreens.tsx'
import { RequestScreen } from './screens/RequestScreen.tsx'
import { ScanScreen } from './screens/ScanScreen.tsx'
import { SignInScreen } from './screens/SignInScreen.tsx'
import { useWords } from './words/words.ts'

/** The wallet page: the frame, and the screen that the state names. */
// Not a component: React then keeps the frame that the page shows before there is a wallet.
export function showWallet(wallet: DemoWallet) {
  return (
    <Frame relay={<RelayNews wallet={wallet} />}>
      <SendContext value={wallet.send}>
        <CurrentScreen wallet={wallet} />
      </SendContext>
    </Frame>
  )
}

/** Reports that the relay cannot be reached. Renders nothing without a session, since only sessions need the relay. */
function RelayNews({ wallet }: { readonly wallet: DemoWallet }) {
  const { relay, sessions } = useSyncExternalStore(wallet.subscribe, wallet.getState)
  const { messages } = useWords()
  return sessions.length > 0 && relay !== 'connected' && messages.reconnecting
}

const screens: { readonly [status in Screen['status']]: (shown: ScreenProps<status>) => ReactNode } = {
  starting: StartingScreen,
  home: HomeScreen,
  scanning: ScanScreen,
  pairing: PairingScreen,
  proposal: ProposalScreen,
  signIn: SignInScreen,
  request: RequestScreen,
  blocked: BlockedScreen,
  done: DoneScreen,
  failed: FailedScreen,
  account: AccountScreen,
  remove: RemoveScreen,
  import: ImportScreen,
  phrase: PhraseScreen,
  reset: ResetScreen,
  elsewhere: ElsewhereScreen,
}

function CurrentScreen({ wallet }: { readonly wallet: DemoWallet }) {
  const state = useSyncExternalStore(wallet.subscribe, wallet.getState)
  const { screen } = state
  // TypeScript cannot see that this component belongs to this screen.
  const Current = screens[screen.status] as (shown: ScreenProps<Screen['status']>) => ReactNode
  // With the key, the next request gets a new screen.
  return <Current key={'request' in screen ? screen.request.id : undefined} screen={screen} state={state} />
}
