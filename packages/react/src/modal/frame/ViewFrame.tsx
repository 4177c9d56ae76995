import { type ReactNode, useEffect, useRef } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import { LegalNotice } from './LegalNotice.tsx'
import type { FirstViewProps } from './viewProps.ts'

export type HeaderAction = { readonly icon: IconName; readonly label: string; readonly onPress: () => void }

export type ViewFrameProps = FirstViewProps & {
  readonly heading: string
  /** Shown at the start of the header when there is no Back button. */
  readonly action?: HeaderAction | false | undefined
  /** Whether the view moves the focus itself, for instance to its search box. */
  readonly ownsFocus?: boolean
  readonly hasLegalNotice?: boolean
  /** Default: whether the visitor can go back. */
  readonly hasBack?: boolean
  readonly children: ReactNode
}

/**
 * The frame of a view (V10): back, heading, close. A new view moves the focus to its heading, so that screen readers read it.
 */
export function ViewFrame({ state, linker, messages, heading, action, children, ...frame }: ViewFrameProps) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const { hasBack = true } = frame
  const ownsFocus = frame.ownsFocus === true

  useEffect(() => {
    if (!ownsFocus) headingRef.current?.focus({ preventScroll: true })
  }, [ownsFocus])
  useEffect(() => {
    // If the focused control has been removed, the focus moves to the heading.
    if (!ownsFocus && document.activeElement === document.body) headingRef.current?.focus({ preventScroll: true })
  })

  return (
    <div className="hawser-view">
      <div className="hawser-header">
        {hasBack && state.canGoBack ? (
          <IconButton icon="back" label={messages.back} onPress={() => linker.goBack()} />
        ) : (
          action && <IconButton {...action} />
        )}
        <h2 className="hawser-heading" ref={headingRef} tabIndex={-1}>
          {heading}
        </h2>
        <IconButton icon="close" label={messages.close} onPress={() => linker.close()} />
      </div>
      {children}
      {frame.hasLegalNotice === true && <LegalNotice options={state.options} messages={messages} />}
    </div>
  )
}

function IconButton({ icon, label, onPress }: HeaderAction) {
  return (
    <button
      type="button"
      className="hawser-icon-button"
      data-action={icon}
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
