import type { WalletEntry } from '@hawser/core'
import { memo } from 'react'
import type { OfferMessages } from '../../messages/modal/en.ts'
import { Icon } from '../frame/Icon.tsx'
import { lazyIcons } from '../frame/lazyIcons.ts'
import { hueOf, useLoadableImage, WalletPicture } from './WalletImage.tsx'
import { initials, walletDescription, walletLabel } from './walletName.ts'

export type WalletButtonProps = {
  readonly entry: WalletEntry
  readonly messages: OfferMessages
  readonly onChoose: (entry: WalletEntry) => void
  /** The tile's index in a grid that arrow keys move through; Tab reaches only one tile of the grid. */
  readonly index?: number
  readonly isTabStop?: boolean
}

/**
 * One wallet of a grid: image, name, label. Its accessible name is the full name. The stylesheet draws the initials of
 * a wallet without an image, so that a screen of tiles has few elements.
 */
export const WalletButton = memo(function WalletButton({
  entry,
  messages,
  onChoose,
  index,
  isTabStop = true,
}: WalletButtonProps) {
  const { name } = entry.listing
  const label = walletLabel(entry, messages)
  const [imageUrl, giveUp] = useLoadableImage(entry.imageUrl)
  return (
    <button
      type="button"
      className="hawser-wallet"
      aria-label={walletDescription(entry, messages)}
      title={entry.rdns === undefined ? name : `${name} (${entry.rdns})`}
      data-hue={hueOf(name)}
      data-initials={imageUrl === undefined ? initials(name) : undefined}
      data-index={index}
      tabIndex={isTabStop ? undefined : -1}
      onClick={() => onChoose(entry)}
    >
      {imageUrl !== undefined && <WalletPicture imageUrl={imageUrl} size={60} onError={giveUp} />}
      <bdi className="hawser-wallet-name" data-long={name.length > 16 || undefined}>
        {name}
      </bdi>
      {entry.rdns !== undefined && <bdi className="hawser-wallet-rdns">{entry.rdns}</bdi>}
      {label !== undefined && <span className="hawser-wallet-label">{label}</span>}
    </button>
  )
})

/** The last tile of a grid: opens the explorer. */
export function ViewAllButton({
  messages,
  onPress,
  onIntent,
}: {
  readonly messages: OfferMessages
  readonly onPress: () => void
  /** Called when the visitor is about to press the button. */
  readonly onIntent: () => void
}) {
  return (
    <button type="button" className="hawser-wallet" onClick={onPress} onPointerEnter={onIntent} onFocus={onIntent}>
      <span className="hawser-view-all">
        <Icon name={lazyIcons.grid} />
      </span>
      <span className="hawser-wallet-name">{messages.viewAll}</span>
    </button>
  )
}
