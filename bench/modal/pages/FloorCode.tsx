import encodeQR from 'qr'

/** The minimum that draws a code: one path in one SVG. */
export function FloorCode({ uri }: { readonly uri: string }) {
  const rows = encodeQR(uri, 'raw', { ecc: 'quartile', border: 4 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg id="code" viewBox={`0 0 ${rows.length} ${rows.length}`} width="320" role="img" aria-label="QR code">
      <path d={path} />
    </svg>
  )
}
