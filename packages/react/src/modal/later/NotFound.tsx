import { Button } from '../frame/Button.tsx'
import { Icon } from '../frame/Icon.tsx'
import { ViewFrame } from '../frame/ViewFrame.tsx'
import type { ViewProps } from '../frame/view.ts'

/** V9: a view name that is none of ours. */
export function NotFound(props: ViewProps) {
  const { state, send, messages } = props
  return (
    <ViewFrame {...props} heading={messages.notFound}>
      <div className="hawser-body">
        <div className="hawser-outcome">
          <span className="hawser-badge">
            <Icon name="search" />
          </span>
        </div>
        <Button isWide onPress={() => send({ type: state.canGoBack ? 'wentBack' : 'closed' })}>
          {state.canGoBack ? messages.back : messages.close}
        </Button>
      </div>
    </ViewFrame>
  )
}
