import type { FlowState } from '@hawser/core'
import { fill } from '../../messages/fill.ts'
import { fillTime } from '../../messages/fillTime.ts'
import type { Messages } from '../../messages/modal/en.ts'
import { Button } from '../frame/Button.tsx'
import { Icon } from '../frame/Icon.tsx'
import { lazyIcons } from '../frame/lazyIcons.ts'
import { SignedAs } from '../frame/SignedAs.tsx'
import { Spinner } from '../frame/Spinner.tsx'
import { ViewFrame } from '../frame/ViewFrame.tsx'
import type { ViewProps } from '../frame/viewProps.ts'
import { WalletImage } from '../wallet/WalletImage.tsx'

type ProvingProps = ViewProps & { readonly flow: Extract<FlowState, { status: 'proving' }> }

/** Shown while the wallet is asked for the proof: the name and state of every step. */
export function Proving({ imageUrl, ...props }: ProvingProps & { readonly imageUrl: string | undefined }) {
  const { flow, state, messages } = props
  const name = flow.choice?.listing.name ?? flow.connection.walletName
  return (
    <ViewFrame {...props} heading={messages.approveInWallet} hasBack={false}>
      <div className="hawser-body">
        <div className="hawser-proof-image">
          <WalletImage name={name} imageUrl={imageUrl} size={64} />
        </div>
        <p className="hawser-detail">{fill(messages.proveDetail, { name })}</p>
        <SignedAs account={flow.account ?? state.account} messages={messages} />
        <Steps current={flow.step} messages={messages} />
        {flow.isLong && flow.step === 'signature' && messages.othersMaySign !== undefined && (
          <p className="hawser-detail" role="status">
            {fillTime(messages.othersMaySign, flow.expiresAt, messages.language)}
          </p>
        )}
        {flow.step === 'signature' && <BackIntoWallet {...props} name={name} />}
      </div>
    </ViewFrame>
  )
}

function Steps({ current, messages }: { readonly current: string; readonly messages: Messages }) {
  const steps = [
    { id: 'connected', text: messages.stepConnected },
    { id: 'challenge', text: messages.stepChallenge },
    { id: 'signature', text: messages.stepSignature },
    { id: 'checking', text: messages.stepChecking },
  ]
  const currentIndex = steps.findIndex((step) => step.id === current)
  return (
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
              {status === 'current' && <Spinner side={32} />}
            </span>
            <span>{step.text}</span>
            {status === 'done' && <span className="hawser-hidden">{messages.stepDone}</span>}
          </li>
        )
      })}
    </ol>
  )
}

/** A link back into the wallet app: the app is on this phone, and its request is not visible in the browser. */
function BackIntoWallet({ flow, state, linker, messages, name }: ProvingProps & { readonly name: string }) {
  const text = fill(messages.openWallet, { name })
  if (flow.choice?.via === 'mobile') {
    return (
      <Button kind="primary" icon={lazyIcons.forward} isWide onPress={() => linker.openChosenWallet()}>
        {text}
      </Button>
    )
  }
  const { returnLink } = state
  if (flow.choice !== undefined || returnLink === undefined) return null
  const { href, target } = returnLink
  return (
    <a className="hawser-button" data-kind="primary" data-wide href={href} target={target} rel="noopener noreferrer">
      <Icon name={lazyIcons.forward} />
      {text}
    </a>
  )
}
