import type { ReactNode } from 'react'
import { failureCode, firstProblemOf } from '../frame/firstProblem.ts'
import { Icon } from '../frame/Icon.tsx'
import { RetryOrReloadButton } from '../frame/RetryOrReloadButton.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { Spinner } from '../frame/Spinner.tsx'
import type { FirstViewProps } from '../frame/viewProps.ts'
import { CodeCaption } from './CodeCaption.tsx'
import { QrCode } from './QrCode.tsx'
import { finderPatterns } from './qrDrawing.ts'
import { isNewAfterDeclined } from './shownPairing.ts'

export type CodePlateProps = FirstViewProps & {
  readonly label: string
  readonly icon?: ReactNode
  /** Shown above the code, unless there is a message about the code. */
  readonly title?: ReactNode
}

/** The plate of the QR code, with messages above it and the code's name, time and link below it. */
export function CodePlate({ title, ...props }: CodePlateProps) {
  const { state, messages } = props
  return (
    <>
      {isNewAfterDeclined(state) ? (
        <p className="hawser-row hawser-news">
          <strong>{messages.connectionDeclined}</strong>
          <span>{messages.codeAfterDeclined}</span>
        </p>
      ) : (
        title
      )}
      <Plate {...props} />
      <CodeCaption {...props} />
    </>
  )
}

/**
 * The plate's size never changes: code, wait and failure replace each other in it, so that nothing around it moves. The code
 * appears before the relay has answered; a thin mark, later a veil, shows the relay's state.
 */
function Plate({ state, linker, messages, label, icon }: CodePlateProps) {
  const problem = firstProblemOf(state, messages)
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
            <RetryOrReloadButton
              code={failureCode(state)}
              messages={messages}
              kind="primary"
              onRetry={() => linker.retry()}
            />
          </div>
        </div>
      </div>
    )
  }
  if (state.pairingUri === undefined) {
    return (
      <div className="hawser-plate" data-empty aria-busy="true">
        <Skeleton width={57} height={57} path={finderPatterns(57)} />
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
          <Spinner side={32} />
          {messages.connecting}
        </div>
      )}
    </div>
  )
}
