import type { WalletViewProps } from '../connecting/ConnectingFrame.tsx'
import { createLateView } from '../frame/createLateView.tsx'

/** The choice of a network: most wallets have one network. */
export const NetworkView = createLateView<WalletViewProps>(
  async () => (await import('./NetworkChoice.tsx')).NetworkChoice,
  ({ listing }) => listing.name,
)
