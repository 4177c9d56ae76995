import type { LinkerState, ToastMessage } from '@hawser/core'
import type { Messages } from '../../messages/modal/en.ts'
import { Icon } from './Icon.tsx'

/**
 * The short message at the top of the card (S6). It is inside the dialog, because everything outside is inert. Its live
 * region always exists: a screen reader does not read a region that appears together with its text.
 */
export function Toast({
  toast,
  messages,
}: {
  readonly toast: LinkerState['toast']
  readonly messages: Pick<Messages, ToastMessage>
}) {
  return (
    <div className="hawser-toasts" role="status">
      {toast !== undefined && (
        <p className="hawser-toast" data-kind={toast.kind}>
          <Icon name={toast.kind === 'success' ? 'check' : 'alert'} />
          <span>{toast.text ?? messages[toast.message]}</span>
        </p>
      )}
    </div>
  )
}
