import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'

/** A button with a text. `primary` is the main action; `plain` looks like a link. */
export function Button({
  kind,
  icon,
  isWide,
  onPress,
  children,
}: {
  readonly kind?: 'primary' | 'plain' | undefined
  readonly icon?: IconName | undefined
  readonly isWide?: boolean | undefined
  readonly onPress: () => void
  readonly children: ReactNode
}) {
  return (
    <button type="button" className="hawser-button" data-kind={kind} data-wide={isWide} onClick={onPress}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  )
}
