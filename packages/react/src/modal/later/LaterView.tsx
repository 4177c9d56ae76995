import { isAfterSession, type LinkerState, type Listing, type WalletEntry } from '@hawser/core'
import { fill } from '../../messages/fill.ts'
import { shortAccount } from '../../messages/shortAccount.ts'
import { DesktopConnecting } from '../connecting/DesktopConnecting.tsx'
import { ExtensionConnecting } from '../connecting/ExtensionConnecting.tsx'
import { InstallWallet } from '../connecting/InstallWallet.tsx'
import { MobileConnecting } from '../connecting/MobileConnecting.tsx'
import { MobileQrcodeConnecting } from '../connecting/MobileQrcodeConnecting.tsx'
import { WebConnecting } from '../connecting/WebConnecting.tsx'
import { ExplorerView } from '../explorer/ExplorerView.tsx'
import { problemOf } from '../frame/problem.ts'
import type { ViewProps } from '../frame/view.ts'
import { useBrowserWallet } from '../wallet/useBrowserWallet.ts'
import { NotFound } from './NotFound.tsx'
import { Outcome } from './Outcome.tsx'
import { Proving } from './Proving.tsx'

/**
 * The views behind the first: from a settled session on, how the link stands; before, the view the visitor went to. They are
 * a chunk of their own, fetched while the visitor looks at the first.
 */
export function LaterView(given: ViewProps) {
  const props = useBrowserWallet(given)
  const { state, send, messages } = props
  const { flow } = state
  const done = { text: messages.done, onPress: () => send({ type: 'closed' }) }
  if (flow.status === 'proving')
    return <Proving {...props} flow={flow} imageUrl={entryOf(state, flow.choice?.listing)?.imageUrl} />
  if (flow.status === 'linked') {
    const detail = fill(messages.walletLinkedDetail, { account: shortAccount(flow.wallet.accountId) })
    return (
      <Outcome key="linked" {...props} kind="success" title={messages.walletLinked} detail={detail} action={done} />
    )
  }
  if (flow.status === 'done') {
    // Without the texts of the purpose it is said that it is done, not what.
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
  if (flow.status === 'failed' && isAfterSession(flow) && problem !== undefined) {
    const retry = { text: messages.retry, icon: 'retry', onPress: () => send({ type: 'retried' }) } as const
    return <Outcome key="failed" {...props} kind="error" title={problem.title} detail={problem.detail} action={retry} />
  }
  return <ChosenView {...props} />
}

/** The account that was signed in with, or unlinked. */
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
    case 'InstallWallet':
      return <InstallWallet {...walletProps(props, view.listing)} />
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
