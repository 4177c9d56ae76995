import type { ReactNode } from 'react'
import { Icon } from '../frame/Icon.tsx'
import { problemOf } from '../frame/problem.ts'
import { SignedAs } from '../frame/SignedAs.tsx'
import { Spinner } from '../frame/Spinner.tsx'
import type { WalletViewProps } from '../frame/viewProps.ts'
import { WalletImage } from '../wallet/WalletImage.tsx'

/**
 * The wallet's image in a turning ring during a wait, or with a mark and the reason after a failure (S5).
 */
export function Waiting({
  state,
  messages,
  listing,
  imageUrl,
  title,
  isStill = false,
  children,
}: WalletViewProps & {
  readonly title: string
  /** Nothing is awaited, so there is no ring. */
  readonly isStill?: boolean
  readonly children?: ReactNode
}) {
  const problem = problemOf(state, messages)
  return (
    <div className="hawser-waiting" data-state={problem === undefined ? 'waiting' : 'error'}>
      <div className="hawser-waiting-image">
        {problem === undefined && !isStill && <Spinner side={112} radius={32} />}
        <WalletImage name={listing.name} imageUrl={imageUrl} size={88} />
        {problem !== undefined && (
          <span className="hawser-badge" data-kind="error">
            <Icon name="close" />
          </span>
        )}
      </div>
      <p className="hawser-title" data-kind={problem === undefined ? undefined : 'error'}>
        {problem?.title ?? title}
      </p>
      {problem === undefined ? (
        <SignedAs account={state.account} messages={messages} />
      ) : (
        <p className="hawser-detail">{problem.detail}</p>
      )}
      {children}
    </div>
  )
}
