import { type FailureCode, reloadPage } from '@hawser/core'
import type { FirstMessages } from '../../messages/modal/en.ts'
import { Button } from './Button.tsx'

/** The next step after a failure: another attempt, or a reload if the server no longer has the page's code. */
export function RetryOrReloadButton({
  code,
  messages,
  onRetry,
  ...look
}: {
  /** The error code of the failure. */
  readonly code: FailureCode | undefined
  readonly messages: FirstMessages
  readonly onRetry: () => void
  readonly kind?: 'primary' | 'plain' | undefined
  readonly isWide?: boolean | undefined
}) {
  const isOutdated = code === 'page_outdated'
  return (
    <Button {...look} icon="retry" onPress={isOutdated ? reloadPage : onRetry}>
      {isOutdated ? messages.reload : messages.retry}
    </Button>
  )
}
