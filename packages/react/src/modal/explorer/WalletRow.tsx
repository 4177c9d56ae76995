import type { WalletEntry } from '@hawser/core'
import type { Messages } from '../../messages/modal/en.ts'
import { WalletButton } from '../wallet/WalletButton.tsx'

/** The tiles of one row. */
export function WalletRow({
  entries,
  start,
  columns,
  active,
  isFarAway,
  messages,
  onChoose,
}: {
  readonly entries: readonly WalletEntry[]
  readonly start: number
  readonly columns: number
  /** The index of the tile that Tab reaches, if that tile is in this row. */
  readonly active: number | undefined
  /** The row is in the page only for its tab stop. */
  readonly isFarAway: boolean
  readonly messages: Messages
  readonly onChoose: (entry: WalletEntry) => void
}) {
  return entries.slice(start, start + columns).map((entry, column) => {
    const index = start + column
    if (isFarAway && index !== active) return null
    return (
      // biome-ignore lint/a11y/useSemanticElements: as the row
      // biome-ignore lint/a11y/useFocusableInteractive: the focus is on the button inside
      <div key={entry.listing.id} className="hawser-rows-cell" role="gridcell" aria-colindex={column + 1}>
        <WalletButton
          entry={entry}
          messages={messages}
          onChoose={onChoose}
          index={index}
          isTabStop={index === active}
        />
      </div>
    )
  })
}
