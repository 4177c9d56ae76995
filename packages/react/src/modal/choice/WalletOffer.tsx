import type { ViewProps } from '../frame/view.ts'
import { useBrowserWallet } from '../wallet/useBrowserWallet.ts'
import { WalletGrid } from './WalletGrid.tsx'
import { WalletList } from './WalletList.tsx'

export type WalletOfferProps = ViewProps & { readonly label: string }

/** The wallets of the first view. They are a chunk of their own, fetched once the code is drawn. */
export function WalletOffer(given: WalletOfferProps) {
  const props = useBrowserWallet(given)
  return props.state.platform.isAndroid ? <WalletList {...props} /> : <WalletGrid {...props} />
}
