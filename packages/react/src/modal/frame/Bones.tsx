/** The shape of what is still to come, for the place it will take. Decorative: that it is coming is said in words beside it. */
export function Bones({
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
