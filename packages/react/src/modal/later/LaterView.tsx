import { isWalletFailure, type LinkerState, type Listing, reloadPage, type WalletEntry } from '@hawser/core'
import { type ReactNode, useMemo } from 'react'
import { enLater } from '../../messages/english/enLater.ts'
import { enOffer } from '../../messages/english/enOffer.ts'
import { enToast } from '../../messages/english/enToast.ts'
import { fill } from '../../messages/fill.ts'
import type { FirstMessages } from '../../messages/modal/en.ts'
import { shortAccount } from '../../messages/shortAccount.ts'
import { announcementOf } from '../announcement.ts'
import {
  DesktopConnecting,
  ExtensionConnecting,
  MobileQrcodeConnecting,
  WebConnecting,
} from '../connecting/Connecting.tsx'
import { GetWallet } from '../connecting/GetWallet.tsx'
import { Install } from '../connecting/Install.tsx'
import { MobileConnecting } from '../connecting/MobileConnecting.tsx'
import { ExplorerView } from '../explorer/ExplorerView.tsx'
import { firstParts } from '../firstParts.ts'
import { Button } from '../frame/Button.tsx'
import type { IconName } from '../frame/Icon.tsx'
import { lazyIcons } from '../frame/lazyIcons.ts'
import { problemOf } from '../frame/problem.ts'
import type { FirstViewProps, ViewProps } from '../frame/viewProps.ts'
import { HandoffView, UndoHandoff } from '../handoff/HandoffView.tsx'
import { LinkOther } from '../networks/LinkOther.tsx'
import { NetworkView } from '../networks/NetworkView.tsx'
import { useBrowserWallet } from '../wallet/useBrowserWallet.ts'
import { WalletBrowserView } from '../walletBrowser/WalletBrowserView.tsx'
import { Proving } from './Proving.tsx'
import { retryLabelOf } from './retryLabelOf.ts'

const { Icon, ViewFrame } = firstParts
const english = { ...enOffer, ...enLater, ...enToast }

/**
 * The later views: before a session, the view the visitor went to; from then on, the state of the link. A separate chunk,
 * fetched while the visitor looks at the first view.
 */
export function LaterView(given: FirstViewProps) {
  const all = useMemo(() => ({ ...english, ...given.messages }), [given.messages])
  const props = useBrowserWallet({ ...given, messages: all })
  const { state, linker, messages } = props
  const { flow } = state
  const done = { text: messages.done, onPress: () => linker.close() }
  if (flow.status === 'proving')
    return <Proving {...props} flow={flow} imageUrl={entryOf(state, flow.choice?.listing)?.imageUrl} />
  if (flow.status === 'linked' && state.handoff?.step === 'undone') return <HandoffView {...props} />
  if (flow.status === 'linked') {
    const detail = fill(messages.walletLinkedDetail, { account: shortAccount(flow.wallet.accountId) })
    return (
      <Outcome key="linked" {...props} kind="success" title={messages.walletLinked} detail={detail} action={done}>
        <LinkOther {...props} />
        {state.handoff?.step === 'linked' && <UndoHandoff {...props} />}
      </Outcome>
    )
  }
  if (flow.status === 'done') {
    // Until the texts of the purpose are loaded, the view says only that the purpose is done.
    const { fulfilled = messages.done, fulfilledDetail } = messages
    const detail = fulfilledDetail && fill(fulfilledDetail, { account: accountOf(state) })
    return <Outcome key="done" {...props} kind="success" title={fulfilled} detail={detail} action={done} />
  }
  if (flow.status === 'connected') {
    const detail = flow.choice?.listing.name ?? flow.connection.walletName
    return (
      <Outcome
        key="connected"
        {...props}
        kind="success"
        title={messages.walletConnected}
        detail={detail}
        action={done}
      />
    )
  }
  const problem = problemOf(state, messages)
  if (flow.status === 'failed' && isWalletFailure(flow) && problem !== undefined) {
    const isOutdated = flow.error.code === 'page_outdated'
    const wayOn = {
      text: isOutdated ? messages.reload : (retryLabelOf(flow, messages) ?? messages.retry),
      icon: 'retry',
      onPress: isOutdated ? reloadPage : () => linker.retry(),
    } as const
    return <Outcome key="failed" {...props} kind="error" title={problem.title} detail={problem.detail} action={wayOn} />
  }
  return <ChosenView {...props} />
}

/** A screen reader's text about the state, once the later views are loaded. */
export function laterAnnouncement(state: LinkerState, messages: FirstMessages): string {
  return announcementOf(state, { ...english, ...messages })
}

/** The account that signed in or was unlinked. */
function accountOf({ flow, purpose }: LinkerState): string {
  if (flow.status === 'done' && flow.outcome.kind === 'signIn') return shortAccount(flow.outcome.wallet.accountId)
  return purpose.kind === 'unlink' ? shortAccount(purpose.accountId) : ''
}

function ChosenView(props: ViewProps) {
  const { view } = props.state
  switch (view.name) {
    case 'WalletExplorer':
      return <ExplorerView {...props} />
    case 'DesktopConnecting':
      return <DesktopConnecting {...walletProps(props, view.listing)} />
    case 'MobileConnecting':
      return <MobileConnecting {...walletProps(props, view.listing)} />
    case 'WebConnecting':
      return <WebConnecting {...walletProps(props, view.listing)} />
    case 'MobileQrcodeConnecting':
      return <MobileQrcodeConnecting {...walletProps(props, view.listing)} />
    case 'ExtensionConnecting':
      return <ExtensionConnecting {...walletProps(props, view.listing)} />
    case 'Handoff':
      return <HandoffView {...props} />
    case 'ChooseNetwork':
      return <NetworkView {...walletProps(props, view.listing)} />
    case 'GetWallet':
      return <GetWallet {...props} />
    case 'WalletBrowser':
      return <WalletBrowserView {...walletProps(props, view.listing)} />
    case 'InstallWallet':
      return <Install {...walletProps(props, view.listing)} />
    default:
      return <NotFound {...props} />
  }
}

function walletProps(props: ViewProps, listing: Listing) {
  const entry = entryOf(props.state, listing)
  return { ...props, listing, imageUrl: entry?.imageUrl, rdns: entry?.rdns }
}

function entryOf({ wallets, explorer }: LinkerState, listing: Listing | undefined): WalletEntry | undefined {
  return [...wallets.shown, ...explorer.entries].find((entry) => entry.listing.id === listing?.id)
}

/** The end of the flow, good or bad: one mark, one sentence, one button. */
function Outcome({
  kind,
  title,
  detail,
  action,
  children,
  ...props
}: ViewProps & {
  /** Further buttons. */
  readonly children?: ReactNode
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
        <div className="hawser-stack">
          <Button kind="primary" isWide icon={action.icon} onPress={action.onPress}>
            {action.text}
          </Button>
          {children}
        </div>
      </div>
    </ViewFrame>
  )
}

/** V9: the view for an unknown view name. */
function NotFound(props: ViewProps) {
  const { state, linker, messages } = props
  return (
    <ViewFrame {...props} heading={messages.notFound}>
      <div className="hawser-body">
        <div className="hawser-outcome">
          <span className="hawser-badge">
            <Icon name={lazyIcons.search} />
          </span>
        </div>
        <Button isWide onPress={() => (state.canGoBack ? linker.goBack() : linker.close())}>
          {state.canGoBack ? messages.back : messages.close}
        </Button>
      </div>
    </ViewFrame>
  )
}
