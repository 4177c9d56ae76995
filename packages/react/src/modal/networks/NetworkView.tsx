import { createLateView } from '../frame/createLateView.tsx'
import type { WalletViewProps } from '../frame/viewProps.ts'

/** The choice of a network, a separate chunk because most wallets have one network. */
export const NetworkView = createLateView<WalletViewProps>(
  async () => (await import('./NetworkChoice.tsx')).NetworkChoice,
  ({ listing }) => listing.name,
)
