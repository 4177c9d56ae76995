import type { WalletViewProps } from '../connecting/ConnectingFrame.tsx'
import { createLateView } from '../frame/createLateView.tsx'

/** The way into a wallet's own browser: only phones have it. */
export const WalletBrowserView = createLateView<WalletViewProps>(
  async () => (await import('./OpenInWallet.tsx')).OpenInWallet,
  ({ listing }) => listing.name,
)
