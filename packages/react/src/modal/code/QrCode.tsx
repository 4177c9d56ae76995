import { memo, type ReactNode } from 'react'
import { drawQr, type QrOptions } from './qrDrawing.ts'

/**
 * A QR code: always dark modules on a light plate, because many wallets cannot read the inverse. With `icon`, the middle
 * stays clear for the icon. Colours are also attributes, so that the code is readable without the stylesheet.
 */
export function QrCode({
  value,
  label,
  icon,
}: {
  readonly value: string
  readonly label: string
  readonly icon?: ReactNode
}) {
  const hasIcon = icon !== undefined
  return (
    <div className="hawser-qr">
      <Drawing value={value} label={label} hasIcon={hasIcon} />
      {hasIcon && <span className="hawser-qr-icon">{icon}</span>}
    </div>
  )
}

// The views around the code re-render each second for the remaining time. `memo` encodes the code only once.
const Drawing = memo(function Drawing({
  value,
  label,
  ...options
}: QrOptions & {
  readonly value: string
  readonly label: string
}) {
  const drawing = drawQr(value, options)
  return (
    <svg className="hawser-qr-code" role="img" aria-label={label} viewBox={`0 0 ${drawing.size} ${drawing.size}`}>
      <rect className="hawser-qr-plate" width={drawing.size} height={drawing.size} fill="#fff" />
      <path className="hawser-qr-modules" d={drawing.modules} fill="#000" />
    </svg>
  )
})
