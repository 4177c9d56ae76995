import { ViewFrame } from './ViewFrame.tsx'
import type { ViewProps } from './view.ts'

/** V9: a view name that is none of ours. */
export function NotFound(props: ViewProps) {
  const { send, messages } = props
  return (
    <ViewFrame {...props} heading={messages.notFound}>
      <div className="hawser-body">
        <div className="hawser-buttons">
          <button type="button" className="hawser-button" onClick={() => send({ type: 'closed' })}>
            {messages.close}
          </button>
        </div>
      </div>
    </ViewFrame>
  )
}
