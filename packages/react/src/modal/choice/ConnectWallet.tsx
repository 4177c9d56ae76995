import { CodePlate } from '../code/CodePlate.tsx'
import { isNewAfterDeclined } from '../code/shownPairing.ts'
import { failureCode, firstProblemOf } from '../frame/firstProblem.ts'
import { Icon } from '../frame/Icon.tsx'
import { RetryOrReloadButton } from '../frame/RetryOrReloadButton.tsx'
import { Unavailable } from '../frame/Unavailable.tsx'
import { type HeaderAction, ViewFrame } from '../frame/ViewFrame.tsx'
import type { CurrentViewProps, FirstViewProps } from '../frame/viewProps.ts'
import { WalletListSkeleton } from '../wallet/WalletSkeletons.tsx'

/** V1: choose a wallet. Desktop: code and grid. Android: list. Other phones: grid. */
export function ConnectWallet(props: CurrentViewProps) {
  const { state, linker, messages } = props
  if (state.platform.device === 'desktop') return <DesktopChoice {...props} />
  // In a wallet's own browser the visitor uses that wallet: there is no code to scan and no wallet to install.
  const showCode: HeaderAction = {
    icon: 'qrCode',
    label: messages.showQrCode,
    onPress: () => linker.showView({ name: 'Qrcode' }),
  }
  return (
    <ViewFrame
      {...props}
      heading={messages.connectYourWallet}
      action={!state.isInWallet && !state.ownRelay && showCode}
      hasLegalNotice
    >
      <div className="hawser-body">
        <Problem {...props} />
        {props.later.ListProblem !== undefined && <props.later.ListProblem {...props} />}
        <Offer {...props} label={messages.wallets} />
        {!state.isInWallet && <NoWallet {...props} />}
      </div>
    </ViewFrame>
  )
}

function DesktopChoice(props: CurrentViewProps) {
  const { state, messages, later } = props
  const Code = (state.ownRelay && later.OwnCode) || CodePlate
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
        {later.ExtensionOffer !== undefined && <later.ExtensionOffer {...props} />}
        <Code {...props} label={messages.qrCodeLabel} title={title} />
        <div className="hawser-row">
          <h3 className="hawser-section">
            <Icon name="desktop" />
            {messages.desktop}
          </h3>
          {/* In an existing row, so that the code does not move while a visitor scans it. */}
          {later.ListProblem !== undefined && <later.ListProblem {...props} />}
        </div>
        <Offer {...props} label={messages.desktop} />
        <NoWallet {...props} />
      </div>
    </ViewFrame>
  )
}

/** The button for visitors without a wallet. */
function NoWallet({ linker, messages }: FirstViewProps) {
  return (
    <p className="hawser-no-wallet">
      <button type="button" className="hawser-link" onClick={() => linker.showView({ name: 'GetWallet' })}>
        {messages.noWallet}
      </button>
    </p>
  )
}

/** The wallets, once their code is loaded. */
function Offer({ later, ...props }: CurrentViewProps & { readonly label: string }) {
  const { state, linker, messages } = props
  const { errorCode } = state.wallets
  if (errorCode !== undefined) {
    return <Unavailable code={errorCode} messages={messages} onRetry={() => linker.loadMoreWallets()} />
  }
  if (later.WalletOffer !== undefined) return <later.WalletOffer {...props} />
  if (later.status === 'failed') return <Unavailable code={later.errorCode} messages={messages} onRetry={later.load} />
  return <WalletListSkeleton platform={state.platform} label={props.label} />
}

/** The error of a phone's first view. There is no code in whose place it could appear, so it is shown above the wallets. */
export function Problem({ state, linker, messages }: FirstViewProps) {
  const declined = { title: messages.connectionDeclined, detail: messages.declinedDetail }
  const problem = firstProblemOf(state, messages) ?? (isNewAfterDeclined(state) ? declined : undefined)
  if (problem === undefined) return null
  return (
    <div className="hawser-problem">
      <Icon name="alert" />
      <p className="hawser-problem-text">
        <strong>{problem.title}</strong> {problem.detail}
      </p>
      {state.flow.status === 'failed' && (
        <RetryOrReloadButton code={failureCode(state)} messages={messages} onRetry={() => linker.retry()} />
      )}
    </div>
  )
}
