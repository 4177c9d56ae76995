import type { FlowState } from '@hawser/core'
import { fill } from '../messages/fill.ts'
import { Icon } from './Icon.tsx'
import { Ring } from './Ring.tsx'
import { ViewFrame } from './ViewFrame.tsx'
import type { ViewProps } from './view.ts'

type ProvingFlow = Extract<FlowState, { status: 'proving' }>

/** What the visitor sees while the wallet is asked for the proof: every step by name, and where it stands. */
export function Proving({ flow, ...props }: ViewProps & { readonly flow: ProvingFlow }) {
  const { messages } = props
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
        <p className="hawser-detail">
          {fill(messages.proveDetail, { name: flow.choice?.listing.name ?? flow.session.peer.metadata.name })}
        </p>
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
      </div>
    </ViewFrame>
  )
}
