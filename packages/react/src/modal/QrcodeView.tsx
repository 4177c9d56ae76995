import { CodePlate } from './code/CodePlate.tsx'
import { ViewFrame } from './frame/ViewFrame.tsx'
import type { ViewProps } from './frame/view.ts'

/** V7: the code alone, and its link to copy. */
export function QrcodeView(props: ViewProps) {
  const { messages } = props
  return (
    <ViewFrame {...props} heading={messages.scanTheCode}>
      <div className="hawser-body">
        <CodePlate {...props} label={messages.qrCodeLabel} />
      </div>
    </ViewFrame>
  )
}
