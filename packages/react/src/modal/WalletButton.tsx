import type { WalletEntry } from '@hawser/core'
import type { Messages } from '../messages/en.ts'
import { Icon } from './Icon.tsx'
import { shortName } from './shortName.ts'
import { WalletImage } from './WalletImage.tsx'

/** One wallet of a grid: image, short name (C6), label. Its accessible name is the whole name. */
export function WalletButton({
  entry,
  messages,
  onChoose,
}: {
  readonly entry: WalletEntry
  readonly messages: Messages
  readonly onChoose: (entry: WalletEntry) => void
}) {
  const { name } = entry.listing
  return (
    <button
      type="button"
      className="hawser-wallet"
      aria-label={entry.isRecent ? `${name}, ${messages.recent}` : name}
      onClick={() => onChoose(entry)}
    >
      <WalletImage name={name} imageUrl={entry.imageUrl} size={60} />
      <bdi className="hawser-wallet-name">{shortName(name)}</bdi>
      {entry.isRecent && <span className="hawser-wallet-label">{messages.recent}</span>}
    </button>
  )
}

/** The last tile of a grid: opens the explorer. */
export function ViewAllButton({ messages, onPress }: { readonly messages: Messages; readonly onPress: () => void }) {
  return (
    <button type="button" className="hawser-wallet" onClick={onPress}>
      <span className="hawser-view-all">
        <Icon name="grid" />
      </span>
      <span className="hawser-wallet-name">{messages.viewAll}</span>
    </button>
  )
}
