import { otherVias, type Via } from '@hawser/core'
import type { ReactNode } from 'react'
import { Button } from '../frame/Button.tsx'
import { failureCode } from '../frame/firstProblem.ts'
import type { IconName } from '../frame/Icon.tsx'
import { lazyIcons } from '../frame/lazyIcons.ts'
import { RetryOrReloadButton } from '../frame/RetryOrReloadButton.tsx'
import { ViewFrame } from '../frame/ViewFrame.tsx'
import type { ViewProps, WalletViewProps } from '../frame/viewProps.ts'

/**
 * The shared parts of the connecting views: the wallet's name above the content, and below it the buttons to try again or to
 * use another device.
 */
export function ConnectingFrame({
  via,
  detail,
  actions,
  chips,
  children,
  ...props
}: WalletViewProps & {
  readonly via: Via
  readonly detail?: string
  /** Shown in place of Retry. */
  readonly actions?: ReactNode
  /** Small buttons before the buttons for other devices. */
  readonly chips?: ReactNode
  readonly children: ReactNode
}) {
  const { listing, state, linker, messages } = props
  const names: Readonly<Record<Via, string>> = {
    mobile: messages.mobile,
    qrcode: messages.mobile,
    desktop: messages.desktop,
    web: messages.web,
    extension: messages.extension,
  }
  const ways = otherVias(listing, via, state.platform, state.installed)
  // The plate itself offers Retry for a failed code, and a code has no app to open again.
  const hasRetry = via !== 'qrcode' && actions === undefined
  // A hint about the next step is useless after a failure.
  const hasDetail = detail !== undefined && state.flow.status !== 'failed'
  const hasButtons = hasRetry || ways.length > 0 || chips !== undefined
  return (
    <ViewFrame {...props} heading={listing.name}>
      <div className="hawser-body">{children}</div>
      {(hasDetail || hasButtons || actions !== undefined) && (
        <div className="hawser-footer">
          {hasDetail && <p className="hawser-detail">{detail}</p>}
          {actions}
          {hasButtons && (
            <div className="hawser-buttons">
              {hasRetry && <RetryButton {...props} kind="primary" via={via} />}
              {chips}
              {ways.map((way) => (
                <Button key={way} icon={wayIcons[way]} onPress={() => linker.chooseVia(way)}>
                  {names[way]}
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
    </ViewFrame>
  )
}

/**
 * Opens the wallet again, with a new pairing if the last one has failed. An extension has no link, so it is asked again.
 */
export function RetryButton({
  state,
  linker,
  messages,
  via,
  kind,
  isWide,
}: ViewProps & { readonly via: Via; readonly kind: 'primary' | undefined; readonly isWide?: boolean }) {
  const isRetried = state.flow.status === 'failed' || via === 'extension'
  const retry = () => (isRetried ? linker.retry() : linker.openChosenWallet())
  return (
    <RetryOrReloadButton code={failureCode(state)} messages={messages} kind={kind} isWide={isWide} onRetry={retry} />
  )
}

const wayIcons: Readonly<Record<Via, IconName>> = {
  mobile: 'phone',
  qrcode: 'phone',
  desktop: 'desktop',
  web: lazyIcons.web,
  extension: lazyIcons.wallet,
}
