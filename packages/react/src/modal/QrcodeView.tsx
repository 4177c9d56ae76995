import { Button } from './Button.tsx'
import { CodePlate } from './CodePlate.tsx'
import { ViewFrame } from './ViewFrame.tsx'
import type { ViewProps } from './view.ts'

/** V7: the code alone, large, and the link to copy. */
export function QrcodeView(props: ViewProps) {
  const { send, messages } = props
  return (
    <ViewFrame {...props} heading={messages.scanTheCode}>
      <div className="hawser-body">
        <CodePlate {...props} label={messages.qrCodeLabel} />
        <div className="hawser-buttons">
          <Button icon="copy" onPress={() => send({ type: 'linkCopied' })}>
            {messages.copyLink}
          </Button>
        </div>
      </div>
    </ViewFrame>
  )
}
