/** A turning ring: something is under way. Decorative: what it is stands beside it as text. */
export function Ring({ side }: { readonly side: number }) {
  const circle = { cx: side / 2, cy: side / 2, r: side / 2 - 2, pathLength: 100 }
  return (
    <svg className="hawser-ring" viewBox={`0 0 ${side} ${side}`} aria-hidden="true" focusable="false">
      <circle className="hawser-ring-track" {...circle} />
      <circle className="hawser-ring-run" {...circle} />
    </svg>
  )
}
