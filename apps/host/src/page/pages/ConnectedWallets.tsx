import '@hawser/react/sessions.css'
import { Sessions } from '@hawser/react/sessions'

/** The wallets that stay connected, as code of its own: only a visitor who keeps them connected fetches it. */
export function ConnectedWallets() {
  return <Sessions />
}
