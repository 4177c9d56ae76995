import { createLazyView } from '../frame/createLazyView.tsx'
import type { WalletViewProps } from '../frame/viewProps.ts'

/** The view that leads into a wallet's own browser. A separate chunk, because only phones show it. */
export const WalletBrowserView = createLazyView<WalletViewProps>(
  async () => (await import('./OpenInWallet.tsx')).OpenInWallet,
  ({ listing }) => listing.name,
)
