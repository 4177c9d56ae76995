import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { problemOf } from './problem.ts'
import { QrCode } from './QrCode.tsx'
import { Ring } from './Ring.tsx'
import type { ViewProps } from './view.ts'

/**
 * The place of the QR code. Its size never changes: code, wait and failure take turns in it, so nothing beside it jumps.
 * The code is drawn before the relay has answered; what the relay says is shown with it (a thin mark, then a veil).
 */
export function CodePlate({
  state,
  send,
  messages,
  label,
  icon,
}: ViewProps & { readonly label: string; readonly icon?: ReactNode }) {
  const problem = problemOf(state, messages)
  if (problem !== undefined) {
    return (
      <div className="hawser-plate" data-empty>
        <div className="hawser-notice">
          <span className="hawser-badge" data-kind="error">
            <Icon name="exclamation" />
          </span>
          <p className="hawser-title">{problem.title}</p>
          <p className="hawser-detail">{problem.detail}</p>
          <div className="hawser-buttons">
            <Button kind="primary" icon="retry" onPress={() => send({ type: 'retried' })}>
              {messages.retry}
            </Button>
          </div>
        </div>
      </div>
    )
  }
  if (state.pairingUri === undefined) {
    return (
      <div className="hawser-plate" data-empty>
        <Ring side={32} />
        <span className="hawser-hidden">{messages.preparing}</span>
      </div>
    )
  }
  return (
    <div className="hawser-plate" data-relay={state.relay}>
      <QrCode value={state.pairingUri} label={label} icon={icon} />
      {state.relay === 'waiting' && (
        <svg
          className="hawser-progress"
          viewBox="0 0 100 3"
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          <path d="M0 1.5h100" pathLength={100} />
        </svg>
      )}
      {state.relay === 'slow' && (
        <div className="hawser-veil">
          <Ring side={32} />
          {messages.connecting}
        </div>
      )}
    </div>
  )
}
