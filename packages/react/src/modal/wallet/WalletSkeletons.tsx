import type { LinkerState } from '@hawser/core'

const items = [0, 1, 2, 3, 4, 5, 6, 7, 8]

/** Placeholders of the wallets that are still loading, in their usual number (C3, C4). */
export function WalletSkeletons({ count, isList = false }: { readonly count: number; readonly isList?: boolean }) {
  return items
    .slice(0, count)
    .map((item) => <li key={item} className={isList ? 'hawser-list-bone' : 'hawser-bone'} aria-hidden="true" />)
}

/** All placeholders, shown until the code of the wallets is loaded. */
export function WalletListSkeleton({
  platform,
  label,
}: {
  readonly platform: LinkerState['platform']
  readonly label: string
}) {
  const isList = platform.isAndroid
  return (
    <ul className={isList ? 'hawser-list' : 'hawser-grid'} aria-label={label} aria-busy="true">
      <WalletSkeletons count={isList ? 9 : tileCount(platform)} isList={isList} />
    </ul>
  )
}

/** The usual number of tiles in a grid. */
export function tileCount({ device }: LinkerState['platform']): number {
  return device === 'desktop' ? 4 : 8
}
