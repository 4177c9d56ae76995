import type { FlowState } from '@hawser/core'
import { fill } from '../messages/fill.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { Ring } from './Ring.tsx'
import { ViewFrame } from './ViewFrame.tsx'
import type { ViewProps } from './view.ts'
import { WalletImage } from './WalletImage.tsx'

type ProvingFlow = Extract<FlowState, { status: 'proving' }>

/** What the visitor sees while the wallet is asked for the proof: every step by name, and where it stands. */
export function Proving({
  flow,
  imageUrl,
  ...props
}: ViewProps & { readonly flow: ProvingFlow; readonly imageUrl: string | undefined }) {
  const { state, send, messages } = props
  const values = { name: flow.choice?.listing.name ?? flow.connection.walletName }
  // The wallet is an app on this very phone, chosen here or by the system, and its request is not in sight here.
  const isChosenBySystem = flow.choice === undefined && state.platform.isAndroid && state.handOff !== 'idle'
  const isElsewhere = flow.step === 'signature' && (flow.choice?.via === 'mobile' || isChosenBySystem)
  const steps = [
    { id: 'connected', text: messages.stepConnected },
    { id: 'challenge', text: messages.stepChallenge },
    { id: 'signature', text: messages.stepSignature },
    { id: 'checking', text: messages.stepChecking },
  ]
  const currentIndex = steps.findIndex((step) => step.id === flow.step)
  return (
    <ViewFrame {...props} heading={messages.approveInWallet} hasBack={false}>
      <div className="hawser-body">
        <div className="hawser-proof-image">
          <WalletImage name={values.name} imageUrl={imageUrl} size={64} />
        </div>
        <p className="hawser-detail">{fill(messages.proveDetail, values)}</p>
        <ol className="hawser-steps">
          {steps.map((step, index) => {
            const status = index < currentIndex ? 'done' : index === currentIndex ? 'current' : 'ahead'
            return (
              <li
                key={step.id}
                className="hawser-step"
                data-step={status}
                aria-current={status === 'current' ? 'step' : undefined}
              >
                <span className="hawser-step-mark">
                  {status === 'done' && <Icon name="check" />}
                  {status === 'current' && <Ring side={32} />}
                </span>
                <span>{step.text}</span>
                {status === 'done' && <span className="hawser-hidden">{messages.stepDone}</span>}
              </li>
            )
          })}
        </ol>
        {isElsewhere && (
          <Button kind="primary" icon="forward" isWide onPress={() => send({ type: 'linkOpened' })}>
            {fill(messages.openWallet, values)}
          </Button>
        )}
      </div>
    </ViewFrame>
  )
}
