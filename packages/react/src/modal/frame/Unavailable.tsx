import type { Messages } from '../../messages/modal/en.ts'
import { Button } from './Button.tsx'

/** In the place of what could not be fetched: that it is so, and another attempt. */
export function Unavailable({ messages, onRetry }: { readonly messages: Messages; readonly onRetry: () => void }) {
  return (
    <div className="hawser-notice" role="alert">
      <p className="hawser-detail">{messages.viewUnavailable}</p>
      <div className="hawser-buttons">
        <Button kind="primary" icon="retry" onPress={onRetry}>
          {messages.retry}
        </Button>
      </div>
    </div>
  )
}
