/**
 * A turning ring for work in progress. Decorative: a text next to the ring says what is in progress. With `radius` the ring
 * surrounds a square with such corners.
 */
export function Spinner({ side, radius = side / 2 - 2 }: { readonly side: number; readonly radius?: number }) {
  const outline = { x: 2, y: 2, width: side - 4, height: side - 4, rx: radius, pathLength: 100 }
  return (
    <svg className="hawser-ring" viewBox={`0 0 ${side} ${side}`} aria-hidden="true" focusable="false">
      <rect className="hawser-ring-track" {...outline} />
      <rect className="hawser-ring-run" {...outline} />
    </svg>
  )
}
