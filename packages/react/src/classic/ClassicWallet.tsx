import type { WalletEntry } from '@hawser/core'
import type { Messages } from '../messages/en.ts'
import { Icon } from '../modal/Icon.tsx'
import { shortName } from '../modal/shortName.ts'
import { WalletImage } from '../modal/WalletImage.tsx'

type WalletProps = {
  readonly entry: WalletEntry
  readonly messages: Messages
  readonly onChoose: (entry: WalletEntry) => void
}

/** What is said of a wallet beside its name: that it is in this browser, or was used last. */
function labelOf({ isInstalled, isRecent }: WalletEntry, messages: Messages): string | undefined {
  if (isInstalled) return messages.installed
  return isRecent ? messages.recent : undefined
}

/** One wallet of the icon grid: its image and short name (C6). Its accessible name is the whole one. */
export function ClassicTile({ entry, messages, onChoose }: WalletProps) {
  const { listing, imageUrl, rdns } = entry
  const label = labelOf(entry, messages)
  return (
    <button
      type="button"
      className="hawser-wallet"
      aria-label={[listing.name, rdns, label].filter((part) => part !== undefined).join(', ')}
      title={listing.name}
      onClick={() => onChoose(entry)}
    >
      <WalletImage name={listing.name} imageUrl={imageUrl} size={42} />
      <bdi className="hawser-wallet-name">{shortName(entry.shortName ?? listing.name)}</bdi>
      {rdns !== undefined && <bdi className="hawser-classic-rdns">{rdns}</bdi>}
      {label !== undefined && <span className="hawser-wallet-label">{label}</span>}
    </button>
  )
}

/** One wallet of a short list: its image and whole name. */
export function ClassicRow({ entry, messages, onChoose }: WalletProps) {
  const { listing, imageUrl, rdns } = entry
  const label = labelOf(entry, messages)
  return (
    <button type="button" className="hawser-list-row" onClick={() => onChoose(entry)}>
      <WalletImage name={listing.name} imageUrl={imageUrl} size={42} />
      <span className="hawser-list-text">
        <bdi className="hawser-list-name">{listing.name}</bdi>
        {rdns !== undefined && <bdi className="hawser-list-detail">{rdns}</bdi>}
      </span>
      {label !== undefined && <span className="hawser-wallet-label">{label}</span>}
      <Icon name="forward" />
    </button>
  )
}
