import type { WalletEntry } from '@hawser/core'
import type { OfferMessages } from '../messages/modal/en.ts'
import { Icon } from '../modal/frame/Icon.tsx'
import { lazyIcons } from '../modal/frame/lazyIcons.ts'
import { WalletImage } from '../modal/wallet/WalletImage.tsx'
import { shortName, walletDescription, walletLabel } from '../modal/wallet/walletName.ts'

type WalletProps = {
  readonly entry: WalletEntry
  readonly messages: OfferMessages
  readonly onChoose: (entry: WalletEntry) => void
}

/** One wallet of the icon grid: its image and short name (C6). Its accessible name is the full name. */
export function ClassicTile({ entry, messages, onChoose }: WalletProps) {
  const { listing, imageUrl, rdns } = entry
  const label = walletLabel(entry, messages)
  return (
    <button
      type="button"
      className="hawser-wallet"
      aria-label={walletDescription(entry, messages)}
      title={listing.name}
      onClick={() => onChoose(entry)}
    >
      <WalletImage name={listing.name} imageUrl={imageUrl} size={42} />
      <bdi className="hawser-wallet-name">{shortName(entry.shortName ?? listing.name)}</bdi>
      {rdns !== undefined && <bdi className="hawser-wallet-rdns">{rdns}</bdi>}
      {label !== undefined && <span className="hawser-wallet-label">{label}</span>}
    </button>
  )
}

/** One wallet of a short list: its image and full name. */
export function ClassicRow({ entry, messages, onChoose }: WalletProps) {
  const { listing, imageUrl, rdns } = entry
  const label = walletLabel(entry, messages)
  return (
    <button type="button" className="hawser-list-row" onClick={() => onChoose(entry)}>
      <WalletImage name={listing.name} imageUrl={imageUrl} size={42} />
      <span className="hawser-list-text">
        <bdi className="hawser-list-name">{listing.name}</bdi>
        {rdns !== undefined && <bdi className="hawser-list-detail">{rdns}</bdi>}
      </span>
      {label !== undefined && <span className="hawser-wallet-label">{label}</span>}
      <Icon name={lazyIcons.forward} />
    </button>
  )
}
