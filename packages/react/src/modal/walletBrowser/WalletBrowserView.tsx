import { createLateView } from '../frame/createLateView.tsx'
import type { WalletViewProps } from '../frame/viewProps.ts'

/** The way into a wallet's own browser: only phones have it. */
export const WalletBrowserView = createLateView<WalletViewProps>(
  async () => (await import('./OpenInWallet.tsx')).OpenInWallet,
  ({ listing }) => listing.name,
)
