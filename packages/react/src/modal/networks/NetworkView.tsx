import { createLazyView } from '../frame/createLazyView.tsx'
import type { WalletViewProps } from '../frame/viewProps.ts'

/** The choice of a network, a separate chunk because most wallets have one network. */
export const NetworkView = createLazyView<WalletViewProps>(
  async () => (await import('./NetworkChoice.tsx')).NetworkChoice,
  ({ listing }) => listing.name,
)
