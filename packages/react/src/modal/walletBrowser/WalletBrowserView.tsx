import { createLateView } from '../frame/createLateView.tsx'
import type { WalletViewProps } from '../frame/viewProps.ts'

/** The view that leads into a wallet's own browser. A separate chunk, because only phones show it. */
export const WalletBrowserView = createLateView<WalletViewProps>(
  async () => (await import('./OpenInWallet.tsx')).OpenInWallet,
  ({ listing }) => listing.name,
)
