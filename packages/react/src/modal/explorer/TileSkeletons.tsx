import { Skeleton } from '../frame/Skeleton.tsx'

const tileWidth = 84
const tileHeight = 104

/** Placeholders of tiles that are still loading. */
export function TileSkeletons({ columns, rows }: { readonly columns: number; readonly rows: number }) {
  const tiles = Array.from({ length: columns * rows }, (_, index) => {
    const x = (index % columns) * tileWidth + (tileWidth - 60) / 2
    const y = Math.floor(index / columns) * tileHeight + 6
    return (
      `M${x + 15} ${y}h30q15 0 15 15v30q0 15-15 15h-30q-15 0-15-15v-30q0-15 15-15z` +
      `M${x + 12} ${y + 70}h36q4 0 4 4t-4 4h-36q-4 0-4-4t4-4z`
    )
  })
  return <Skeleton width={columns * tileWidth} height={rows * tileHeight} path={tiles.join('')} />
}
