/** A placeholder in the shape of content that is still loading. Decorative: a text next to it says that it is loading. */
export function Skeleton({
  width,
  height,
  path,
}: {
  readonly width: number
  readonly height: number
  readonly path: string
}) {
  return (
    <svg className="hawser-bones" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <path d={path} fillRule="evenodd" />
    </svg>
  )
}
