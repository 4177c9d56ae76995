import { Button } from '../frame/Button.tsx'
import { Icon, type IconName } from '../frame/Icon.tsx'
import { ViewFrame } from '../frame/ViewFrame.tsx'
import type { ViewProps } from '../frame/view.ts'

/** How it ended, well or not: one mark, one sentence, one way on. */
export function Outcome({
  kind,
  title,
  detail,
  action,
  ...props
}: ViewProps & {
  readonly kind: 'success' | 'error'
  readonly title: string
  readonly detail: string | undefined
  readonly action: { readonly text: string; readonly icon?: IconName; readonly onPress: () => void }
}) {
  return (
    <ViewFrame {...props} heading={title} hasBack={kind === 'error'}>
      <div className="hawser-body">
        <div className="hawser-outcome">
          <span className="hawser-badge" data-kind={kind}>
            <Icon name={kind === 'success' ? 'check' : 'exclamation'} />
          </span>
          {detail !== undefined && <p className="hawser-detail">{detail}</p>}
        </div>
        <Button kind="primary" isWide icon={action.icon} onPress={action.onPress}>
          {action.text}
        </Button>
      </div>
    </ViewFrame>
  )
}
