import { CodePlate } from '../code/CodePlate.tsx'
import { isNewAfterDeclined } from '../code/shownPairing.ts'
import { Button } from '../frame/Button.tsx'
import { Icon } from '../frame/Icon.tsx'
import { problemOf } from '../frame/problem.ts'
import { Unavailable } from '../frame/Unavailable.tsx'
import { type HeaderAction, ViewFrame } from '../frame/ViewFrame.tsx'
import type { CurrentViewProps, ViewProps } from '../frame/viewProps.ts'
import { OfferBones } from '../wallet/WalletBones.tsx'

/** V1: pick a wallet. Desktop: code and grid. Android: list. Other phones: grid. */
export function ConnectWallet(props: CurrentViewProps) {
  const { state, send, messages } = props
  if (state.platform.device === 'desktop') return <DesktopChoice {...props} />
  const showCode: HeaderAction = {
    icon: 'qrCode',
    label: messages.showQrCode,
    onPress: () => send({ type: 'viewShown', view: { name: 'Qrcode' } }),
  }
  return (
    <ViewFrame {...props} heading={messages.connectYourWallet} action={showCode} hasLegalNotice>
      <div className="hawser-body">
        <Problem {...props} />
        {state.explorer.isUnavailable && <p className="hawser-detail">{messages.listUnavailable}</p>}
        <Offer {...props} label={messages.wallets} />
      </div>
    </ViewFrame>
  )
}

function DesktopChoice(props: CurrentViewProps) {
  const { state, messages } = props
  const title = (
    <div className="hawser-row">
      <h3 className="hawser-section">
        <Icon name="phone" />
        {messages.mobile}
      </h3>
      <p className="hawser-section-detail">{messages.scanWithYourWallet}</p>
    </div>
  )
  return (
    <ViewFrame {...props} heading={messages.connectYourWallet} hasLegalNotice>
      <div className="hawser-body">
        <CodePlate {...props} label={messages.qrCodeLabel} title={title} />
        <div className="hawser-row">
          <h3 className="hawser-section">
            <Icon name="desktop" />
            {messages.desktop}
          </h3>
          {/* In a row that is there already: the code stays where it is while somebody scans it. */}
          {state.explorer.isUnavailable && <p className="hawser-section-detail">{messages.listUnavailable}</p>}
        </div>
        <Offer {...props} label={messages.desktop} />
      </div>
    </ViewFrame>
  )
}

/** The wallets, as soon as there is the code that draws them. */
function Offer({ later, ...props }: CurrentViewProps & { readonly label: string }) {
  if (later.WalletOffer !== undefined) return <later.WalletOffer {...props} />
  if (later.status === 'failed') return <Unavailable messages={props.messages} onRetry={later.load} />
  return <OfferBones platform={props.state.platform} label={props.label} />
}

/** On a phone there is no code to stand in for: what went wrong stands above the wallets, which are the way on. */
export function Problem({ state, send, messages }: ViewProps) {
  const declined = { title: messages.connectionDeclined, detail: messages.declinedDetail }
  const problem = problemOf(state, messages) ?? (isNewAfterDeclined(state) ? declined : undefined)
  if (problem === undefined) return null
  return (
    <div className="hawser-problem">
      <Icon name="alert" />
      <p className="hawser-problem-text">
        <strong>{problem.title}</strong> {problem.detail}
      </p>
      {state.flow.status === 'failed' && (
        <Button icon="retry" onPress={() => send({ type: 'retried' })}>
          {messages.retry}
        </Button>
      )}
    </div>
  )
}
